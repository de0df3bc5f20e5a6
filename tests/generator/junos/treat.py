"""The path of a packet through an abstract JunOS router.

Behaviour aggregate classifier of the ingress unit, its input filter (which overrides: Juniper,
Configuring Multifield Classifiers, 12.3), the output filter of the egress unit, rewrite rules, the
queue of the forwarding class. Terms in order, a term without a terminating action accepts, what
matches no term is discarded (Juniper, term; How Firewall Filters Evaluate Packets). All conditions
of a term hold, of a list any value does; of address conditions the longest prefix decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address

from tests.generator.ios.match import is_ip, length
from tests.generator.junos.model import (
    HIGH,
    LOW,
    Address,
    Classifier,
    Filter,
    Flags,
    From,
    JunosRouter,
    PhysicalPort,
    Span,
)
from tests.generator.names import ACK, FLAGS, RST, SYN
from tests.generator.treatment import Treatment, World, settle
from tests.wire import Packet, carried, is_fragment

BE, EF, AF, NC = (
    "best-effort",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
)

BY_PRECEDENCE = {
    0: (BE, LOW),
    1: (BE, HIGH),
    2: (BE, LOW),
    3: (BE, HIGH),
    4: (BE, LOW),
    5: (BE, HIGH),
    6: (NC, LOW),
    7: (NC, HIGH),
}
"""ipprec-compatibility: Juniper, default-ip-prec-compatibility-table-cos-config-guide."""

DSCP_DEFAULT = {
    46: (EF, LOW),
    10: (AF, LOW),
    12: (AF, HIGH),
    14: (AF, HIGH),
    48: (NC, LOW),
    56: (NC, LOW),
}
"""Juniper, default-dscp-table-cos-config-guide; all others best-effort, low."""

PRECEDENCE_DEFAULT = {1: (AF, LOW), 5: (EF, LOW), 6: (NC, LOW), 7: (NC, HIGH)}
"""ipprec-default: Juniper, the default IP precedence classifier table."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a filter has decided."""

    dropped: bool
    forwarding_class: str | None
    loss_priority: str | None
    meters: tuple[str, ...]


def once(
    router: JunosRouter, ingress: PhysicalPort, egress: PhysicalPort, packet: Packet, world: World
) -> Treatment:
    """The treatment in one world."""
    name, loss = classify(ingress, packet, world)
    meters: list[str] = []
    for direction, port in (("input", ingress), ("output", egress)):
        unit = port.unit
        filters = unit.input_filters if direction == "input" else unit.output_filters
        for each in filters:
            if each.version != packet.version:
                continue
            verdict = run(router, each, packet, world, direction)
            meters += verdict.meters
            if verdict.dropped:
                return Treatment(dropped=True, meters=tuple(meters))
            name = verdict.forwarding_class or name
            loss = verdict.loss_priority or loss
    return Treatment(
        leaf=(name,) if egress.schedulers else None,
        dscp_out=rewritten(egress, packet, name, loss, world),
        meters=tuple(meters),
    )


def classify(port: PhysicalPort, packet: Packet, world: World) -> tuple[str, str]:
    """Forwarding class and loss priority by the classifier of the ingress unit."""
    for each in port.unit.classifiers:
        if each.kind == "dscp" and packet.version == 4:
            return by_code(each, packet.dscp, DSCP_DEFAULT)
        if each.kind == "dscp-ipv6" and packet.version == 6:
            return by_code(each, packet.dscp, DSCP_DEFAULT)
        if each.kind == "inet-precedence" and packet.version == 4:
            return by_code(each, packet.dscp >> 3, PRECEDENCE_DEFAULT)
    if packet.version == 6 and not world.ipv6_default_by_precedence:
        return BE, LOW
    return BY_PRECEDENCE[packet.dscp >> 3]


def by_code(
    classifier: Classifier, code: int, default: dict[int, tuple[str, str]]
) -> tuple[str, str]:
    """The row of a code point; one in no row is best-effort, low (or as the default has it)."""
    for name, loss, codes in classifier.rows:
        if code in codes:
            return name, loss
    return default.get(code, (BE, LOW)) if classifier.import_default else (BE, LOW)


def run(router: JunosRouter, each: Filter, packet: Packet, world: World, direction: str) -> Verdict:
    """A filter: the first term that matches and ends decides; what is left is discarded."""
    name = loss = None
    meters: list[str] = []

    def verdict(*, dropped: bool) -> Verdict:
        return Verdict(dropped, name, loss, tuple(meters))

    for term in each.terms:
        if not matches(router, term.conditions, packet, world, direction):
            continue
        name = term.forwarding_class or name
        loss = term.loss_priority or loss
        if term.policer is not None:
            meters.append(f"{direction}:{each.name}/{term.name}:{term.policer}")
        if term.end == "discard":
            return verdict(dropped=True)
        if term.end != "next term":
            return verdict(dropped=False)
    return verdict(dropped=True)


def matches(
    router: JunosRouter, wanted: From, packet: Packet, world: World, direction: str
) -> bool:
    """Whether all conditions of a term hold."""
    if packet.fragment_offset:
        if wanted.layer_4 and not world.later_fragment_has_ports:
            return False
        if wanted.dst_port_except and not world.later_fragment_is_excepted:
            return False
    return _network(router, wanted, packet, world, direction) and (
        bool(packet.fragment_offset) or _transport(wanted, packet)
    )


def _network(
    router: JunosRouter, wanted: From, packet: Packet, world: World, direction: str
) -> bool:
    protocol = packet.protocol
    if packet.extension_headers and not world.ports_behind_extensions:
        protocol = packet.extension_headers[0]
    ttl = packet.ttl - (direction == "output" and not world.output_sees_old_ttl)
    listed = router.prefix_lists[wanted.prefix_list] if wanted.prefix_list else ()
    return (
        (not wanted.protocols or protocol in wanted.protocols)
        and inside(wanted.src, packet.src)
        and inside(wanted.dst, packet.dst)
        and (not listed or inside(listed, packet.src) or inside(listed, packet.dst))
        and (not wanted.dscps or packet.dscp in wanted.dscps)
        and (not wanted.precedences or packet.dscp >> 3 in wanted.precedences)
        and (not wanted.is_fragment or packet.fragment_offset > 0)
        and (not wanted.first_fragment or (is_fragment(packet) and not packet.fragment_offset))
        and (not wanted.lengths or among(wanted.lengths, length(packet)))
        and among(wanted.ttls, ttl)
    )


def _transport(wanted: From, packet: Packet) -> bool:
    return (
        among(wanted.src_port, packet.src_port)
        and among(wanted.dst_port, packet.dst_port)
        and (not wanted.dst_port_except or not among(wanted.dst_port_except, packet.dst_port))
        and (among(wanted.port, packet.src_port) or among(wanted.port, packet.dst_port))
        and (not wanted.icmp_types or packet.icmp_type in wanted.icmp_types)
        and (not wanted.icmp_codes or packet.icmp_code in wanted.icmp_codes)
        and (wanted.flags is None or flagged(wanted.flags, packet.tcp_flags))
        and (not wanted.established or bool(packet.tcp_flags & (ACK | RST)))
        and (not wanted.initial or packet.tcp_flags & (SYN | ACK) == SYN)
    )


def inside(addresses: tuple[Address, ...], text: str) -> bool:
    """Whether the longest prefix that holds the address is there and not excepted."""
    if not addresses:
        return True
    address, width = _number(text)
    holding = [each for each in addresses if not (address ^ each.value) >> (width - each.bits)]
    return bool(holding) and not max(holding, key=lambda each: each.bits).excepted


@lru_cache(1 << 14)
def _number(text: str) -> tuple[int, int]:
    """An address as a number, and its width in bits; a packet is asked for its own many times."""
    address = ip_address(text)
    return int(address), address.max_prefixlen


def among(spans: tuple[Span, ...], value: int) -> bool:
    """Whether a number is in one of some spans; no span is no test."""
    return not spans or any(low <= value <= high for low, high in spans)


def flagged(wanted: Flags, flags: int) -> bool:
    """Whether TCP flags are as wanted."""
    results = [
        *(bool(flags & FLAGS[name]) for name in wanted.on),
        *(not flags & FLAGS[name] for name in wanted.off),
    ]
    return any(results) if wanted.either else all(results)


def rewritten(port: PhysicalPort, packet: Packet, name: str, loss: str, world: World) -> int | None:
    """The DSCP on the wire behind the rewrite rules of the egress unit."""
    if not is_ip(packet):
        return None
    for rule in port.unit.rewrites:
        if rule.kind != ("dscp-ipv6" if packet.version == 6 else rule.kind):
            continue
        if rule.kind == "dscp-ipv6" and packet.version == 4:
            continue
        code = next((row[2] for row in rule.rows if row[:2] == (name, loss)), None)
        if code is None:
            return 0 if world.rewrite_without_entry_zeroes else packet.dscp
        return code << 3 | packet.dscp & 7 if rule.kind == "inet-precedence" else code
    return packet.dscp


def questions(here: PhysicalPort, there: PhysicalPort, packet: Packet) -> tuple[str, ...]:
    """What is open and can matter for this packet between these ports."""
    asked = {
        "output_sees_old_ttl": any(
            term.conditions.ttls for each in there.unit.output_filters for term in each.terms
        ),
        "later_fragment_has_ports": packet.fragment_offset > 0,
        "later_fragment_is_excepted": packet.fragment_offset > 0,
        "ports_behind_extensions": bool(packet.extension_headers),
        "ipv6_default_by_precedence": packet.version == 6
        and not any(each.kind == "dscp-ipv6" for each in here.unit.classifiers),
        "rewrite_without_entry_zeroes": bool(there.unit.rewrites),
    }
    return tuple(name for name, open_here in asked.items() if open_here)


def treat(router: JunosRouter, ingress: str, egress: str, packet: Packet) -> Treatment:
    """The treatment of a packet from one port to another; what is open is marked unknown."""
    here, there = router.port(ingress), router.port(egress)
    packet = carried(packet)
    return settle(
        lambda world: once(router, here, there, packet, world), questions(here, there, packet)
    )
