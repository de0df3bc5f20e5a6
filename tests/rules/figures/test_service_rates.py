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


WRITTEN = (
    "policy-map P\n class c1\n  bandwidth percent 30\n  bandwidth remaining percent 40\n{0}"
    " class c2\n  bandwidth percent 20\n{0} class class-default\n{0} end-policy-map\n"
)


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_written_time_is_of_the_guaranteed_service_rate_as_the_default_is(target: str) -> None:
    """The example of the command reference, with its 100 ms written: 5, 3.5 and 1.5 Gbit/s."""
    text = MATCHES + WRITTEN.format("  queue-limit 100 ms\n") + PORT.format("TenGigE0/0/0/1")
    config = qosc.loads(text, platform="ios-xr")
    made = qosc.compile(config, target=target, allow_loss=True)
    held = {
        entry.path.split(" > ")[-3]: entry
        for entry in made.ledger
        if entry.path.endswith("limits[1] > depth")
    }
    assert {name: entry.got for name, entry in held.items()} == {
        "class c1": "62500000 bytes",
        "class c2": "43750000 bytes",
        "class class-default": "18750000 bytes",
    }
    assert {entry.asked for entry in held.values()} == {"100 ms"}
    assert all("guaranteed service rate" in entry.note for entry in held.values())
    for size in (62_500_000, 43_750_000, 18_750_000):
        assert any(str(size) in file.text for file in made.files)


def test_written_times_in_ios_xe_are_of_the_guarantee() -> None:
    text = "class-map c1\n match dscp 10\npolicy-map P\n class c1\n  bandwidth percent 30\n"
    text += "  queue-limit 100 ms\ninterface TenGigabitEthernet0/0/1\n service-policy output P\n"
    (limit, *_) = (
        qosc.loads(text, platform="ios-xe").complete_device.policies["P"].classes[0].limits
    )
    assert limit.depth.served is None


def test_thresholds_in_time_are_of_the_rate_that_the_limit_is_of() -> None:
    policy = WRITTEN.format("  queue-limit 100 ms\n  random-detect precedence 1 10 ms 20 ms\n")
    text = MATCHES + policy + PORT.format("TenGigE0/0/0/1")
    device = qosc.loads(text, platform="ios-xr").complete_device
    wred = device.policies["P"].classes[0].wred
    assert wred is not None
    curve = wred.curves[0]
    assert curve.minimum is not None
    assert curve.maximum is not None
    # 10 and 20 ms of 5 Gbit/s, whatever rate is asked for
    assert (curve.minimum.bytes_at(1, 0), curve.maximum.bytes_at(1, 0)) == (6_250_000, 12_500_000)


def test_a_percentage_beside_ratios_does_not_starve_them() -> None:
    """QOS403 refuses the mixture; 20 and 30 part 10 Gbit/s as 2 to 3, for 100 ms."""
    policy = (
        "policy-map P\n class c1\n  bandwidth remaining ratio 20\n"
        " class class-default\n  bandwidth remaining percent 30\n end-policy-map\n"
    )
    assert sizes(policy, "TenGigE0/0/0/1") == in_bytes(4 * GIGA // 80, 6 * GIGA // 80)
