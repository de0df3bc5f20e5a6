"""Rates, bursts and depths: exact, and none without a base."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase, show_rate


@pytest.mark.parametrize(
    ("rate", "link", "bps"),
    [
        (Rate(64_000), None, 64_000),
        (Rate(750_000, RateBase.PERCENT), 2_000_000, 1_500_000),
        # 33 % of 1544 kbit/s is 509520 bit/s
        (Rate(330_000, RateBase.PERCENT), 1_544_000, 509_520),
        (Rate(750_000, RateBase.PERCENT), None, None),
        (Rate(3, RateBase.RATIO), 2_000_000, None),
        (Rate(100, RateBase.PPS), 2_000_000, None),
    ],
)
def test_bits_per_second(rate: Rate, link: int | None, bps: int | None) -> None:
    assert rate.bits_per_second(link) == bps


@pytest.mark.parametrize(
    ("burst", "rate", "size"),
    [
        (Burst(8000), None, 8000),
        (Burst(8001, BurstUnit.BITS), None, 1001),
        # 200 ms at 1000 kbit/s is 25000 bytes
        (Burst(200_000, BurstUnit.MICROSECONDS), 1_000_000, 25_000),
        (Burst(200_000, BurstUnit.MICROSECONDS), None, None),
        (Burst(5, BurstUnit.PACKETS), 1_000_000, None),
    ],
)
def test_burst_in_bytes(burst: Burst, rate: int | None, size: int | None) -> None:
    assert burst.bytes_at(rate) == size


def test_depth_in_bytes() -> None:
    assert Depth(64).bytes_at(None, 1500) == 96_000
    assert Depth(50_000, DepthUnit.MICROSECONDS).bytes_at(10_000_000, 1500) == 62_500
    assert Depth(50_000, DepthUnit.MICROSECONDS).bytes_at(None, 1500) is None


@given(st.integers(0, 10**12))
def test_a_rate_is_shown_without_loss(bps: int) -> None:
    units = {"bit/s": 1, "kbit/s": 10**3, "Mbit/s": 10**6, "Gbit/s": 10**9}
    number, unit = show_rate(bps).split()
    assert int(number) * units[unit] == bps


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (Rate(2_000_000), "2 Mbit/s"),
        (Rate(1_296_000), "1296 kbit/s"),
        (Rate(125_000, RateBase.PERCENT), "12.5 %"),
        (Rate(300_000, RateBase.REMAINING), "30 % of the remainder"),
        (Depth(1), "1 packet"),
        (Depth(10), "10 packets"),
        (Depth(50_000, DepthUnit.MICROSECONDS), "50 ms"),
        (Burst(1), "1 byte"),
        (Burst(1500, BurstUnit.MICROSECONDS), "1500 us"),
    ],
)
def test_words(amount: object, words: str) -> None:
    assert str(amount) == words


def test_where_a_value_was_written_does_not_change_what_it_is() -> None:
    from qosc.source import Span

    assert Rate(5, origin=Span("a", 1, 1, 1, 2)) == Rate(5)
    assert Rate(5, default_by="ios-12") != Rate(5)
