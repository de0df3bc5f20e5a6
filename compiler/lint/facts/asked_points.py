"""The DSCPs that the lines of a class ask for by their values."""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import Device, Interval, Predicate, Test
from qosc.lint.facts.walk import entries_of, leaf_tests

__all__ = ["BELOW_DEFAULT", "asked_points", "only_points"]

BELOW_DEFAULT = frozenset((1, 8))
"""LE (RFC 8622) and CS1 (RFC 4594): served after best effort, though their numbers are higher."""


def asked_points(device: Device, match: Predicate) -> frozenset[int]:
    """The DSCPs that a match names one by one: in its lines, its class-maps and the entries of its
    access lists that permit.
    """
    tests = list(leaf_tests(device, match))
    for entry in entries_of(device, match):
        tests += leaf_tests(device, entry.match) if entry.permit else ()
    return frozenset(_points(tests))


def only_points(device: Device, match: Predicate) -> frozenset[int]:
    """The same where the match asks for nothing but DSCPs and the version; else nothing."""
    tests = list(leaf_tests(device, match))
    plain = all(test.field in (Field.DSCP, Field.VERSION) for test in tests)
    plain = plain and next(entries_of(device, match), None) is None
    return frozenset(_points(tests)) if plain else frozenset()


def _points(tests: list[Test]) -> set[int]:
    return {
        value.low
        for test in tests
        if test.field is Field.DSCP
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high
    }
