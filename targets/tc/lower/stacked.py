"""Devices that stand on another one, whose queues see the packets next, with their skb->priority.

A VLAN device, a tunnel or a bond hands packets on to the device below with the field as it is. A
qdisc there may choose by its last four bits, with the same table for all: `pfifo_fast` and `prio`
have three bands, of which 1, 2, 3 and 5 are the last and 6 and 7 the first (Linux sch_generic.c,
prio2band, as tc-prio(8) has it), and mqprio has a traffic class for each (netdev_get_prio_tc_map).
Packets that nobody has given a priority have 0 there, and so have those of a script: what a router
sends by one line first in, first out stays so.
"""

from __future__ import annotations

from qosc.ir import Port, PortKind

__all__ = ["apart", "class_step", "stands_on_another"]

_BITS = 4
_STEMS = (
    "tunnel",
    "port-channel",
    "bundle-",
    "multilink",
    "bvi",
    "bdi",
    "vlan",
    "ae",
    "gr-",
    "ip-",
    "irb",
    "reth",
    "st0",
)
"""The start of the names of interfaces for which Linux has a device on others, in lower case."""


def apart(number: int) -> int:
    """A number for skb->priority that has the last four bits 0; others have another."""
    return number << _BITS


def stands_on_another(port: Port) -> bool:
    """Whether the interface of a port has another one of the machine below it."""
    return port.kind is PortKind.SUBINTERFACE or port.name.lower().startswith(_STEMS)


def class_step(port: Port) -> int:
    """By how much the ids of the classes of a port differ; the first is a multiple of it."""
    return apart(1) if stands_on_another(port) else 1
