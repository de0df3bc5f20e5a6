"""Dumps of rtnetlink for the guest: classes, qdiscs and policers of this network namespace.

The guest's Python has the standard library alone, and starting `tc` for each packet takes too
long. Numbers are those of the kernel's headers: linux/rtnetlink.h, pkt_sched.h, gen_stats.h.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

QDISC, CLASS, FILTER, ACTION = 38, 42, 46, 50
_REQUEST_DUMP = 0x301
_DONE, _ERROR = 3, 2
_HEADER = struct.Struct("=IHHII")
_TCMSG = struct.Struct("=BxxxiIII")
_ATTRIBUTE = struct.Struct("=HH")
# TCA_*, TCA_STATS_*, TCA_ACT_*
KIND, OPTIONS, XSTATS, STATS2 = 1, 2, 4, 7
_BASIC, _QUEUE, _APP = 1, 3, 4
_ACT_KIND, _ACT_OPTIONS, _ACT_STATS, _ACT_INDEX = 1, 2, 4, 3
_POLICE_TBF = 1


class Row:
    """A qdisc or a class: ids, kind, options as they came, and its counters."""

    __slots__ = ("drops", "handle", "kind", "options", "overlimits", "packets", "parent", "queued",
                 "size", "xstats")  # fmt: skip

    def __init__(self, handle: int, parent: int, found: dict[int, bytes]) -> None:
        self.handle, self.parent = handle, parent
        self.kind = found.get(KIND, b"").rstrip(b"\0").decode()
        self.options = found.get(OPTIONS, b"")
        stats = attributes(found.get(STATS2, b""))
        self.xstats = stats.get(_APP, b"")
        self.size, self.packets = _basic(stats)
        self.queued, self.drops, self.overlimits = _queue(stats)

    @property
    def taken(self) -> int:
        """Packets that came to it: gone on, still waiting, or dropped on entry."""
        return self.packets + self.queued + self.drops


def _basic(stats: dict[int, bytes]) -> tuple[int, int]:
    return struct.unpack_from("=QI", stats[_BASIC]) if _BASIC in stats else (0, 0)


def _queue(stats: dict[int, bytes]) -> tuple[int, int, int]:
    if _QUEUE not in stats:
        return (0, 0, 0)
    length, _, drops, _, overlimits = struct.unpack_from("=IIIII", stats[_QUEUE])
    return length, drops, overlimits


class Link:
    """A socket of rtnetlink in the namespace that this process is in."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
        self._socket.bind((0, 0))
        self._number = 0

    def rows(self, what: int, index: int) -> list[Row]:
        """All qdiscs or classes of the interface with this index."""
        body = _TCMSG.pack(0, index, 0, 0, 0)
        found = []
        for data in self._dump(what, body):
            _, of, handle, parent, _ = _TCMSG.unpack_from(data)
            if of == index:
                found.append(Row(handle, parent, attributes(data[_TCMSG.size :])))
        return found

    def policers(self) -> dict[int, tuple[int, int, int]]:
        """By index: packets that came, and those that were over the rate, and dropped."""
        kind = _ATTRIBUTE.pack(4 + 7, _ACT_KIND) + b"police\0\0"
        table = _ATTRIBUTE.pack(4 + len(kind), 1) + kind
        nest = _ATTRIBUTE.pack(4 + len(table), 1) + table
        found = {}
        for data in self._dump(ACTION, struct.pack("=Bxxx", 0) + nest):
            actions = attributes(attributes(data[4:]).get(1, b""))
            for action in actions.values():
                parts = attributes(action)
                options = attributes(parts.get(_ACT_OPTIONS, b""))
                stats = attributes(parts.get(_ACT_STATS, b""))
                if _POLICE_TBF in options:
                    number = struct.unpack_from("=I", options[_POLICE_TBF])[0]
                    _, drops, over = _queue(stats)
                    found[number] = (_basic(stats)[1], over, drops)
        return found

    def _dump(self, what: int, body: bytes) -> Iterator[bytes]:
        self._number += 1
        head = _HEADER.pack(_HEADER.size + len(body), what, _REQUEST_DUMP, self._number, 0)
        self._socket.send(head + body)
        while True:
            data = self._socket.recv(1 << 16)
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
    found = {}
    at = 0
    while at + _ATTRIBUTE.size <= len(data):
        length, kind = _ATTRIBUTE.unpack_from(data, at)
        if length < _ATTRIBUTE.size:
            break
        found[kind & 0x3FFF] = data[at + _ATTRIBUTE.size : at + length]
        at += (length + 3) & ~3
    return found
