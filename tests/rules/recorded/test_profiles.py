"""The defaults of each platform, as effective numbers derived by hand from recorded outputs."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import qosc
from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.datapath import link_rate, with_defaults
from qosc.fields import DSCP_NAMES, Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    DropCurve,
    Policy,
    Port,
    QueueLimit,
    Reference,
    RefKind,
    TrafficClass,
    Wred,
)
from qosc.profiles import NAMES, Excess, profile
from qosc.render.shows.model import show_port
from tests.rules.linting import complete

IOS = ["ios-12", "ios-15", "ios-xe"]


def first_class(text: str, platform: str) -> TrafficClass:
    device = complete(text, platform)
    return next(iter(device.policies.values())).classes[0]


def on(link: str, *lines: str) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return (
        f"class-map match-all C\n match dscp ef\npolicy-map P\n class C\n{body}\n"
        f"interface {link}\n service-policy output P\n"
    )


@pytest.mark.parametrize("platform", IOS)
@pytest.mark.parametrize(
    ("bps", "octets"),
    # A 32nd of the rate, which is 250 ms of it, and never less than 1500 bytes.
    [
        (8_000, 1_500),
        (48_000, 1_500),
        (200_000, 6_250),
        (10_000_000, 312_500),
        (1_000_000_000, 31_250_000),
    ],
)
def test_a_policer_without_a_burst_has_250_ms(platform: str, bps: int, octets: int) -> None:
    policer = first_class(on("GigabitEthernet0/0", f"police {bps}"), platform).policers[0]
    assert policer.meter.cbs == Burst(octets, default_by=platform)


@pytest.mark.parametrize("platform", IOS)
@pytest.mark.parametrize(
    ("kbps", "octets"), [(10, 1_500), (150, 3_750), (1_000, 25_000), (100_000, 2_500_000)]
)
def test_a_priority_class_without_a_burst_has_200_ms(platform: str, kbps: int, octets: int) -> None:
    found = first_class(on("GigabitEthernet0/0", f"priority {kbps}"), platform).priority
    assert found is not None
    assert found.burst == Burst(octets, default_by=platform)


@pytest.mark.parametrize(
    ("platform", "bps", "bits"),
    [
        ("ios-12", 512_000, 12_800),  # recorded: 12800 bits in 25 ms
        ("ios-12", 640_000, 16_000),
        ("ios-12", 320_000, 8_000),
        ("ios-12", 16_000, 8_000),  # below 320 kbit/s: 8000 bits
        ("ios-xe", 99_872_000, 399_488),  # recorded: 4 ms
        ("ios-xe", 20_000_000, 80_000),
        ("ios-xe", 8_000_000, 32_000),
        ("ios-xe", 474_656, 1_899),
    ],
)
def test_a_shaper_without_bursts(platform: str, bps: int, bits: int) -> None:
    shaper = first_class(on("GigabitEthernet0/0", f"shape average {bps}"), platform).shaper
    assert shaper is not None
    assert shaper.committed == Burst(bits, BurstUnit.BITS, platform)
    assert shaper.excess == Burst(bits, BurstUnit.BITS, platform)


@pytest.mark.parametrize(
    ("platform", "lines", "packets"),
    [
        ("ios-12", ("bandwidth 8",), 64),
        ("ios-12", ("bandwidth 900000",), 64),
        ("ios-12", ("priority 1000",), 64),
        ("ios-xe", ("bandwidth 8",), 64),
        ("ios-xe", ("shape average 50000000",), 208),  # 50 Mbit/s * 50 ms / 12000 bits
        ("ios-xe", ("priority 1000",), 512),
    ],
)
def test_a_queue_without_a_limit(platform: str, lines: tuple[str, ...], packets: int) -> None:
    (limit,) = first_class(on("GigabitEthernet0/0", *lines), platform).limits
    assert limit.depth == Depth(packets, default_by=platform)


def test_a_queue_below_a_shaper_is_as_deep_as_its_rate_asks() -> None:
    # Recorded on an ASR1002-X: 208 packets for the shaped class and for the queue in it.
    text = (
        "class-map match-all C\n match dscp cs5\n"
        "policy-map OUT\n class class-default\n  shape average 50000000\n  service-policy IN\n"
        "policy-map IN\n class C\n  bandwidth remaining percent 8\n"
        "interface GigabitEthernet0/0/3\n service-policy output OUT\n"
    )
    policies = complete(text, "ios-xe").policies
    for traffic_class in (*policies["OUT"].classes, *policies["IN"].classes):
        assert [limit.depth.value for limit in traffic_class.limits] == [208]


def test_class_default_of_a_fast_link_is_deep() -> None:
    # Recorded on TenGigabitEthernet0/3/0.41: 41666 packets.
    text = on("TenGigabitEthernet0/3/0", "shape average 80000")
    default = complete(text, "ios-xe").policies["P"].classes[-1]
    assert [limit.depth.value for limit in default.limits] == [41_666]


def test_a_limit_in_the_config_stays() -> None:
    (limit,) = first_class(on("Serial0", "bandwidth 8", "queue-limit 10"), "ios-12").limits
    assert (limit.depth.value, limit.depth.default_by) == (10, "")


@pytest.mark.parametrize("platform", IOS)
def test_class_default_gets_a_queue_as_soon_as_another_class_has_one(platform: str) -> None:
    with_queue = complete(on("Serial0", "bandwidth 8"), platform).policies["P"]
    assert [limit.depth.value for limit in with_queue.classes[-1].limits] == [64]
    without = complete(on("Serial0", "police 64000"), platform).policies["P"]
    assert [traffic_class.limits for traffic_class in without.classes] == [(), ()]


@pytest.mark.parametrize(
    ("interface", "kbps"),
    [
        ("Serial0/0", 1_544),
        ("Ethernet0", 10_000),
        ("FastEthernet0/1", 100_000),
        ("GigabitEthernet0/0/0", 1_000_000),
        ("TenGigabitEthernet1/1", 10_000_000),
        ("BRI0", 64),
        ("wlan-GigabitEthernet0/1/0", 1_000_000),
    ],
)
def test_the_speed_of_an_interface_follows_from_its_type(interface: str, kbps: int) -> None:
    device = complete(on(interface, "bandwidth 8"), "ios-12")
    (port,) = device.ports.values()
    assert link_rate(device, port, profile("ios-12")) == kbps * 1000


def test_a_shaped_queue_of_ios_xr_holds_100_ms_of_its_shaper() -> None:
    """10 Mbit/s for 100 ms are 125000 bytes."""
    device = complete(on("GigabitEthernet0/0/0/0", "shape average 10 mbps"), "ios-xr")
    (limit,) = device.policies["P"].classes[0].limits
    assert (limit.depth.value, limit.depth.unit) == (125_000, DepthUnit.BYTES)


@pytest.mark.parametrize(
    ("interface", "why"),
    [
        ("Hssi5/0", "52 Mbit/s"),
        ("Serial1/0:23", "timeslots"),
        ("Port-channel1", "its members"),
        ("Dialer1", "dials"),
        ("Multilink1", "its members"),
        ("Vlan10", "leave by"),
        ("BVI1", "leave by"),
        ("Tunnel0", "leave by"),
        ("POS2/0", "optics"),
    ],
)
def test_why_an_interface_has_no_speed_of_its_own_is_said(interface: str, why: str) -> None:
    for platform in IOS:
        device = complete(on(interface, "bandwidth percent 8"), platform)
        (port,) = device.ports.values()
        assert link_rate(device, port, profile(platform)) is None
        assert why in next(show_port(device, port, profile(platform)))
    device = complete(f"interface {interface}\n bandwidth 2000\n", "ios-12")
    (port,) = device.ports.values()
    assert link_rate(device, port, profile("ios-12")) == 2_000_000
    assert "unknown" not in next(show_port(device, port, profile("ios-12")))


def test_a_queue_of_ios_xr_holds_100_ms_of_its_rate() -> None:
    text = on("GigabitEthernet0/0/0/0", "bandwidth percent 10")
    first, default = complete(text, "ios-xr").policies["P"].classes
    # 100 Mbit/s and half of the other 900, for 100 ms; class-default has the other half.
    assert [limit.depth for limit in first.limits] == [
        Depth(6_875_000, DepthUnit.BYTES, default_by="ios-xr")
    ]
    assert [limit.depth.value for limit in default.limits] == [5_625_000]
    (urgent,) = first_class(on("GigabitEthernet0/0/0/0", "priority level 1"), "ios-xr").limits
    assert urgent.depth == Depth(10_000, DepthUnit.MICROSECONDS, default_by="ios-xr")


@pytest.mark.parametrize(
    ("platform", "octets"),
    # 10 ms, 200 ms and 250 ms of 8 Mbit/s.
    [("ios-xr", 10_000), ("nxos", 200_000), ("ios-12", 250_000)],
)
def test_the_burst_of_a_policer_differs_by_system(platform: str, octets: int) -> None:
    policer = first_class(on("GigabitEthernet0/0/0/0", "police cir 8000000"), platform).policers[0]
    assert policer.meter.cbs == Burst(octets, default_by=platform)


@pytest.mark.parametrize("platform", ["ios-xr", "nxos"])
def test_what_no_source_gives_is_not_filled_in(platform: str) -> None:
    lines = ("shape average 8000000", "random-detect")
    found = first_class(on("GigabitEthernet0/0/0/0", *lines), platform)
    assert found.shaper is not None
    assert (found.shaper.committed, found.shaper.excess) == (None, None)
    assert found.wred is not None
    assert found.wred.curves == ()
    assert (found.limits == ()) == (platform == "nxos")


def test_the_bursts_of_a_shaper_with_hqf_are_4_ms() -> None:
    for platform, bits in (("ios-12", 200_000), ("ios-15", 32_000)):
        shaper = first_class(on("Serial0", "shape average 8000000"), platform).shaper
        assert shaper is not None
        assert shaper.committed == Burst(bits, BurstUnit.BITS, platform)


def test_nothing_is_guessed_for_an_interface_of_unknown_speed() -> None:
    device = complete(on("Tunnel0", "bandwidth percent 10", "police cir percent 5"), "ios-12")
    (port,) = device.ports.values()
    assert link_rate(device, port, profile("ios-12")) is None
    assert device.policies["P"].classes[0].policers[0].meter.cbs is None


def test_classic_ios_reserves_three_quarters_and_xe_all() -> None:
    (classic,) = complete(on("Serial0", "bandwidth 8"), "ios-12").ports.values()
    (xe,) = complete(on("Serial0", "bandwidth 8"), "ios-xe").ports.values()
    (hqf,) = complete(on("Serial0", "bandwidth 8"), "ios-15").ports.values()
    assert classic.max_reserved == Rate(750_000, RateBase.PERCENT, "ios-12")
    assert xe.max_reserved is None
    assert hqf.max_reserved is None


def test_excess_is_shared_in_proportion_on_classic_ios_and_equally_on_xe() -> None:
    assert profile("ios-12").excess.value is Excess.PROPORTIONAL
    assert profile("ios-xe").excess.value is Excess.EQUAL


def curves(
    wred: Wred, *limits: QueueLimit, platform: str = "ios-xe"
) -> dict[tuple[int, ...], tuple[str, str]]:
    port = Port("Serial0", output=(Attachment(Reference(RefKind.POLICY_MAP, "P")),))
    made = TrafficClass("class-default", Anything(), wred=wred, limits=limits)
    device = Device(ports={"Serial0": port}, policies={"P": Policy("P", (made,))})
    filled = with_defaults(device, profile(platform)).policies["P"].classes[0].wred
    assert filled is not None
    assert filled.exponent == 9
    assert {curve.denominator for curve in filled.curves} <= {10}
    return {curve.values: (str(curve.minimum), str(curve.maximum)) for curve in filled.curves}


@pytest.mark.parametrize(
    ("platform", "minimums"),
    # Both are recorded: (9 + p) / 18 of 40 before HQF, and 20 + 2p with it.
    [
        ("ios-12", [20, 22, 24, 26, 28, 31, 33, 35]),
        ("ios-15", [20, 22, 24, 26, 28, 30, 32, 34]),
        ("ios-xe", [20, 22, 24, 26, 28, 30, 32, 34]),
    ],
)
def test_the_drop_curves_of_the_precedences(platform: str, minimums: list[int]) -> None:
    found = curves(Wred(Field.PRECEDENCE), platform=platform)
    assert found == {
        (p,): (f"{minimum} packets", "40 packets") for p, minimum in enumerate(minimums)
    }


def test_the_drop_curves_of_the_precedences_in_bytes() -> None:
    # Recorded on Ethernet0/0/1: queue limit 62500 bytes, maximum half of it.
    found = curves(Wred(Field.PRECEDENCE), QueueLimit(Depth(62_500, DepthUnit.BYTES)))
    minimums = [15_625, 17_578, 19_531, 21_484, 23_437, 25_390, 27_343, 29_296]
    assert found == {
        (p,): (f"{minimum} bytes", "31250 bytes") for p, minimum in enumerate(minimums)
    }


@pytest.mark.parametrize(
    ("name", "minimum"),
    [
        ("af11", 32),
        ("af12", 28),
        ("af13", 24),
        ("af21", 32),
        ("af33", 24),
        ("af41", 32),
        ("af42", 28),
        ("ef", 36),
        ("cs1", 22),
        ("cs2", 24),
        ("cs3", 26),
        ("cs4", 28),
        ("cs5", 30),
        ("cs6", 32),
        ("cs7", 34),
        ("default", 20),
    ],
)
def test_the_drop_curves_of_the_code_points(name: str, minimum: int) -> None:
    found = curves(Wred(Field.DSCP))
    value = DSCP_NAMES[name]
    (low,) = [low for values, (low, _) in found.items() if value in values] or [found[()][0]]
    assert low == f"{minimum} packets"


def test_a_curve_of_the_config_takes_the_place_of_the_default() -> None:
    own = DropCurve((5,), Depth(10), Depth(20))
    found = curves(Wred(Field.PRECEDENCE, (own,)))
    assert found[(5,)] == ("10 packets", "20 packets")
    assert len(found) == 8


def test_a_curve_for_all_the_rest_leaves_no_default() -> None:
    own = DropCurve((), Depth(10), Depth(20))
    assert curves(Wred(Field.DSCP, (own,))) == {(): ("10 packets", "20 packets")}


def test_a_config_that_names_every_code_point_gets_no_default_curve() -> None:
    own = DropCurve(tuple(range(64)), Depth(10), Depth(20))
    assert set(curves(Wred(Field.DSCP, (own,)))) == {tuple(range(64))}


@pytest.mark.parametrize("platform", [name for name in NAMES if name != "os390"])
def test_filling_in_twice_changes_nothing(platform: str) -> None:
    text = (
        on("Serial0", "bandwidth percent 10", "random-detect dscp-based", "police 64000")
        + on("Serial1", "priority 100").replace("P\n", "Q\n")
        + on("Serial2", "shape average 64000", "random-detect").replace("P\n", "R\n")
    )
    once = complete(text, platform)
    assert len(once.policies) == 3
    assert with_defaults(once, profile(platform)) == once


@pytest.mark.parametrize("platform", NAMES)
def test_every_fact_has_a_source(platform: str) -> None:
    facts = profile(platform)
    for name, fact in facts._asdict().items():
        if name not in ("name", "title") and fact is not None:
            assert len(fact.source) > 12, name


def test_the_page_of_the_platforms_says_what_the_profiles_say() -> None:
    root = Path(__file__).parents[3]
    spec = spec_from_file_location("platform_page", root / "scripts" / "pages" / "platform_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    pages = module.pages()
    assert {f"platforms/{name}.md" for name in NAMES} < set(pages)
    for name, text in pages.items():
        assert (root / "docs" / name).read_text() == text, "run scripts/gen_docs.py"


@pytest.mark.parametrize("platform", NAMES)
def test_the_page_has_each_source_of_a_platform(platform: str) -> None:
    written = (Path(__file__).parents[3] / f"docs/platforms/{platform}.md").read_text()
    missing = {
        fact.source
        for name, fact in profile(platform)._asdict().items()
        if name not in ("name", "title") and fact is not None and fact.source not in written
    }
    assert not missing


def test_the_queues_of_a_switch_port_are_given_no_depth_that_nobody_knows() -> None:
    lines = "interface GigabitEthernet3/1\n wrr-queue bandwidth 99 1\n wrr-queue cos-map 1 1 0\n"
    device = qosc.loads(f"{lines} wrr-queue cos-map 2 1 1 2 3 4 5 6 7\n").complete_device
    (policy,) = device.policies.values()
    assert [traffic_class.limits for traffic_class in policy.classes] == [(), ()]
    assert device.ports["GigabitEthernet3/1"].max_reserved is None
