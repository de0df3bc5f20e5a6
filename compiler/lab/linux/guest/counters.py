"""Read the counters of a node's queues at the start and at the end of the measured time.

By rtnetlink, in no time: to start `tc` takes the guest longer than some packets take to come.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator
from typing import Any

from qosc.lab.linux.guest.crew import Begin

__all__ = ["watch"]

# linux/rtnetlink.h, linux/netlink.h
_QDISC, _CLASS, _FILTER = 38, 42, 46
_REQUEST_DUMP = 0x301
_DONE, _ERROR = 3, 2
_HEADER, _TCMSG, _ATTRIBUTE = (
    struct.Struct("=IHHII"),
    struct.Struct("=BxxxiIII"),
    struct.Struct("=HH"),
)
# linux/rtnetlink.h: TCA_*; linux/gen_stats.h: TCA_STATS_*
_KIND, _OPTIONS, _STATS2 = 1, 2, 7
_BASIC, _QUEUE = 1, 3
_EGRESS = 0xFFFFFFF3
"""Where the filters of clsact's egress hook hang (TC_H_CLSACT with TC_H_MIN_EGRESS)."""
_ACTIONS_OF = {b"flower": 3, b"matchall": 2, b"u32": 7, b"basic": 3}
"""The attribute of a filter that holds its actions."""
# linux/pkt_cls.h: TCA_ACT_*; linux/tc_act/tc_skbedit.h; TCA_POLICE_TBF
_ACT_KIND, _ACT_OPTIONS, _ACT_STATS = 1, 2, 4
_SKBEDIT_PRIORITY, _POLICE_TBF = 3, 1


def watch(interfaces: list[str], warm_up_us: int, begin: Begin) -> dict[str, Any]:
    """The counters of `interfaces` of this namespace, twice; each a row of `_snapshot`."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as link:
        link.bind((0, 0))
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
    for handle, _, found in _dump(link, _CLASS, index, 0):
        classes[_name(handle)] = _counts(found.get(_STATS2, b""))
    for _, parent, found in _dump(link, _QDISC, index, 0):
        size, packets, drops, queued = _counts(found.get(_STATS2, b""))
        row = classes.setdefault(_name(parent), [size, packets, 0, 0])
        row[2], row[3] = drops, queued
    return {"classes": classes, "filters": list(_filters(link, index))}


def _filters(link: socket.socket, index: int) -> Iterator[dict[str, Any]]:
    for _, _, found in _dump(link, _FILTER, index, _EGRESS):
        kind = found.get(_KIND, b"").rstrip(b"\0")
        options = _attributes(found.get(_OPTIONS, b""))
        actions = _attributes(options.get(_ACTIONS_OF.get(kind, -1), b""))
        chosen, came = "", None
        polices: dict[str, list[int]] = {}
        for _, action in sorted(actions.items()):
            parts = _attributes(action)
            inner = _attributes(parts.get(_ACT_OPTIONS, b""))
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
    """Bytes, packets, drops and the length of the queue (struct gnet_stats_basic and _queue)."""
    found = _attributes(data)
    size, packets = struct.unpack_from("=QI", found[_BASIC]) if _BASIC in found else (0, 0)
    queue = struct.unpack_from("=IIIII", found[_QUEUE]) if _QUEUE in found else (0, 0, 0, 0, 0)
    return [size, packets, queue[2], queue[0]]


def _dump(
    link: socket.socket, kind: int, index: int, parent: int
) -> Iterator[tuple[int, int, dict[int, bytes]]]:
    """Handle, parent and attributes of all of a kind on an interface."""
    body = _TCMSG.pack(0, index, 0, parent, 0)
    link.send(_HEADER.pack(_HEADER.size + len(body), kind, _REQUEST_DUMP, 1, 0) + body)
    while True:
        data = link.recv(1 << 20)
        at = 0
        while at < len(data):
            length, what, _, _, _ = _HEADER.unpack_from(data, at)
            if what in (_DONE, _ERROR):
                return
            start = at + _HEADER.size
            _, found, handle, above, _ = _TCMSG.unpack_from(data, start)
            if found == index:
                yield handle, above, _attributes(data[start + _TCMSG.size : at + length])
            at += (length + 3) & ~3


def _attributes(data: bytes) -> dict[int, bytes]:
    found = {}
    at = 0
    while at + _ATTRIBUTE.size <= len(data):
        length, kind = _ATTRIBUTE.unpack_from(data, at)
        if length < _ATTRIBUTE.size:
            break
        found[kind & 0x3FFF] = data[at + _ATTRIBUTE.size : at + length]
        at += (length + 3) & ~3
    return found
