"""What is true and of no use to whoever runs the device is at info, or not told."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.source import SourceText
from tests.rules.linting import lint


def loud(code: str, text: str, platform: str = "ios-15") -> list[str]:
    """The severities of the findings of a rule."""
    return [str(one.severity) for one in lint(text, platform) if one.code == code]


@pytest.mark.parametrize(
    ("names", "severity"), [("[ global re0 QOS ]", "info"), ("[ global COS QOS ]", "error")]
)
def test_groups_of_routing_engines_that_are_left_out_are_at_info(names: str, severity: str) -> None:
    text = (
        f"groups {{ QOS {{ class-of-service {{ interfaces {{ ge-0/0/0; }} }} }} }}\n"
        f"apply-groups {names};\n"
        "interfaces { ge-0/0/0 { unit 0; } }\n"
    )
    assert loud("QOS012", text, "junos-mx") == [severity]


@pytest.mark.parametrize(("peak", "severity"), [("625k", "info"), ("150", "warning")])
def test_a_policer_that_gives_all_packets_one_colour_is_at_info(peak: str, severity: str) -> None:
    text = (
        "firewall { three-color-policer T {\n"
        "action { loss-priority high then discard; }\n"
        "two-rate { color-blind;\n"
        "committed-information-rate 1m; committed-burst-size 125;\n"
        f"peak-information-rate 10m; peak-burst-size {peak}; }} }}\n"
        "family inet { filter F { interface-specific;\n"
        "term all { then { three-color-policer { two-rate T; } accept; } } } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n"
    )
    assert loud("QOS302", text, "junos-mx") == [severity]


@pytest.mark.parametrize(
    ("rest", "severity"),
    [
        ("af11 af12 af13 af21 af22 af23 af32 af33 af41", "info"),
        ("af32 af33", "warning"),
    ],
)
def test_an_entry_for_all_that_is_left_splits_no_class(rest: str, severity: str) -> None:
    text = (
        "class-of-service { classifiers { dscp C {\n"
        "forwarding-class assured-forwarding { loss-priority low code-points af31; }\n"
        f"forwarding-class best-effort {{ loss-priority low code-points [ {rest} ]; }} }} }}\n"
        "interfaces { ge-0/0/0 { unit 0 { classifiers { dscp C; } } } } }\n"
        "interfaces { ge-0/0/0 { unit 0; } }\n"
    )
    assert loud("QOS108", text, "junos-mx") == [severity]


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("police <bw_bits-ps> [...]", "info"),
        ("police [cir | rate] 8000", "info"),
        ("polise 8000", "warning"),
    ],
)
def test_the_syntax_of_a_manual_is_at_info(line: str, severity: str) -> None:
    assert loud("QOS010", f"policy-map P\n class class-default\n  {line}\n") == [severity]


def test_a_text_of_freertr_is_told_once_and_not_read_as_ios() -> None:
    text = (
        "policy-map p1\n seq 10 act drop\n  match prec 2\n seq 20 act trans\n exit\n"
        "int eth1\n service-policy-out p1\n exit\n"
    )
    device = frontends.load(SourceText("r.cfg", text))
    assert [one.context for one in device.residue] == ["the freeRtr config"]
    assert not device.policies
