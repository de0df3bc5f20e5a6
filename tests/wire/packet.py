"""A packet as a value: every field that a router's QoS can test or write."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import ip_address
from typing import NamedTuple

from tests.wire.numbers import (
    ARP,
    EXTENSIONS,
    FRAGMENT,
    HOP_BY_HOP,
    IPV4,
    IPV6,
    MPLS,
    TCP,
    WITH_PORTS,
    WITH_TYPE,
)

_ADDRESSES = {4: ("192.0.2.1", "198.51.100.1"), 6: ("2001:db8::1", "2001:db8:1::1")}


@lru_cache(1 << 14)
def _address(text: str) -> tuple[int, str]:
    """The version of an address, and how it is written."""
    found = ip_address(text)
    return found.version, str(found)


class Vlan(NamedTuple):
    """A tag of 802.1Q: VLAN 0 to 4095, priority 0 to 7, drop eligible 0 or 1."""

    id: int = 0
    pcp: int = 0
    dei: int = 0


class Label(NamedTuple):
    """An entry of an MPLS stack (RFC 3032), outermost first; the last one ends the stack."""

    label: int = 16
    exp: int = 0
    ttl: int = 64


@dataclass(frozen=True, slots=True)
class Packet:
    """A frame: Ethernet, perhaps a VLAN tag, perhaps labels, and IP, ARP or plain bytes.

    `ethertype` None means what `mpls` and `version` ask for. ARP (0x0806) is a request from `src`
    for `dst`; any other type that is given carries `payload_length` plain bytes. `src` and `dst`
    left empty are documentation addresses of the version. `fragment_offset` counts 8 bytes,
    `payload_length` bytes after the last header. `extension_headers` are numbers (0, 43, 44, 60)
    in order, IPv6 only; a fragment of IPv6 has 44 whether it is listed or not. `ip_options` are
    the bytes of an IPv4 header after its 20, a multiple of 4, at most 40. `identification` is
    that of IPv4 (16 bits) or of the fragment header.
    """

    dst_mac: str = "02:00:00:00:00:02"
    src_mac: str = "02:00:00:00:00:01"
    vlan: Vlan | None = None
    mpls: tuple[Label, ...] = ()
    ethertype: int | None = None
    version: int = 4
    src: str = ""
    dst: str = ""
    protocol: int = 17
    dscp: int = 0
    ecn: int = 0
    ttl: int = 64
    identification: int = 0
    src_port: int = 0
    dst_port: int = 0
    tcp_flags: int = 0
    icmp_type: int = 0
    icmp_code: int = 0
    fragment_offset: int = 0
    more_fragments: bool = False
    dont_fragment: bool = False
    ip_options: bytes = b""
    extension_headers: tuple[int, ...] = ()
    payload_length: int = 26
    payload: bytes = b""
    """The bytes themselves, in place of `payload_length` that count up; not read back."""

    def __post_init__(self) -> None:
        """Fill in the addresses, and refuse what no frame can carry."""
        if self.version not in _ADDRESSES:
            raise ValueError(f"IP has no version {self.version}")
        for name, default in zip(("src", "dst"), _ADDRESSES[self.version], strict=True):
            version, address = _address(getattr(self, name) or default)
            if version != self.version:
                raise ValueError(f"{name} {address} is no address of IPv{self.version}")
            object.__setattr__(self, name, address)
        if self.vlan is not None:
            object.__setattr__(self, "vlan", Vlan(*self.vlan))
        if self.payload:
            object.__setattr__(self, "payload_length", len(self.payload))
        object.__setattr__(self, "mpls", tuple(Label(*each) for each in self.mpls))
        for name, bits in _WIDTHS.items():
            if not 0 <= getattr(self, name) < 1 << bits:
                raise ValueError(f"{name} {getattr(self, name)} does not fit in {bits} bits")
        self._refuse()

    def _refuse(self) -> None:
        if self.vlan and not all(
            0 <= n < 1 << w for n, w in zip(self.vlan, (12, 3, 1), strict=True)
        ):
            raise ValueError(f"{self.vlan} does not fit in a tag")
        for entry in self.mpls:
            if not all(0 <= n < 1 << w for n, w in zip(entry, (20, 3, 8), strict=True)):
                raise ValueError(f"{entry} does not fit in a label stack")
        if len(self.ip_options) % 4 or len(self.ip_options) > 40:
            raise ValueError("IPv4 options are 0, 4, ... 40 bytes")
        if not set(self.extension_headers) <= EXTENSIONS:
            raise ValueError(f"extension headers are of {sorted(EXTENSIONS)}")
        if HOP_BY_HOP in self.extension_headers[1:]:
            raise ValueError("hop-by-hop options come first (RFC 8200, section 4.1)")
        if self.extension_headers.count(FRAGMENT) > 1:
            raise ValueError("one fragment header at most")
        if self.fragment_offset and FRAGMENT in self.extension_headers[:-1]:
            raise ValueError("what follows the fragment header is in the first fragment alone")
        if self.protocol in EXTENSIONS and self.version == 6:
            raise ValueError("an extension header is no protocol above IPv6")

    @property
    def has_ip(self) -> bool:
        """Whether there is a header of IP in it."""
        return self.ethertype is None or self.ethertype in (IPV4, IPV6, MPLS)

    @property
    def outer_type(self) -> int:
        """The type that Ethernet's header (or the VLAN tag) names."""
        if self.ethertype is not None:
            return self.ethertype
        if self.mpls:
            return MPLS
        return IPV4 if self.version == 4 else IPV6


_WIDTHS = {
    "protocol": 8,
    "dscp": 6,
    "ecn": 2,
    "ttl": 8,
    "src_port": 16,
    "dst_port": 16,
    "tcp_flags": 12,
    "icmp_type": 8,
    "icmp_code": 8,
    "fragment_offset": 13,
    "identification": 32,
    "payload_length": 16,
}


def is_fragment(packet: Packet) -> bool:
    """Whether IP says that this is a part of a datagram, the first one included."""
    return packet.has_ip and (packet.more_fragments or packet.fragment_offset > 0)


def extensions(packet: Packet) -> tuple[int, ...]:
    """The extension headers of the frame: those that are listed, and 44 at the end if needed."""
    listed = packet.extension_headers
    if packet.version == 4:
        return ()
    return listed if FRAGMENT in listed or not is_fragment(packet) else (*listed, FRAGMENT)


@lru_cache(256)
def carried(packet: Packet) -> Packet:
    """The packet with every field that its frame cannot carry as a new `Packet` has it.

    Ports of a later fragment, flags of UDP or options of IPv6 are such fields:
    `parse(frame(p)) == carried(p)`.
    """
    if not packet.has_ip:
        return _without_ip(packet)
    idle: dict[str, object] = {"ethertype": None, "payload": b""}
    if packet.version == 4:
        idle["extension_headers"] = ()
        idle["identification"] = packet.identification & 0xFFFF
    else:
        idle |= {"ip_options": b"", "dont_fragment": False}
        idle["extension_headers"] = extensions(packet)
        if FRAGMENT not in extensions(packet):
            idle["identification"] = 0
    later = packet.fragment_offset > 0
    if later or packet.protocol not in WITH_PORTS:
        idle |= {"src_port": 0, "dst_port": 0}
    if later or packet.protocol != TCP:
        idle["tcp_flags"] = 0
    if later or packet.protocol != WITH_TYPE[packet.version]:
        idle |= {"icmp_type": 0, "icmp_code": 0}
    return replace(packet, **idle)  # type: ignore[arg-type]


def _without_ip(packet: Packet) -> Packet:
    kept = {
        "dst_mac": packet.dst_mac,
        "src_mac": packet.src_mac,
        "vlan": packet.vlan,
        "ethertype": packet.ethertype,
    }
    if packet.ethertype == ARP:
        return Packet(**kept, src=packet.src, dst=packet.dst, payload_length=0)  # type: ignore[arg-type]
    return Packet(**kept, payload_length=packet.payload_length)  # type: ignore[arg-type]
