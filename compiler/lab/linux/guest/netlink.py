"""Dumps of rtnetlink: what the kernel holds of qdiscs, classes, filters and actions.

For a guest: the standard library alone, and no start of `tc`, which takes the guest longer than
some packets take to come. Numbers and layouts are those of linux/netlink.h, rtnetlink.h and
gen_stats.h.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from typing import NamedTuple

__all__ = [
    "CLASS",
    "FILTER",
    "KIND",
    "OPTIONS",
    "QDISC",
    "STATS2",
    "Counts",
    "Held",
    "attributes",
    "counts",
    "dump",
    "held",
    "route_socket",
]

QDISC, CLASS, FILTER = 38, 42, 46
KIND, OPTIONS, STATS2 = 1, 2, 7
"""TCA_KIND, TCA_OPTIONS, TCA_STATS2."""
_REQUEST_DUMP = 0x301
_DONE, _ERROR = 3, 2
_HEADER, _TCMSG, _ATTRIBUTE = (
    struct.Struct("=IHHII"),
    struct.Struct("=BxxxiIII"),
    struct.Struct("=HH"),
)
_BASIC, _QUEUE = 1, 3


class Held(NamedTuple):
    """A qdisc, class or filter: its handle, where it hangs, and its attributes by type."""

    handle: int
    parent: int
    attributes: dict[int, bytes]


class Counts(NamedTuple):
    """What TCA_STATS2 and TCA_ACT_STATS count: 0 for what is not there."""

    size: int = 0
    """Bytes of the packets that went on."""
    packets: int = 0
    queued: int = 0
    drops: int = 0
    overlimits: int = 0


def route_socket() -> socket.socket:
    """A socket of rtnetlink in the namespace that this process is in."""
    link = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
    link.bind((0, 0))
    return link


def held(link: socket.socket, what: int, index: int, parent: int = 0) -> Iterator[Held]:
    """All of a kind (`QDISC`, ...) on the interface with this index. Raises OSError."""
    for data in dump(link, what, _TCMSG.pack(0, index, 0, parent, 0)):
        _, of, handle, above, _ = _TCMSG.unpack_from(data)
        if of == index:
            yield Held(handle, above, attributes(data[_TCMSG.size :]))


def dump(link: socket.socket, what: int, body: bytes) -> Iterator[bytes]:
    """The bodies of the messages that answer a request. Raises OSError where it is refused."""
    link.send(_HEADER.pack(_HEADER.size + len(body), what, _REQUEST_DUMP, 1, 0) + body)
    while True:
        data = link.recv(1 << 20)
        at = 0
        while at < len(data):
            length, kind, _, _, _ = _HEADER.unpack_from(data, at)
            if kind == _DONE:
                return
            if kind == _ERROR:
                code = struct.unpack_from("=i", data, at + _HEADER.size)[0]
                raise OSError(-code, f"the kernel refuses dump {what}")
            yield data[at + _HEADER.size : at + length]
            at += (length + 3) & ~3


def attributes(data: bytes) -> dict[int, bytes]:
    """The attributes of a message by their type, without the flag bits."""
    by_type = {}
    at = 0
    while at + _ATTRIBUTE.size <= len(data):
        length, kind = _ATTRIBUTE.unpack_from(data, at)
        if length < _ATTRIBUTE.size:
            break
        by_type[kind & 0x3FFF] = data[at + _ATTRIBUTE.size : at + length]
        at += (length + 3) & ~3
    return by_type


def counts(stats: bytes) -> Counts:
    """The counters of a qdisc, a class or an action (struct gnet_stats_basic and _queue)."""
    by_type = attributes(stats)
    size, packets = struct.unpack_from("=QI", by_type[_BASIC]) if _BASIC in by_type else (0, 0)
    queue = struct.unpack_from("=IIIII", by_type[_QUEUE]) if _QUEUE in by_type else (0, 0, 0, 0, 0)
    return Counts(size, packets, queue[0], queue[2], queue[4])
