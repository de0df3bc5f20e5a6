"""The packets for which the ledger excuses what becomes of them at one decision.

An excuse belongs to the test that has it: a packet is excused where the outcome of a predicate
depends on such a test, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from qosc.fields import ICMP, ICMP6, PORT_PROTOCOLS, Field
from qosc.ir import Interval, Opaque, Predicate, Test
from qosc.ledger import Excuse
from qosc.packets.diagrams import Diagram
from qosc.verify.account import Account
from qosc.verify.packets.match import Predicates
from qosc.verify.packets.space import HeaderSpace

__all__ = ["Excused"]

_RARE = frozenset((33, 136))
"""DCCP and UDP-Lite, whose ports flower cannot look at."""
_FRAGMENT_HEADER = 44
"""Of IPv6 (RFC 8200); a packet may have one and be whole (RFC 6946)."""


class Excused:
    """Works out, once for each predicate, which packets are excused at it."""

    def __init__(self, space: HeaderSpace, account: Account, predicates: Predicates) -> None:
        self._space, self._account, self._predicates = space, account, predicates
        self._done: dict[str, Diagram | None] = {}

    def of(self, match: Predicate, place: str, unseen: frozenset[Test | Opaque]) -> Diagram | None:
        """The packets that are excused at the predicate of the path `place`; None: none."""
        if place not in self._done:
            self._done[place] = self._of(match, place, unseen)
        return self._done[place]

    def _of(self, match: Predicate, place: str, unseen: frozenset[Test | Opaque]) -> Diagram | None:
        excused = self._account.excused(place)
        if not excused:
            return None
        packets, tests = self._space.false, frozenset[Test | Opaque]()
        for excuse, those in excused.items():
            packets |= self._packets(excuse)
            tests |= those
        return packets & self._predicates.either(match, unseen, tests)

    def _packets(self, excuse: Excuse) -> Diagram:
        space = self._space
        if excuse is Excuse.TAGGED_FRAMES:
            return space.have("tagged")
        if excuse is Excuse.FIRST_FRAGMENT:
            return space.first_fragment() & self._protocols({*PORT_PROTOCOLS, ICMP, ICMP6})
        if excuse is Excuse.RARE_TRANSPORTS:
            return self._rare
        later = space.bit(Field.FRAGMENT, 0) | space.first_fragment()
        if excuse is Excuse.EXTENSION_HEADERS:
            return space.have("ip6") & later
        if excuse is Excuse.FRAGMENT_HEADER:
            return space.have("ip6") & (later | self._protocols({_FRAGMENT_HEADER}))
        return space.false

    @cached_property
    def _rare(self) -> Diagram:
        """The transports whose ports are not looked at: those that no test names one by one.

        The same at each predicate of the port, of which there may be thousands.
        """
        values = [
            value
            for test in self._account.tests
            if test.field is Field.PROTOCOL
            for value in test.values
        ]
        named = {v.low for v in values if isinstance(v, Interval) and v.low == v.high}
        return self._protocols(_RARE - named)

    def _protocols(self, numbers: Iterable[int]) -> Diagram:
        bits = [self._space.bit(Field.PROTOCOL, place) for place in range(8)]
        node = self._space.false
        for number in numbers:
            node |= self._space.number(bits, number)
        return node
