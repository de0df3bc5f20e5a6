"""The tests and lists that a match is made of, through class-maps and access lists."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Predicate,
    Reference,
    Test,
)
from qosc.ir.resolve import resolve

__all__ = ["leaf_tests", "lists_of", "sole_tests"]

_LEVELS = 4


def leaf_tests(device: Device, match: Predicate, levels: int = _LEVELS) -> Iterator[Test]:
    """The tests that a match makes itself or by its class-maps; not those of access lists, and
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


def sole_tests(device: Device, match: Predicate, levels: int = _LEVELS) -> Iterator[Test]:
    """Those of `leaf_tests` that nothing but the version of IP is asked with: each of their packets
    of that version matches.
    """
    if isinstance(match, Test):
        yield match
    elif isinstance(match, AnyOf):
        for operand in match.operands:
            yield from sole_tests(device, operand, levels)
    elif isinstance(match, AllOf):
        asked = [each for each in match.operands if not _any_packet(each)]
        if len(asked) == 1:
            yield from sole_tests(device, asked[0], levels)
    elif isinstance(match, Reference) and levels:
        target = resolve(device, match)
        if isinstance(target, ClassMap):
            yield from sole_tests(device, target.match, levels - 1)


def _any_packet(match: Predicate) -> bool:
    return isinstance(match, Anything) or (isinstance(match, Test) and match.field is Field.VERSION)


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
