"""What `check` says of the commonest mistakes in Policy Agent files."""

from __future__ import annotations

import pytest

import qosc
from qosc.configs import loads

_ACTIONS = """\
ServiceCategories terminals
{
  OutgoingTOS 11000000
}
ServiceCategories files
{
  OutgoingTOS 00100000
}
"""


def _rule(name: str, action: str, *lines: str) -> str:
    body = "\n".join(f"  {line}" for line in ("ProtocolNumber 6", *lines))
    return f"ServicePolicyRules {name}\n{{\n{body}\n  ServiceReference {action}\n}}\n"


def _codes(text: str) -> list[str]:
    return sorted(each.code for each in qosc.check(loads(text)) if each.code != "QOS011")


def test_a_category_that_no_rule_names_is_told_at_its_line() -> None:
    text = _ACTIONS + _rule("a", "terminals")
    (finding,) = (each for each in qosc.check(loads(text)) if each.code == "QOS013")
    assert "ServiceCategories files is not referenced" in finding.message
    assert finding.primary.line == 5


def test_a_misspelt_reference_is_one_finding_and_not_two() -> None:
    text = _ACTIONS + _rule("a", "terminals") + _rule("b", "filess", "SourcePortRange 20 21")
    assert _codes(text) == ["QOS012"]


@pytest.mark.parametrize(
    ("most", "least", "told"),
    [(100, 200, True), (200, 200, False), (200, 100, False), (0, 200, False)],
)
def test_a_minimum_above_the_maximum_is_told(most: int, least: int, told: bool) -> None:
    limits = f"  MaxRate {most}\n  MinRate {least}\n"
    text = _ACTIONS.replace("  OutgoingTOS 11", limits + "  OutgoingTOS 11")
    text += _rule("a", "terminals", "SourcePortRange 7") + _rule("b", "files", "SourcePortRange 9")
    assert _codes(text) == (["QOS132"] if told else [])


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("135.1.1.1", True),
        ("133.10.30.1", False),
        ("133.10.30.0 133.10.30.255", False),
        ("133.10.30.2-133.10.30.9", True),
        ("All", False),
    ],
)
def test_a_source_that_is_not_the_interface_s_is_told(source: str, told: bool) -> None:
    text = _ACTIONS.replace("{\n", "{\n  Interface 133.10.30.1\n")
    text += _rule("a", "terminals", f"SourceAddressRange {source}", "SourcePortRange 7")
    text += _rule("b", "files", "SourcePortRange 9")
    assert _codes(text) == (["QOS131"] if told else [])


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("SourcePortRange 700 719",), ("SourcePortRange 719 800",), ["QOS130"]),
        (("SourcePortRange 700 719",), ("SourcePortRange 720 800",), []),
        # A larger number is asked first, wherever it stands.
        (("SourcePortRange 700 719",), ("PolicyRulePriority 5", "SourcePortRange 719"), []),
        # The one that stands behind takes part of the other, and is not unreachable.
        (("SourcePortRange 700 719",), ("SourcePortRange 705",), ["QOS130"]),
        (("PolicyRulePriority 5", "SourcePortRange 1 9"), ("SourcePortRange 5",), ["QOS107"]),
        # Other times: no packet is of both.
        (("TimeOfDayRange 6:00-12:00",), ("TimeOfDayRange 12:01-18:00",), []),
        (("TimeOfDayRange 6:00-12:00",), ("SourcePortRange 5",), ["QOS130"]),
    ],
)
def test_rules_of_equal_priority_that_overlap_are_told(
    first: tuple[str, ...], second: tuple[str, ...], told: list[str]
) -> None:
    assert _codes(_ACTIONS + _rule("a", "terminals", *first) + _rule("b", "files", *second)) == told


def test_equal_rules_that_do_the_same_are_not_told() -> None:
    text = _ACTIONS + _rule("a", "terminals", "SourcePortRange 1 9")
    text += _rule("b", "terminals", "SourcePortRange 5 20") + _rule(
        "c", "files", "SourcePortRange 30"
    )
    assert _codes(text) == []


def test_rules_on_other_interfaces_do_not_overlap() -> None:
    text = _ACTIONS.replace("{\n", "{\n  Interface 192.0.2.1\n", 1)
    text = text.replace("files\n{\n", "files\n{\n  Interface 192.0.2.2\n")
    assert _codes(text + _rule("a", "terminals") + _rule("b", "files")) == []


def test_a_second_attribute_on_a_line_is_told_as_ignored() -> None:
    text = _ACTIONS.replace("OutgoingTOS 11000000", "MaxRate 5 OutgoingTOS 11000000")
    text += _rule("a", "terminals", "SourcePortRange 7") + _rule("b", "files", "SourcePortRange 9")
    (finding,) = (each for each in qosc.check(loads(text)) if each.code == "QOS010")
    assert finding.primary.line == 3
    assert "ignored" in " ".join(finding.notes)


def test_a_rule_for_packets_that_pass_through_takes_none_for_sure() -> None:
    rule = (
        "PolicyAction a\n{\n  OutgoingTOS 11000000\n}\nPolicyRule r\n{\n  SourcePortRange 7\n"
        "  InboundInterface 192.0.2.1\n  OutboundInterface 192.0.2.2\n"
        "  PolicyActionReference a\n}\n"
    )
    (stage,) = loads(rule).device.ports["192.0.2.2"].output
    assert "inbound interface" in repr(stage)


def test_a_long_name_is_told() -> None:
    name = "x" * 33
    text = _ACTIONS.replace("terminals", name) + _rule("a", name, "SourcePortRange 7")
    reasons = [each.reason for each in loads(text).device.residue]
    assert reasons == ["a name has 32 characters at most"]
    assert not loads(text.replace(name, name[1:])).device.residue
