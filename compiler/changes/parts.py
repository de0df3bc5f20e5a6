"""What the stages of a port look at and write, and which of them do the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from qosc.fields import DS_VIEWS, Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Attachment,
    ClassMap,
    Device,
    Mark,
    Not,
    Policy,
    Reference,
    RuleList,
    Stage,
    Test,
    TrafficClass,
)
from qosc.ir.resolve import resolve
from qosc.values import replace

__all__ = ["Alike", "Fields", "Parts", "same_objects"]

Fields = frozenset[Field]
_DS = Field.DSCP
"""Stands for all views of the DS byte."""


class Parts:
    """Looks through the stages of one device; each object once."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._known: dict[int, tuple[object, Fields, Fields, frozenset[Reference]]] = {}

    def tested(self, stages: Iterable[Stage]) -> Fields:
        """The fields that stages look at."""
        return frozenset(field for stage in stages for field in self._of(stage)[1])

    def written(self, stages: Iterable[Stage]) -> Fields:
        """The fields that stages write."""
        return frozenset(field for stage in stages for field in self._of(stage)[2])

    def references(self, stages: Iterable[Stage]) -> frozenset[Reference]:
        """All that stages refer to, directly or not."""
        return frozenset(one for stage in stages for one in self._of(stage)[3])

    def _of(self, stage: Stage) -> tuple[object, Fields, Fields, frozenset[Reference]]:
        if id(stage) not in self._known:
            tested: set[Field] = set()
            written: set[Field] = set()
            seen: set[Reference] = set()
            for item in self._walk(stage, seen):
                if isinstance(item, Test):
                    tested.add(_one(item.field))
                else:
                    written.add(_one(item.field))
                    if item.table is not None:
                        tested.add(_one(item.table.source))
            part = (stage, frozenset(tested), frozenset(written), frozenset(seen))
            self._known[id(stage)] = part
        return self._known[id(stage)]

    def _walk(self, stage: Stage, seen: set[Reference]) -> Iterator[Test | Mark]:
        work: list[Any] = [stage]
        while work:
            item = work.pop()
            if isinstance(item, Test | Mark):
                yield item
            elif isinstance(item, Reference):
                if item not in seen:
                    seen.add(item)
                    work.append(resolve(self._device, item))
            elif isinstance(item, tuple):
                work.extend(item)
            else:
                work.extend(_inside(item))


_NAMES = {
    Attachment: ("policy",),
    RuleList: ("rules",),
    Policy: ("classes",),
    TrafficClass: ("match", "marks", "policers", "child", "limits", "wred"),
    ClassMap: ("match",),
    Not: ("operand",),
    AllOf: ("operands",),
    AnyOf: ("operands",),
}


def _inside(item: Any) -> Iterator[Any]:
    if isinstance(item, AccessList):
        yield tuple(entry.match for entry in item.entries)
        return
    names: tuple[str, ...] = _NAMES.get(type(item), ())
    if not names and item is not None:
        names = ("match", "marks", "policer", "meter", "colours", "green", "yellow")
        names += ("conform", "exceed", "violate")
        if getattr(item, "curves", ()) and getattr(item, "field", None) is not None:
            yield Test(item.field, ())
    for name in names:
        value = getattr(item, name, None)
        if value is not None:
            yield value


def _one(field: Field) -> Field:
    return _DS if field in DS_VIEWS else field


class Alike:
    """Numbers for the stages of one device, the same for those that do the same: a policy counts by
    what its classes say, not by its name, since a reader names the queues of each port of a switch.
    Each object is looked through once.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._numbers: dict[object, int] = {}
        self._by_id: dict[int, tuple[Stage, int]] = {}
        self._policies: dict[Reference, int] = {}

    def number(self, stage: Stage) -> int:
        """The number of a stage."""
        known = self._by_id.get(id(stage))
        if known is None:
            content: object = stage
            if isinstance(stage, Attachment):
                content = (stage.default_by, self._policy(stage.policy))
            known = self._by_id[id(stage)] = stage, self._number(content)
        return known[1]

    def _number(self, content: object) -> int:
        return self._numbers.setdefault(content, len(self._numbers))

    def _policy(self, reference: Reference) -> int:
        """The number of a policy by what it says, with all below it; without recursion, since
        policies may be nested by the thousand.
        """
        known, begun = self._policies, set[Reference]()
        work = [reference]
        while work:
            one = work[-1]
            policy = resolve(self._device, one) if one in begun or one not in known else None
            if not isinstance(policy, Policy):
                known.setdefault(one, self._number(one))
                work.pop()
            elif one not in begun:
                begun.add(one)
                # A policy that is inside itself meets its own name there.
                known[one] = self._number(one)
                children = [each.child for each in policy.classes if each.child is not None]
                work += [child for child in children if child not in known]
            else:
                inside = tuple(
                    (replace(each, child=None), each.child and known[each.child])
                    for each in policy.classes
                )
                known[one] = self._number((policy.feature, inside))
                begun.discard(one)
                work.pop()
        return known[reference]


def same_objects(
    old: Device, new: Device, references: Iterable[Reference], known: dict[Reference, bool]
) -> bool:
    """Whether what is referred to reads the same on both sides."""
    for one in references:
        if one not in known:
            known[one] = resolve(old, one) == resolve(new, one)
        if not known[one]:
            return False
    return True
