"""Depths and drop thresholds of a class: their units, shares of the queue, several code points."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth, DepthUnit
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    Device,
    DropCurve,
    FairQueue,
    Interval,
    QueueLimit,
    SupportState,
    Test,
    TrafficClass,
    Wred,
)
from qosc.source import SourceText

EF, AF11, AF12 = 46, 10, 12


def device(*lines: str) -> Device:
    below = "".join(f"  {line}\n" for line in lines)
    return load(SourceText("t.cfg", f"policy-map p\n class class-default\n{below}"))


def only(*lines: str) -> TrafficClass:
    found = device(*lines)
    assert found.residue == ()
    return found.policies["p"].classes[0]


def of(field: Field, *values: int) -> Test:
    return Test(field, tuple(Interval(value, value) for value in values))


def packets(value: int) -> Depth:
    return Depth(value)


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("queue-limit 10 ms", QueueLimit(Depth(10_000, DepthUnit.MICROSECONDS))),
        ("queue-limit 10 us", QueueLimit(Depth(10, DepthUnit.MICROSECONDS))),
        ("queue-limit 900 bytes", QueueLimit(Depth(900, DepthUnit.BYTES))),
        ("queue-limit percent 25", QueueLimit(Depth(250_000, DepthUnit.SHARE))),
        ("queue-limit dscp ef 9", QueueLimit(packets(9), of(Field.DSCP, EF))),
        (
            "queue-limit exp 5 9 ms",
            QueueLimit(Depth(9000, DepthUnit.MICROSECONDS), of(Field.MPLS_EXP, 5)),
        ),
        ("queue-limit cos 5 9 packets", QueueLimit(packets(9), of(Field.COS, 5))),
    ],
)
def test_a_queue_limit(line: str, limit: QueueLimit) -> None:
    assert only(line).limits == (limit,)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("queue-limit dscp ef percent 30", (EF,)),
        ("queue-limit dscp af11 af12 percent 30", (AF11, AF12)),
        ("queue-limit dscp values 10 af12 percent 30", (AF11, AF12)),
    ],
)
def test_a_share_is_of_the_limit_wherever_that_is_said(line: str, values: tuple[int, ...]) -> None:
    for lines in ((line, "queue-limit 75"), ("queue-limit 75", line)):
        limits = only(*lines).limits
        assert set(limits) == {
            QueueLimit(packets(75)),
            QueueLimit(packets(22), of(Field.DSCP, *values)),
        }


def test_a_share_of_a_queue_that_nobody_knows_is_recognised() -> None:
    found = device("queue-limit dscp ef percent 30", "random-detect dscp ef percent 10 20")
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED] * 2
    assert found.policies["p"].classes[0].limits == ()
    assert found.coverage.unknown == 0


def test_the_thresholds_of_a_curve_can_be_shares() -> None:
    wred = only(
        "random-detect dscp-based",
        "random-detect dscp ef percent 10 50 7",
        "queue-limit 64000 bytes",
    ).wred
    low, high = Depth(6400, DepthUnit.BYTES), Depth(32_000, DepthUnit.BYTES)
    assert wred == Wred(Field.DSCP, (DropCurve((EF,), low, high, 7),))


@pytest.mark.parametrize(
    ("line", "field", "values"),
    [
        ("random-detect exp 5 10 20", Field.MPLS_EXP, (5,)),
        ("random-detect dscp ef,10-12 10 20", Field.DSCP, (46, 10, 11, 12)),
        ("random-detect cos 1,3-4 10 20", Field.COS, (1, 3, 4)),
        ("random-detect prec 5 10 20", Field.PRECEDENCE, (5,)),
        ("random-detect dscp values 1 2 minimum-thresh 10 maximum-thresh 20", Field.DSCP, (1, 2)),
        ("random-detect cos-based aggregate minimum-thresh 10 maximum-thresh 20", Field.COS, ()),
        ("random-detect aggregate minimum-thresh 10 maximum-thresh 20", Field.PRECEDENCE, ()),
    ],
)
def test_whom_a_curve_is_for(line: str, field: Field, values: tuple[int, ...]) -> None:
    assert only(line).wred == Wred(field, (DropCurve(values, packets(10), packets(20)),))


@pytest.mark.parametrize(
    ("words", "denominator"),
    [("", None), ("25", 25), ("probability percent 20", 5)],
)
def test_the_greatest_probability_of_a_curve(words: str, denominator: int | None) -> None:
    wred = only(f"random-detect dscp ef 10 20 {words}").wred
    assert wred is not None
    assert wred.curves[0].denominator == denominator


def test_flow_queues_and_the_depth_of_one() -> None:
    assert only("fair-queue 64 queue-limit 20").fair_queue == FairQueue(64, packets(20))
    assert (
        only("fair-queue 64", "fair-queue queue-limit 20").fair_queue
        == only("fair-queue 64 queue-limit 20").fair_queue
    )


@pytest.mark.parametrize(
    "line",
    [
        "queue-limit dynamic 5",
        "queue-limit clp 10",
        "random-detect aggregate",
        "random-detect minimum-threshold 10 kbytes maximum-threshold 20 kbytes weight 5",
        "random-detect dscp ef 10 20 probability percent 30",
        "random-detect clp 1 10 20",
        "fair-queue aggregate-limit 100",
        "shape fr-voice-adapt deactivation 30",
        "shape adaptive percent 20",
    ],
)
def test_what_is_known_and_not_in_the_model(line: str) -> None:
    found = device(line)
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED]
