"""A queue's share of the buffer: of what rate the buffer is, by platform.

Juniper, Configure the Scheduler Buffer Size to Manage Egress Congestion: of the shaper of the
logical interface, else of the port's, else of the port's speed; delay-buffer-rate: by the
guaranteed-rate of a traffic-control-profile before its shaping-rate. Scheduler Delay Buffering on
MIC and MPC Interfaces: 500 ms below 1 Gbit/s, 100 ms from there on. The bytes are 80 and 20 % of
what these times of these rates are, by hand; other routers have 100 ms at any rate.
"""

from __future__ import annotations

import re

import pytest

import qosc

CONFIG = """\
set version 21.4R1.12
set interfaces ge-0/0/0 hierarchical-scheduler
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 10 family inet address 10.0.0.1/24
set interfaces ge-0/0/0 unit 20 vlan-id 20
set interfaces ge-0/0/0 unit 20 family inet address 10.0.4.1/24
set interfaces ge-0/0/1 unit 0 family inet address 10.0.1.1/24
set interfaces ge-0/0/2 unit 0 family inet address 10.0.2.1/24
set interfaces fe-0/1/0 unit 0 family inet address 10.0.3.1/24
set interfaces fe-0/1/1 unit 0 family inet address 10.0.5.1/24
set class-of-service schedulers a transmit-rate percent 95
set class-of-service schedulers a buffer-size percent 80
set class-of-service schedulers n transmit-rate percent 5
set class-of-service schedulers n buffer-size percent 20
set class-of-service scheduler-maps m forwarding-class best-effort scheduler a
set class-of-service scheduler-maps m forwarding-class network-control scheduler n
set class-of-service traffic-control-profiles SURE shaping-rate 20m
set class-of-service traffic-control-profiles SURE guaranteed-rate 10m
set class-of-service traffic-control-profiles SURE scheduler-map m
set class-of-service traffic-control-profiles ONLY shaping-rate 30m
set class-of-service traffic-control-profiles ONLY scheduler-map m
set class-of-service interfaces ge-0/0/0 unit 10 output-traffic-control-profile SURE
set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile ONLY
set class-of-service interfaces ge-0/0/1 scheduler-map m
set class-of-service interfaces ge-0/0/1 shaping-rate 50m
set class-of-service interfaces ge-0/0/2 scheduler-map m
set class-of-service interfaces fe-0/1/0 scheduler-map m
set class-of-service interfaces fe-0/1/1 scheduler-map m
set class-of-service interfaces fe-0/1/1 shaping-rate 100m
"""
MX = {
    "ge-0/0/0.10": (500_000, 125_000),  # of the guaranteed 10 Mbit/s
    "ge-0/0/0.20": (1_500_000, 375_000),  # of the shaper, 30 Mbit/s
    "ge-0/0/1": (2_500_000, 625_000),  # of the port's shaper, 50 Mbit/s
    "ge-0/0/2": (10_000_000, 2_500_000),  # of 1 Gbit/s
    "fe-0/1/0": (5_000_000, 1_250_000),  # of 100 Mbit/s
    "fe-0/1/1": (5_000_000, 1_250_000),  # of a shaper that is as fast
}
QUEUE = re.compile(
    r"^(\S+) > output > .*class (best-effort|network-control) > limits\[1\] > depth$"
)


def depths(platform: str, target: str) -> dict[str, dict[str, tuple[int, str]]]:
    """For each port and class, the bytes in the ledger, and what it says of them."""
    made = qosc.compile(qosc.loads(CONFIG, platform=platform), target=target, allow_loss=True)
    found: dict[str, dict[str, tuple[int, str]]] = {}
    for entry in made.ledger:
        place = QUEUE.match(entry.path)
        if place:
            size = int(entry.got.removesuffix(" bytes"))
            unit = re.search(r"class (ge-\S+)", entry.path)
            port = unit[1] if unit else place[1].removesuffix(".0")
            found.setdefault(port, {})[place[2]] = (size, entry.note)
    return found


@pytest.mark.parametrize("target", ["sim", "tc"])
def test_a_share_is_of_the_buffer_of_the_shaper_above(target: str) -> None:
    found = depths("junos-mx", target)
    sizes = {
        port: (each["best-effort"][0], each["network-control"][0]) for port, each in found.items()
    }
    assert sizes == MX
    assert "500 ms at 10 Mbit/s" in found["ge-0/0/0.10"]["best-effort"][1]
    assert "delay-buffer-rate" in found["ge-0/0/0.10"]["best-effort"][1]
    assert (
        "100 ms, below 1 Gbit/s 500 ms, at the rate of the port"
        in found["ge-0/0/2"]["best-effort"][1]
    )
    # What the same pages have for other interfaces is told, since it is not what is taken.
    assert "100 ms for tunnel interfaces" in found["ge-0/0/1"]["best-effort"][1]


def test_a_shaper_of_one_gigabit_is_not_below_it() -> None:
    faster = CONFIG.replace("shaping-rate 50m", "shaping-rate 1g").replace("30m", "999m")
    found = {
        entry.path.split(" > ")[0] + entry.path.split("class ")[-2][:11]: entry.got
        for entry in qosc.compile(
            qosc.loads(faster, platform="junos-mx"), target="sim", allow_loss=True
        ).ledger
        if entry.path.endswith("class best-effort > limits[1] > depth")
    }
    # 80 % of 100 ms of 1 Gbit/s, and of 500 ms of 999 Mbit/s.
    assert "10000000 bytes" in found.values()
    assert "49950000 bytes" in found.values()


@pytest.mark.parametrize("platform", ["junos-acx", "junos-ptx"])
def test_other_routers_go_by_the_shaper(platform: str) -> None:
    found = depths(platform, "sim")
    assert found["ge-0/0/1"]["best-effort"][0] == 500_000
    assert found["fe-0/1/0"]["best-effort"][0] == 1_000_000


@pytest.mark.parametrize("platform", ["junos-ex", "junos-qfx", "junos-srx"])
def test_where_no_source_says_so_the_port_counts_and_the_ledger_says_that(platform: str) -> None:
    found = depths(platform, "sim")
    size, note = found["ge-0/0/1"]["best-effort"]
    assert size == 10_000_000
    assert "below a shaper it may be of that rate" in note


def test_script_and_config_agree_on_buffers_below_shapers() -> None:
    assert qosc.verify_target(qosc.loads(CONFIG, platform="junos-mx")).same
