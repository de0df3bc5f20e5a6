"""What percentages below a class that polices are of: in IOS XR its policer, in IOS the port.

The figures are worked out by hand from what Cisco writes: Converged SDN Transport High Level
Design, "H-QoS configuration", for IOS XR; MWR 2941 Configuration Guide, `police (percent)`, for
IOS.
"""

from __future__ import annotations

import re

import pytest

import qosc
from qosc.ir import Policy

CHILD = (
    "class-map match-any V\n match dscp ef\n"
    "policy-map CHILD\n class V\n  police{rate} percent 10\n"
    "policy-map PARENT\n class class-default\n{parent}  service-policy CHILD\n"
    "interface {port}\n service-policy {side} PARENT\n"
)


def text(platform: str, parent: str, side: str = "input") -> str:
    xr = platform == "ios-xr"
    port = "TenGigE0/0/0/1" if xr else "TenGigabitEthernet0/0/1"
    return CHILD.format(rate=" rate" if xr else " cir", parent=parent, side=side, port=port)


def meters(platform: str, parent: str, side: str = "input") -> dict[int, int]:
    """The bit/s of each meter of the script, with its bytes."""
    config = qosc.loads(text(platform, parent, side), platform=platform)
    (made,) = qosc.compile(config, target="tc", allow_loss=True).files
    return {
        int(rate): int(burst)
        for rate, burst in re.findall(r"police rate (\d+)bit burst (\d+)b", made.text)
    }


@pytest.mark.parametrize("side", ["input", "output"])
def test_a_child_policer_of_ios_xr_has_its_part_of_the_policer_above(side: str) -> None:
    found = meters("ios-xr", "  police rate 5 gbps\n", side)
    assert sorted(found) == [500_000_000, 5_000_000_000]
    assert found[500_000_000] == 625_000  # 10 ms


@pytest.mark.parametrize("side", ["input", "output"])
def test_a_child_policer_of_ios_has_its_part_of_the_port(side: str) -> None:
    assert sorted(meters("ios-xe", "  police 5000000000\n", side)) == [
        1_000_000_000,
        5_000_000_000,
    ]


def test_a_shaper_beside_the_policer_goes_before_it() -> None:
    parent = "  shape average 2 gbps\n  police rate 5 gbps\n"
    assert 200_000_000 in meters("ios-xr", parent, "output")


def test_nothing_is_said_of_a_part_of_two_rates() -> None:
    parent = "  police rate 2 gbps peak-rate 5 gbps\n"
    config = qosc.loads(text("ios-xr", parent), platform="ios-xr")
    policy = config.complete_device.policies["CHILD"]
    assert isinstance(policy, Policy)
    assert policy.classes[0].policers[0].meter.cbs is None
    made = qosc.compile(config, target="tc", allow_loss=True).files[0].text
    assert "police rate 200000000bit" not in made
    assert "police rate 500000000bit" not in made
    assert "police rate 1000000000bit" not in made


@pytest.mark.parametrize("parent", ["  police rate 5 gbps\n", "  police rate percent 50\n"])
@pytest.mark.parametrize("side", ["input", "output"])
def test_the_script_reads_back_as_the_model(parent: str, side: str) -> None:
    config = qosc.loads(text("ios-xr", parent, side), platform="ios-xr")
    assert qosc.verify_target(config).same


def test_show_says_what_the_percentages_are_of() -> None:
    config = qosc.loads(text("ios-xr", "  police rate 5 gbps\n"), platform="ios-xr")
    assert "percentages of 5 Gbit/s" in qosc.show(config).text
