"""Classes, qdiscs and policers of this network namespace, for the guest."""

from __future__ import annotations

import struct

from qosc.lab.linux.guest.netlink import (
    CLASS,
    KIND,
    OPTIONS,
    QDISC,
    STATS2,
    attributes,
    counts,
    dump,
    held,
    route_socket,
)

__all__ = ["CLASS", "QDISC", "Link", "Row"]

_ACTION = 50
_APP = 4
# TCA_ACT_*; TCA_POLICE_TBF
_ACT_KIND, _ACT_OPTIONS, _ACT_STATS = 1, 2, 4
_POLICE_TBF = 1
_ATTRIBUTE = struct.Struct("=HH")


class Row:
    """A qdisc or a class: ids, kind, options as they came, and its counters."""

    __slots__ = (
        "drops",
        "handle",
        "kind",
        "options",
        "overlimits",
        "packets",
        "parent",
        "queued",
        "size",
        "xstats",
    )

    def __init__(self, handle: int, parent: int, found: dict[int, bytes]) -> None:
        self.handle, self.parent = handle, parent
        self.kind = found.get(KIND, b"").rstrip(b"\0").decode()
        self.options = found.get(OPTIONS, b"")
        self.xstats = attributes(found.get(STATS2, b"")).get(_APP, b"")
        self.size, self.packets, self.queued, self.drops, self.overlimits = counts(
            found.get(STATS2, b"")
        )

    @property
    def taken(self) -> int:
        """Packets that came to it: gone on, still waiting, or dropped on entry."""
        return self.packets + self.queued + self.drops


class Link:
    """A socket of rtnetlink in the namespace that this process is in."""

    def __init__(self) -> None:
        self._socket = route_socket()

    def rows(self, what: int, index: int) -> list[Row]:
        """All qdiscs or classes of the interface with this index."""
        return [Row(*each) for each in held(self._socket, what, index)]

    def policers(self) -> dict[int, tuple[int, int, int]]:
        """By index: packets that came, and those that were over the rate, and dropped."""
        kind = _ATTRIBUTE.pack(4 + 7, _ACT_KIND) + b"police\0\0"
        table = _ATTRIBUTE.pack(4 + len(kind), 1) + kind
        nest = _ATTRIBUTE.pack(4 + len(table), 1) + table
        found = {}
        for data in dump(self._socket, _ACTION, struct.pack("=Bxxx", 0) + nest):
            actions = attributes(attributes(data[4:]).get(1, b""))
            for action in actions.values():
                parts = attributes(action)
                options = attributes(parts.get(_ACT_OPTIONS, b""))
                if _POLICE_TBF in options:
                    number = struct.unpack_from("=I", options[_POLICE_TBF])[0]
                    seen = counts(parts.get(_ACT_STATS, b""))
                    found[number] = (seen.packets, seen.overlimits, seen.drops)
        return found
