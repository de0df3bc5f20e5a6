"""The tests and lists that a match is made of, through class-maps and access lists."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    ClassMap,
    Device,
    Predicate,
    Reference,
    Test,
)
from qosc.ir.resolve import resolve

__all__ = ["leaf_tests", "lists_of"]

_LEVELS = 4


def leaf_tests(device: Device, match: Predicate, levels: int = _LEVELS) -> Iterator[Test]:
    """The tests that a match asks for itself or by its class-maps; not those of access lists, and
    none below a `match not`.
    """
    if isinstance(match, Test):
        yield match
    elif isinstance(match, (AllOf, AnyOf)):
        for operand in match.operands:
            yield from leaf_tests(device, operand, levels)
    elif isinstance(match, Reference) and levels:
        target = resolve(device, match)
        if isinstance(target, ClassMap):
            yield from leaf_tests(device, target.match, levels - 1)


def lists_of(device: Device, match: Predicate, levels: int = _LEVELS) -> Iterator[AccessList]:
    """The access lists that a match refers to, but for those below a `match not`."""
    if isinstance(match, (AllOf, AnyOf)):
        for operand in match.operands:
            yield from lists_of(device, operand, levels)
    elif isinstance(match, Reference) and levels:
        target = resolve(device, match)
        if isinstance(target, ClassMap):
            yield from lists_of(device, target.match, levels - 1)
        elif isinstance(target, AccessList):
            yield target
