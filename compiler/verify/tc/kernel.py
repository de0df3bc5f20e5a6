"""The traffic control of one interface, as the commands of a script change it one after the other.

What the kernel refuses is refused, in its words: Linux 6.1, net/sched/sch_api.c, cls_api.c,
sch_htb.c, cls_flower.c and cls_matchall.c; each refusal was seen on a 6.1 kernel. The interface
begins with no queue and no filter, as a script clears it first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from qosc.verify.tc.filters import Place
from qosc.verify.tc.model import (
    Class,
    Filter,
    Handle,
    Police,
    PortSetup,
    Qdisc,
    Unreadable,
    written,
)

__all__ = ["Interface"]


_U32_GROUPS = 2047
"""Prefs with u32 filters of a device, both hooks together (Linux cls_u32.c, gen_new_htid)."""
_U32_IN_GROUP = 2048
"""Filters of a pref that u32 asks in the order of their making (gen_new_kid)."""


class Interface:
    """Qdiscs by parent, classes by id, filters in the order of their making."""

    def __init__(self) -> None:
        self._root: Qdisc | None = None
        self._clsact: Qdisc | None = None
        self._below: dict[Handle, Qdisc] = {}
        self._classes: dict[Handle, Class] = {}
        self._filters: list[Filter] = []
        self._keys: set[object] = set()
        self._kinds: dict[tuple[str, int, int], Filter] = {}
        self._meters: dict[int, Police] = {}
        self._in_group: dict[tuple[str, int, int], int] = {}
        self._priorities: dict[int, int] = {}

    def map_priorities(self, pairs: Mapping[int, int]) -> None:
        """What a VLAN device is told by `egress-qos-map`; once (the script's own words).

        Raises Unreadable for a second time.
        """
        if self._priorities:
            raise Unreadable("the priorities of the VLAN tags are given twice")
        self._priorities = dict(pairs)

    def setup(self, name: str, line: int) -> PortSetup:
        """What is there now."""
        qdiscs = [each for each in (self._root, self._clsact) if each is not None]
        qdiscs += self._below.values()
        return PortSetup(
            name,
            tuple(qdiscs),
            tuple(self._classes.values()),
            tuple(self._filters),
            line,
            self._priorities,
        )

    # Qdiscs

    def add_qdisc(self, made: Qdisc, *, replaces: bool) -> None:
        """`tc qdisc add`, or `replace`, which may stand where another one is.

        Raises Unreadable where the kernel would refuse it.
        """
        if made.kind == "clsact":
            if self._clsact is not None:
                raise Unreadable("clsact is there already (Exclusivity flag on, cannot modify)")
            self._clsact = made
            return
        at = self._root if made.parent is None else self._below_of(made.parent)
        taken = self._with_handle(made.handle)
        if taken is not None and (not replaces or taken is not at or taken.kind != made.kind):
            raise Unreadable(f"the handle {made.handle[0]:x}: is taken (Exclusivity flag on)")
        if taken is not None and made.kind in ("htb", "prio"):
            raise Unreadable(f"a {made.kind} that is changed is not understood here")
        if at is not None and not replaces:
            raise Unreadable("another qdisc is there already (NLM_F_REPLACE needed to override)")
        if at is not None:
            self._drop_below(at)
        if made.parent is None:
            self._root = made
        else:
            self._below[made.parent] = made

    def _below_of(self, parent: Handle) -> Qdisc | None:
        owner = self._with_handle((parent[0], 0))
        if owner is None:
            raise Unreadable(f"there is no qdisc {parent[0]:x}: (Failed to find specified qdisc)")
        if owner.kind == "prio":
            if not 1 <= parent[1] <= int(str(owner.values["bands"])):
                raise Unreadable(f"there is no band {written(parent)} (Specified class not found)")
        elif owner.kind != "htb" or parent not in self._classes:
            raise Unreadable(f"there is no class {written(parent)} (Specified class not found)")
        elif any(each.parent == parent for each in self._classes.values()):
            raise Unreadable(f"the class {written(parent)} has classes below it (Invalid argument)")
        return self._below.get(parent)

    def _with_handle(self, handle: Handle) -> Qdisc | None:
        known = (self._root, *self._below.values())
        return next((each for each in known if each is not None and each.handle == handle), None)

    def _drop_below(self, gone: Qdisc) -> None:
        """A qdisc goes, and all that is below it."""
        major = gone.handle[0]
        self._classes = {own: each for own, each in self._classes.items() if own[0] != major}
        for parent in [each for each in self._below if each[0] == major]:
            if parent in self._below:
                self._drop_below(self._below.pop(parent))

    def delete_qdisc(self, parent: Handle | None, *, clsact: bool) -> None:
        """`tc qdisc del` of clsact, of the root (no parent) or of what is below a class.

        Raises Unreadable where there is none.
        """
        if clsact:
            if self._clsact is None:
                raise Unreadable("there is no clsact to delete")
            self._clsact = None
            self._filters.clear()
            self._keys.clear()
            self._kinds.clear()
            self._in_group.clear()
            return
        gone = self._root if parent is None else self._below.pop(parent, None)
        if gone is None:
            raise Unreadable("nothing to delete (Cannot delete qdisc with handle of zero)")
        if parent is None:
            self._root = None
        self._drop_below(gone)

    # Classes

    def add_class(self, made: Class, verb: str) -> None:
        """`tc class add`, `replace` or `change`.

        Raises Unreadable where the kernel would refuse it.
        """
        owner = self._with_handle((made.classid[0], 0))
        if owner is None or owner.kind != "htb":
            raise Unreadable(f"there is no htb {made.classid[0]:x}: (No such file or directory)")
        if made.parent[0] != made.classid[0] or not made.classid[1]:
            raise Unreadable(f"not a class of {written(made.parent)} (Invalid argument)")
        known = self._classes.get(made.classid)
        if known is None and verb == "change":
            raise Unreadable(f"there is no class {written(made.classid)} (No such file)")
        if known is not None:
            if verb == "add":
                raise Unreadable(
                    f"the class {written(made.classid)} is there already (File exists)"
                )
            # The kernel leaves a class where it is, whatever parent is named.
            self._classes[made.classid] = replace(made, parent=known.parent)
            return
        if made.parent != owner.handle and made.parent not in self._classes:
            raise Unreadable(
                f"there is no parent {written(made.parent)}: the kernel would put the class at the "
                "root"
            )
        if made.parent in self._below:
            # A leaf that gets classes loses its queue.
            self._drop_below(self._below.pop(made.parent))
        self._classes[made.classid] = made

    def delete_class(self, own: Handle) -> None:
        """`tc class del`. Raises Unreadable where there is none, or classes below it."""
        if own not in self._classes:
            raise Unreadable(f"there is no class {written(own)} (No such file or directory)")
        if any(each.parent == own for each in self._classes.values()):
            raise Unreadable(f"the class {written(own)} has classes below it (Device is busy)")
        del self._classes[own]
        if own in self._below:
            self._drop_below(self._below.pop(own))

    # Filters

    def add_filter(self, made: Filter) -> None:
        """`tc filter add`; `replace` does the same where no handle is given.

        Raises Unreadable where the kernel would refuse it.
        """
        if self._clsact is None:
            raise Unreadable("there is no clsact for the filter (Parent Qdisc doesn't exists)")
        place = made.hook, made.chain, made.pref
        first = self._kinds.setdefault(place, made)
        if first.protocol != made.protocol:
            raise Unreadable(
                "this pref is for another protocol (Filter with specified priority/protocol not "
                "found)"
            )
        if first.kind != made.kind:
            raise Unreadable("this pref is for another kind (Specified filter kind does not match)")
        if made.kind == "u32":
            self._u32_limits(place)
        if made.kind in ("flower", "matchall", "fw", "basic"):
            key = (*place, frozenset(made.keys))
            if made.kind != "basic" and key in self._keys:
                raise Unreadable("the same filter is there already (File exists)")
            self._keys.add(key)
        for action in made.actions:
            if isinstance(action, Police) and action.index:
                known = self._meters.setdefault(action.index, action)
                if known != action:
                    raise Unreadable(
                        f"the kernel keeps the figures that police index {action.index} has already"
                    )
        self._filters.append(made)

    def _u32_limits(self, place: tuple[str, int, int]) -> None:
        """Both were seen on a 6.1 kernel, one above the limit."""
        self._in_group[place] = self._in_group.get(place, 0) + 1
        if len(self._in_group) > _U32_GROUPS:
            raise Unreadable(
                f"more than {_U32_GROUPS} prefs with u32 filters on one device (Filter already "
                "exists)"
            )
        if self._in_group[place] > _U32_IN_GROUP:
            raise Unreadable(
                f"more than {_U32_IN_GROUP} u32 filters of one pref: the kernel asks the others "
                "first"
            )

    def delete_filters(self, place: Place) -> None:
        """`tc filter del` of a chain, or of one pref of it.

        Raises Unreadable where there is nothing to delete.
        """
        if self._clsact is None:
            raise Unreadable("there is no clsact (Parent Qdisc doesn't exists)")
        own = place.hook, place.chain
        gone = [each for each in self._kinds if each[:2] == own and place.pref in (0, each[2])]
        if place.protocol is not None:
            raise Unreadable("a filter that is deleted by its protocol is not understood here")
        if place.pref and not gone:
            raise Unreadable("there is no filter of this pref to delete")
        for each in gone:
            del self._kinds[each]
            self._in_group.pop(each, None)
        self._keys = {key for key in self._keys if isinstance(key, tuple) and key[:3] not in gone}
        self._filters = [
            each for each in self._filters if (each.hook, each.chain, each.pref) not in gone
        ]
