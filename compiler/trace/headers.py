"""A captured frame as a packet of the model.

Sources: IEEE 802.1Q; RFC 791, 8200, 3032, 9293, 768, 792; the list of link types of tcpdump.org.
"""

from __future__ import annotations

import struct

from qosc.fields import ICMP, ICMP6, IGMP, PORT_PROTOCOLS, TCP, Field
from qosc.packets.packet import Packet
from qosc.trace.capture import Frame

__all__ = ["UnreadFrameError", "packet_of"]

_IP4, _IP6 = 0x0800, 0x86DD
_TAGS = (0x8100, 0x88A8, 0x9100)
_LABELS = (0x8847, 0x8848)
_EXTENSIONS = (0, 43, 60)
_FRAGMENT = 44
_PPP = {0x0021: _IP4, 0x0057: _IP6}
_FAMILIES = {2: _IP4, 24: _IP6, 28: _IP6, 30: _IP6, 10: _IP6}
_Values = dict[Field, int | str]


class UnreadFrameError(ValueError):
    """A frame that cannot be classified; the message says why, without its bytes."""


def packet_of(frame: Frame) -> Packet:
    """The packet in a frame. Raises UnreadFrameError for one that is cut or of another link."""
    try:
        return _packet(frame)
    except (struct.error, IndexError):
        raise UnreadFrameError("cut off within its headers") from None


def _packet(frame: Frame) -> Packet:
    data, kind = frame.data, frame.link_type
    values: _Values = {}
    layers: set[str] = set()
    if kind == 1:
        values[Field.DST_MAC] = int.from_bytes(data[0:6], "big")
        values[Field.SRC_MAC] = int.from_bytes(data[6:12], "big")
        ethertype, at = _tags(data, 12, values, layers)
    elif kind in (12, 14, 101, 228, 229):
        ethertype, at = (_IP6 if data[0] >> 4 == 6 else _IP4), 0
    elif kind == 113:
        ethertype, at = _tags(data, 14, values, layers)
    elif kind == 276:
        ethertype, at = struct.unpack_from("!H", data, 0)[0], 20
    elif kind in (0, 108):
        first, last = data[0], data[3]
        ethertype, at = _FAMILIES.get(first or last, 0), 4
    elif kind in (9, 50):
        at = 2 if data[0] == 0xFF else 0
        ethertype, at = _PPP.get(struct.unpack_from("!H", data, at)[0], 0), at + 2
    elif kind == 104:
        ethertype, at = struct.unpack_from("!H", data, 2)[0], 4
    else:
        raise UnreadFrameError(f"of link type {kind}, which is not read")
    if ethertype in _LABELS:
        layers.add("labelled")
        values[Field.MPLS_EXP] = struct.unpack_from("!I", data, at)[0] >> 9 & 7
    values[Field.ETHERTYPE] = ethertype
    if ethertype == _IP4:
        return _ip4(data[at:], values, frozenset(layers))
    if ethertype == _IP6:
        return _ip6(data[at:], values, frozenset(layers))
    return Packet(0, 0, values, frozenset(layers))


def _tags(data: bytes, at: int, values: _Values, layers: set[str]) -> tuple[int, int]:
    """The Ethertype behind the tags of a frame, and where what it names begins."""
    names = (
        ("tagged", Field.VLAN, Field.COS),
        ("tagged-twice", Field.VLAN_INNER, Field.COS_INNER),
    )
    ethertype = struct.unpack_from("!H", data, at)[0]
    for layer, vlan, cos in names:
        if ethertype not in _TAGS:
            break
        tag, ethertype = struct.unpack_from("!HH", data, at + 2)
        layers.add(layer)
        values[vlan], values[cos] = tag & 0xFFF, tag >> 13
        at += 4
    return ethertype, at + 2


def _ip4(data: bytes, values: _Values, layers: frozenset[str]) -> Packet:
    head, ds, length, _, fragment, ttl, protocol = struct.unpack_from("!BBHHHBB", data)
    if head >> 4 != 4 or head & 15 < 5:
        raise UnreadFrameError("with a broken IPv4 header")
    source, destination = struct.unpack_from("!II", data, 12)
    values |= {
        Field.SRC4: source,
        Field.DST4: destination,
        Field.LENGTH: length or min(len(data), 0xFFFF),
        Field.TTL: ttl,
    }
    at = 4 * (head & 15)
    later, more = fragment & 0x1FFF, bool(fragment & 0x2000)
    return _transport(
        data=data[at:],
        version=4,
        ds=ds,
        protocol=protocol,
        later=later,
        more=more,
        values=values,
        layers=layers,
    )


def _ip6(data: bytes, values: _Values, layers: frozenset[str]) -> Packet:
    first, length, following, hops = struct.unpack_from("!IHBB", data)
    if first >> 28 != 6:
        raise UnreadFrameError("with a broken IPv6 header")
    values |= {
        Field.SRC6: int.from_bytes(data[8:24], "big"),
        Field.DST6: int.from_bytes(data[24:40], "big"),
        Field.LENGTH: min((length or len(data) - 40) + 40, 0xFFFF),
        Field.TTL: hops,
    }
    if len(data) < 40:
        raise UnreadFrameError("cut off within its headers")
    at, later, more = 40, 0, False
    while following in (*_EXTENSIONS, _FRAGMENT):
        if following == _FRAGMENT:
            following, _, offset = struct.unpack_from("!BBH", data, at)
            later, more, at = offset >> 3, bool(offset & 1), at + 8
            if later:
                break
        else:
            following, size = struct.unpack_from("!BB", data, at)
            at += 8 * (size + 1)
    return _transport(
        data=data[at:],
        version=6,
        ds=first >> 20 & 0xFF,
        protocol=following,
        later=later,
        more=more,
        values=values,
        layers=layers,
    )


def _transport(
    data: bytes,
    version: int,
    ds: int,
    protocol: int,
    later: int,
    more: bool,
    values: _Values,
    layers: frozenset[str],
) -> Packet:
    values |= {
        Field.PROTOCOL: protocol,
        Field.FRAGMENT: int(later > 0),
        Field.FIRST_FRAGMENT: int(more and not later),
    }
    if not later:
        if protocol in PORT_PROTOCOLS:
            ports = struct.unpack_from("!HH", data)
            values[Field.SRC_PORT], values[Field.DST_PORT] = ports
        if protocol == TCP:
            values[Field.TCP_FLAGS] = data[13] & 63
        if protocol == (ICMP if version == 4 else ICMP6):
            values[Field.ICMP_TYPE], values[Field.ICMP_CODE] = data[0], data[1]
        if protocol == IGMP and version == 4:
            values[Field.IGMP_TYPE] = data[0]
    return Packet(version, ds, values, layers)
