"""Each figure of each profile, as the document beside it in docs/platforms/ has it.

Rates in bit/s, bursts in bytes, times in microseconds, shares in parts per million. The figures
that all systems of IOS share are in `test_shared_ios.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from qosc.profiles import Excess, profile

ROWS: list[tuple[str, str, Any]] = [
    # Cisco IOS 12: 64 packets for a class; Bc is 25 ms of the rate and 8000 bits at least; 75 % of
    # a link may be reserved; a serial line at E1 speed and below has fair queues.
    ("ios-12", "queue_limit_packets", 64),
    ("ios-12", "queue_limit_time", 0),
    ("ios-12", "priority_queue_limit", None),
    ("ios-12", "shape_interval", 25_000),
    ("ios-12", "shape_burst_least", 8_000),
    ("ios-12", "excess", Excess.PROPORTIONAL),
    ("ios-12", "max_reserved", 750_000),
    ("ios-12", "peak_burst_by_cir", True),
    ("ios-12", "serial_fair_queue", 2_048_000),
    ("ios-12", "parent_polices_first", True),
    ("ios-12", "weighted_flows", True),
    ("ios-12", "wred_limit_times", 2),
    ("ios-12", "packet_limits", True),
    ("ios-12", "timed_limits", False),
    ("ios-12", "shape_excess", True),
    ("ios-12", "guarantees_at_leaves", False),
    ("ios-12", "bandwidth_sets_speed", False),
    ("ios-12", "default_class_least", None),
    # IOS with HQF: Bc is 4 ms; all of a link may be reserved, class-default is sure of 1 %.
    ("ios-15", "queue_limit_packets", 64),
    ("ios-15", "queue_limit_time", 0),
    ("ios-15", "shape_interval", 4_000),
    ("ios-15", "shape_burst_least", 0),
    ("ios-15", "excess", Excess.INHERITED),
    ("ios-15", "max_reserved", None),
    ("ios-15", "default_class_least", 10_000),
    ("ios-15", "serial_fair_queue", 0),
    ("ios-15", "parent_polices_first", None),
    ("ios-15", "weighted_flows", False),
    ("ios-15", "peak_burst_by_cir", False),
    ("ios-15", "wred_limit_times", 2),
    ("ios-15", "priority_queue_limit", None),
    # IOS XE: 50 ms of packets of 1500 bytes, 64 at least; 512 packets for priority.
    ("ios-xe", "queue_limit_packets", 64),
    ("ios-xe", "queue_limit_time", 50_000),
    ("ios-xe", "priority_queue_limit", 512),
    ("ios-xe", "shape_interval", 4_000),
    ("ios-xe", "shape_burst_least", 0),
    ("ios-xe", "excess", Excess.EQUAL),
    ("ios-xe", "max_reserved", None),
    ("ios-xe", "peak_burst_by_cir", False),
    ("ios-xe", "weighted_flows", False),
    ("ios-xe", "guarantees_at_leaves", True),
    ("ios-xe", "wred_limit_times", None),
    ("ios-xe", "serial_fair_queue", 0),
    ("ios-xe", "parent_polices_first", None),
    # Catalyst 3850 and 9000: depths are shares of buffers.
    ("cat9000", "queue_limit_packets", None),
    ("cat9000", "queue_limit_time", 0),
    ("cat9000", "priority_queue_limit", None),
    ("cat9000", "packet_limits", False),
    ("cat9000", "shape_interval", None),
    ("cat9000", "shape_excess", False),
    ("cat9000", "excess", None),
    ("cat9000", "guarantees_at_leaves", False),
    # IOS XR (CRS, ASR 9000): 100 ms of a queue's rate, 10 ms for high priority; bursts of 10 ms.
    ("ios-xr", "queue_limit_packets", None),
    ("ios-xr", "queue_limit_time", 100_000),
    ("ios-xr", "timed_limits", True),
    ("ios-xr", "service_shared", True),
    ("ios-xr", "priority_queue_limit", None),
    ("ios-xr", "priority_queue_time", 10_000),
    ("ios-xr", "priority_burst_time", None),
    ("ios-xr", "priority_burst_least", None),
    ("ios-xr", "police_burst_time", 10_000),
    ("ios-xr", "police_burst_least", None),
    ("ios-xr", "shape_interval", None),
    ("ios-xr", "shape_burst_least", None),
    ("ios-xr", "excess", Excess.EQUAL),
    ("ios-xr", "peak_burst_by_cir", False),
    ("ios-xr", "wred_exponent", None),
    ("ios-xr", "wred_denominator", None),
    ("ios-xr", "wred_maximum", None),
    ("ios-xr", "wred_dscp", ()),
    ("ios-xr", "mqc_ranges", False),
    ("ios-xr", "guarantees_at_leaves", False),
    # NCS 5500: 10 ms for all queues; without bandwidth 1 % of the port.
    ("ios-xr-ncs", "queue_limit_time", 10_000),
    ("ios-xr-ncs", "timed_limits", True),
    ("ios-xr-ncs", "service_shared", False),
    ("ios-xr-ncs", "priority_queue_time", 10_000),
    # Nexus 9000: bc is 200 ms of the rate, be too; depths depend on the card.
    ("nxos", "queue_limit_packets", None),
    ("nxos", "queue_limit_time", 0),
    ("nxos", "timed_limits", False),
    ("nxos", "priority_queue_time", None),
    ("nxos", "police_burst_time", 200_000),
    ("nxos", "peak_burst_by_cir", False),
    ("nxos", "excess", None),
    ("nxos", "packet_limits", False),
    # JunOS: 5 ms of the interface's rate and ten times the MTU at least for a policer's burst.
    ("junos-mx", "mtu", 1500),
    ("junos-mx", "queue_limit_time", 0),
    ("junos-mx", "priority_queue_limit", None),
    ("junos-mx", "police_burst_time", 5_000),
    ("junos-mx", "police_burst_least", 15_000),
    ("junos-mx", "shape_interval", 5_000),
    ("junos-mx", "shape_burst_least", 0),
    ("junos-mx", "excess", Excess.PROPORTIONAL),
    ("junos-mx", "max_reserved", None),
    ("junos-mx", "bandwidth_sets_speed", True),
    ("junos-mx", "wred_exponent", 0),
    ("junos-mx", "wred_denominator", 1),
    ("junos-mx", "shape_excess", False),
    ("junos-mx", "packet_limits", False),
    # Scheduler Delay Buffering on MIC and MPC Interfaces; Configure the Scheduler Buffer Size.
    ("junos-mx", "buffer_time", 100_000),
    ("junos-mx", "slow_buffer_time", 500_000),
    ("junos-ptx", "slow_buffer_time", 0),
    ("junos-acx", "slow_buffer_time", 0),
    ("junos-ex", "slow_buffer_time", 0),
    ("junos-qfx", "slow_buffer_time", 0),
    ("junos-srx", "slow_buffer_time", 0),
    ("os390", "slow_buffer_time", 0),
    ("junos-mx", "buffer_below_shaper", True),
    ("junos-ptx", "buffer_below_shaper", True),
    ("junos-acx", "buffer_time", 100_000),
    ("junos-ex", "buffer_time", 100_000),
    ("junos-ex", "buffer_below_shaper", None),
    ("junos-srx", "buffer_below_shaper", None),
    ("junos-mx", "mqc_ranges", False),
]


@pytest.mark.parametrize(
    ("platform", "name", "value"), ROWS, ids=[f"{row[0]}-{row[1]}-{row[2]}" for row in ROWS]
)
def test_the_figure_of_a_profile(platform: str, name: str, value: Any) -> None:
    fact = getattr(profile(platform), name)
    assert (fact.value if fact is not None else None) == value


@pytest.mark.parametrize(
    ("platform", "span"),
    # ESP40: 25 ms, and recordings without any; CRS 100 ms, NCS 10 ms; a slow line without QoS.
    [
        ("ios-xe", (0, 50_000)),
        ("ios-xr", (10_000, 100_000)),
        ("ios-12", None),
        ("ios-xr-ncs", None),
    ],
)
def test_where_routers_of_a_system_differ(platform: str, span: tuple[int, int] | None) -> None:
    assert profile(platform).queue_limit_time.span == span
    assert profile("ios-15").serial_fair_queue.span == (0, 2_048_000)


# Interface Naming Overview; T1 by ANSI T1.403, E1 2.048, T3 44.736, E3 34.368 Mbit/s (ITU-T G.751).
JUNIPER = {
    "fe-": 100_000,
    "ge-": 1_000_000,
    "xe-": 10_000_000,
    "t1-": 1_544,
    "e1-": 2_048,
    "t3-": 44_736,
    "e3-": 34_368,
}


@pytest.mark.parametrize("platform", ["junos-mx", "junos-ex", "junos-srx", "junos-qfx"])
def test_the_speed_of_an_interface_of_juniper(platform: str) -> None:
    found = profile(platform)
    speeds = {name: rate // 1000 for name, rate in found.interface_speeds.value.items()}
    assert speeds == JUNIPER
    assert set(found.unknown_speeds.value) == {"so-", "at-", "et-"}
    assert "optical carrier" in found.unknown_speeds.value["so-"]
    assert "circuits" in found.unknown_speeds.value["at-"]
    assert "optics" in found.unknown_speeds.value["et-"]


def test_a_port_of_a_nexus_says_no_speed() -> None:
    assert profile("nxos").unknown_speeds.value["ethernet"] == "its name says none"


@pytest.mark.parametrize("platform", ["cat2950", "cat3550", "cat3750", "cat4500", "cat6500"])
def test_a_switch_reserves_nothing(platform: str) -> None:
    assert profile(platform).max_reserved is None
    packets = None if platform == "cat4500" else 64
    assert profile(platform).queue_limit_packets.value == packets
    assert profile(platform).packet_limits.value is (platform != "cat4500")
