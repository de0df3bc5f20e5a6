"""64 packets that differ in their DSCP alone, asked all at once.

Most classes of most configs go by code points, and are reached by a packet that is odd in all
else. A set of such packets is one number, with a bit for each DSCP; so which classes of a policy
are surely reached is known after a few operations on numbers, and only the others are a matter for
guesses (`qosc.packets.quick`) and regions.
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.fields import Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Mark,
    Masked,
    Named,
    Not,
    Policy,
    Predicate,
    Reference,
    Test,
)
from qosc.ir.resolve import resolve
from qosc.packets.quick import TooDeepError, fits, guesses

__all__ = ["EVERY", "Sample", "remarked"]

EVERY = (1 << 64) - 1
"""All packets of the sample."""

_DEEP = 40
_ROW, _ROWS = 0xFF, 0x0101_0101_0101_0101
"""The DSCPs of precedence 0, and DSCP 0 of each precedence."""

_Named = tuple[int, list[int]]
_DSCP, _PRECEDENCE, _TOS = Field.DSCP, Field.PRECEDENCE, Field.TOS


class Sample:
    """What the predicates of a device say to the packets of the sample.

    A set of them is a number in which bit d stands for the packet of DSCP d. They are IPv4 packets
    of a protocol, of addresses and of a length that hardly a config tests, and no condition
    outside the model (an NBAR protocol, a list that is not defined) holds for them. Each list and
    class-map is looked at once.
    """

    __slots__ = ("_device", "_intervals", "_known", "_packet", "_policies")

    def __init__(self, device: Device) -> None:
        self._device = device
        self._packet = next(guesses(device, Anything()))
        self._intervals: dict[tuple[Field, int, int], int] = {}
        self._known: dict[int, _Named | None] = {}
        self._policies: dict[int, list[tuple[int, int]]] = {}

    def takes(self, match: Predicate) -> int | None:
        """The packets that a predicate holds for; None where it is too deep to be looked into."""
        try:
            return self._points(match, 0)
        except TooDeepError:
            return None

    def ways(self, match: Predicate) -> list[int] | None:
        """The same for each way into a class: its lines, their values, the entries of its lists."""
        ways: list[int] = []
        try:
            self._note_ways(match, 0, ways)
        except TooDeepError:
            return None
        return ways

    def shares(self, policy: Policy) -> list[tuple[int, int]]:
        """For each class of a policy the packets that no class before it takes, as far as sure,
        and those of them that it takes itself.
        """
        counts = self._policies.get(id(policy))
        if counts is None:
            self._policies[id(policy)] = counts = []
            left = EVERY
            for item in policy.classes:
                taken = self.takes(item.match) if left else 0
                counts.append((left, left & (taken or 0)))
                left = 0 if taken is None else left & ~taken
        return counts

    def _points(self, match: Predicate, depth: int) -> int:
        if isinstance(match, Test):
            return self._tested(match)
        if isinstance(match, Reference):
            return self._named(match, depth)[0]
        if isinstance(match, Anything):
            return EVERY
        if depth > _DEEP:
            raise TooDeepError
        if isinstance(match, AllOf):
            points = EVERY
            for part in match.operands:
                points &= self._points(part, depth + 1)
                if not points:
                    break
            return points
        if isinstance(match, AnyOf):
            points = 0
            for part in match.operands:
                points |= self._points(part, depth + 1)
            return points
        return EVERY & ~self._points(match.operand, depth + 1) if isinstance(match, Not) else 0

    def _tested(self, test: Test) -> int:
        packets = 0
        for value in test.values:
            packets |= self._allowed(test.field, value)
        return packets

    def _allowed(self, field: Field, value: Interval | Masked | Named) -> int:
        """The packets with one of the values of a field. Most configs speak of few."""
        if not isinstance(value, Interval):
            return self._having(field, value)
        key = (field, value.low, value.high)
        packets = self._intervals.get(key)
        if packets is None:
            self._intervals[key] = packets = self._having(field, value)
        return packets

    def _having(self, field: Field, value: Interval | Masked | Named) -> int:
        if field is _DSCP:
            return _numbers(value, 64)
        if field is _PRECEDENCE:
            rows = _numbers(value, 8)
            return sum(_ROW << 8 * row for row in range(8) if rows >> row & 1)
        if field is _TOS:
            # Its upper three bits are the lower ones of the DSCP, its last bit is 0.
            numbers = _numbers(value, 16)
            return sum(_ROWS << low for low in range(8) if numbers >> (low << 1 & 15) & 1)
        own = self._packet.get(field)
        return EVERY if own is not None and fits(value, own) else 0

    def _named(self, match: Reference, depth: int) -> _Named:
        """What a list or a class-map takes, in all and each way."""
        target = resolve(self._device, match)
        key = id(target)
        if key not in self._known:
            self._known[key] = None  # until it is known, and for ever if it leads back to itself
            ways: list[int] = []
            if isinstance(target, AccessList):
                self._note_entries(target, depth + 1, ways)
            elif isinstance(target, ClassMap) and target.match.operands:
                self._note_ways(target.match, depth + 1, ways)
            else:
                ways.append(0)
            all_of_them = 0
            for way in ways:
                all_of_them |= way
            self._known[key] = all_of_them, ways
        known = self._known[key]
        if known is None:
            raise TooDeepError
        return known

    def _note_entries(self, access_list: AccessList, depth: int, ways: list[int]) -> None:
        left = EVERY
        for entry in access_list.entries:
            taken = self._points(entry.match, depth)
            if entry.permit:
                ways.append(taken & left)
            left &= ~taken

    def _note_ways(self, match: Predicate, depth: int, ways: list[int]) -> None:
        if depth > _DEEP:
            raise TooDeepError
        if isinstance(match, Reference):
            ways += self._named(match, depth)[1]
        elif isinstance(match, AnyOf) or (isinstance(match, AllOf) and len(match.operands) == 1):
            for part in match.operands:
                self._note_ways(part, depth + 1, ways)
        else:
            self._note_values(match, depth, ways)

    def _note_values(self, match: Predicate, depth: int, ways: list[int]) -> None:
        """The values of a line that tests one field for several, or all that it takes."""
        several, rest = None, EVERY
        for part in match.operands if isinstance(match, AllOf) else (match,):
            if several is None and isinstance(part, Test) and len(part.values) > 1:
                several = part
            else:
                rest &= self._points(part, depth + 1)
        if several is None:
            ways.append(rest)
        else:
            ways += [rest & self._allowed(several.field, value) for value in several.values]


def _numbers(value: Interval | Masked | Named, count: int) -> int:
    """The numbers below `count` that a value allows, a bit for each."""
    if isinstance(value, Interval):
        low, high = max(value.low, 0), min(value.high, count - 1)
        return (2 << high - low) - 1 << low if low <= high else 0
    return sum(1 << number for number in range(count) if fits(value, number))


def remarked(points: int, marks: Iterable[Mark]) -> int:
    """The packets of the sample that some become by marks; none where a mark leads out of it."""
    for mark in marks:
        if mark.table is not None or not points:
            return 0
        if mark.field is _DSCP:
            points = 1 << (mark.value & 63)
        elif mark.field is _PRECEDENCE:
            row = 0
            for number in range(8):
                row |= points >> 8 * number & _ROW
            points = row << 8 * (mark.value & 7)
        else:
            return 0
    return points
