"""What code points an object stands for, as far as its lines say so plainly."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir import AccessList, AllOf, AnyOf, Interval, Predicate, RefKind, Test
from qosc.ir.resolve import references_of
from qosc.lint.engine.rule import Context

__all__ = ["CodePoint", "code_points_of_lists", "matched_code_points"]

CodePoint = tuple[Field, int]
_VIEWS = (Field.PRECEDENCE, Field.DSCP)


def code_points_of_lists(context: Context) -> dict[str, CodePoint | None]:
    """For each access list the one precedence or DSCP that all its permits test, or None.

    Use through `context.once`.
    """
    return {
        name: _of_list(access_list) for name, access_list in context.device.access_lists.items()
    }


def matched_code_points(context: Context) -> frozenset[CodePoint]:
    """Every precedence and DSCP that a class-map tests, itself or by an access list.

    Use through `context.once`.
    """
    points: set[CodePoint] = set()
    lists: set[str] = set()
    for class_map in context.device.class_maps.values():
        points.update(_points(class_map.match))
        for reference in references_of(class_map.match):
            if reference.target is RefKind.ACCESS_LIST:
                lists.add(reference.name)
    for name in lists & context.device.access_lists.keys():
        for entry in context.device.access_lists[name].entries:
            points.update(_points(entry.match))
    return frozenset(points)


def _of_list(access_list: AccessList) -> CodePoint | None:
    asked = {
        next(iter(points)) if len(points) == 1 else None
        for points in (set(_points(entry.match)) for entry in access_list.entries if entry.permit)
    }
    return asked.pop() if len(asked) == 1 else None


def _points(match: Predicate) -> Iterator[CodePoint]:
    if isinstance(match, Test) and match.field in _VIEWS:
        for value in match.values:
            if isinstance(value, Interval) and value.low == value.high:
                yield match.field, value.low
    elif isinstance(match, AllOf | AnyOf):
        for operand in match.operands:
            yield from _points(operand)
