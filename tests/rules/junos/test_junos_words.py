"""Findings about JunOS configs use Juniper's nouns and Juniper's advice."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

POLICED = """\
interfaces { ge-0/0/1 { unit 0 { family inet { filter { input F; } } } } }
firewall {
    policer P { if-exceeding { bandwidth-limit 100m; burst-size-limit BURST; } then discard; }
    family inet { filter F { term 1 { then { policer P; accept; } } } }
}
"""
SAME = """\
interfaces { ge-0/0/1 { unit 0 { family inet { filter { input F; } } } } }
firewall {
    policer P {
        if-exceeding { bandwidth-limit 100m; burst-size-limit 2m; }
        then loss-priority high;
    }
    family inet { filter F { term 1 { then { policer P; loss-priority high; accept; } } } }
}
"""
STRICT = """\
class-of-service {
    schedulers {
        voice { priority strict-high; }
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 20; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces { xe-0/0/0 { scheduler-map core; } }
}
interfaces { xe-0/0/0 { unit 0; } }
"""


def _of(code: str, text: str, platform: str = "junos-mx") -> list[Diagnostic]:
    return [finding for finding in lint(text, platform) if finding.code == code]


def _words(finding: Diagnostic) -> str:
    labels = " ".join(label.message for label in finding.related)
    return " ".join((finding.message, finding.help, labels, *finding.notes))


def test_a_burst_of_5_ms_of_the_interface_is_not_reported() -> None:
    # Juniper, Determining Proper Burst Size: 1 Gbit/s * 5 ms = 625000 bytes.
    assert not _of("QOS303", POLICED.replace("BURST", "625k"))


def test_the_burst_that_juniper_recommends_is_advised() -> None:
    (finding,) = _of("QOS303", POLICED.replace("BURST", "624k"))
    assert "625000 bytes at 1 Gbit/s" in finding.help
    assert "Cisco" not in _words(finding)


def test_a_policer_that_marks_all_is_not_given_a_policy_map() -> None:
    findings = _of("QOS301", SAME)
    assert findings
    for finding in findings:
        assert "policy-map" not in _words(finding)
        assert "exceed-action" not in _words(finding)
        assert "filter term" in finding.help


def test_a_sum_of_transmit_rates_names_the_scheduler_map() -> None:
    (finding,) = _of("QOS402", STRICT)
    words = _words(finding)
    assert "transmit-rates of scheduler-map core add up to" in finding.message
    assert "scheduler-map core is applied to xe-0/0/0 here" in words
    assert "router refuses" not in words
    assert "the commit fails" in words


@pytest.mark.parametrize(("platform", "limited"), [("junos-mx", True), ("junos-qfx", False)])
def test_advice_for_strict_high_is_what_the_platform_takes(platform: str, limited: bool) -> None:
    (finding,) = _of("QOS405", STRICT, platform)
    assert ("rate-limit" in finding.help) is limited
    assert "shaping-rate" in finding.help
    assert "police" not in finding.primary_label
