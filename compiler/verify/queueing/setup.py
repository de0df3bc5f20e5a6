"""What a script sets up on one port, with its parts by the names that they have for each other."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from qosc.verify.tc.model import Class, Handle, PortSetup, Qdisc

__all__ = ["Setup", "set_up"]

_DIRECT = "past all queues"


@dataclass(frozen=True, slots=True)
class Setup:
    """The root qdisc, the classes by id, and the qdisc below each class or band."""

    port: PortSetup
    root: Qdisc | None
    classes: dict[Handle, Class]
    below: dict[Handle, Qdisc]

    def children(self, parent: Handle) -> list[Class]:
        """The classes right below a class or the root, in the order of their ids."""
        inner = [each for each in self.classes.values() if each.parent == parent]
        return sorted(inner, key=lambda each: each.classid)

    def queue_of(self, named: Hashable) -> Hashable:
        """The queue that a packet ends in whose priority names `named` (None: nothing).

        A name that is no leaf of htb counts as none; then the default class takes the packet (Linux
        sch_htb.c). A prio qdisc there looks at the name again (sch_prio.c).
        """
        if self.root is None or self.root.kind != "htb":
            return None
        wanted = named if isinstance(named, tuple) else (0, 0)
        leaf = wanted if self._is_leaf(wanted) else None
        if leaf is None:
            default = self.root.values.get("default", 0)
            leaf = (self.root.handle[0], default if isinstance(default, int) else 0)
            if not self._is_leaf(leaf):
                return _DIRECT
        bands = self.below.get(leaf)
        if bands is None or bands.kind != "prio":
            return leaf
        count = bands.values["bands"]
        assert isinstance(count, int)  # noqa: S101
        if wanted[0] == bands.handle[0] and 1 <= wanted[1] <= count:
            return wanted
        default_bands = bands.values["priomap"]
        assert isinstance(default_bands, tuple)  # noqa: S101
        return bands.handle[0], default_bands[wanted[1] & 15] + 1

    def _is_leaf(self, classid: Handle) -> bool:
        return classid in self.classes and not self.children(classid)


def set_up(port: PortSetup) -> Setup:
    """The parts of a port, as the reader has found them to fit each other."""
    root: Qdisc | None = None
    below: dict[Handle, Qdisc] = {}
    for qdisc in port.qdiscs:
        if qdisc.kind == "clsact":
            continue
        if qdisc.parent is None:
            root = qdisc
        else:
            below[qdisc.parent] = qdisc
    classes = {each.classid: each for each in port.classes}
    return Setup(port, root, classes, below)
