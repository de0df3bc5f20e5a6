"""Policers in terms and at interfaces: units, colours, and which of them share a meter.

The facts are from Juniper's filter and policer guide.
"""

from __future__ import annotations

from qosc.amounts import Burst, Rate, RateBase
from qosc.fields import Field
from qosc.ir import (
    Mark,
    Policer,
    RuleList,
    Verdict,
)
from tests.frontends.junos.firewall.test_filters import UNIT, F, device, port, rules

POLICER = (
    "set firewall policer P if-exceeding bandwidth-limit 2m burst-size-limit 15k\n"
    "set firewall policer P then "
)


def policer(text: str, extra: str = "") -> Policer:
    (rule,) = rules(POLICER + text + "\n" + F + "A then policer P\n" + extra)
    assert rule.policer is not None
    return rule.policer


def test_units_are_powers_of_1000() -> None:
    found = policer("discard")
    assert (found.meter.cir, found.meter.cbs) == (Rate(2_000_000), Burst(15_000))
    assert found.exceed.verdict is Verdict.DROP
    assert found.conform.verdict is Verdict.TRANSMIT


def test_a_share_of_the_link() -> None:
    text = (
        "set firewall policer P if-exceeding bandwidth-percent 40\n"
        "set firewall policer P then discard\n"
    )
    (rule,) = rules(text + F + "A then policer P\n")
    assert rule.policer is not None
    assert rule.policer.meter.cir == Rate(400_000, RateBase.PERCENT)


def test_what_exceeds_gets_the_marks_of_the_policer_and_the_rest_of_the_term() -> None:
    found = policer(
        "loss-priority high",
        F
        + "A then forwarding-class best-effort\n"
        + F
        + "A then loss-priority low\n"
        + F
        + "A then next term\n",
    )
    be = Mark(Field.FORWARDING_CLASS, 0, name="best-effort")
    assert found.conform.marks == (be, Mark(Field.LOSS_PRIORITY, 0, name="low"))
    assert found.exceed.marks == (be, Mark(Field.LOSS_PRIORITY, 3, name="high"))
    assert {found.conform.verdict, found.exceed.verdict} == {Verdict.CONTINUE}


def test_three_colours() -> None:
    text = (
        "set firewall three-color-policer T two-rate color-blind\n"
        "set firewall three-color-policer T two-rate committed-information-rate 1m\n"
        "set firewall three-color-policer T two-rate committed-burst-size 10k\n"
        "set firewall three-color-policer T two-rate peak-information-rate 2m\n"
        "set firewall three-color-policer T two-rate peak-burst-size 20k\n"
        "set firewall three-color-policer T action loss-priority high then discard\n"
    )
    (rule,) = rules(text + F + "A then three-color-policer two-rate T\n")
    found = rule.policer
    assert found is not None
    assert found.violate is not None
    assert (found.meter.pir, found.meter.pbs) == (Rate(2_000_000), Burst(20_000))
    assert [m.name for m in (*found.conform.marks, *found.exceed.marks)] == ["low", "medium-high"]
    assert found.violate.verdict is Verdict.DROP


def shares(text: str) -> list[str]:
    found = device(POLICER + "discard\n" + text)
    return [
        rule.policer.shared
        for one in found.ports.values()
        for stage in one.input
        if isinstance(stage, RuleList)
        for rule in stage.rules
        if rule.policer is not None
    ]


TWO_TERMS = F + "A then policer P\n" + F + "B then policer P\n"
TWICE = (
    "set interfaces ge-0/0/0 unit 0 family inet filter input F\n"
    "set interfaces ge-0/0/1 unit 0 family inet filter input F\n"
)


def test_each_term_has_a_meter_of_its_own() -> None:
    assert shares(TWO_TERMS + UNIT + "filter input F\n") == ["", ""]


def test_a_filter_specific_policer_is_one_meter_for_the_filter() -> None:
    found = shares("set firewall policer P filter-specific\n" + TWO_TERMS + UNIT + "filter input F")
    assert found[0] == found[1] != ""


def test_interfaces_share_the_meters_of_a_filter_unless_it_is_interface_specific() -> None:
    first, second, third, fourth = shares(TWO_TERMS + TWICE)
    assert (first, second) == (third, fourth)
    assert first != second != ""
    assert (
        shares("set firewall family inet filter F interface-specific\n" + TWO_TERMS + TWICE)
        == [""] * 4
    )


def test_a_policer_of_the_interface_acts_before_the_input_and_after_the_output_filter() -> None:
    found = port(
        POLICER
        + "discard\n"
        + F
        + "A then accept\n"
        + UNIT
        + "filter input F\n"
        + UNIT
        + "filter output F\n"
        + UNIT
        + "policer input P\n"
        + UNIT
        + "policer output P\n"
    )
    names = [stage.feature for stage in found.input if isinstance(stage, RuleList)]
    assert names == ["policer inet P", "filter inet F"]
    names = [stage.feature for stage in found.output if isinstance(stage, RuleList)]
    assert names == ["filter inet F", "policer inet P"]
