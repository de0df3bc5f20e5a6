"""Names that a device keeps beside a packet (forwarding classes, loss priorities), as numbers.

The packet's mark holds numbers, and 0 where nothing has marked the packet. The names of all marks
of the config, in alphabetical order, are numbered from 1; those that every test takes together with
packets without a name (on JunOS the class of queue 0) are 0. The numbers are the same in every
script that is made from one config. Loss priorities and ports keep the number that their mark has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from qosc.fields import Field
from qosc.ir import Device, Interval, Mark, Named, Port, Test
from qosc.ir.describe import describe
from qosc.ir.leaves import leaves
from qosc.ledger import Entry
from qosc.values import field_names, parts, replace

__all__ = ["named", "numbered"]

_NAMED = (Field.FORWARDING_CLASS, Field.LOSS_PRIORITY, Field.INPUT_INTERFACE)

Numbers = Mapping[Field, Mapping[str, int]]


def numbered(device: Device) -> Device:
    """The device with the numbers of forwarding classes and loss priorities for their names.

    A test for a name that no mark sets holds for no packet.
    """
    numbers: dict[Field, dict[str, int]] = {name: {} for name in _NAMED}
    stages = [stage for port in device.ports.values() for stage in (*port.input, *port.output)]
    # One filter may be on each of thousands of ports: equal lists are looked through once.
    roots = {id(root): root for root in (*device.policies.values(), *stages)}
    for root in roots.values():
        for mark in _marks(root):
            if mark.field in numbers and mark.name:
                numbers[mark.field].setdefault(mark.name, mark.value)
    tests = [frozenset(_names(test)) for test in class_tests(device)]
    unmarked = _unmarked(tests)
    if not any(numbers.values()) and not any(tests):
        return device
    classes = sorted(numbers[Field.FORWARDING_CLASS].keys() - unmarked)
    numbers[Field.FORWARDING_CLASS] = {
        **dict.fromkeys(unmarked | {""}, 0),
        **{name: number for number, name in enumerate(classes, 1)},
    }
    work = _Numbering(numbers)
    parts = ("ports", "policies", "applied", "class_maps", "access_lists")
    changed: dict[str, Any] = {
        part: {name: work.of(value) for name, value in getattr(device, part).items()}
        for part in parts
    }
    return replace(device, **changed)


def named(entries: Iterable[Entry], device: Device, port: Port) -> tuple[Entry, ...]:
    """The entries of a port with the names of forwarding classes in place of their numbers.

    `device` and `port` are those from before `numbered`, whose leaves have the same paths.
    """
    words = {
        leaf.path: describe(leaf.value)
        for leaf in leaves(device, port)
        if isinstance(leaf.value, Test)
        and leaf.value.field in (Field.FORWARDING_CLASS, Field.INPUT_INTERFACE)
    }
    return tuple(
        replace(
            entry,
            asked=words[entry.path],
            got=words[entry.path] if entry.got == entry.asked else entry.got,
        )
        if entry.path in words
        else entry
        for entry in entries
    )


def class_tests(device: Device) -> Iterator[Test]:
    """The tests for forwarding classes of a device, those in its ports and policies."""
    work: list[Any] = [*device.policies.values(), *device.ports.values()]
    seen: set[int] = set()
    while work:
        value = work.pop()
        if isinstance(value, Test):
            if value.field is Field.FORWARDING_CLASS:
                yield value
        elif isinstance(value, tuple):
            work.extend(value)
        elif not isinstance(value, Mark) and (inner := parts(value)) and id(value) not in seen:
            seen.add(id(value))
            work.extend(filter(None, inner))


def _names(test: Test) -> Iterator[str]:
    return (value.name for value in test.values if isinstance(value, Named))


def _unmarked(tests: list[frozenset[str]]) -> frozenset[str]:
    """The names that stand in just those tests that take packets without a name."""
    taking = [names for names in tests if "" in names]
    if not taking:
        return frozenset()
    others = frozenset[str]().union(*(names for names in tests if "" not in names))
    return frozenset.intersection(*taking) - others - {""}


def _marks(value: Any) -> Iterator[Mark]:
    if isinstance(value, Mark):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _marks(item)
    elif not isinstance(value, Test):
        for name in field_names(value.__class__):
            child = getattr(value, name)
            if child and name not in ("match", "origin"):
                yield from _marks(child)


class _Numbering:
    """Puts numbers for names. What is one object before is one afterwards, and worked on once."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._known: dict[int, tuple[object, Any]] = {}
        """By identity of a value, which is kept beside what became of it."""

    def of(self, value: Any) -> Any:
        """The value with numbers for its names; itself where it has none."""
        if isinstance(value, Mark):
            number = self._numbers.get(value.field, {}).get(value.name)
            return value if number is None else replace(value, value=number)
        if isinstance(value, Test):
            return self._test(value)
        if isinstance(value, tuple):
            made = tuple(map(self.of, value))
            same = all(new is old for new, old in zip(made, value, strict=True))
            return value if same else made
        if not field_names(value.__class__):
            return value
        if id(value) not in self._known:
            self._known[id(value)] = value, self._inside(value)
        return self._known[id(value)][1]

    def _inside(self, value: Any) -> Any:
        changed = {}
        for name in field_names(value.__class__):
            child = getattr(value, name)
            if (
                child
                and name != "origin"
                and (isinstance(child, tuple) or field_names(child.__class__))
            ):
                new = self.of(child)
                if new is not child:
                    changed[name] = new
        return replace(value, **changed) if changed else value

    def _test(self, test: Test) -> Test:
        known = self._numbers.get(test.field)
        if known is None:
            return test
        values: list[Any] = []
        for value in test.values:
            number = known.get(value.name) if isinstance(value, Named) else None
            values.append(value if number is None else Interval(number, number))
        return replace(test, values=tuple(values))
