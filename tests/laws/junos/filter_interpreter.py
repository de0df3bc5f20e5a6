"""A naive reader of filters of JunOS: what one does to a packet, straight from the tree.

It walks the statements of a filter, term by term, with a packet in hand, and knows nothing of the
model: values are compared as numbers and addresses as `ipaddress` has them. `model` is what the
model does to the same packet.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any, NamedTuple

from qosc.fields import Field
from qosc.frontends.junos import Node
from qosc.ir import Device, Verdict
from qosc.packets.packet import Packet
from qosc.packets.quick import holds

PROTOCOLS = {
    "icmp": 1,
    "igmp": 2,
    "tcp": 6,
    "udp": 17,
    "gre": 47,
    "esp": 50,
    "ospf": 89,
    "pim": 103,
    "vrrp": 112,
    "icmp6": 58,
    "ipip": 4,
    "rsvp": 46,
    "ah": 51,
}
PORTS = {
    "ssh": 22,
    "telnet": 23,
    "bgp": 179,
    "ntp": 123,
    "snmp": 161,
    "domain": 53,
    "http": 80,
    "https": 443,
    "ldp": 646,
    "syslog": 514,
    "ftp": 21,
    "radius": 1812,
    "tacacs": 49,
    "smtp": 25,
}
DSCPS = {
    "ef": 46,
    "be": 0,
    "cs1": 8,
    "cs6": 48,
    "cs7": 56,
    "af11": 10,
    "af21": 18,
    "af31": 26,
    "af41": 34,
}


QUIET = {"accept", "count", "log", "syslog", "sample", "next", "policer"}
"""What changes nothing for a packet that keeps within its rate."""
MARKS = {"forwarding-class", "loss-priority"}


class UnreadableError(Exception):
    """The interpreter does not know a statement; the filter is left alone."""


class Seen(NamedTuple):
    """A packet as the interpreter sees it."""

    source: Any
    target: Any
    protocol: int
    sport: int = 0
    dport: int = 0
    dscp: int = 0
    length: int = 100
    ttl: int = 64
    flags: int = 16
    fragment: int = 0

    @property
    def ported(self) -> bool:
        return self.protocol in (6, 17) and not self.fragment

    def packet(self) -> Packet:
        four = self.source.version == 4
        src, dst = (Field.SRC4, Field.DST4) if four else (Field.SRC6, Field.DST6)
        values = {
            src: int(self.source),
            dst: int(self.target),
            Field.PROTOCOL: self.protocol,
            Field.SRC_PORT: self.sport,
            Field.DST_PORT: self.dport,
            Field.LENGTH: self.length,
            Field.TTL: self.ttl,
            Field.TCP_FLAGS: self.flags,
            Field.FRAGMENT: self.fragment,
        }
        return Packet(self.source.version, self.dscp << 2, values)


def words(node: Node) -> list[str]:
    return [kid.value for kid in node.children] or list(node.words[1:])


def number(text: str, names: dict[str, int]) -> int:
    if text in names:
        return names[text]
    if not text.isdecimal():
        raise UnreadableError(text)
    return int(text)


def among(value: int, texts: list[str], names: dict[str, int]) -> bool:
    spans = []
    for text in texts:
        low, dash, high = (text, "", "") if text in names else text.partition("-")
        spans.append((number(low, names), number(high or low, names) if dash else None))
    return any(low <= value <= (low if high is None else high) for low, high in spans)


def networks(node: Node, lists: dict[str, Node]) -> Iterator[tuple[Any, bool]]:
    for kid in node.children:
        taken = kid.get("except") is None
        names = [kid.name]
        if node.words[0].endswith("prefix-list"):
            if kid.name not in lists:
                raise UnreadableError(kid.name)
            names = [one.name for one in lists[kid.name].children if one.words[0] != "apply-path"]
        for name in names:
            try:
                yield ip_network(name, strict=False), taken
            except ValueError as error:
                raise UnreadableError(name) from error


def listed(address: Any, found: list[tuple[Any, bool]]) -> bool:
    """The longest prefix decides; of two alike the one that takes the address does."""
    hits = [(net.prefixlen, taken) for net, taken in found if address in net]
    return bool(hits) and max(hits)[1]


def condition(node: Node, seen: Seen) -> bool:
    word, values = node.words[0], words(node)
    base = word.removesuffix("-except")
    same = base == word
    if base in ("protocol", "next-header"):
        return among(seen.protocol, values, PROTOCOLS) is same
    if base in ("source-port", "destination-port", "port"):
        sides = {"source-port": [seen.sport], "destination-port": [seen.dport]}
        found = sides.get(base, [seen.sport, seen.dport])
        return (seen.ported and any(among(port, values, PORTS) for port in found)) is same
    if base in ("dscp", "traffic-class"):
        return among(seen.dscp, values, DSCPS) is same
    if base == "precedence":
        return among(seen.dscp >> 3, values, {"routine": 0, "net-control": 7}) is same
    if base == "packet-length":
        return among(seen.length, values, {}) is same
    if base in ("ttl", "hop-limit"):
        return among(seen.ttl, values, {}) is same
    tcp = seen.protocol == 6 and not seen.fragment
    if word == "tcp-established":
        return tcp and bool(seen.flags & 20)
    if word == "tcp-initial":
        return tcp and seen.flags & 18 == 2
    if word == "is-fragment":
        return bool(seen.fragment)
    raise UnreadableError(word)


def matches(found: Node | None, seen: Seen, lists: dict[str, Node]) -> bool:
    sides: dict[str, list[tuple[Any, bool]]] = {}
    result = True
    for node in found.children if found is not None else ():
        word = node.words[0]
        if word.endswith("mac-address"):
            raise UnreadableError(word)
        if word.endswith(("address", "prefix-list")):
            side = word.split("-")[0]
            sides.setdefault(side if side in ("source", "destination") else "either", [])
            key = side if side in ("source", "destination") else "either"
            sides[key] += networks(node, lists)
        else:
            result &= condition(node, seen)
    for side, found_networks in sides.items():
        ends = {"source": [seen.source], "destination": [seen.target]}
        given_ends = ends.get(side, [seen.source, seen.target])
        result &= any(listed(end, found_networks) for end in given_ends)
    return result


def interpret(node: Node, seen: Seen, lists: dict[str, Node]) -> tuple[bool, dict[str, str]]:
    """Whether the packet is accepted, and its marks."""
    marks: dict[str, str] = {}
    for term in node.all("term"):
        if term.get("filter") is not None:
            raise UnreadableError("filter")
        if not matches(term.get("from"), seen, lists):
            continue
        onward = False
        then = term.get("then")
        for action in then.children if then is not None else ():
            word = action.words[0]
            if word in ("discard", "reject"):
                return False, {}
            if word in MARKS:
                marks[word] = action.value
            elif word not in QUIET:
                raise UnreadableError(word)
            onward |= word == "next"
        if not onward:
            return True, marks
    return False, {}


def model(device: Device, feature: str, packet: Packet) -> tuple[bool, dict[str, str]]:
    marks: dict[str, str] = {}
    rule_list = device.rule_lists[feature]
    for rule in rule_list.rules:
        if holds(device, rule.match, packet):
            made = rule if rule.policer is None else rule.policer.conform
            marks |= {mark.field.value: mark.name for mark in made.marks}
            if made.verdict is Verdict.DROP:
                return False, {}
            if made.verdict is Verdict.TRANSMIT:
                return True, marks
    return not rule_list.otherwise_drop, marks if not rule_list.otherwise_drop else {}
