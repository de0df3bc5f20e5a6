"""The DSCPs that the lines of a class test by their values."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.fields import Field
from qosc.ir import AccessList, Interval, Predicate, Test
from qosc.lint.engine.rule import Context
from qosc.lint.facts.walk import leaf_tests, lists_of

__all__ = ["BELOW_DEFAULT", "asked_points", "only_points"]

BELOW_DEFAULT = frozenset((1, 8))
"""LE (RFC 8622) and CS1 (RFC 4594): served after best effort, though their numbers are higher."""


def asked_points(context: Context, match: Predicate) -> frozenset[int]:
    """The DSCPs that a match names one by one: in its lines, its class-maps and the entries of its
    access lists that permit.
    """
    points = _points(leaf_tests(context.device, match))
    for each in lists_of(context.device, match):
        points |= _of_list(context, each)
    return frozenset(points)


def _of_list(context: Context, access_list: AccessList) -> set[int]:
    """The same of a list, which many classes may share: worked out once."""
    known = context.once(_lists)
    if access_list.name not in known:
        known[access_list.name] = {
            point
            for entry in access_list.entries
            if entry.permit
            for point in _points(leaf_tests(context.device, entry.match))
        }
    return known[access_list.name]


def _lists(context: Context) -> dict[str, set[int]]:
    del context
    return {}


def only_points(context: Context, match: Predicate) -> frozenset[int]:
    """The same where the match tests nothing but DSCPs and the version; else nothing."""
    tests = list(leaf_tests(context.device, match))
    plain = all(test.field in (Field.DSCP, Field.VERSION) for test in tests)
    plain = plain and next(lists_of(context.device, match), None) is None
    return frozenset(_points(tests)) if plain else frozenset()


def _points(tests: Iterable[Test]) -> set[int]:
    return {
        value.low
        for test in tests
        if test.field is Field.DSCP
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high
    }
