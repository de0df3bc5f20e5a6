"""What this back end can look at, and how: one row a construct.

The kernel's flower classifier reads dissected headers, u32 raw bits of the network header. Neither
reads the ports of a fragmented datagram's first packet as a router does: flower takes a fragment
to have no ports (Linux flow_dissector.c; seen on 6.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from qosc.fields import Field
from qosc.ledger import Excuse, Fidelity

__all__ = ["FIELDS", "GOTO_MOST", "MARK_BITS", "MARK_NOTE", "FieldSupport", "mark_width"]

GOTO_MOST = 16
"""A packet that changes chain more often is dropped by the kernel (Linux cls_api.c, the limit on
reclassification; seen on 6.1: 16 pass, 17 are dropped)."""

_FRAGMENTS = (
    "a fragment counts as having no ports; a router reads them in the first fragment. "
    "Differs only for fragmented datagrams"
)
_PORTS = (
    f"{_FRAGMENTS}; the ports of DCCP and UDP-Lite are looked at only where that protocol is named"
)
_TRANSPORT = frozenset({Excuse.FIRST_FRAGMENT})
_BY_PORT = frozenset({Excuse.FIRST_FRAGMENT, Excuse.RARE_TRANSPORTS})
_TAGGED = "only while the tag is on the packet: on the interface that carries the tagged frames"
MARK_NOTE = "kept in the packet's mark; nothing else on the machine may use those bits"


@dataclass(frozen=True, slots=True)
class FieldSupport:
    """How a header field is matched. `masked` fields hold values under a mask, others intervals."""

    how: str
    fidelity: Fidelity = Fidelity.EXACT
    note: str = ""
    masked: bool = False
    excuses: frozenset[Excuse] = frozenset()

    @property
    def lowered(self) -> bool:
        """Whether there is a filter for it at all."""
        return self.fidelity is not Fidelity.UNSUPPORTED


def _no(note: str) -> FieldSupport:
    return FieldSupport("nothing", Fidelity.UNSUPPORTED, note)


def _beside(bits: str) -> FieldSupport:
    return FieldSupport(f"u32 on {bits} of the mark", note=MARK_NOTE, masked=True)


FIELDS: dict[Field, FieldSupport] = {
    Field.SRC_MAC: FieldSupport("flower src_mac", masked=True),
    Field.DST_MAC: FieldSupport("flower dst_mac", masked=True),
    Field.ETHERTYPE: FieldSupport("the filter's protocol"),
    Field.VLAN: FieldSupport("flower vlan_id", Fidelity.APPROX, _TAGGED),
    Field.COS: FieldSupport("flower vlan_prio", Fidelity.APPROX, _TAGGED),
    Field.VLAN_INNER: _no("inner VLAN tags are not looked at"),
    Field.COS_INNER: _no("inner VLAN tags are not looked at"),
    Field.MPLS_EXP: FieldSupport("flower mpls_tc"),
    Field.VERSION: FieldSupport("the filter's protocol"),
    Field.SRC4: FieldSupport("flower src_ip, or u32 for a broken mask", masked=True),
    Field.DST4: FieldSupport("flower dst_ip, or u32 for a broken mask", masked=True),
    Field.SRC6: FieldSupport("flower src_ip, or u32 for a broken mask", masked=True),
    Field.DST6: FieldSupport("flower dst_ip, or u32 for a broken mask", masked=True),
    Field.PROTOCOL: FieldSupport("flower ip_proto"),
    Field.DSCP: FieldSupport("ip_tos under mask 0xfc", masked=True),
    Field.PRECEDENCE: FieldSupport("ip_tos under mask 0xe0", masked=True),
    Field.TOS: FieldSupport("ip_tos under mask 0x1e", masked=True),
    Field.ECN: FieldSupport("ip_tos under mask 0x3", masked=True),
    Field.TTL: FieldSupport("flower ip_ttl", masked=True),
    Field.LENGTH: FieldSupport("u32 on the length field"),
    Field.FRAGMENT: FieldSupport("flower ip_flags"),
    Field.FIRST_FRAGMENT: FieldSupport("flower ip_flags"),
    Field.SRC_PORT: FieldSupport("flower src_port", Fidelity.APPROX, _PORTS, excuses=_BY_PORT),
    Field.DST_PORT: FieldSupport("flower dst_port", Fidelity.APPROX, _PORTS, excuses=_BY_PORT),
    Field.TCP_FLAGS: FieldSupport(
        "flower tcp_flags", Fidelity.APPROX, _FRAGMENTS, masked=True, excuses=_TRANSPORT
    ),
    Field.ICMP_TYPE: FieldSupport("flower type", Fidelity.APPROX, _FRAGMENTS, excuses=_TRANSPORT),
    Field.ICMP_CODE: FieldSupport("flower code", Fidelity.APPROX, _FRAGMENTS, excuses=_TRANSPORT),
    Field.IGMP_TYPE: _no("no classifier of the kernel reads IGMP types"),
    Field.INPUT_INTERFACE: FieldSupport(
        "u32 on bits 27 to 31 of the mark",
        note="noted at that port's input, whose interface is to be given, too; packets of a VLAN "
        f"of it count as its own unless that one is noted as well; {MARK_NOTE}",
        masked=True,
    ),
    Field.QOS_GROUP: _beside("bits 0 to 9"),
    Field.DISCARD_CLASS: _beside("bits 10 to 12"),
    Field.TRAFFIC_CLASS: _beside("bits 13 to 15"),
    Field.FORWARDING_CLASS: _beside("bits 16 to 23"),
    Field.LOSS_PRIORITY: _beside("bits 24 to 26"),
    Field.ATM_CLP: _no("Linux has no cell loss priority bit"),
    Field.FR_DE: _no("Linux has no discard eligible bit"),
    Field.FR_DLCI: _no("Linux has no Frame Relay circuits"),
}

MARK_BITS: dict[Field, tuple[int, int]] = {
    Field.QOS_GROUP: (0, 0x3FF),
    Field.DISCARD_CLASS: (10, 0x1C00),
    Field.TRAFFIC_CLASS: (13, 0xE000),
    Field.FORWARDING_CLASS: (16, 0xFF0000),
    Field.LOSS_PRIORITY: (24, 0x7000000),
    Field.INPUT_INTERFACE: (27, 0xF8000000),
}
"""Where the packet's mark keeps what a router keeps beside a packet: shift and mask. A mark that is
set at one interface's ingress is still there at another's egress (seen on 6.1). Forwarding classes
are numbered from 1 by `lower.names`, ports that rules ask for by `datapath.crossing.entered`."""


def mark_width(field: Field) -> int:
    """Bits that the packet's mark has for a field of MARK_BITS."""
    return MARK_BITS[field][1].bit_count()
