"""Which transport protocols a class can take, as far as its lines say so."""

from __future__ import annotations

from qosc.fields import DSCP_NAMES, TCP, Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    ClassMap,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    Test,
)
from qosc.ir.resolve import resolve

__all__ = ["may_be_tcp"]

_EF = DSCP_NAMES["ef"]
_NEVER_TCP = frozenset(
    (
        "rtp",
        "rtcp",
        "icmp",
        "udp",
        "eigrp",
        "ospf",
        "gre",
        "ipsec",
        "tftp",
        "snmp",
        "ntp",
        "dhcp",
        "pim",
        "igmp",
        "mgcp",
        "skinny-rtp",
    )
)
"""Names of `match protocol` that no TCP packet has."""


def may_be_tcp(
    device: Device, match: Predicate, known: dict[Reference, bool] | None = None
) -> bool:
    """False where the predicate plainly takes no TCP packet; true in all other cases.

    A class that takes EF only counts as one without TCP: EF is for telephony (RFC 4594, 4.1).
    `known` keeps what was found for each reference, so that each is looked into once.
    """
    known = {} if known is None else known
    if isinstance(match, Test):
        return _test(match)
    if isinstance(match, Opaque):
        return match.argument.partition(" ")[0] not in _NEVER_TCP
    if isinstance(match, Not):
        return not _is_tcp_test(match.operand)
    if isinstance(match, Reference):
        if match not in known:
            known[match] = True  # for a class that leads back to itself
            known[match] = _reference(device, match, known)
        return known[match]
    if isinstance(match, AllOf):
        return all(may_be_tcp(device, operand, known) for operand in match.operands)
    if isinstance(match, AnyOf):
        return any(may_be_tcp(device, operand, known) for operand in match.operands)
    return True


def _reference(device: Device, match: Reference, known: dict[Reference, bool]) -> bool:
    target = resolve(device, match)
    if isinstance(target, ClassMap):
        return may_be_tcp(device, target.match, known)
    if isinstance(target, AccessList):
        return any(
            entry.permit and may_be_tcp(device, entry.match, known) for entry in target.entries
        )
    return True


def _test(match: Test) -> bool:
    if match.field is Field.PROTOCOL:
        return any(_holds(value, TCP) for value in match.values)
    if match.field is Field.DSCP:
        return any(not _is_just(value, _EF) for value in match.values)
    return match.field is not Field.ICMP_TYPE


def _is_tcp_test(match: Predicate) -> bool:
    return (
        isinstance(match, Test)
        and match.field is Field.PROTOCOL
        and any(_holds(value, TCP) for value in match.values)
    )


def _holds(value: Interval | Masked | Named, number: int) -> bool:
    if isinstance(value, Interval):
        return value.low <= number <= value.high
    return not isinstance(value, Masked) or number & value.mask == value.value


def _is_just(value: Interval | Masked | Named, number: int) -> bool:
    return isinstance(value, Interval) and value.low == value.high == number
