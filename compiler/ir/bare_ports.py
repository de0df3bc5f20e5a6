"""Matches of JunOS filters that test ports and no protocol.

JunOS compares the bytes where TCP and UDP have their ports, whatever the packet is (Juniper,
Firewall Filter Match Conditions for IPv4 Traffic); the model says that only packets with ports can
match.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir.match import AllOf, AnyOf, Anything, Not, Predicate, Test

__all__ = ["asks_bare_ports", "without_ports"]

_PORTS = frozenset((Field.SRC_PORT, Field.DST_PORT))
_ENOUGH = frozenset((Field.PROTOCOL, Field.TCP_FLAGS))


def asks_bare_ports(match: Predicate) -> bool:
    """Whether a match tests a port, and for nothing that only packets with ports have."""
    fields = set(_fields(match))
    return bool(fields & _PORTS) and not fields & _ENOUGH


def without_ports(match: Predicate) -> Predicate:
    """The match with any bytes where it tests ports."""
    if isinstance(match, AllOf):
        return AllOf(tuple(map(without_ports, match.operands)), match.origin)
    if isinstance(match, AnyOf):
        return AnyOf(tuple(map(without_ports, match.operands)), match.origin)
    if isinstance(match, Test | Not) and _PORTS.intersection(_fields(match)):
        return Anything(match.origin)
    return match


def _fields(match: Predicate) -> Iterator[Field]:
    if isinstance(match, Test):
        yield match.field
    elif isinstance(match, AllOf | AnyOf):
        for operand in match.operands:
            yield from _fields(operand)
    elif isinstance(match, Not):
        yield from _fields(match.operand)
