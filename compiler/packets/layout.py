"""Where each header field stands among the Boolean variables of a packet space.

The order is what keeps the diagrams small: addresses first, then ports, then the small fields. With
ports above addresses a list of a thousand entries takes minutes instead of a tenth of a second
(measured). The IP version stands at the very top, since it splits everything else.

A packet has only some of the fields. `needs` says which ones: a test of a field holds only for the
packets that have it, and the bits of a field that a packet lacks mean nothing.
"""

from __future__ import annotations

from qosc.fields import DS_VIEWS, WIDTHS, Field

__all__ = [
    "BITS",
    "ETHERTYPES",
    "IS_IP4",
    "IS_IP6",
    "LAYERS",
    "NAMED_BITS",
    "SIZE",
    "layer_of",
    "needs",
]

IS_IP4, IS_IP6 = 0, 1
"""Variables: the packet is IPv4, the packet is IPv6. Neither: not IP. Never both."""

ETHERTYPES = {4: 0x0800, 6: 0x86DD}
"""The Ethertypes of IP, by version (IANA, IEEE 802 numbers)."""

NAMED_BITS = 12
"""Bits for a field that holds names: the first 4095 names get a number each, 0 is any other."""

_ORDER = (
    Field.SRC4,
    Field.DST4,
    Field.SRC6,
    Field.DST6,
    Field.SRC_MAC,
    Field.DST_MAC,
    Field.DST_PORT,
    Field.SRC_PORT,
    Field.LENGTH,
    Field.PROTOCOL,
    Field.TCP_FLAGS,
    Field.ICMP_TYPE,
    Field.ICMP_CODE,
    Field.IGMP_TYPE,
    Field.FRAGMENT,
    Field.FIRST_FRAGMENT,
    Field.TTL,
    "ds",
    Field.ETHERTYPE,
    "tagged",
    Field.VLAN,
    Field.COS,
    "tagged-twice",
    Field.VLAN_INNER,
    Field.COS_INNER,
    "labelled",
    Field.MPLS_EXP,
    "cells",
    Field.ATM_CLP,
    "frames",
    Field.FR_DE,
    Field.FR_DLCI,
    Field.QOS_GROUP,
    Field.DISCARD_CLASS,
    Field.TRAFFIC_CLASS,
    Field.INPUT_INTERFACE,
    Field.FORWARDING_CLASS,
    Field.LOSS_PRIORITY,
)


def _lay_out() -> tuple[dict[Field, tuple[int, ...]], dict[str, int], int]:
    bits: dict[Field, tuple[int, ...]] = {}
    layers: dict[str, int] = {}
    free = 2
    for item in _ORDER:
        if item == "ds":
            for view, (_, mask) in DS_VIEWS.items():
                bits[view] = tuple(free + 7 - bit for bit in range(7, -1, -1) if mask >> bit & 1)
            free += 8
        elif isinstance(item, Field):
            width = WIDTHS.get(item, NAMED_BITS)
            bits[item] = tuple(range(free, free + width))
            free += width
        else:
            layers[item] = free
            free += 1
    return bits, layers, free


BITS, LAYERS, SIZE = _lay_out()
"""`BITS`: the variables of each field, high bit first. `LAYERS`: the variable that says whether the
packet has an optional layer. `SIZE`: how many variables there are."""

_LAYER_OF = {
    Field.VLAN: "tagged",
    Field.COS: "tagged",
    Field.VLAN_INNER: "tagged-twice",
    Field.COS_INNER: "tagged-twice",
    Field.MPLS_EXP: "labelled",
    Field.ATM_CLP: "cells",
    Field.FR_DE: "frames",
    Field.FR_DLCI: "frames",
}

_NEEDS = {
    Field.SRC4: "ip4",
    Field.DST4: "ip4",
    Field.SRC6: "ip6",
    Field.DST6: "ip6",
    Field.PROTOCOL: "ip",
    Field.DSCP: "ip",
    Field.PRECEDENCE: "ip",
    Field.TOS: "ip",
    Field.ECN: "ip",
    Field.TTL: "ip",
    Field.LENGTH: "ip",
    Field.FRAGMENT: "ip",
    Field.FIRST_FRAGMENT: "ip",
    Field.SRC_PORT: "ports",
    Field.DST_PORT: "ports",
    Field.TCP_FLAGS: "tcp",
    Field.ICMP_TYPE: "icmp",
    Field.ICMP_CODE: "icmp",
    Field.IGMP_TYPE: "igmp",
}


def needs(field: Field) -> str:
    """What a packet must be to have `field`: ip4, ip6, ip, ports, tcp, icmp, igmp or a layer.

    An empty string: every packet has it.
    """
    return _NEEDS.get(field) or _LAYER_OF.get(field, "")


def layer_of(field: Field) -> str:
    """The optional layer that `field` is in, or an empty string."""
    return _LAYER_OF.get(field, "")
