"""What is counted of a packet: by its line, by a router's queues and meters, and by Linux.

What the queueing of a router counts: on ATM the LLC/SNAP header and 4 bytes of its own, neither
trailer nor cells (Cisco, "What Bytes Are Counted by IP to ATM CoS Queueing?", document 10420); else
the layer 2 header without FCS (Cisco 10000 Series QoS configuration guide, "Data Included in the
Policing Rate"), on ingress as on egress. Policers of JunOS count the layer 3 packet
for IP, MPLS and any family, and the frame with FCS for families of frames (Juniper, "Understanding
the Frame Length for Policing Packets").
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import in_cells
from qosc.ir import Port, PortKind
from qosc.platforms import is_junos
from qosc.profiles.model import Profile

__all__ = ["MAC_HEADER", "OF_FRAMES", "Layer", "counts_packet_alone", "layer_of", "mtu_of"]

MAC_HEADER = 14
"""Bytes that Linux counts for an Ethernet header on the way out, without the check sequence."""


class Layer(NamedTuple):
    """What a link layer adds to a packet: `wire` bytes on the link, `counted` by the router.

    With `atm` the packet and `wire` are cut into cells.
    """

    wire: int
    counted: int
    words: str
    atm: bool = False
    assumed: bool = False
    """Whether nothing tells it."""

    def sent(self, length: int) -> int:
        """The bytes on the line of an IP packet of `length` bytes."""
        size = length + self.wire
        return in_cells(size) if self.atm else size

    @property
    def beside_mac(self) -> int:
        """`wire` beside what Linux has counted already; below 0 where that is more."""
        return self.wire - MAC_HEADER


def mtu_of(port: Port | None, profile: Profile) -> int:
    """The bytes of the longest packet of a port, or None: of a usual one."""
    return port.mtu if port is not None and port.mtu else profile.mtu.value


_ETHERNET = Layer(38, 14, "38 bytes a frame, with FCS, preamble and gap (IEEE 802.3)")
_SERIAL = Layer(7, 4, "7 bytes a frame, with flag and FCS (RFC 1662)")
_SNAP = Layer(16, 12, "LLC/SNAP and AAL5 trailer, cut into cells (RFC 2684)", atm=True)
_MUX = Layer(8, 4, "AAL5 trailer, cut into cells (RFC 2684)", atm=True)
_ASSUMED = Layer(38, 14, "taken for Ethernet, 38 bytes a frame: no line tells", assumed=True)
_ETHERNET_WORDS = ("ethernet", "gige", "bundle-ether", "satellite-ether", "port-channel")
_ETHERNET_STEMS = (
    *("fe-", "ge-", "xe-", "et-", "mge-", "ae", "reth", "irb", "fxp", "em0", "em1", "me0", "vme"),
    *("vlan", "bvi", "bdi", "mgmt", "management", "redundant"),
)
"""In the names of Cisco's Ethernet interfaces, and at the start of Juniper's (Juniper, Interface
Naming Overview) and of others."""
_SERIAL_STEMS = (
    *("serial", "async", "bri", "bundle-pos", "hssi", "mfr", "multilink", "pos"),
    *("so-", "as", "t1-", "t3-", "e1-", "e3-", "se-", "ds-", "ls-", "lsq-", "ml-"),
)
"""At the start of the names of serial lines and of packet over SONET, and of bundles of them."""


def layer_of(port: Port) -> Layer:
    """The link layer of a port, by its encapsulation and its name. Where neither tells it (a
    tunnel, a loopback) it is taken for Ethernet, and `assumed`.
    """
    name = port.name.lower()
    if port.atm is not None or (port.kind is PortKind.CIRCUIT and "atm" in name):
        return _MUX if "mux" in port.encapsulation.lower() else _SNAP
    if name.startswith(_ETHERNET_STEMS) or any(word in name for word in _ETHERNET_WORDS):
        return _ETHERNET
    return _SERIAL if name.startswith(_SERIAL_STEMS) else _ASSUMED


OF_FRAMES = (
    "taken to count the layer 2 header without FCS; for VPLS, CCC and switching JunOS counts the "
    "FCS, too (Juniper, Understanding the Frame Length for Policing Packets): there up to 6.3 % "
    "fewer packets of 46 bytes conform, 0.26 % fewer of 1500 bytes"
)
"""What is assumed of a policer of JunOS that counts frames. The bounds: 60 of 64, 1514 of 1518."""
_OF_PACKETS = ("inet", "inet6", "mpls", "any")


def counts_packet_alone(platform: str, feature: str) -> bool | None:
    """Whether the meters of a list of rules count the layer 3 packet without the header before it;
    None for meters of frames, of which it is not known whether they count the FCS.

    `feature` is the name of the list: the kind, the family and the names of its filters.
    """
    if not is_junos(platform):
        return False
    kind, _, rest = feature.partition(" ")
    family = rest.partition(" ")[0]
    return True if kind == "simple-filter" or family in _OF_PACKETS else None
