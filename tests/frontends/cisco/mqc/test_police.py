"""police: rates, bursts, numbers of buckets, actions and their defaults."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Algorithm, Device, Mark, Meter, Outcome, Policer, SupportState, Verdict
from qosc.source import SourceText

SEND, DROP = Outcome(Verdict.TRANSMIT), Outcome(Verdict.DROP)


def device(*lines: str) -> Device:
    text = "policy-map p\n class c\n" + "".join(f"  {line}\n" for line in lines)
    return load(SourceText("t.cfg", text))


def policer(*lines: str) -> Policer:
    found = device(*lines)
    assert found.residue == (), found.residue
    (only,) = found.policies["p"].classes[0].policers
    return only


ONE, TWO, PEAK = Algorithm.SINGLE_BUCKET, Algorithm.SRTCM, Algorithm.TRTCM
MS = BurstUnit.MICROSECONDS


@pytest.mark.parametrize(
    ("line", "meter"),
    [
        ("police 8000", Meter(ONE, Rate(8000))),
        ("police cir 8000", Meter(ONE, Rate(8000))),
        ("police 1.5m", Meter(ONE, Rate(1_500_000))),
        ("police 64k", Meter(ONE, Rate(64_000))),
        ("police 2g", Meter(ONE, Rate(2_000_000_000))),
        ("police 8000 1500", Meter(ONE, Rate(8000), Burst(1500))),
        ("police cir 8000 bc 1500", Meter(ONE, Rate(8000), Burst(1500))),
        ("police 8000 1500 3000", Meter(TWO, Rate(8000), Burst(1500), ebs=Burst(3000))),
        (
            "police cir 8000 bc 1500 be 3000",
            Meter(TWO, Rate(8000), Burst(1500), ebs=Burst(3000)),
        ),
        (
            "police cir 8000 conform-action transmit exceed-action drop violate-action drop",
            Meter(TWO, Rate(8000)),
        ),
        (
            "police cir 8000 bc 1500 pir 16000 be 3000",
            Meter(PEAK, Rate(8000), Burst(1500), pir=Rate(16000), pbs=Burst(3000)),
        ),
        (
            "police cir percent 20 bc 10 ms be 20 ms pir percent 40",
            Meter(
                PEAK,
                Rate(200_000, RateBase.PERCENT),
                Burst(10_000, MS),
                pir=Rate(400_000, RateBase.PERCENT),
                pbs=Burst(20_000, MS),
            ),
        ),
        (
            "police rate 1000 pps burst 200 packets",
            Meter(ONE, Rate(1000, RateBase.PPS), Burst(200, BurstUnit.PACKETS)),
        ),
        ("police rate percent 10", Meter(ONE, Rate(100_000, RateBase.PERCENT))),
        ("police 125 pps", Meter(ONE, Rate(125, RateBase.PPS))),
        ("police pps 500", Meter(ONE, Rate(500, RateBase.PPS))),
    ],
)
def test_the_meter(line: str, meter: Meter) -> None:
    assert policer(line).meter == meter


def test_omitted_actions_are_defaults_and_say_so() -> None:
    found = policer("police 8000")
    assert (found.conform.verdict, found.exceed.verdict) == (Verdict.TRANSMIT, Verdict.DROP)
    assert found.conform.default_by == found.exceed.default_by == "ios"
    assert found.violate is None


def test_without_a_violate_action_the_exceed_action_is_taken() -> None:
    found = policer("police cir 8000 pir 16000 exceed-action set-dscp-transmit af12")
    assert found.violate is not None
    assert found.violate.marks == (Mark(Field.DSCP, 12),)
    assert (found.exceed.default_by, found.violate.default_by) == ("", "ios")


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        ("transmit", SEND),
        ("drop", DROP),
        ("set-prec-transmit 4", Outcome(Verdict.TRANSMIT, (Mark(Field.PRECEDENCE, 4),))),
        ("set-prec-tr 4", Outcome(Verdict.TRANSMIT, (Mark(Field.PRECEDENCE, 4),))),
        ("set-dscp-transmit ef", Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, 46),))),
        ("set-qos-transmit 4", Outcome(Verdict.TRANSMIT, (Mark(Field.QOS_GROUP, 4),))),
        ("set-cos-transmit 4", Outcome(Verdict.TRANSMIT, (Mark(Field.COS, 4),))),
        ("set-clp-transmit", Outcome(Verdict.TRANSMIT, (Mark(Field.ATM_CLP, 1),))),
        ("set-frde-transmit", Outcome(Verdict.TRANSMIT, (Mark(Field.FR_DE, 1),))),
        (
            "set-mpls-exp-imposition-transmit 2",
            Outcome(Verdict.TRANSMIT, (Mark(Field.MPLS_EXP, 2),)),
        ),
        (
            "set-discard-class-transmit 2",
            Outcome(Verdict.TRANSMIT, (Mark(Field.DISCARD_CLASS, 2),)),
        ),
    ],
)
def test_each_action(action: str, outcome: Outcome) -> None:
    assert policer(f"police 8000 conform-action {action}").conform == outcome
    assert policer("police 8000", f" conform-action {action}").conform == outcome


def test_one_line_and_lines_of_their_own_mean_the_same() -> None:
    flat = policer("police 64000 2000 2000 conf set-prec-tr 5 exc drop viol drop")
    deep = policer(
        "police cir 64000 bc 2000 be 2000",
        " conform-action set-prec-transmit critical",
        " exceed-action drop",
        " violate-action drop",
    )
    assert flat == deep


def test_several_marks_on_one_colour() -> None:
    found = policer(
        "police 8000", " exceed-action set-dscp-transmit af13", " exceed-action set-cos-transmit 1"
    )
    assert found.exceed.marks == (Mark(Field.DSCP, 14), Mark(Field.COS, 1))


@pytest.mark.parametrize("first", ["police 8000", "police rate pdp"])
def test_a_second_police_replaces_the_first(first: str) -> None:
    found = device(first, "police 16000")
    (only,) = found.policies["p"].classes[0].policers
    assert only.meter.cir == Rate(16000)
    (told,) = found.residue
    assert (told.text, told.reason) == (first, f"`{first}` is replaced by `police 16000`")
    assert told.rival is not None
    assert told.rival.line == 4


def test_a_police_that_is_not_modelled_replaces_the_one_before_it() -> None:
    found = device("police 8000", "police rate pdp")
    assert found.policies["p"].classes[0].policers == ()
    assert [one.text for one in found.residue if one.rival] == ["police 8000"]


def test_what_no_router_takes_and_a_meter_for_each_flow_replace_nothing() -> None:
    """Catalyst 6500 Software Configuration Guide: a class may have both kinds of policers."""
    for line in ("police 8000 conform-action set-dscp-transmit 64", "police flow mask src-only"):
        found = device("police 8000", line)
        assert len(found.policies["p"].classes[0].policers) == 1
        assert [one.rival for one in found.residue] == [None]


@pytest.mark.parametrize("line", ["police aggregate shared", "police flow mask src-only 64000 1"])
def test_shared_policers_are_reported(line: str) -> None:
    found = device(line)
    assert [r.state for r in found.residue] == [SupportState.RECOGNISED]
    assert found.policies["p"].classes[0].policers == ()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("police 8000 conform-action set-prec-transmit", "the line ends too early"),
        ("police 8000 conform-action set-dscp-transmit 64", "a DSCP is a number from 0 to 63"),
        ("police cir 8000 bc 1 bc 2", "a second BC"),
        ("police cir 8000 packets", "a rate is in bps or pps"),
    ],
)
def test_mistakes_are_reported(line: str, reason: str) -> None:
    (residue,) = device(line).residue
    assert residue.state is SupportState.UNKNOWN
    assert residue.reason.startswith(reason)


def test_several_actions_on_a_line_below_police() -> None:
    found = policer("police 8000", " conform-action set-dscp-transmit ef exceed-action transmit")
    assert found.conform.marks == (Mark(Field.DSCP, 46),)
    assert found.exceed == SEND
