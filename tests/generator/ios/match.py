"""Whether an abstract IOS predicate holds of a packet: a plain first-match interpreter.

Sources. Values of one line are alternatives, `match dscp` sees IPv4 and IPv6, with `ip` IPv4 alone:
Cisco MWR 2941 command reference 15.1(3)MR, `match dscp`. Fragments: IOS IP Configuration Guide,
"Specifying IP Extended Access Lists with Fragment Control" (IPC-93, 94), and the worked example in
the Catalyst 2960-X guide 15.2(4)E, p. 1171: an entry that tests ports is applied to a later
fragment by its layer-3 part, when it permits; when it denies, the next entry is examined. So also
Cisco document 8014 and, for lists that classify rather than filter, document 212971.
`established`: ACK or RST set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address

from tests.generator.ios.model import (
    Ace,
    Acl,
    Anything,
    ClassMap,
    Compare,
    Cos,
    InAcl,
    InClass,
    InGroup,
    Length,
    Line,
    Marked,
    Predicate,
    Prefix,
    Router,
    Version,
)
from tests.generator.names import ACK, FLAGS, RST
from tests.generator.treatment import World
from tests.wire import Packet, frame


@dataclass(frozen=True, slots=True)
class Seen:
    """A packet at one place of the router, with what the router knows of it there."""

    packet: Packet
    world: World
    group: int = 0
    output: bool = False

    @property
    def ttl(self) -> int:
        """The TTL here: after the hop in an output policy, unless this world has it otherwise."""
        if self.output and not self.world.output_sees_old_ttl:
            return self.packet.ttl - 1
        return self.packet.ttl


def length(packet: Packet) -> int:
    """The length in bytes from the IP header on (or after the Ethernet header without one)."""
    return len(frame(packet)) - 14 - 4 * (packet.vlan is not None) - 4 * len(packet.mpls)


def is_ip(packet: Packet) -> bool:
    """Whether IP is the first thing after the Ethernet header and its tags."""
    return packet.ethertype in (None, 0x0800, 0x86DD) and not packet.mpls


def class_holds(router: Router, found: ClassMap, seen: Seen) -> bool:
    """Whether the packet is in a class-map."""
    results = [line_holds(router, line, seen) for line in found.lines]
    return any(results) if found.match_any else all(results)


def line_holds(router: Router, line: Line, seen: Seen) -> bool:
    """Whether one match line holds."""
    return holds(router, line.predicate, seen) is not line.negated


def holds(router: Router, predicate: Predicate, seen: Seen) -> bool:
    """Whether a predicate holds."""
    packet = seen.packet
    match predicate:
        case Anything():
            return True
        case Marked(values, precedence, ipv4_only):
            if not is_ip(packet) or (ipv4_only and packet.version != 4):
                return False
            return (packet.dscp >> 3 if precedence else packet.dscp) in values
        case InAcl(name):
            return permitted(router.acls[name], seen)
        case InClass(name):
            return class_holds(router, router.class_maps[name], seen)
        case Length(low, high):
            return is_ip(packet) and low <= length(packet) <= high
        case Version(version):
            return is_ip(packet) and packet.version == version
        case Cos(values):
            return packet.vlan is not None and packet.vlan.pcp in values
        case InGroup(value):
            return seen.group == value


def permitted(acl: Acl, seen: Seen) -> bool:
    """The action of the first entry that matches; the end of a list denies."""
    if not is_ip(seen.packet) or seen.packet.version != acl.version:
        return False
    for entry in acl.entries:
        if entry_matches(entry, seen):
            return entry.permit
    return False


def entry_matches(entry: Ace, seen: Seen) -> bool:
    """Whether an entry takes the packet (and so decides)."""
    packet = seen.packet
    if not _layer_3(entry, seen):
        return False
    later = packet.fragment_offset > 0
    if entry.fragments and not later:
        return False
    if later:
        return entry.permit or not entry.layer_4
    return _layer_4(entry, packet)


def _layer_3(entry: Ace, seen: Seen) -> bool:
    packet = seen.packet
    protocol = packet.protocol
    if packet.extension_headers and not seen.world.ports_behind_extensions:
        protocol = packet.extension_headers[0]
    return (
        entry.protocol in (None, protocol)
        and in_prefix(entry.src, packet.src)
        and in_prefix(entry.dst, packet.dst)
        and entry.dscp in (None, packet.dscp)
        and entry.precedence in (None, packet.dscp >> 3)
        and (entry.ttl is None or compares(entry.ttl, seen.ttl))
    )


def _layer_4(entry: Ace, packet: Packet) -> bool:
    if not compares(entry.src_port, packet.src_port):
        return False
    if not compares(entry.dst_port, packet.dst_port):
        return False
    if entry.established and not packet.tcp_flags & (ACK | RST):
        return False
    flags = {name: bool(packet.tcp_flags & bit) for name, bit in FLAGS.items()}
    if any(flags[name] is not on for name, on in entry.flags_all):
        return False
    if entry.flags_any and all(flags[name] is not on for name, on in entry.flags_any):
        return False
    if entry.icmp is not None:
        kind, code = entry.icmp
        return packet.icmp_type == kind and code in (None, packet.icmp_code)
    return True


@lru_cache(1 << 14)
def _number(address: str) -> int:
    """An address as a number; each is asked for by many entries."""
    return int(ip_address(address))


def in_prefix(prefix: Prefix | None, address: str) -> bool:
    """Whether the bits that matter are equal."""
    return prefix is None or not (_number(address) ^ prefix.value) & ~prefix.wildcard


def compares(test: Compare | None, value: int) -> bool:
    """Whether a comparison of numbers holds."""
    if test is None:
        return True
    first = test.numbers[0]
    match test.operator:
        case "eq":
            return value in test.numbers
        case "neq":
            return value not in test.numbers
        case "lt":
            return value < first
        case "gt":
            return value > first
        case _:
            return first <= value <= test.numbers[1]
