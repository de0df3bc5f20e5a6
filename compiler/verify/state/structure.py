"""What stands on an interface otherwise than a script of the config sets it up, part by part."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace

from qosc.source import NOWHERE, Span
from qosc.verify.found import Difference
from qosc.verify.state.shown import same_keys
from qosc.verify.tc.model import (
    Action,
    Class,
    Control,
    Filter,
    Pedit,
    Police,
    PortSetup,
    Qdisc,
    SetMark,
    SetPriority,
    Value,
    written,
)

__all__ = ["filter_key", "structure_differences"]

_KIND = "changed"
_MOST = 40


def structure_differences(
    port: str, interface: str, wanted: PortSetup, got: PortSetup, origin: Span = NOWHERE
) -> list[Difference]:
    """The parts of `wanted` that are not in `got`, those that are another way, and those of `got`
    alone.
    """
    wanted = _with_a_place(wanted, got)
    differences = [
        *_classes(wanted.classes, got.classes),
        *_qdiscs(wanted.qdiscs, got.qdiscs),
        *_filters(wanted.filters, got.filters),
        *_priorities(wanted.priorities, got.priorities),
    ]
    made = [
        Difference(_KIND, f"{what} of {interface} {how}", one, two, origin, line)
        for what, how, one, two, line in differences[:_MOST]
    ]
    if len(differences) > _MOST:
        more = len(differences) - _MOST
        message = f"{more} more parts of {interface} are not as the script for {port} sets them up"
        made.append(Difference(_KIND, message, "as in the script", "otherwise", origin))
    return made


_Found = tuple[str, str, str, str, int]


def _with_a_place(wanted: PortSetup, got: PortSetup) -> PortSetup:
    """Without what has gone with the qdisc that it stands in, of which that alone is told."""
    roots = {each.handle for each in got.qdiscs if each.parent is None and each.kind == "htb"}
    if not any(each.kind == "clsact" for each in got.qdiscs):
        wanted = replace(wanted, filters=())
    if any(each.parent is None and each.handle not in roots for each in wanted.qdiscs):
        qdiscs = (each for each in wanted.qdiscs if each.parent is None or each.kind == "clsact")
        wanted = replace(wanted, classes=(), qdiscs=tuple(qdiscs))
    return wanted


def _parts(
    wanted: Mapping[Hashable, tuple[str, Hashable, str, int]],
    got: Mapping[Hashable, tuple[str, Hashable, str, int]],
) -> Iterator[_Found]:
    """Each part has a name, what is compared of it, that in words, and its line."""
    for key, (name, value, words, _) in wanted.items():
        there = got.get(key)
        if there is None:
            yield name, "is not there", words, "nothing", 0
        elif there[1] != value:
            yield name, "was changed", words, there[2], there[3]
    for key, (name, _, words, line) in got.items():
        if key not in wanted:
            yield name, "is not of the script", "nothing", words, line


def _values(values: Mapping[str, Value]) -> str:
    return " ".join(f"{name} {value}" for name, value in sorted(values.items())) or "no figures"


def _classes(wanted: tuple[Class, ...], got: tuple[Class, ...]) -> Iterator[_Found]:
    def parts(classes: tuple[Class, ...]) -> dict[Hashable, tuple[str, Hashable, str, int]]:
        return {
            each.classid: (
                f"class {written(each.classid)}",
                (each.parent, tuple(sorted(each.values.items()))),
                f"parent {written(each.parent)} {_values(each.values)}",
                each.line,
            )
            for each in classes
        }

    yield from _parts(parts(wanted), parts(got))


def _qdiscs(wanted: tuple[Qdisc, ...], got: tuple[Qdisc, ...]) -> Iterator[_Found]:
    def parts(qdiscs: tuple[Qdisc, ...]) -> dict[Hashable, tuple[str, Hashable, str, int]]:
        return {
            each.parent: (
                "the root qdisc"
                if each.parent is None
                else "the clsact qdisc"
                if each.kind == "clsact"
                else f"the qdisc below {written(each.parent)}",
                (each.kind, each.handle, tuple(sorted(each.values.items()))),
                f"{each.kind} {written(each.handle)} {_values(each.values)}",
                each.line,
            )
            for each in qdiscs
        }

    yield from _parts(parts(wanted), parts(got))


def filter_key(firewall_filter: Filter) -> Hashable:
    """What tells a filter from the others of its interface, beside what it does."""
    place = (
        firewall_filter.hook,
        firewall_filter.chain,
        firewall_filter.pref,
        firewall_filter.protocol.lower(),
        firewall_filter.kind,
    )
    return (*place, same_keys(firewall_filter.keys))


def _filters(wanted: tuple[Filter, ...], got: tuple[Filter, ...]) -> Iterator[_Found]:
    def parts(filters: tuple[Filter, ...]) -> dict[Hashable, tuple[str, Hashable, str, int]]:
        made: dict[Hashable, tuple[str, Hashable, str, int]] = {}
        for each in filters:
            name = f"filter {each.hook} chain {each.chain} pref {each.pref} {each.kind}"
            does = ", ".join(map(_does, each.actions)) or "nothing"
            asks = " ".join(f"{key.name} {_numbers(key.numbers)}" for key in each.keys)
            words = f"protocol {each.protocol} {asks}: {does}".replace(" :", ":")
            key, number = filter_key(each), 0
            while (key, number) in made:
                number += 1
            made[key, number] = (name, each.actions, words, each.line)
        return made

    yield from _parts(parts(wanted), parts(got))


def _priorities(wanted: Mapping[int, int], got: Mapping[int, int]) -> Iterator[_Found]:
    def parts(pairs: Mapping[int, int]) -> dict[Hashable, tuple[str, Hashable, str, int]]:
        return {
            key: (
                f"the priority of VLAN tags for {written(divmod(key, 1 << 16))}",
                value,
                f"{key}:{value}",
                0,
            )
            for key, value in pairs.items()
        }

    yield from _parts(parts(wanted), parts(got))


def _numbers(numbers: tuple[int, ...]) -> str:
    return "/".join(f"{number:#x}" for number in numbers)


def _does(action: Action) -> str:
    if isinstance(action, Police):
        unit = "packet/s" if action.packets else "bit/s"
        index = f"index {action.index} " if action.index else ""
        more = f" mtu {action.mtu}" + (f" overhead {action.overhead}" if action.overhead else "")
        return f"police {index}{action.rate} {unit} burst {action.burst}{more}"
    if isinstance(action, SetPriority):
        return f"class {written(action.classid)}"
    if isinstance(action, SetMark):
        return f"mark {action.value:#x}/{action.mask:#x}"
    if isinstance(action, Pedit):
        return f"{action.header} DS byte {action.value:#x}/{action.mask:#x}"
    if isinstance(action, Control):
        return f"goto chain {action.chain}" if action.verb == "goto" else action.verb
    return "checksum"
