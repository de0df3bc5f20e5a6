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
