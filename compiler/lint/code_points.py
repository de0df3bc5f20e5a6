"""What code point an object stands for, as far as its lines say so plainly."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir import AccessList, AllOf, AnyOf, ClassMap, Interval, Predicate, Reference, Test
from qosc.ir.leaves import resolve
from qosc.lint.rule import Context

__all__ = ["CodePoint", "code_point_of_list", "code_points_of"]

CodePoint = tuple[Field, int]
_VIEWS = (Field.PRECEDENCE, Field.DSCP)


def code_point_of_list(found: AccessList) -> CodePoint | None:
    """The one precedence or DSCP that all entries which permit ask for, or None."""
    asked = {
        next(iter(points), None)
        for points in (set(_points(entry.match)) for entry in found.entries if entry.permit)
    }
    return asked.pop() if len(asked) == 1 else None


def code_points_of(context: Context, match: Predicate, depth: int = 8) -> set[CodePoint]:
    """Every precedence and DSCP that a predicate mentions, through its references."""
    found = set(_points(match))
    if depth:
        for operand in _references(match):
            target = resolve(context.device, operand)
            if isinstance(target, ClassMap):
                found |= code_points_of(context, target.match, depth - 1)
            elif isinstance(target, AccessList):
                for entry in target.entries:
                    found |= set(_points(entry.match))
    return found


def _points(match: Predicate) -> Iterator[CodePoint]:
    if isinstance(match, Test) and match.field in _VIEWS:
        for value in match.values:
            if isinstance(value, Interval) and value.low == value.high:
                yield match.field, value.low
    elif isinstance(match, AllOf | AnyOf):
        for operand in match.operands:
            yield from _points(operand)


def _references(match: Predicate) -> Iterator[Reference]:
    from qosc.lint.index import references_of

    return references_of(match)
