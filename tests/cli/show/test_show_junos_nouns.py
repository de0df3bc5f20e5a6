"""`qosc show` uses Juniper's nouns for JunOS, and marks figures that units do not have."""

from __future__ import annotations

import qosc
from qosc.api import qos_ports
from qosc.render.shows.model import show_ports
from qosc.render.style import Style

UNITS = """
set interfaces ge-1/0/0 per-unit-scheduler
set interfaces ge-1/0/0 vlan-tagging
set interfaces ge-1/0/0 unit 100 vlan-id 100
set interfaces ge-1/0/0 unit 200 vlan-id 200
set interfaces ge-1/0/0 unit 300 vlan-id 300
set class-of-service traffic-control-profiles PORT shaping-rate 500m
set class-of-service traffic-control-profiles GOLD shaping-rate 100m
set class-of-service traffic-control-profiles GOLD guaranteed-rate 50m
set class-of-service traffic-control-profiles IRON guaranteed-rate 20m
set class-of-service interfaces ge-1/0/0 output-traffic-control-profile PORT
set class-of-service interfaces ge-1/0/0 unit 100 output-traffic-control-profile GOLD
set class-of-service interfaces ge-1/0/0 unit 200 output-traffic-control-profile GOLD
"""
REMAINING = (
    "set class-of-service interfaces ge-1/0/0 output-traffic-control-profile-remaining GOLD\n"
)
SCHEDULERS = """
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/30
set class-of-service interfaces ge-0/0/0 scheduler-map SM
set class-of-service interfaces ge-0/0/0 shaping-rate 10m
set class-of-service scheduler-maps SM forwarding-class best-effort scheduler X
set class-of-service scheduler-maps SM forwarding-class network-control scheduler N
set class-of-service schedulers X transmit-rate 6m
set class-of-service schedulers N transmit-rate remainder
set class-of-service schedulers N transmit-rate exact
set class-of-service schedulers N drop-profile-map loss-priority any protocol any drop-profile D
set class-of-service drop-profiles D fill-level 50 drop-probability 40
"""


def _shown(text: str) -> list[str]:
    config = qosc.loads(text.lstrip())
    ports = qos_ports(config)
    shown = show_ports(config.joined_device, ports, config.profile, Style(room=1000))
    return [" ".join(line.split()) for line in shown]


def test_a_unit_is_not_called_a_class() -> None:
    lines = _shown(UNITS)
    assert any(line.startswith("inside unit ge-1/0/0.100: ") for line in lines)
    assert not any("inside class" in line for line in lines)


def test_a_shaper_has_a_burst_size_in_bytes() -> None:
    (line,) = [line for line in _shown(SCHEDULERS) if line.startswith("all packets; shaped")]
    assert line == "all packets; shaped to 10 Mbit/s, burst-size 6250 bytes*"


def test_a_profile_without_a_shaper_has_a_guaranteed_rate() -> None:
    one = UNITS.replace("unit 200 output-traffic-control-profile GOLD", "unit 200 shaping-rate 1m")
    lines = _shown(
        one.replace("unit 100 output-traffic-control-profile GOLD\n", "").replace(
            "output-traffic-control-profile PORT", "output-traffic-control-profile IRON"
        )
    )
    assert "all packets; guaranteed-rate 20 Mbit/s" in lines
    assert not any("transmit rate" in line and "all-traffic" in line for line in lines)


def test_queues_of_units_without_a_profile_are_marked_as_not_guaranteed() -> None:
    lines = _shown(UNITS)
    at = next(i for i, line in enumerate(lines) if line.startswith("inside no unit: "))
    assert lines[at + 1].startswith("What follows is not guaranteed: units without a ")


def test_units_of_the_remaining_profile_divide_its_rates() -> None:
    """Juniper, Example: Controlling Remaining Traffic: they have the profile together."""
    lines = _shown(UNITS + REMAINING)
    assert "no unit 50 Mbit/s 100 Mbit/s, burst-size 62500 bytes*" in lines
    at = next(i for i, line in enumerate(lines) if line.startswith("inside no unit: "))
    assert "percentages of 50 Mbit/s" in lines[at]
    assert not any("not modelled" in line or "not guaranteed" in line for line in lines)


def test_a_remaining_profile_that_no_tree_holds_is_told() -> None:
    in_set = (
        "set interfaces interface-set S interface ge-1/0/0 unit 100\n"
        "set class-of-service interfaces interface-set S output-traffic-control-profile GOLD\n"
    )
    lines = _shown(UNITS + REMAINING + in_set)
    words = " ".join(lines)
    assert "not modelled: output-traffic-control-profile-remaining GOLD" in words
    assert "no figure here is theirs" in words


def test_a_drop_profile_for_any_loss_priority_is_for_any() -> None:
    lines = _shown(SCHEDULERS)
    assert any("any: 40% at 50% full" in line for line in lines)
    assert not any("others:" in line for line in lines)


def test_a_remainder_beside_rates_has_a_figure() -> None:
    assert any("network-control remainder = 4 Mbit/s" in line for line in _shown(SCHEDULERS))
