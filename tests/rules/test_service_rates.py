"""Default depths of the queues of IOS XR: so much time of their guaranteed service rate."""

from __future__ import annotations

import pytest

import qosc
from qosc.amounts import Depth, DepthUnit
from qosc.ir import Device

GIGA = 1_000_000_000
MATCHES = "".join(
    f"class-map {name}\n match dscp {value}\n end-class-map\n"
    for name, value in (("c1", 10), ("c2", 18), ("c3", 26), ("v", 46))
)
PORT = "interface {}\n service-policy output P\n"


def depths(policy: str, port: str, platform: str | None = None, name: str = "P") -> list[Depth]:
    config = qosc.loads(MATCHES + policy + PORT.format(port), platform=platform)
    device: Device = config.complete_device
    found = device.policies[name].classes
    return [limit.depth for each in found for limit in each.limits]


def in_bytes(*amounts: int) -> list[tuple[int, DepthUnit]]:
    return [(amount, DepthUnit.BYTES) for amount in amounts]


def sizes(*arguments: str, **more: str) -> list[tuple[int, DepthUnit]]:
    return [(depth.value, depth.unit) for depth in depths(*arguments, **more)]


def test_the_example_of_the_command_reference() -> None:
    """Cisco CRS Command Reference 4.0, queue-limit: of the line rate c1 has 30 % + 40 % of the 50 %
    that nobody asks for, c2 20 % + 30 % of them, class-default 30 % of them; 100 ms of each.
    """
    policy = (
        "policy-map P\n class c1\n  bandwidth percent 30\n  bandwidth remaining percent 40\n"
        " class c2\n  bandwidth percent 20\n class class-default\n end-policy-map\n"
    )
    line = 10 * GIGA
    rates = (line * 50 // 100, line * 35 // 100, line * 15 // 100)
    assert sizes(policy, "TenGigE0/0/0/1") == in_bytes(*(rate // 80 for rate in rates))


def test_a_remaining_percentage_counts_with_its_share_of_the_port() -> None:
    policy = (
        "policy-map P\n class c1\n  bandwidth remaining percent 60\n class class-default\n"
        " end-policy-map\n"
    )
    found = sizes(policy, "HundredGigE0/0/0/1")
    assert found == in_bytes(60 * GIGA // 80, 40 * GIGA // 80)


def test_the_default_class_below_a_shaper_has_what_the_others_leave() -> None:
    """99 % of 100 Mbit/s for 100 ms are 1237500 bytes, 1 % are 12500."""
    policy = (
        "policy-map C\n class c1\n  bandwidth remaining percent 1\n class class-default\n"
        " end-policy-map\n"
        "policy-map P\n class class-default\n  shape average 100 mbps\n  service-policy C\n"
        " end-policy-map\n"
    )
    assert sizes(policy, "TenGigE0/0/0/1", name="C") == in_bytes(12_500, 1_237_500)


def test_ratios_and_a_policed_priority_class_go_into_the_rate() -> None:
    """Priority takes 2 of 10 Gbit/s; ratios 3 and 1 part the rest: 6 and 2 Gbit/s."""
    policy = (
        "policy-map P\n class v\n  priority level 1\n  police rate 2 gbps\n"
        " class c1\n  bandwidth remaining ratio 3\n class class-default\n end-policy-map\n"
    )
    (priority, *others) = depths(policy, "TenGigE0/0/0/1")
    assert (priority.value, priority.unit) == (10_000, DepthUnit.MICROSECONDS)
    assert [each.value for each in others] == [6 * GIGA // 80, 2 * GIGA // 80]


def test_a_lone_shaper_counts_with_its_own_rate() -> None:
    lone = "policy-map P\n class class-default\n  shape average {} mbps\n end-policy-map\n"
    assert sizes(lone.format(10), "TenGigE0/0/0/1") == in_bytes(125_000)
    assert sizes(lone.format(100), "TenGigE0/0/0/1") == in_bytes(1_250_000)


@pytest.mark.parametrize(("rate", "recorded"), [(4, 4864), (5, 6144)])
def test_shapers_recorded_on_ncs(rate: int, recorded: int) -> None:
    """xrdocs (P. Sarma 2022), NCS 57B1, 7.6.1, a subinterface of 100 Gbit/s: within its steps."""
    lone = f"policy-map P\n class class-default\n  shape average {rate} mbps\n end-policy-map\n"
    ((found, unit),) = sizes(lone, "HundredGigE0/0/0/1", platform="ios-xr-ncs")
    assert unit is DepthUnit.BYTES
    assert abs(found - recorded) <= 256


def test_classes_recorded_on_ncs_5508() -> None:
    """xrdocs (N. Fevrier 2019): classes with a maximum and no bandwidth, 1253376 bytes / 10 ms."""
    policy = "policy-map P\n" + "".join(
        f" class {name}\n  shape average percent {share}\n"
        for name, share in (("c1", 20), ("c2", 50), ("c3", 30))
    )
    policy += " class class-default\n end-policy-map\n"
    found = sizes(policy, "HundredGigE0/0/0/1", platform="ios-xr-ncs")
    assert len(found) == 4
    assert all(abs(size - 1_253_376) < 1_253_376 // 100 for size, _ in found)


def test_a_bundle_of_unknown_speed_has_a_time_and_no_bytes() -> None:
    policy = (
        "policy-map P\n class c1\n  bandwidth remaining percent 60\n class class-default\n"
        " end-policy-map\n"
    )
    found = sizes(policy, "Bundle-Ether1")
    assert found == [(100_000, DepthUnit.MICROSECONDS)] * 2
