"""Which port of the new config is which port of the old one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from qosc.ir import Device, Port
from qosc.ir.leaves import has_qos

__all__ = ["APPLIED_NOWHERE", "NoSuchPortError", "Paired", "Pairing", "pair_ports"]


APPLIED_NOWHERE = " (applied nowhere)"
"""How the names of ports end that stand for what a text applies to none."""


class NoSuchPortError(ValueError):
    """A port that was to be paired by hand is not in its config."""


class Paired(NamedTuple):
    """Two ports that are one.

    `by` says what tells so: name, unit, map, description or address; order, for what is applied
    nowhere.
    """

    old: str
    new: str
    by: str


class Pairing(NamedTuple):
    """The pairs in the order of the new config, and the ports with QoS that have no partner."""

    pairs: tuple[Paired, ...]
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]


def pair_ports(
    old: Device,
    new: Device,
    given: Mapping[str, str],
    addresses: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
) -> Pairing:
    """Pair the ports of two devices: those of `given` (new name by old name), then by name, then
    those with QoS that are left by a description or an address that only one port of each has.

    Raises NoSuchPortError for a name of `given` that is no port.
    """
    left, right = dict(old.ports), dict(new.ports)
    pairs: list[Paired] = []

    def take(one: str, two: str, by: str) -> None:
        del left[one], right[two]
        pairs.append(Paired(one, two, by))

    for before, after in given.items():
        one, two = _known(left, before, "old"), _known(right, after, "new")
        take(one, two, "map")
    names = {name.lower(): name for name in left}
    for name in list(right):
        if name.lower() in names and names[name.lower()] in left:
            take(names[name.lower()], name, "name")
    # A unit that is all of its port is called by the port's name where both are one.
    for one, two in _by(left.values(), right.values(), _called):
        take(one, two, "unit")
    for key, by in ((_description, "description"),):
        for one, two in _by(_with_qos(left), _with_qos(right), key):
            take(one, two, by)
    before_at = {p.name: addresses[0].get(p.name, "") for p in _with_qos(left)}
    after_at = {p.name: addresses[1].get(p.name, "") for p in _with_qos(right)}
    for one, two in _same(before_at, after_at):
        take(one, two, "address")
    # What an excerpt applies nowhere has no other name than its own, which may have changed.
    loose = [[n for n in ports if n.endswith(APPLIED_NOWHERE)] for ports in (left, right)]
    if len(loose[0]) == len(loose[1]):
        for one, two in zip(*loose, strict=True):
            take(one, two, "order")
    order = {name: place for place, name in enumerate(new.ports)}
    pairs.sort(key=lambda pair: order[pair.new])
    return Pairing(
        tuple(pairs),
        tuple(port.name for port in _with_qos(left)),
        tuple(port.name for port in _with_qos(right)),
    )


def _known(ports: Mapping[str, Port], name: str, side: str) -> str:
    from qosc.patterns import pattern

    short = pattern(r"([A-Za-z-]+)\s*(.*)").fullmatch(name.strip())
    for known, port in ports.items():
        if name.lower() in (known.lower(), port.unit.lower()):
            return known
    if short is not None:
        stem, rest = short[1].lower(), short[2]
        matching = [
            known
            for known in ports
            if known.lower().startswith(stem)
            and known.lower().endswith(rest.lower())
            and known[len(stem) :].lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-")
            == rest
        ]
        if len(matching) == 1:
            return matching[0]
    known_names = ", ".join(list(ports)[:20]) or "none"
    raise NoSuchPortError(f"no port {name!r} in the {side} config; there is {known_names}")


def _with_qos(ports: Mapping[str, Port]) -> list[Port]:
    return [port for port in ports.values() if has_qos(port)]


def _called(port: Port) -> str:
    return (port.unit or port.name).lower()


def _description(port: Port) -> str:
    return port.description.strip().lower()


def _by(
    old: Iterable[Port], new: Iterable[Port], key: Callable[[Port], str]
) -> list[tuple[str, str]]:
    return _same({p.name: key(p) for p in old}, {p.name: key(p) for p in new})


def _same(old: Mapping[str, str], new: Mapping[str, str]) -> list[tuple[str, str]]:
    """The names whose value is not empty and stands once on either side."""
    before, after = _once(old), _once(new)
    return [(before[value], name) for value, name in after.items() if value in before]


def _once(values: Mapping[str, str]) -> dict[str, str]:
    by_words: dict[str, list[str]] = {}
    for name, value in values.items():
        if value:
            by_words.setdefault(value, []).append(name)
    return {value: names[0] for value, names in by_words.items() if len(names) == 1}
