"""CAR: rate-limit lines and their own access lists."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, Rate
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AccessEntry,
    Algorithm,
    AllOf,
    Attachment,
    Device,
    Interval,
    Mark,
    Masked,
    Meter,
    Outcome,
    Predicate,
    Reference,
    RefKind,
    Rule,
    RuleList,
    SupportState,
    Test,
    Verdict,
)
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def rules(*lines: str, direction: str = "input") -> tuple[Rule, ...]:
    found = device("interface Serial0\n" + "".join(f" {line}\n" for line in lines))
    assert found.residue == (), found.residue
    (stage,) = getattr(found.ports["Serial0"], direction)
    assert isinstance(stage, RuleList)
    assert stage.feature == "rate-limit"
    return stage.rules


def eq(field: Field, *values: int) -> Test:
    return Test(field, tuple(Interval(value, value) for value in values))


V4 = eq(Field.VERSION, 4)
TAIL = "64000 8000 16000 conform-action transmit exceed-action drop"


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("", V4),
        ("access-group 150 ", Reference(RefKind.ACCESS_LIST, "150")),
        ("access-group rate-limit 10 ", AllOf((V4, Reference(RefKind.RATE_LIMIT_LIST, "10")))),
        ("access-group rate-limit 110 ", AllOf((V4, Reference(RefKind.RATE_LIMIT_LIST, "110")))),
        ("access-group rate-limit 210 ", Reference(RefKind.RATE_LIMIT_LIST, "210")),
        ("dscp af11 ", AllOf((V4, eq(Field.DSCP, 10)))),
        ("qos-group 3 ", AllOf((V4, eq(Field.QOS_GROUP, 3)))),
    ],
)
def test_what_a_rule_takes(match: str, expected: Predicate) -> None:
    (rule,) = rules(f"rate-limit input {match}{TAIL}")
    assert rule.match == expected
    assert rule.policer is not None
    assert rule.policer.meter == Meter(
        Algorithm.CAR, Rate(64000), cbs=Burst(8000), ebs=Burst(16000)
    )


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        ("transmit", Outcome(Verdict.TRANSMIT)),
        ("drop", Outcome(Verdict.DROP)),
        ("continue", Outcome(Verdict.CONTINUE)),
        ("set-prec-transmit 7", Outcome(Verdict.TRANSMIT, (Mark(Field.PRECEDENCE, 7),))),
        ("set-prec-continue 1", Outcome(Verdict.CONTINUE, (Mark(Field.PRECEDENCE, 1),))),
        ("set-dscp-transmit 46", Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, 46),))),
        ("set-dscp-continue 46", Outcome(Verdict.CONTINUE, (Mark(Field.DSCP, 46),))),
        ("set-qos-transmit 4", Outcome(Verdict.TRANSMIT, (Mark(Field.QOS_GROUP, 4),))),
        ("set-qos-continue 4", Outcome(Verdict.CONTINUE, (Mark(Field.QOS_GROUP, 4),))),
        (
            "set-mpls-exp-imposition-transmit 4",
            Outcome(Verdict.TRANSMIT, (Mark(Field.MPLS_EXP, 4),)),
        ),
        ("set-mpls-exp-continue 4", Outcome(Verdict.CONTINUE, (Mark(Field.MPLS_EXP, 4),))),
    ],
)
def test_each_action(action: str, outcome: Outcome) -> None:
    (rule,) = rules(
        f"rate-limit output 64000 8000 8000 conform-action {action} exceed-action drop",
        direction="output",
    )
    assert rule.policer is not None
    assert rule.policer.conform == outcome


def test_lines_of_one_direction_are_one_list_in_order_before_the_policy() -> None:
    text = (
        "interface Serial0\n service-policy input p\n"
        f" rate-limit input access-group 101 {TAIL}\n rate-limit output {TAIL}\n"
        f" rate-limit input access-group 102 {TAIL}\n"
    )
    port = device(text).ports["Serial0"]
    first, second = port.input
    assert isinstance(first, RuleList)
    assert isinstance(second, Attachment)
    assert [rule.match.name for rule in first.rules if isinstance(rule.match, Reference)] == [
        "101",
        "102",
    ]
    assert len(port.output) == 1


def test_no_takes_one_rule_back() -> None:
    kept = rules(
        f"rate-limit input access-group 101 {TAIL}",
        f"rate-limit input access-group 102 {TAIL}",
        f"no rate-limit input access-group 101 {TAIL}",
    )
    assert [rule.match for rule in kept] == [Reference(RefKind.ACCESS_LIST, "102")]


@pytest.mark.parametrize(
    ("line", "name", "test"),
    [
        ("access-list rate-limit 1 5", "1", eq(Field.PRECEDENCE, 5)),
        # the example of Cisco IOS in a Nutshell: precedences 1 to 3
        ("access-list rate-limit 10 mask 0E", "10", eq(Field.PRECEDENCE, 1, 2, 3)),
        (
            "access-list rate-limit 100 1001.2233.4455",
            "100",
            Test(Field.SRC_MAC, (Masked(0x100122334455, (1 << 48) - 1),)),
        ),
        ("access-list rate-limit 200 3", "200", eq(Field.MPLS_EXP, 3)),
    ],
)
def test_lists_of_its_own(line: str, name: str, test: Test) -> None:
    found = device(line + "\n")
    assert found.residue == ()
    assert found.rate_limit_lists[name].entries == (
        AccessEntry(permit=True, match=test, label="1"),
    )
    assert found.access_lists == {}


def test_a_list_of_its_own_holds_the_last_line_only() -> None:
    text = "access-list rate-limit 1 5\naccess-list rate-limit 1 6\n"
    (entry,) = device(text).rate_limit_lists["1"].entries
    assert entry.match == eq(Field.PRECEDENCE, 6)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("rate0limit input 64000 8000 8000 conform-action drop exceed-action drop", ""),
        ("rate-limit input 64000 8000 8000 conform-action drop", "the line ends too early"),
    ],
)
def test_mistakes_are_reported(line: str, reason: str) -> None:
    found = device(f"interface Serial0\n {line}\n")
    (residue,) = found.residue
    assert residue.state is SupportState.UNKNOWN
    assert residue.reason.startswith(reason)
    assert found.ports["Serial0"].input == ()


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [("7000 8000 8000", "a CAR rate"), ("64000 10 8000", "the normal"), ("7000 10 0", "a CAR")],
)
def test_a_value_that_no_router_takes_is_reported_and_kept(numbers: str, reason: str) -> None:
    line = f"rate-limit input {numbers} conform-action transmit exceed-action drop"
    found = device(f"interface Serial0\n {line}\n")
    (residue,) = found.residue
    assert residue.state is SupportState.UNKNOWN
    assert residue.reason.startswith(reason)
    (stage,) = found.ports["Serial0"].input
    assert isinstance(stage, RuleList)
    rate, normal, most = map(int, numbers.split())
    assert stage.rules[0].policer is not None
    assert stage.rules[0].policer.meter == Meter(
        Algorithm.CAR, Rate(rate), cbs=Burst(normal), ebs=Burst(most)
    )


def test_a_line_that_is_entered_twice_is_one_rule() -> None:
    assert len(rules(f"rate-limit input {TAIL}", f"rate-limit input {TAIL}")) == 1


def test_the_list_of_limits_stands_where_its_first_line_does() -> None:
    lines = [f" rate-limit input access-group {number} {TAIL}\n" for number in (150, 151, 152)]
    found = device("interface Serial0\n description x\n" + "".join(lines))
    (stage,) = found.ports["Serial0"].input
    assert stage.origin.line == 3
    assert isinstance(stage, RuleList)
    assert [rule.origin.line for rule in stage.rules] == [3, 4, 5]
