"""policy-map: what is done to a class, in all the forms that IOS takes."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    Anything,
    Device,
    DropCurve,
    FairQueue,
    Interval,
    Mark,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    SupportState,
    Test,
    TrafficClass,
    Wred,
)
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def first(*lines: str) -> TrafficClass:
    found = device("policy-map p\n class c\n" + "".join(f"  {line}\n" for line in lines))
    assert found.residue == (), found.residue
    return found.policies["p"].classes[0]


@pytest.mark.parametrize(
    ("line", "guarantee"),
    [
        ("bandwidth 800", Rate(800_000)),
        ("band 800", Rate(800_000)),
        ("bandwidth percent 20", Rate(200_000, RateBase.PERCENT)),
        ("band perc 20", Rate(200_000, RateBase.PERCENT)),
    ],
)
def test_bandwidth(line: str, guarantee: Rate) -> None:
    assert first(line).guarantee == guarantee


@pytest.mark.parametrize(
    ("line", "excess"),
    [
        ("bandwidth remaining percent 40", Rate(400_000, RateBase.REMAINING)),
        ("bandwidth rem ratio 5", Rate(5, RateBase.RATIO)),
    ],
)
def test_bandwidth_remaining(line: str, excess: Rate) -> None:
    found = first(line)
    assert (found.excess, found.guarantee) == (excess, None)


@pytest.mark.parametrize(
    ("line", "priority"),
    [
        ("priority", Priority()),
        ("priority strict", Priority()),
        ("prior 100", Priority(1, Rate(100_000))),
        ("priority 100 3200", Priority(1, Rate(100_000), Burst(3200))),
        ("priority percent 10", Priority(1, Rate(100_000, RateBase.PERCENT))),
        ("priority level 2", Priority(2)),
        ("priority level 2 percent 5", Priority(2, Rate(50_000, RateBase.PERCENT))),
        ("priority level 1 64 1600", Priority(1, Rate(64_000), Burst(1600))),
    ],
)
def test_priority(line: str, priority: Priority) -> None:
    assert first(line).priority == priority


@pytest.mark.parametrize(
    ("line", "shaper"),
    [
        ("shape average 512000", Shaper(Rate(512_000))),
        ("shape average 10m", Shaper(Rate(10_000_000))),
        (
            "shape peak 512000 12800 6400",
            Shaper(
                Rate(512_000),
                peak=True,
                committed=Burst(12800, BurstUnit.BITS),
                excess=Burst(6400, BurstUnit.BITS),
            ),
        ),
        (
            "shape average percent 25 10 ms 20 ms",
            Shaper(
                Rate(250_000, RateBase.PERCENT),
                committed=Burst(10_000, BurstUnit.MICROSECONDS),
                excess=Burst(20_000, BurstUnit.MICROSECONDS),
            ),
        ),
    ],
)
def test_shape(line: str, shaper: Shaper) -> None:
    assert first(line).shaper == shaper


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("queue-limit 10", QueueLimit(Depth(10))),
        ("queue-limit 10 packets", QueueLimit(Depth(10))),
        ("queue-limit 62500 bytes", QueueLimit(Depth(62500, DepthUnit.BYTES))),
        ("queue-limit 50 ms", QueueLimit(Depth(50_000, DepthUnit.MICROSECONDS))),
        (
            "queue-limit dscp af21 40",
            QueueLimit(Depth(40), Test(Field.DSCP, (Interval(18, 18),))),
        ),
    ],
)
def test_queue_limit(line: str, limit: QueueLimit) -> None:
    assert first(line).limits == (limit,)


def test_fair_queue() -> None:
    assert first("fair-queue").fair_queue == FairQueue()
    assert first("fair-queue 256").fair_queue == FairQueue(256)


def test_random_detect() -> None:
    assert first("random-detect").wred == Wred(Field.PRECEDENCE)
    found = first(
        "random-detect dscp-based",
        "random-detect dscp ef 30 40 20",
        "random-detect dscp 10 24 40",
        "random-detect exponential-weighting-constant 10",
        "random-detect ecn",
    )
    curves = (
        DropCurve((46,), Depth(30), Depth(40), 20),
        DropCurve((10,), Depth(24), Depth(40)),
    )
    assert found.wred == Wred(Field.DSCP, curves, 10, ecn=True)
    assert first("random-detect", "no random-detect").wred is None


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("set dscp ef", Mark(Field.DSCP, 46)),
        ("set ip dscp AF41", Mark(Field.DSCP, 34)),
        ("set precedence critical", Mark(Field.PRECEDENCE, 5)),
        ("set ip prec 3", Mark(Field.PRECEDENCE, 3)),
        ("set cos 4", Mark(Field.COS, 4)),
        ("set mpls experimental 3", Mark(Field.MPLS_EXP, 3)),
        ("set mpls experimental topmost 3", Mark(Field.MPLS_EXP, 3)),
        ("set mpls exp imp 2", Mark(Field.MPLS_EXP, 2)),
        ("set qos-group 12", Mark(Field.QOS_GROUP, 12)),
        ("set discard-class 1", Mark(Field.DISCARD_CLASS, 1)),
        ("set atm-clp", Mark(Field.ATM_CLP, 1)),
        ("set fr-de", Mark(Field.FR_DE, 1)),
    ],
)
def test_set(line: str, mark: Mark) -> None:
    assert first(line).marks == (mark,)


def test_marks_of_different_fields_add_up_and_of_one_field_the_last_holds() -> None:
    found = first("set dscp ef", "set cos 5", "set dscp af11")
    assert found.marks == (Mark(Field.COS, 5), Mark(Field.DSCP, 10))


def test_drop_and_a_nested_policy() -> None:
    assert first("drop").drop
    assert first("service-policy child").child == Reference(RefKind.POLICY_MAP, "child")


def test_class_default_stands_last_and_is_there_if_nobody_wrote_it() -> None:
    written = device(
        "policy-map p\n class class-default\n  fair-queue\n class a\n  bandwidth 64\n"
    ).policies["p"]
    assert [c.name for c in written.classes] == ["a", "class-default"]
    assert written.classes[-1].fair_queue == FairQueue()
    implied = device("policy-map p\n class a\n  bandwidth 64\n").policies["p"].classes[-1]
    assert (implied.name, implied.match, implied.origin.line) == ("class-default", Anything(), 1)


def test_a_class_that_is_opened_again_is_added_to() -> None:
    text = (
        "policy-map p\n class a\n  bandwidth 64\n class b\n  bandwidth 32\n"
        "policy-map p\n class a\n  queue-limit 20\n  bandwidth 128\n"
    )
    a, b, _ = device(text).policies["p"].classes
    assert (a.name, b.name) == ("a", "b")
    assert (a.guarantee, a.limits) == (Rate(128_000), (QueueLimit(Depth(20)),))


def test_classes_put_before_others_in_turn() -> None:
    text = (
        "policy-map p\n class a\n class b insert-before a\n class c insert-before a\n"
        " class d insert-before b\n class e\n"
    )
    names = [c.name for c in device(text).policies["p"].classes]
    assert names == ["d", "b", "c", "a", "e", "class-default"]


@pytest.mark.parametrize("other", ["c", "nowhere"])
def test_a_class_before_itself_or_before_none_stays_where_it_stands(other: str) -> None:
    text = f"policy-map p\n class a\n class b\n class c insert-before {other}\n class d\n"
    names = [c.name for c in device(text).policies["p"].classes]
    assert names == ["a", "b", "c", "d", "class-default"]


def test_a_class_can_be_put_before_another() -> None:
    text = "policy-map p\n class a\n class b\n class c insert-before a\n"
    assert [c.name for c in device(text).policies["p"].classes] == [
        "c",
        "a",
        "b",
        "class-default",
    ]


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        (("bandwidth 64", "no bandwidth 64"), "guarantee"),
        (("bandwidth 64", "no bandwidth"), "guarantee"),
        (("priority 64", "no priority"), "priority"),
        (("shape average 64000", "no shape average 64000"), "shaper"),
        (("shape average 64000", "no shape average"), "shaper"),
        (("shape average percent 5", "no shape average percent"), "shaper"),
        (("bandwidth percent 5", "no bandwidth percent"), "guarantee"),
        (("bandwidth remaining percent 5", "no bandwidth remaining percent"), "excess"),
        (("priority percent 5", "no priority percent"), "priority"),
        (("fair-queue", "no fair-queue"), "fair_queue"),
        (("queue-limit 9", "no queue-limit"), "limits"),
        (("set dscp ef", "no set dscp ef"), "marks"),
        (("police 64000", "no police 64000"), "policers"),
        (("service-policy x", "no service-policy x"), "child"),
        (("drop", "no drop"), "drop"),
    ],
)
def test_no_undoes(lines: tuple[str, ...], gone: str) -> None:
    assert not getattr(first(*lines), gone)


def test_no_policy_map_and_no_class() -> None:
    text = "policy-map p\n class a\n  bandwidth 64\n no class a\n"
    assert [c.name for c in device(text).policies["p"].classes] == ["class-default"]
    assert device(text + "no policy-map p\n").policies == {}


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("bandwidth 0", "0"),
        ("bandwidth percent 101", "101"),
        ("priority level 9", "9"),
        ("set dscp 64", "dscp 64"),
        ("set precedence 8", "precedence 8"),
        ("random-detect exponential-weighting-constant 64", "64"),
        ("random-detect dscp ef 40 30", "40 30"),
        ("shape average " + "9" * 400, "9" * 400),
        ("bandwidth 5 6", "6"),
    ],
)
def test_values_out_of_range_are_reported_with_the_range(line: str, word: str) -> None:
    text = f"policy-map p\n class c\n  {line}\n"
    (residue,) = device(text).residue
    assert residue.state is SupportState.UNKNOWN
    shown = text.splitlines()[2][residue.origin.column - 1 : residue.origin.end_column - 1]
    assert word.endswith(shown)
    assert shown
    assert residue.context == "policy-map class"


def test_what_is_understood_but_not_in_the_model_is_said_to_be_so() -> None:
    text = "policy-map p\n class c\n  bandwidth 64 account qinq aal5\n  set cos dscp table t\n"
    found = device(text)
    assert [r.state for r in found.residue] == [SupportState.RECOGNISED] * 2
    assert found.policies["p"].classes[0].guarantee == Rate(64_000)
    assert found.coverage.recognised == 2


@pytest.mark.parametrize(
    "line",
    [
        "random-detect dscp-based aggregate",
        "random-detect aggregate",
        "shape adaptive 64000",
        "set dscp tunnel 5",
        "queue-limit dscp ef percent 30",
    ],
)
def test_forms_that_are_not_in_the_model_are_recognised(line: str) -> None:
    found = device(f"policy-map p\n class c\n  {line}\n")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    assert residue.reason
    assert not found.policies["p"].classes[0].has_queue


def test_a_priority_that_a_later_line_replaces_is_told() -> None:
    text = "policy-map P\n class V\n  priority 800\n  priority level 2\n"
    (left,) = device(text).residue
    assert (left.text.strip(), left.origin.line) == ("priority 800", 3)
    assert left.reason == "`priority 800` is taken to be replaced by `priority level 2`"
    assert left.rival is not None
    assert left.rival.line == 4
    for other in ("priority 800", "no priority\n  priority level 2"):
        assert not device(text.replace("priority level 2", other)).residue
