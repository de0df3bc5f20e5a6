"""Policy Agent files: what a host does to the packets that it sends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qosc
from qosc.configs import loads
from qosc.ir import Device, SupportState

_RULE = """\
ServiceCategories c
{
  OutgoingTOS TOSBITS
  CATEGORY
}
ServicePolicyRules r
{
  ProtocolNumber 6
  SourcePortRange 700 719
  ServiceReference c
  RULE
}
"""


def _text(category: str = "", rule: str = "", bits: str = "11000000") -> str:
    return _RULE.replace("TOSBITS", bits).replace("CATEGORY", category).replace("RULE", rule)


def _device(text: str) -> Device:
    return loads(text).device


def _reasons(text: str) -> list[str]:
    return [residue.reason for residue in _device(text).residue]


def test_a_file_is_told_by_its_statements_and_read() -> None:
    device = _device(_text())
    assert device.platform == "os390"
    (rule,) = device.ports["all interfaces"].output[0].rules  # type: ignore[union-attr]
    assert [(mark.field, mark.value) for mark in rule.marks] == [("dscp", 48)]
    assert not device.residue


def test_the_seed_s_shape_a_value_below_its_attribute() -> None:
    text = _text("MaxRate\n\n        100000\n\n        Interface\n        133.10.30.1\n")
    device = _device(text)
    assert "133.10.30.1" in device.ports
    assert any("by its window" in reason for reason in _reasons(text))


def test_a_short_bit_string_is_padded_on_the_right_and_told() -> None:
    text = _text(bits="101")
    (rule,) = _device(text).ports["all interfaces"].output[0].rules  # type: ignore[union-attr]
    assert rule.marks[0].value == 0b101000
    assert _reasons(text) == ["3 digits in place of 8: taken for 10100000, as AIX does"]


@pytest.mark.parametrize("bits", ["11002000", "111000000", "", "0xb8"])
def test_what_is_no_bit_string_marks_nothing(bits: str) -> None:
    device = _device(_text(bits=bits))
    (rule,) = device.ports["all interfaces"].output[0].rules  # type: ignore[union-attr]
    assert not rule.marks
    assert any(residue.state is SupportState.UNKNOWN for residue in device.residue)


def test_the_larger_priority_is_asked_first() -> None:
    text = _text() + _text(rule="PolicyRulePriority 9", bits="00100000").replace("c\n", "d\n")
    rules = _device(text).ports["all interfaces"].output[0].rules  # type: ignore[union-attr]
    assert [rule.marks[0].value for rule in rules] == [8, 48]


def test_a_token_bucket_is_in_kilobits_and_shared_by_the_rules_of_an_action() -> None:
    action = (
        "PolicyAction a\n{\n  OutgoingTOS 10100000\n  DiffServInProfileRate 128\n"
        "  DiffServInProfileTokenBucket 48\n  DiffServExcessTrafficTreatment Drop\n}\n"
    )
    rule = "PolicyRule {0}\n{{\n  SourcePortRange {0}\n  PolicyActionReference a\n}}\n"
    device = _device(action + rule.format(20) + rule.format(21))
    rules = device.ports["all interfaces"].output[0].rules  # type: ignore[union-attr]
    meters = [rule.policer.meter for rule in rules]
    # 128 kbit/s; 48 kilobits are the 6000 bytes of the Diagnosis Guide.
    assert [meter.cir.value for meter in meters] == [128_000] * 2
    assert [meter.cbs.bytes_at(None) for meter in meters] == [6000] * 2
    assert {rule.policer.shared for rule in rules} == {"PolicyAction a"}
    assert {str(rule.policer.exceed.verdict) for rule in rules} == {"drop"}


def test_a_category_that_does_not_exist_is_a_finding() -> None:
    text = _text().replace("ServiceReference c", "ServiceReference cc")
    (finding,) = (each for each in qosc.check(loads(text)) if each.code == "QOS012")
    assert "ServiceCategories cc" in finding.message
    assert finding.primary.line == 10


def test_a_second_action_of_the_same_scope_is_told() -> None:
    other = "ServiceCategories d\n{\n  OutgoingTOS 00100000\n}\n"
    reasons = _reasons(other + _text(rule="ServiceReference d"))
    assert reasons == ["an action of the same scope is named before it, which is taken"]


def test_blocked_traffic_is_dropped_and_incoming_rules_mark_nothing() -> None:
    blocked = _device(_text(rule="Permission Blocked\n  Direction Both"))
    port = blocked.ports["all interfaces"]
    assert [str(stage.rules[0].verdict) for stage in (*port.input, *port.output)] == ["drop"] * 2  # type: ignore[union-attr]
    assert not _device(_text(rule="Direction Incoming")).ports


def test_missing_braces_and_unknown_attributes_are_told_with_their_line() -> None:
    text = "ServiceCategories b\n\N{LATIN SMALL LETTER L WITH STROKE}\n  OutgoingTSO 1\n" + _text()
    told = {residue.origin.line: residue for residue in _device(text).residue}
    assert told[2].reason == "taken for `{`"
    assert told[3].expected == ("outgoingtos",)
    assert "not closed" in told[1].reason


def test_times_are_conditions_unless_they_are_all_of_the_time() -> None:
    always = _device(_text(rule="DaysOfWeekMask 1111111\n  TimeOfDayRange 0:00-24:00"))
    gap = _device(_text(rule="TimeOfDayRange 0:01-23:59"))
    assert "opaque" not in repr(always.ports)
    assert "opaque" in repr(gap.ports)


def test_each_line_ends_in_one_state() -> None:
    text = _text("MaxRate 5\n  Nonsense 1", "SubnetAddr 1")
    device = _device(text)
    assert device.coverage.lines == len(text.splitlines())
    assert device.coverage.unknown == 2
    assert device.coverage.recognised == 1


_ODD = "PriorityTosMapping 1 111,SetSubnetPrioTosMask,SourceAddressRange 1.2.3.4-1.2.3.9,}"
_MORE = "SourceAddressRange 9 1,TcpImage X,Interface,OutgoingTOS \u0661,{,x"
_USUAL = _text("MaxRate 1", "Direction Both").splitlines()
_LINES = st.sampled_from([*_USUAL, *_ODD.split(","), *_MORE.split(",")])


@given(st.lists(st.one_of(_LINES, st.text(max_size=30)), max_size=40))
def test_any_text_gives_a_device(lines: list[str]) -> None:
    from qosc.frontends import policy_agent
    from qosc.source import SourceText

    source = SourceText("x", "\n".join(lines))
    device = policy_agent.load(source)
    assert device.coverage.lines == len(source.lines)


_RESERVED = """\
PolicyAction d
{
  PolicyScope RSVP
  Permission Blocked
}
PolicyAction x
{
  OutgoingTOS 10111000
}
PolicyRule r4
{
  SourcePortRange 83
  PolicyActionReference d
}
PolicyRule r5
{
  SourcePortRange 83
  PolicyActionReference x
}
"""


def test_an_action_for_reservations_leaves_packets_to_the_next_rule_and_is_told() -> None:
    # z/OS V2R2, IP Configuration Guide, "QoS policy": one action is executed for each scope.
    findings = qosc.check(loads(_RESERVED))
    assert [(each.code, each.primary.line) for each in findings] == [("QOS011", 3)]
    told = {residue.origin.line: residue.reason for residue in _device(_RESERVED).residue}
    assert set(told) == {3, 4}
    assert all("PolicyScope RSVP" in reason for reason in told.values())
    (rule,) = _device(_RESERVED).ports["all interfaces"].output[0].rules  # type: ignore[union-attr]
    assert [mark.value for mark in rule.marks] == [46]


@pytest.mark.parametrize("reference", ["d\n  PolicyActionReference x", "x"])
def test_a_rule_with_an_action_for_packets_takes_them(reference: str) -> None:
    both = _RESERVED.replace("PolicyActionReference d", f"PolicyActionReference {reference}")
    # Asked first by its priority: of equal ones no source says that the file's order decides.
    both = both.replace("PolicyRule r4\n{\n", "PolicyRule r4\n{\n  PolicyRulePriority 1\n")
    assert "QOS107" in [each.code for each in qosc.check(loads(both))]


def test_a_rule_for_reservations_is_told() -> None:
    (reason,) = _reasons(_text(rule="PolicyScope RSVP"))
    assert "PolicyScope RSVP" in reason
    assert not _device(_text(rule="PolicyScope RSVP")).ports


def test_what_a_token_bucket_needs_a_rate_for_is_told_without_one() -> None:
    text = """\
PolicyAction bulk
{
  OutgoingTOS 01000000
  DiffServInProfileTokenBucket 64
  DiffServExcessTrafficTreatment Drop
  DiffServOutProfileTransmittedTOSByte 00100000
}
PolicyRule transfers
{
  PolicyActionReference bulk
}
"""
    told = {residue.origin.line: residue.reason for residue in _device(text).residue}
    assert set(told) == {4, 5, 6}
    assert all("without DiffServInProfileRate" in reason for reason in told.values())
    dropped = text.replace("  OutgoingTOS 01000000", "  DiffServInProfileRate 64")
    told = {residue.origin.line: residue.reason for residue in _device(dropped).residue}
    assert told == {6: "what exceeds is dropped, and carries no mark"}


def test_statements_of_one_name_are_told_at_each_but_the_last() -> None:
    text = _text() + _text(bits="00100000")
    told = {residue.origin.line: residue.reason for residue in _device(text).residue}
    assert {line: reason.rpartition(", ")[2] for line, reason in told.items()} == {
        1: "the last is taken",
        6: "all are asked",
    }
    assert "another ServiceCategories c begins at line 13" in told[1]


def test_a_rule_of_what_comes_in_is_told_where_it_does_nothing() -> None:
    (reason,) = _reasons(_text(rule="Direction Incoming"))
    assert "it can only block" in reason
    assert not _reasons(_text(rule="Direction Incoming\n  Permission Blocked"))


def test_an_attribute_that_a_rule_has_twice_is_told_and_asked_once() -> None:
    text = _text(rule="SourcePortRange 800 819")
    assert _reasons(text) == ["written twice: the first is taken"]
    assert "QOS" not in "".join(
        each.code for each in qosc.check(loads(text)) if each.code != "QOS011"
    )


@pytest.mark.parametrize(
    "line", ["PolicyScope Foo", "FlowServiceType Guaranteed", "TimeOfDayRange 8:00-9:00"]
)
def test_what_an_action_says_and_the_model_lacks_is_told(line: str) -> None:
    (residue,) = _device(_text(line)).residue
    assert residue.origin.line == 4
