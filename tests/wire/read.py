"""A captured frame becomes a packet; a wrong length or checksum is an error, not a packet."""

from __future__ import annotations

import struct
from ipaddress import ip_address
from typing import Any

from tests.wire.build import checksum, pseudo_header
from tests.wire.numbers import (
    ARP,
    EXTENSIONS,
    FRAGMENT,
    ICMP,
    ICMPV6,
    IPV4,
    IPV6,
    MPLS,
    SCTP,
    TCP,
    UDP,
    UDP_LITE,
    VLAN,
    WITH_PORTS,
    WITH_TYPE,
)
from tests.wire.packet import Label, Packet, Vlan, is_fragment

_HEADER = {TCP: 20, UDP: 8, UDP_LITE: 8, SCTP: 12, 33: 16}
_SUMMED = frozenset({TCP, UDP, UDP_LITE, 33, ICMP, ICMPV6})


class WireError(ValueError):
    """The bytes are no frame that `frame` could have built: what is wrong, in words."""


def parse(data: bytes) -> Packet:
    """Read a frame; padding behind the packet is left aside. Raises `WireError`."""
    try:
        return _frame(data)
    except (struct.error, IndexError) as error:
        raise WireError(f"the frame of {len(data)} bytes is cut off") from error


def _frame(data: bytes) -> Packet:
    found: dict[str, Any] = {"dst_mac": _mac(data[:6]), "src_mac": _mac(data[6:12])}
    (kind,), at = struct.unpack_from("!H", data, 12), 14
    if kind == VLAN:
        tag, kind = struct.unpack_from("!HH", data, at)
        found["vlan"] = Vlan(tag & 0xFFF, tag >> 13, tag >> 12 & 1)
        at += 4
    if kind == MPLS:
        found["mpls"], at = _labels(data, at)
        # What is below the stack is told by the first four bits, as routers do it.
        kind = {4: IPV4, 6: IPV6}.get(data[at] >> 4, 0)
    if kind == IPV4:
        return _ipv4(found, data[at:])
    if kind == IPV6:
        return _ipv6(found, data[at:])
    if found.get("mpls"):
        raise WireError("no IP below the labels")
    if kind == ARP:
        *_, sender, _, target = struct.unpack_from("!HHBBH6s4s6s4s", data, at)
        return Packet(
            **found,
            ethertype=ARP,
            src=str(ip_address(sender)),
            dst=str(ip_address(target)),
            payload_length=0,
        )
    return Packet(**found, ethertype=kind, payload_length=len(data) - at)


def _mac(data: bytes) -> str:
    return data.hex(":")


def _labels(data: bytes, at: int) -> tuple[tuple[Label, ...], int]:
    labels = []
    while True:
        (entry,) = struct.unpack_from("!I", data, at)
        labels.append(Label(entry >> 12, entry >> 9 & 7, entry & 0xFF))
        at += 4
        if entry >> 8 & 1:
            return tuple(labels), at


def _ipv4(found: dict[str, Any], data: bytes) -> Packet:
    first, tos, total, number, flags, ttl, protocol, _ = struct.unpack_from("!BBHHHBBH", data)
    length = (first & 15) * 4
    if first >> 4 != 4 or length < 20 or total < length or total > len(data):
        raise WireError("the lengths of the IPv4 header do not fit")
    if checksum(data[:length]):
        raise WireError("the checksum of the IPv4 header is wrong")
    found |= {
        "version": 4,
        "dscp": tos >> 2,
        "ecn": tos & 3,
        "identification": number,
        "ttl": ttl,
        "dont_fragment": bool(flags >> 14 & 1),
        "more_fragments": bool(flags >> 13 & 1),
        "fragment_offset": flags & 0x1FFF,
        "ip_options": data[20:length],
        "src": str(ip_address(data[12:16])),
        "dst": str(ip_address(data[16:20])),
    }
    return _above(found, protocol, data[length:total])


def _ipv6(found: dict[str, Any], data: bytes) -> Packet:
    first, length, following, limit = struct.unpack_from("!IHBB", data)
    if first >> 28 != 6 or 40 + length > len(data):
        raise WireError("the lengths of the IPv6 header do not fit")
    found |= {
        "version": 6,
        "dscp": first >> 22 & 63,
        "ecn": first >> 20 & 3,
        "ttl": limit,
        "src": str(ip_address(data[8:24])),
        "dst": str(ip_address(data[24:40])),
    }
    rest, numbers = data[40 : 40 + length], []
    while following in EXTENSIONS:
        numbers.append(following)
        if following == FRAGMENT:
            following, _, where, number = struct.unpack_from("!BBHI", rest)
            found |= {
                "fragment_offset": where >> 3,
                "more_fragments": bool(where & 1),
                "identification": number,
            }
            rest = rest[8:]
        else:
            following, more = rest[0], rest[1]
            rest = rest[8 + more * 8 :]
        if found.get("fragment_offset"):
            break
    return _above({**found, "extension_headers": tuple(numbers)}, following, rest)


def _above(found: dict[str, Any], protocol: int, data: bytes) -> Packet:
    found["protocol"] = protocol
    kind = WITH_TYPE[found["version"]]
    if found.get("fragment_offset"):
        return Packet(**found, payload_length=len(data))
    length = 8 if protocol == kind else _HEADER.get(protocol, 0)
    if len(data) < length:
        raise WireError(f"the header of protocol {protocol} is cut off")
    if protocol in WITH_PORTS:
        found["src_port"], found["dst_port"] = struct.unpack_from("!HH", data)
    if protocol == TCP:
        found["tcp_flags"] = struct.unpack_from("!H", data, 12)[0] & 0xFFF
    if protocol == kind:
        found["icmp_type"], found["icmp_code"] = data[0], data[1]
    packet = Packet(**found, payload_length=len(data) - length)
    _check(packet, data)
    return packet


def _check(packet: Packet, segment: bytes) -> None:
    """A first fragment is summed over what it holds: the rest of its datagram is never built."""
    if packet.protocol not in _SUMMED or (
        packet.protocol in WITH_TYPE.values() and packet.protocol != WITH_TYPE[packet.version]
    ):
        return
    pseudo = b"" if packet.protocol == ICMP else pseudo_header(packet, len(segment))
    if checksum(pseudo + segment):
        part = "fragment" if is_fragment(packet) else "packet"
        raise WireError(f"the checksum of protocol {packet.protocol} in the {part} is wrong")
