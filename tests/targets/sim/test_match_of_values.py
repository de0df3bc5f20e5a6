"""A predicate as a scenario has it: values, ranges of addresses, and what a field cannot hold."""

from __future__ import annotations

from typing import Any

import pytest

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Test,
)
from qosc.scenario import Match


def where(field: Field, *values: Any) -> dict[Field, tuple[Any, ...]]:
    found = lower_test(field, *values)
    return dict(found.where or {})


def lower_test(field: Field, *values: Any) -> Match:
    from qosc.targets.sim.match import _test

    return _test(Test(field, values))


A = 0x0A000000
"""10.0.0.0"""


@pytest.mark.parametrize(
    ("low", "high", "prefixes"),
    [
        (A, A, ("10.0.0.0/32",)),
        (A, A + 255, ("10.0.0.0/24",)),
        (A, A + 256, ("10.0.0.0/24", "10.0.1.0/32")),
        (A + 1, A + 4, ("10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/32")),
        (A + 5, A + 6, ("10.0.0.5/32", "10.0.0.6/32")),
        (0, 0xFFFFFFFF, ("0.0.0.0/0",)),
        (0xFFFFFFFE, 0xFFFFFFFF, ("255.255.255.254/31",)),
        (0xFFFFFFFF, 1 << 40, ("255.255.255.255/32",)),
        (-5, 1, ("0.0.0.0/31",)),
        (5, 4, ()),
    ],
)
@pytest.mark.parametrize("field", [Field.SRC4, Field.DST4])
def test_a_range_of_addresses_is_prefixes(
    field: Field, low: int, high: int, prefixes: tuple[str, ...]
) -> None:
    made = where(field, Interval(low, high))[field]
    assert tuple(each if "/" in each else f"{each}/32" for each in made) == prefixes


@pytest.mark.parametrize("field", [Field.SRC6, Field.DST6])
def test_a_range_of_addresses_of_ipv6_is_prefixes(field: Field) -> None:
    base = 0x20010DB8 << 96
    made = where(field, Interval(base, base + (1 << 64) - 1), Interval(0, (1 << 128) - 1))[field]
    assert made == ("2001:db8::/64", "::/0")


@pytest.mark.parametrize(
    ("field", "values", "kept"),
    [
        (Field.DSCP, (Interval(46, 46), Interval(10, 12)), (46, "10-12")),
        (Field.DSCP, (Interval(63, 63), Interval(64, 64)), (63,)),
        (Field.DSCP, (Interval(46, 46), Interval(46, 46)), (46,)),
        (Field.PRECEDENCE, (Interval(7, 7), Interval(8, 8)), (7,)),
        (Field.LOSS_PRIORITY, (Interval(0, 0), Interval(3, 3)), ("low", "high")),
        (Field.LOSS_PRIORITY, (Interval(1, 2),), ("medium-low", "medium-high")),
        (Field.LOSS_PRIORITY, (Interval(-2, -1), Interval(4, 9)), ()),
        (Field.LOSS_PRIORITY, (Named("high"), Named("nonsense")), ("high",)),
        (Field.FORWARDING_CLASS, (Named("voice"), Named("x" * 201)), ("voice",)),
        (Field.FORWARDING_CLASS, (Named("x" * 200),), ("x" * 200,)),
        (Field.DSCP, (Named("voice"),), ()),
        (Field.SRC4, (Masked(A, 0xFF000000),), ("10.0.0.0/8",)),
    ],
)
def test_the_values_that_a_field_can_hold(
    field: Field, values: tuple[Any, ...], kept: tuple[Any, ...]
) -> None:
    assert where(field, *values)[field] == kept


EF, TCP = Test(Field.DSCP, (Interval(46, 46),)), Test(Field.PROTOCOL, (Interval(6, 6),))
CS1 = Test(Field.DSCP, (Interval(8, 8),))


@pytest.mark.parametrize(
    ("match", "made"),
    [
        (Anything(), Match(where={})),
        (EF, Match(where={Field.DSCP: (46,)})),
        (AllOf((EF, TCP)), Match(where={Field.DSCP: (46,), Field.PROTOCOL: (6,)})),
        (AllOf((EF,)), Match(where={Field.DSCP: (46,)})),
        (
            AllOf((EF, CS1)),
            Match(all=(Match(where={Field.DSCP: (46,)}), Match(where={Field.DSCP: (8,)}))),
        ),
        (
            AnyOf((EF, TCP)),
            Match(any=(Match(where={Field.DSCP: (46,)}), Match(where={Field.PROTOCOL: (6,)}))),
        ),
        (Not(EF), Match.model_validate({"not": Match(where={Field.DSCP: (46,)})})),
        (Opaque("url", "x"), Match(any=(), note="url x")),
        (
            Opaque("protocol", "x", likely=TCP),
            Match(where={Field.PROTOCOL: (6,)}, note="protocol x"),
        ),
        (
            AllOf((EF, Opaque("url", "x"))),
            Match(all=(Match(where={Field.DSCP: (46,)}), Match(any=(), note="url x"))),
        ),
        (
            AllOf((Opaque("url", "x"), Opaque("url", "y"))),
            Match(all=(Match(any=(), note="url x"), Match(any=(), note="url y"))),
        ),
    ],
)
def test_a_predicate_as_a_scenario_has_it(match: Predicate, made: Match) -> None:
    from qosc.targets.sim.match import _lower

    assert _lower(Device(), match, "", ()) == made
