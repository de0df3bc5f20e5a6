"""Whether a packet meets the conditions of a term, as far as the statements tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.filters import Term
from qosc.lint.facts.junos.statements import Statement, Words, below
from qosc.tuples import NamedTuple

__all__ = ["Condition", "Packet", "conditions", "is_met", "lists", "number"]

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class Packet(NamedTuple):
    """A packet to the device. What is None is not known; a port of 0 is none.

    protocol  The number of the protocol (0 to 255).
    icmp      The type of ICMP (0 to 255); None in packets of other protocols.
    """

    family: str
    protocol: int
    source: Address | None = None
    target: Address | None = None
    source_port: int | None = 0
    target_port: int | None = 0
    icmp: int | None = None


class Condition(NamedTuple):
    """The statements of a term on one condition: one of them has to be met."""

    field: str
    rows: list[tuple[Statement, Words]]


_PROTOCOLS = frozenset(("protocol", "next-header", "payload-protocol"))
_NUMBERS = {
    "icmp": 1,
    "igmp": 2,
    "tcp": 6,
    "egp": 8,
    "udp": 17,
    "rsvp": 46,
    "gre": 47,
    "esp": 50,
    "ah": 51,
    "icmp6": 58,
    "icmpv6": 58,
    "ospf": 89,
    "pim": 103,
    "vrrp": 112,
    "sctp": 132,
}
"""IANA, Protocol Numbers."""
_PORTS = {
    "ssh": 22,
    "telnet": 23,
    "tacacs": 49,
    "domain": 53,
    "ntp": 123,
    "snmp": 161,
    "snmptrap": 162,
    "bgp": 179,
    "ldp": 646,
    "radius": 1812,
    "radacct": 1813,
}
"""IANA, Service Name and Transport Protocol Port Number Registry."""
_ICMP6 = {
    "destination-unreachable": 1,
    "packet-too-big": 2,
    "time-exceeded": 3,
    "parameter-problem": 4,
    "echo-request": 128,
    "echo-reply": 129,
    "router-solicit": 133,
    "router-advertisement": 134,
    "neighbor-solicit": 135,
    "neighbor-advertisement": 136,
    "redirect": 137,
}
"""RFC 4443 and RFC 4861."""
_SIDES = {"source": ("source",), "destination": ("target",), "": ("source", "target")}


def conditions(term: Term) -> list[Condition]:
    """What a term matches on, in the order of the text: an address and a prefix list of one side
    are one condition.
    """
    by_name: dict[str, Condition] = {}
    for one, words in term.origins:
        field = words[0].replace("prefix-list", "address")
        if field in _PROTOCOLS:
            field = "protocol"
        by_name.setdefault(field, Condition(field, [])).rows.append((one, words))
    return list(by_name.values())


def lists(context: Context) -> Mapping[str, Sequence[Network] | None]:
    """The networks of each prefix list; None where they come from elsewhere. Use through
    `context.once`.
    """
    networks: dict[str, list[Network] | None] = {}
    for _, rest in below(context, "policy-options", "prefix-list"):
        nets = networks.setdefault(rest[0], [])
        net = _network(rest[1]) if len(rest) == 2 else None
        if net is None:
            networks[rest[0]] = None
        elif nets is not None:
            nets.append(net)
    return networks


def is_met(context: Context, condition: Condition, packet: Packet) -> bool | None:
    """Whether a packet meets a condition; None where it cannot be told."""
    field = condition.field
    if field == "protocol":
        return _any([number(words[1], _NUMBERS, packet.protocol) for _, words in condition.rows])
    if field == "icmp-type":
        if packet.icmp is None:
            return False
        names = _ICMP6 if packet.family == "inet6" else {}
        return _any([number(words[1], names, packet.icmp) for _, words in condition.rows])
    if field.endswith("port"):
        sides = _SIDES.get(field.removesuffix("port").rstrip("-"))
        if sides is None:
            return None
        said: list[bool | None] = []
        for side in sides:
            port = packet.source_port if side == "source" else packet.target_port
            for _, words in condition.rows:
                said.append(None if port is None else port > 0 and _port(words[1], port))
        return _any(said)
    if field.endswith("address"):
        sides = _SIDES.get(field.removesuffix("address").rstrip("-"))
        if sides is None:
            return None
        return _any([_within(context, condition, getattr(packet, side)) for side in sides])
    return None


def _any(said: Sequence[bool | None]) -> bool | None:
    if True in said:
        return True
    return None if None in said else False


def _port(word: str, port: int) -> bool | None:
    return number(word, _PORTS, port)


def number(word: str, names: Mapping[str, int], value: int) -> bool | None:
    """Whether a word (a name, a number, a range) has a value; None for an unknown name."""
    first, _, last = word.partition("-")
    if len(word) < 12 and first.isdecimal() and (last or first).isdecimal():
        return int(first) <= value <= int(last or first)
    return names[word] == value if word in names else None


def _network(text: str) -> Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _within(context: Context, condition: Condition, address: Address | None) -> bool | None:
    """Whether an address is in the longest network that is not excepted."""
    if address is None:
        return None
    best, is_within = -1, False
    for _, words in condition.rows:
        nets: Sequence[Network | None]
        if words[0].endswith("prefix-list"):
            nets = context.once(lists).get(words[1]) or [None]
        else:
            nets = [_network(words[1])]
        for net in nets:
            if net is None:
                return None
            if net.version == address.version and address in net and net.prefixlen > best:
                best, is_within = net.prefixlen, words[2] != "except"
    return is_within
