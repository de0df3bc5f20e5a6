"""Ports whose frames carry the VLAN tags of the units and subinterfaces below them.

Where each of these has a device of its own, a packet of a VLAN passes two: the VLAN's without its
tag, and that of the port with it. Filters of the port see the tag before anything else (Linux
cls_api.c, tcf_classify asks `skb_protocol(skb, false)`: 802.1Q while there is a tag, wherever it
is kept).
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath.unit_trees import vlan_of
from qosc.ir import Device, Port, PortKind
from qosc.patterns import pattern

__all__ = ["TagsBelow", "tags_below"]

_TWO = pattern(r"dot1(?:q|ad) .*\bdot1q\b|dot1q .*\bsecond-dot1q\b")


class TagsBelow(NamedTuple):
    """The names of ports with subinterfaces or units below them of one tag, and of two."""

    one: frozenset[str] = frozenset()
    two: frozenset[str] = frozenset()


def tags_below(device: Device) -> TagsBelow:
    """The ports of a device that frames with one and with two VLAN tags are known to pass."""
    one: set[str] = set()
    two: set[str] = set()
    for port in device.ports.values():
        if port.kind is not PortKind.SUBINTERFACE or port.whole:
            continue
        if vlan_of(port) is not None:
            one.add(port.parent)
        elif _has_two(port):
            two.add(port.parent)
    return TagsBelow(frozenset(one), frozenset(two))


def _has_two(port: Port) -> bool:
    return _TWO.match(port.encapsulation) is not None
