"""Headers and checksums: a packet becomes the bytes of its frame (without the frame check sum)."""

from __future__ import annotations

import struct
from functools import lru_cache
from ipaddress import ip_address
from itertools import pairwise

from tests.wire.numbers import (
    ARP,
    DCCP,
    FRAGMENT,
    ICMP,
    ICMPV6,
    ROUTING,
    SCTP,
    TCP,
    UDP,
    UDP_LITE,
    VLAN,
)
from tests.wire.packet import Packet, extensions


@lru_cache(256)
def frame(packet: Packet) -> bytes:
    """The frame from the destination address to the last byte of the payload, not padded."""
    ethernet = mac_bytes(packet.dst_mac) + mac_bytes(packet.src_mac)
    if packet.vlan is not None:
        number, pcp, dei = packet.vlan
        ethernet += struct.pack("!HH", VLAN, pcp << 13 | dei << 12 | number)
    ethernet += struct.pack("!H", packet.outer_type)
    if packet.ethertype == ARP:
        return ethernet + _arp(packet)
    if not packet.has_ip:
        return ethernet + payload(packet)
    return ethernet + _stack(packet) + (_ipv4(packet) if packet.version == 4 else _ipv6(packet))


def mac_bytes(text: str) -> bytes:
    """The six bytes of an address such as 02:00:00:00:00:01."""
    found = bytes.fromhex(text.replace(":", ""))
    if len(found) != 6:
        raise ValueError(f"{text!r} is no MAC address")
    return found


def payload(packet: Packet) -> bytes:
    """The bytes after the last header: unless given, they count up, so that a shift is seen."""
    return packet.payload or bytes(number & 0xFF for number in range(packet.payload_length))


def checksum(data: bytes) -> int:
    """The sum of RFC 1071: the complement of the sum of all 16-bit words in ones' complement."""
    padded = data + b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f"!{len(padded) // 2}H", padded))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def _arp(packet: Packet) -> bytes:
    head = struct.pack("!HHBBH", 1, 0x0800, 6, 4, 1)
    sender = mac_bytes(packet.src_mac) + ip_address(packet.src).packed
    return head + sender + b"\0" * 6 + ip_address(packet.dst).packed


def _stack(packet: Packet) -> bytes:
    last = len(packet.mpls) - 1
    return b"".join(
        struct.pack("!I", label << 12 | exp << 9 | (at == last) << 8 | ttl)
        for at, (label, exp, ttl) in enumerate(packet.mpls)
    )


def _ipv4(packet: Packet) -> bytes:
    above = _above(packet)
    length = 20 + len(packet.ip_options)
    flags = packet.dont_fragment << 14 | packet.more_fragments << 13 | packet.fragment_offset
    head = struct.pack(
        "!BBHHHBBH",
        4 << 4 | length // 4,
        packet.dscp << 2 | packet.ecn,
        length + len(above),
        packet.identification & 0xFFFF,
        flags,
        packet.ttl,
        packet.protocol,
        0,
    )
    head += ip_address(packet.src).packed + ip_address(packet.dst).packed + packet.ip_options
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + above


def _ipv6(packet: Packet) -> bytes:
    numbers = (*extensions(packet), packet.protocol)
    between = b"".join(_extension(packet, number, after) for number, after in pairwise(numbers))
    above = between + _above(packet)
    first = 6 << 28 | (packet.dscp << 2 | packet.ecn) << 20
    head = struct.pack("!IHBB", first, len(above), numbers[0], packet.ttl)
    return head + ip_address(packet.src).packed + ip_address(packet.dst).packed + above


def _extension(packet: Packet, number: int, after: int) -> bytes:
    """Eight bytes: a fragment header, a routing header with no segment left, or padding."""
    if number == FRAGMENT:
        where = packet.fragment_offset << 3 | packet.more_fragments
        return struct.pack("!BBHI", after, 0, where, packet.identification)
    if number == ROUTING:
        return struct.pack("!BBBBI", after, 0, 253, 0, 0)  # an experimental type (RFC 4727)
    return struct.pack("!BBBB", after, 0, 1, 4) + b"\0" * 4  # PadN


def _above(packet: Packet) -> bytes:
    """What IP carries: the header of the protocol, unless this is a later fragment, and bytes."""
    data = payload(packet)
    if packet.fragment_offset:
        return data
    ports = struct.pack("!HH", packet.src_port, packet.dst_port)
    kind, code = packet.icmp_type, packet.icmp_code
    match packet.protocol:
        case number if number == TCP:
            head = ports + struct.pack("!IIHHHH", 1, 1, 5 << 12 | packet.tcp_flags, 8192, 0, 0)
            return _summed(packet, head + data, 16)
        case number if number in (UDP, UDP_LITE):
            # UDP-Lite says here how much the checksum covers (RFC 3828): the whole of it.
            head = ports + struct.pack("!HH", 8 + len(data), 0)
            return _summed(packet, head + data, 6)
        case number if number == SCTP:
            return ports + struct.pack("!II", 1, 0) + data
        case number if number == DCCP:
            return _summed(packet, ports + struct.pack("!BBHBBHI", 4, 0, 0, 0, 0, 0, 0) + data, 6)
        case number if number == ICMP and packet.version == 4:
            return _summed(packet, struct.pack("!BBHI", kind, code, 0, 0) + data, 2, pseudo=False)
        case number if number == ICMPV6 and packet.version == 6:
            return _summed(packet, struct.pack("!BBHI", kind, code, 0, 0) + data, 2)
        case _:
            return data


def _summed(packet: Packet, segment: bytes, at: int, *, pseudo: bool = True) -> bytes:
    """The segment with its checksum written at `at`; 0 is sent as 0xffff by UDP (RFC 768)."""
    total = checksum((pseudo_header(packet, len(segment)) if pseudo else b"") + segment)
    return segment[:at] + struct.pack("!H", total or 0xFFFF) + segment[at + 2 :]


def pseudo_header(packet: Packet, length: int) -> bytes:
    """What the checksum covers besides the segment (RFC 9293, section 3.1; RFC 8200, 8.1)."""
    both = ip_address(packet.src).packed + ip_address(packet.dst).packed
    if packet.version == 4:
        return both + struct.pack("!BBH", 0, packet.protocol, length)
    return both + struct.pack("!II", length, packet.protocol)
