"""What a router does to one packet, and what of it no public source settles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import product


@dataclass(frozen=True, slots=True)
class Treatment:
    """The fate of a packet whose meters are idle (each of them conforms).

    `leaf` are the class names from the outermost policy of the egress port to the innermost (of
    JunOS: the forwarding class), None where that port has no queueing configuration.
    `input_leaf` is the same for the policy of the ingress port. `dscp_out` is None for a packet
    without an IP header and for a dropped one. `cos_out` is None where the tag is not asserted.
    `meters` names the policers and CAR rules passed, in order. `unknown` holds the names of those
    fields of this very record that public sources leave open: they must not be compared.
    """

    dropped: bool = False
    leaf: tuple[str, ...] | None = None
    input_leaf: tuple[str, ...] | None = None
    dscp_out: int | None = None
    cos_out: int | None = None
    meters: tuple[str, ...] = ()
    unknown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class World:
    """One answer to every question on which no source that we opened decides.

    A treatment is worked out in all the worlds; what differs between them is unknown.
    """

    precedence_keeps_low_bits: bool = False
    """Whether `set precedence` leaves the three low bits of the DSCP as they were."""
    output_sees_old_ttl: bool = False
    """Whether an output policy sees the TTL as it came in, or one less."""
    rule_sees_mark: bool = False
    """Whether the next CAR rule after `set-...-continue` sees the new mark."""
    rules_see_ipv6: bool = False
    """Whether CAR, which is documented for IP traffic, meters IPv6 as well."""
    later_fragment_has_ports: bool = False
    """Whether a JunOS term with a condition on TCP, UDP or ICMP matches a later fragment."""
    later_fragment_is_excepted: bool = False
    """Whether `destination-port-except` of JunOS holds of a later fragment, which has no port."""
    ports_behind_extensions: bool = False
    """Whether the protocol of an IPv6 packet is found behind its extension headers."""
    ipv6_default_by_precedence: bool = False
    """Whether `dscp-ipv6-compatibility` of JunOS maps as `ipprec-compatibility` does."""
    rewrite_without_entry_zeroes: bool = False
    """Whether a JunOS rewrite rule writes 0 for a class and loss priority it does not list."""


def settle(treat: Callable[[World], Treatment], questions: tuple[str, ...]) -> Treatment:
    """The treatment by all the worlds that differ in `questions`."""
    found = [treat(world) for world in worlds(questions)]
    unknown = frozenset(
        field.name
        for field in fields(Treatment)
        if field.name != "unknown"
        and any(getattr(each, field.name) != getattr(found[0], field.name) for each in found)
    )
    return replace(found[0], unknown=unknown)


def worlds(questions: tuple[str, ...]) -> Iterator[World]:
    """All the combinations of answers to some questions."""
    for answers in product((False, True), repeat=len(questions)):
        yield World(**dict(zip(questions, answers, strict=True)))
