"""What shapers of JunOS count of a packet, and what holds a remainder, is told where it is lost."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Entry, Fidelity
from tests.rules.linting import lint

SHAPED = """\
interfaces { xe-0/0/1 { unit 0 { family inet { address 10.0.0.1/30; } } } }
class-of-service { interfaces { xe-0/0/1 { shaping-rate 100m; } } }
"""
CHASSIS = "chassis { fpc 0 { pic 0 { traffic-manager { egress-shaping-overhead 50; } } } }\n"
REMAINDER = """\
interfaces { ge-0/0/0 { unit 0 { family inet { address 10.0.0.1/30; } } } }
class-of-service {
    interfaces { ge-0/0/0 { scheduler-map SM; shaping-rate 10m; } }
    scheduler-maps SM {
        forwarding-class best-effort scheduler X;
        forwarding-class network-control scheduler N;
    }
    schedulers {
        X { transmit-rate 6m; }
        N { transmit-rate { remainder; exact; } }
    }
}
"""


def _ledger(text: str, platform: str = "junos-mx") -> tuple[Entry, ...]:
    config = qosc.loads(text, platform=platform)
    return qosc.compile(config, target="tc", allow_loss=True).ledger


def test_a_shaping_overhead_of_the_chassis_is_reported() -> None:
    (finding,) = [one for one in lint(CHASSIS + SHAPED, "junos-mx") if one.code == "QOS011"]
    words = " ".join(finding.notes)
    assert "50 bytes for each packet" in words
    assert "83.3% at packets of 60 bytes" in words


@pytest.mark.parametrize(("platform", "told"), [("junos-mx", 1), ("junos-srx", 0)])
def test_the_default_overhead_of_an_mpc_is_in_the_ledger(platform: str, told: int) -> None:
    rows = [row for row in _ledger(SHAPED, platform) if "egress-shaping-overhead" in row.path]
    assert len(rows) == told
    for row in rows:
        assert row.fidelity is Fidelity.UNKNOWN
        assert row.asked.startswith("20 bytes")
        assert "33.4 % more packets of 60 bytes" in row.note


def test_a_port_without_a_shaper_has_no_such_row() -> None:
    text = REMAINDER.replace("shaping-rate 10m;", "").replace("remainder; exact;", "percent 10;")
    assert not [row for row in _ledger(text) if "egress-shaping-overhead" in row.path]


def test_exact_of_a_remainder_beside_rates_is_told_with_its_effect() -> None:
    (finding,) = [one for one in lint(REMAINDER, "junos-mx") if one.code == "QOS011"]
    assert "may send up to the rate of the port" in " ".join(finding.notes)


def test_a_forwarding_class_stands_in_the_ledger_by_its_name() -> None:
    asked = {row.asked for row in _ledger(SHAPED)}
    assert "forwarding-class best-effort" in asked
    assert "forwarding-class network-control" in asked
    assert "forwarding-class 0 or 0" not in asked


PROFILE = """\
interfaces { ge-0/0/0 { hierarchical-scheduler; vlan-tagging;
    unit 1 { vlan-id 1; family inet { address 10.0.0.1/30; } }
    unit 2 { vlan-id 2; family inet { address 10.0.0.5/30; } }
} }
class-of-service {
    interfaces { ge-0/0/0 {
        output-traffic-control-profile-remaining P;
        unit 1 { output-traffic-control-profile P; }
    } }
    traffic-control-profiles P { shaping-rate 10m; overhead-accounting MODE }
}
"""


def _notes(mode: str) -> list[str]:
    found = lint(PROFILE.replace("MODE", mode), "junos-mx")
    return [" ".join(one.notes) for one in found if one.code == "QOS011"]


def test_frames_are_counted_by_default_and_said_so_change_nothing() -> None:
    # Juniper, CLI Reference, overhead-accounting: the default is frame-mode.
    assert _notes("frame-mode;") == []


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        # Rounded up to a multiple of 4: 6 is 8, and -10 is -8 (the page's own examples). 8 of 60
        # bytes are 13.3 %.
        ("bytes 6;", ["count 8 bytes", "13.3%"]),
        ("frame-mode bytes -10;", ["count -8 bytes", "13.3%"]),
        ("{ frame-mode frame-mode-bytes 12; }", ["count 12 bytes", "20.0%"]),
        # 60 bytes take two cells of 53: 106 / 60 = 1.767.
        ("cell-mode;", ["cells of 53 bytes", "76.7%"]),
        ("sideways;", ["not in the model"]),
    ],
)
def test_what_else_shapers_count_is_told_with_its_effect(mode: str, told: list[str]) -> None:
    (note,) = _notes(mode)
    assert all(words in note for words in told)


def test_remaining_traffic_that_a_tree_holds_is_not_called_unmodelled() -> None:
    # Unit 2 has no profile of its own: the profile of remaining traffic is its, and show has it.
    config = qosc.loads(PROFILE.replace("MODE", "frame-mode;"), platform="junos-mx")
    assert "no unit" in str(qosc.show(config))
    assert _notes("frame-mode;") == []
    # Of an interface that has no queues for its units, it is told as before.
    other = PROFILE.replace("hierarchical-scheduler; ", "").replace("ge-0/0/0", "lo0")
    assert [one for one in lint(other, "junos-mx") if one.code == "QOS011"]
