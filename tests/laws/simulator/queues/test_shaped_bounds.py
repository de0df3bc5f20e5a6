"""What a shaper lets through, by hand, and what follows for a link of unknown speed."""

from __future__ import annotations

import pytest

import qosc
from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.datapath.shapers import Shaped, sent_rate, shaped
from qosc.datapath.unknown_link import rate_above_shapers
from qosc.ir import Shaper

MEGABIT = Rate(1_000_000)


def octets(value: int) -> Burst:
    return Burst(value)


@pytest.mark.parametrize(
    ("shaper", "whole", "expected"),
    [
        (None, 10_000_000, None),
        # 1000 bytes are 8 ms of 1 Mbit/s.
        (Shaper(MEGABIT, committed=octets(1000)), None, Shaped(1_000_000, 1000, 8000)),
        (
            Shaper(MEGABIT, committed=octets(1000), excess=octets(500)),
            None,
            Shaped(1_000_000, 1500, 8000),
        ),
        # Peak: 1 Mbit/s * (1 + 500 / 1000); the interval is that of the CIR.
        (
            Shaper(MEGABIT, peak=True, committed=octets(1000), excess=octets(500)),
            None,
            Shaped(1_500_000, 1500, 8000),
        ),
        (Shaper(MEGABIT), None, Shaped(1_000_000, 0, 0)),
        # 10 ms of 1 Mbit/s are 1250 bytes.
        (
            Shaper(MEGABIT, committed=Burst(10_000, BurstUnit.MICROSECONDS)),
            None,
            Shaped(1_000_000, 1250, 10_000),
        ),
        # 25 % of 10 Mbit/s.
        (
            Shaper(Rate(250_000, RateBase.PERCENT), committed=octets(2500)),
            10_000_000,
            Shaped(2_500_000, 2500, 8000),
        ),
        (Shaper(Rate(250_000, RateBase.PERCENT)), None, None),
        (Shaper(Rate(7)), None, None),
        (Shaper(Rate(8)), None, Shaped(8, 0, 0)),
        (Shaper(MEGABIT, committed=Burst(5, BurstUnit.PACKETS)), None, None),
    ],
)
def test_the_bounds_of_a_shaper(
    shaper: Shaper | None, whole: int | None, expected: Shaped | None
) -> None:
    assert shaped(shaper, whole) == expected


@pytest.mark.parametrize(
    ("shaper", "expected"),
    [
        (Shaper(MEGABIT, committed=octets(1000), excess=octets(1000)), 1_000_000),
        (Shaper(MEGABIT, peak=True, committed=octets(1000), excess=octets(1000)), 2_000_000),
        (Shaper(MEGABIT, peak=True, committed=octets(4000), excess=octets(1000)), 1_250_000),
        (Shaper(MEGABIT, peak=True, committed=octets(1000), excess=octets(0)), 1_000_000),
        (Shaper(MEGABIT, peak=True), None),
        (Shaper(MEGABIT, peak=True, committed=octets(1000)), None),
        (Shaper(MEGABIT, peak=True, excess=octets(1000)), None),
        (Shaper(MEGABIT, peak=True, committed=octets(0), excess=octets(1000)), None),
        (
            Shaper(
                MEGABIT,
                peak=True,
                committed=octets(1000),
                excess=Burst(8000, BurstUnit.BITS),
            ),
            None,
        ),
    ],
)
def test_the_rate_that_leaves_a_shaper(shaper: Shaper, expected: int | None) -> None:
    """Cisco IOS QoS command reference, shape: peak is CIR * (1 + Be / Bc)."""
    found = sent_rate(shaper)
    assert (found and (found.value, found.base)) == (expected and (expected, RateBase.BPS))


POLICIES = """version 12.4
class-map match-all A
 match dscp ef
policy-map P
 class A
  {a}
 class class-default
  {rest}
policy-map IN
 class A
  {inside}
interface {port}
 service-policy output P
 service-policy input IN
"""
SHAPED = {
    "a": "shape average 1000000",
    "rest": "shape average 2000000",
    "inside": "police 100000",
    "port": "Dialer1",
}


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, 6_000_000),
        ({"a": "shape peak 1000000 8000 8000"}, 8_000_000),
        ({"a": "drop"}, 4_000_000),
        ({"rest": "fair-queue"}, None),
        ({"a": "shape average 1000000\n  bandwidth percent 10"}, None),
        ({"a": "shape average 1000000\n  bandwidth 10"}, 6_000_000),
        ({"inside": "police cir percent 10"}, None),
        ({"port": "FastEthernet0/0"}, None),
    ],
)
def test_a_link_of_unknown_speed_is_taken_to_be_twice_what_its_shapers_send(
    other: dict[str, str], expected: int | None
) -> None:
    values = SHAPED | other
    config = qosc.loads(POLICIES.format(**values), name="r1.cfg")
    device = config.complete_device
    port = device.ports[values["port"]]
    assert rate_above_shapers(device, port, config.profile) == expected
