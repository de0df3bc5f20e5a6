"""The range that is told for a figure out of it: its unit, its ends, and a source where one is."""

from __future__ import annotations

import pytest

import qosc


@pytest.mark.parametrize(
    ("platform", "line", "told"),
    [
        ("ios-xr", "bandwidth 0 kbps", "a bandwidth is from 1 to 10000000000000 bit/s"),
        ("ios-xr", "shape average 0 mbps", "a shape rate is from 1 to 10000000000000 bit/s"),
        (
            "ios-15",
            "shape average 0",
            "a shape rate is from 1 to 10000000000000 bit/s (QoS command reference, shape)",
        ),
        (
            "ios-15",
            "shape average 8000 99999999999999",
            "a burst is from 0 to 10000000000000 bit (QoS command reference, shape)",
        ),
        ("ios-15", "bandwidth percent 101", "a percentage is above 0 and at most 100"),
        ("cat9000", "queue-limit dscp 5 percent 101", "a percentage is from 0 to 100"),
    ],
)
def test_a_figure_out_of_its_range_is_told_with_that_range(
    platform: str, line: str, told: str
) -> None:
    text = f"policy-map P\n class class-default\n  {line}\n"
    (residue,) = qosc.loads(text, platform=platform).device.residue
    assert residue.reason == told


@pytest.mark.parametrize("figure", [10**12 + 1, 10**14])
def test_the_burst_of_a_policer_has_one_range_in_bytes(figure: int) -> None:
    text = f"policy-map P\n class class-default\n  police cir 8000 bc {figure}\n"
    (residue,) = qosc.loads(text, platform="ios-15").device.residue
    assert residue.reason == "a burst is from 0 to 1000000000000 bytes"
