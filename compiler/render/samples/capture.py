"""The packets that leave a port as a capture (pcap), for tcpdump, Wireshark or `qosc trace`.

Sources: draft-ietf-opsawg-pcap (classic form, times in ns); LINKTYPE_RAW of tcpdump.org; RFC 791,
768, 792, 9293, 1071.
"""

from __future__ import annotations

import struct
from typing import BinaryIO

from qosc.fields import ICMP, PORT_PROTOCOLS, TCP, UDP, Field, ds_byte
from qosc.simulator.packet import Packet

__all__ = ["Capture"]

_NANOSECONDS = 0xA1B23C4D
_RAW = 101
_LONGEST = 65_535
_IP_HEADER = 20
_DONT_FRAGMENT, _NOT_THE_FIRST = 0x4000, 1


class Capture:
    """Writes the headers of packets into a file, at the times of the run (0 is its start).

    A packet is its IP header and that of its transport; what it carries is not in the file, but
    in the length, and taken for zeros by the checksums. What the simulator does not have is filled
    in: a window of 65535; sequence numbers of TCP begin at 1, an acknowledgement has the sequence
    number 1, and data acknowledges 1. The sequence number of an echo is the ms at which the request
    was sent.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        file.write(struct.pack("<IHHiIII", _NANOSECONDS, 2, 4, 0, 0, _LONGEST, _RAW))

    def seen(self, packet: Packet, now: int) -> None:
        """Write a packet that leaves at `now`, in ns."""
        data = _headers(packet)[: packet.length]
        seconds, rest = divmod(now, 1_000_000_000)
        self._file.write(struct.pack("<IIII", seconds, rest, len(data), packet.length) + data)


def _headers(packet: Packet) -> bytes:
    values = packet.header.values
    protocol, later = _int(packet, Field.PROTOCOL), _int(packet, Field.FRAGMENT)
    ip = struct.pack(
        "!BBHHHBBHII",
        *(0x45, ds_byte(values), packet.length, 0),
        *(_NOT_THE_FIRST if later else _DONT_FRAGMENT, _int(packet, Field.TTL), protocol, 0),
        *(_int(packet, Field.SRC4), _int(packet, Field.DST4)),
    )
    ip = _summed(ip, 10)
    return ip if later else ip + _transport(packet, protocol)


def _transport(packet: Packet, protocol: int) -> bytes:
    if protocol == ICMP:
        kind, code = _int(packet, Field.ICMP_TYPE), _int(packet, Field.ICMP_CODE)
        sent = packet.data if isinstance(packet.data, int) else 0
        head = struct.pack("!BBHHH", kind, code, 0, 1, sent // 1_000_000 & 0xFFFF)
        return _summed(head, 2)
    if protocol not in PORT_PROTOCOLS:
        return b""
    ports = struct.pack("!HH", _int(packet, Field.SRC_PORT), _int(packet, Field.DST_PORT))
    size = packet.length - _IP_HEADER
    pseudo = struct.pack(
        "!IIHH", _int(packet, Field.SRC4), _int(packet, Field.DST4), protocol, size & 0xFFFF
    )
    if protocol == UDP:
        return _summed(ports + struct.pack("!HH", size, 0), 6, pseudo)
    if protocol != TCP:
        return ports
    sequence, acknowledged = 0, 0
    if isinstance(packet.data, int):
        sequence = packet.data
    elif isinstance(packet.data, tuple):
        acknowledged = packet.data[0]
    rest = struct.pack(
        "!IIBBHHH",
        *(sequence + 1 & 0xFFFFFFFF, acknowledged + 1 & 0xFFFFFFFF),
        *(0x50, _int(packet, Field.TCP_FLAGS), 0xFFFF, 0, 0),
    )
    return _summed(ports + rest, 16, pseudo)


def _summed(head: bytes, at: int, pseudo: bytes = b"") -> bytes:
    """A header with its checksum in the 16 bits at a place; zeros behind it change nothing."""
    checksum = _checksum(pseudo + head)
    # UDP: 0 would say that there is none (RFC 768).
    return head[:at] + struct.pack("!H", checksum or 0xFFFF) + head[at + 2 :]


def _int(packet: Packet, field: Field) -> int:
    value = packet.header.values.get(field, 0)
    return value if isinstance(value, int) else 0


def _checksum(data: bytes) -> int:
    total: int = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
