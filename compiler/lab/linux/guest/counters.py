"""Read the counters of a node's queues at the start and at the end of the measured time.

By rtnetlink, in no time: to start `tc` takes the guest longer than some packets take to come.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator
from typing import Any

from qosc.lab.linux.guest import netlink
from qosc.lab.linux.guest.crew import Begin
from qosc.lab.linux.guest.netlink import CLASS, FILTER, KIND, OPTIONS, QDISC, STATS2, attributes

__all__ = ["watch"]

_EGRESS = 0xFFFFFFF3
"""Where the filters of clsact's egress hook hang (TC_H_CLSACT with TC_H_MIN_EGRESS)."""
_ACTIONS_OF = {b"flower": 3, b"matchall": 2, b"u32": 7, b"basic": 3}
"""The attribute of a filter that holds its actions."""
# linux/pkt_cls.h: TCA_ACT_*; linux/tc_act/tc_skbedit.h; TCA_POLICE_TBF
_ACT_KIND, _ACT_OPTIONS, _ACT_STATS = 1, 2, 4
_SKBEDIT_PRIORITY, _POLICE_TBF = 3, 1


def watch(interfaces: list[str], warm_up_us: int, begin: Begin) -> dict[str, Any]:
    """The counters of `interfaces` of this namespace, twice; each a row of `_snapshot`."""
    with netlink.route_socket() as link:
        start_ns, end_ns, _ = begin()
        _sleep_until(start_ns + warm_up_us * 1000)
        first = {name: _snapshot(link, name) for name in interfaces}
        _sleep_until(end_ns)
        last = {name: _snapshot(link, name) for name in interfaces}
    return {"counters": {name: [first[name], last[name]] for name in interfaces}}


def _sleep_until(instant_ns: int) -> None:
    time.sleep(max(0.0, (instant_ns - time.time_ns()) / 1e9))


def _snapshot(link: socket.socket, interface: str) -> dict[str, Any]:
    """Classes and qdiscs by class id, and filters that choose a class.

    Of a class `[bytes, packets, drops, queued]`, its drops and what is queued from the qdisc in
    it; of a filter the class id that it chooses, what came to it, and its policers by number:
    `[bytes, packets, drops]`.
    """
    index = socket.if_nametoindex(interface)
    classes: dict[str, list[int]] = {}
    for handle, _, data in netlink.held(link, CLASS, index):
        classes[_name(handle)] = _counts(data.get(STATS2, b""))
    for _, parent, data in netlink.held(link, QDISC, index):
        size, packets, drops, queued = _counts(data.get(STATS2, b""))
        row = classes.setdefault(_name(parent), [size, packets, 0, 0])
        row[2], row[3] = drops, queued
    return {"classes": classes, "filters": list(_filters(link, index))}


def _filters(link: socket.socket, index: int) -> Iterator[dict[str, Any]]:
    for _, _, data in netlink.held(link, FILTER, index, _EGRESS):
        kind = data.get(KIND, b"").rstrip(b"\0")
        options = attributes(data.get(OPTIONS, b""))
        actions = attributes(options.get(_ACTIONS_OF.get(kind, -1), b""))
        chosen, came = "", None
        polices: dict[str, list[int]] = {}
        for _, action in sorted(actions.items()):
            parts = attributes(action)
            inner = attributes(parts.get(_ACT_OPTIONS, b""))
            counts = _counts(parts.get(_ACT_STATS, b""))
            came = came or counts[:2]
            name = parts.get(_ACT_KIND, b"").rstrip(b"\0")
            if name == b"skbedit" and _SKBEDIT_PRIORITY in inner:
                chosen = _name(struct.unpack_from("=I", inner[_SKBEDIT_PRIORITY])[0])
            elif name == b"police" and _POLICE_TBF in inner:
                number = struct.unpack_from("=I", inner[_POLICE_TBF])[0]
                polices[str(number)] = counts[:3]
        if actions:
            yield {"class": chosen, "came": came, "police": polices}


def _name(number: int) -> str:
    return f"{number >> 16:x}:{number & 0xFFFF:x}"


def _counts(data: bytes) -> list[int]:
    """Bytes, packets, drops and the length of the queue."""
    numbers = netlink.counts(data)
    return [numbers.size, numbers.packets, numbers.drops, numbers.queued]
