"""Conjunctions of field tests: what a single filter can look for.

All views of the DS byte (DSCP, precedence, TOS, ECN) are one constraint on the byte.
"""

from __future__ import annotations

from dataclasses import dataclass

from qosc.fields import DS_VIEWS, ICMP, ICMP6, IGMP, PORT_PROTOCOLS, TCP, WIDTHS, Field
from qosc.ir import Interval, Masked, Named

__all__ = ["ANY", "DS_KEY", "Conjunction", "Constraint", "pieces"]

Constraint = Interval | Masked | Named
DS_KEY = Field.DSCP
"""The field under which a conjunction keeps the whole DS byte, as a Masked of eight bits."""

_IMPLIED_VERSION = {Field.SRC4: 4, Field.DST4: 4, Field.SRC6: 6, Field.DST6: 6}
_TRANSPORT = {
    Field.TCP_FLAGS: (TCP,),
    Field.ICMP_TYPE: (ICMP, ICMP6),
    Field.ICMP_CODE: (ICMP, ICMP6),
    Field.IGMP_TYPE: (IGMP,),
    Field.SRC_PORT: PORT_PROTOCOLS,
    Field.DST_PORT: PORT_PROTOCOLS,
}
"""The protocols that have a field."""


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Field tests that all hold, in the order of the fields' names; none: any packet."""

    tests: tuple[tuple[Field, Constraint], ...] = ()

    def get(self, field: Field) -> Constraint | None:
        """The constraint on a field, if there is one."""
        for name, constraint in self.tests:
            if name is field:
                return constraint
        return None

    def meets(self, other: Conjunction) -> list[Conjunction]:
        """Both, as several conjunctions where an interval meets a mask; none if it cannot be."""
        for field, constraint in self.tests:
            theirs = other.get(field)
            if isinstance(constraint, Interval) and isinstance(theirs, Masked):
                return [both for part in self._split(field) for both in part.meets(other)]
            if isinstance(constraint, Masked) and isinstance(theirs, Interval):
                return [both for part in other._split(field) for both in self.meets(part)]
        met = self.meet(other)
        return [] if met is None else [met]

    def _split(self, field: Field) -> list[Conjunction]:
        """With the interval of a field as masks."""
        interval = self.get(field)
        blocks = pieces(interval, WIDTHS[field]) if isinstance(interval, Interval) else []
        return [
            Conjunction(tuple((f, block if f is field else c) for f, c in self.tests))
            for block in blocks
        ]

    def meet(self, other: Conjunction) -> Conjunction | None:
        """Both; None when no packet can meet both. The masks and intervals of a field that has
        both kinds are not worked out: see `meets`.
        """
        if not self.tests or not other.tests:
            return other if not self.tests else self
        tests = dict(self.tests)
        for field, constraint in other.tests:
            mine = tests.get(field)
            both = constraint if mine is None else _meet(mine, constraint)
            if both is None:
                return None
            tests[field] = both
        met = Conjunction(tuple(sorted(tests.items())))
        return None if met.impossible() else met

    def covers(self, other: Conjunction) -> bool:
        """Whether each packet of `other` is one of this (sufficient, not necessary)."""
        for field, constraint in self.tests:
            theirs = other.get(field)
            if theirs is None or not _covers(constraint, theirs):
                return False
        return True

    def versions(self) -> tuple[int, ...]:
        """The IP versions it can hold for; none when it does not look at IP."""
        known: set[int] = {4, 6}
        looks = False
        for field, constraint in self.tests:
            if field in _IMPLIED_VERSION:
                known &= {_IMPLIED_VERSION[field]}
            elif field is Field.VERSION and isinstance(constraint, Interval):
                known &= set(range(constraint.low, min(constraint.high, 15) + 1))
            elif field not in _IP_FIELDS:
                continue
            looks = True
        return tuple(sorted(known)) if looks else ()

    def protocols(self) -> tuple[int, ...]:
        """The IP protocols that its transport fields leave possible; none: it has none of them."""
        possible: set[int] | None = None
        for field, _ in self.tests:
            if field in _TRANSPORT:
                these = set(_TRANSPORT[field])
                possible = these if possible is None else possible & these
        return tuple(sorted(possible or ()))

    def impossible(self) -> bool:
        """Whether it tests fields that no one packet has."""
        looks_at_ip = any(field in _IP_FIELDS for field, _ in self.tests)
        if looks_at_ip and not self.versions():
            return True
        transport = self.protocols()
        has_transport = any(field in _TRANSPORT for field, _ in self.tests)
        fragment = self.get(Field.FRAGMENT)
        first = self.get(Field.FIRST_FRAGMENT)
        later = isinstance(fragment, Interval) and fragment.low > 0
        if later and (has_transport or (isinstance(first, Interval) and first.low > 0)):
            return True
        if has_transport and not transport:
            return True
        protocol = self.get(Field.PROTOCOL)
        return (
            has_transport
            and isinstance(protocol, Interval)
            and not any(protocol.low <= number <= protocol.high for number in transport)
        )


ANY = Conjunction()


def pieces(interval: Interval, width: int) -> list[Masked]:
    """An interval as the fewest blocks of a power of two (value and mask of `width` bits)."""
    top = (1 << width) - 1
    low, high = max(interval.low, 0), min(interval.high, top)
    result = []
    while low <= high:
        size = low & -low if low else 1 << width
        while size > high - low + 1:
            size >>= 1
        result.append(Masked(low, top & ~(size - 1)))
        low += size
    return result


_IP_FIELDS = frozenset(
    (
        *_IMPLIED_VERSION,
        *_TRANSPORT,
        *DS_VIEWS,
        Field.VERSION,
        Field.PROTOCOL,
        Field.TTL,
        Field.LENGTH,
        Field.FRAGMENT,
        Field.FIRST_FRAGMENT,
    )
)


def _meet(one: Constraint, two: Constraint) -> Constraint | None:
    if isinstance(one, Interval) and isinstance(two, Interval):
        low, high = max(one.low, two.low), min(one.high, two.high)
        return Interval(low, high) if low <= high else None
    if isinstance(one, Masked) and isinstance(two, Masked):
        if (one.value ^ two.value) & one.mask & two.mask:
            return None
        return Masked(one.value | two.value, one.mask | two.mask)
    if isinstance(one, Named) or isinstance(two, Named):
        return one if one == two else None
    return one


def _covers(one: Constraint, two: Constraint) -> bool:
    if isinstance(one, Interval) and isinstance(two, Interval):
        return one.low <= two.low and two.high <= one.high
    if isinstance(one, Masked) and isinstance(two, Masked):
        return one.mask & ~two.mask == 0 and two.value & one.mask == one.value
    if isinstance(one, Interval) or isinstance(two, Interval):
        return False
    return one == two
