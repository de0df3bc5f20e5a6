"""What a shaper sends, what rate a depth in time is of, and the names of interfaces of Linux."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate
from qosc.datapath.queues.depths import open_rate
from qosc.datapath.shapers import Shaped, sent_rate, shaped
from qosc.ir import Shaper
from qosc.profiles import profile
from qosc.targets.tc.devices import is_device, is_told

BITS = BurstUnit.BITS


@pytest.mark.parametrize(
    ("cir", "bc", "be", "sent"),
    # Cisco IOS QoS Solutions Command Reference, shape: peak sends CIR * (1 + Be / Bc).
    [
        (64_000, 8_000, 8_000, 128_000),
        (64_000, 8_000, 0, 64_000),
        (64_000, 8_000, 4_000, 96_000),
        (64_000, 8_000, 16_000, 192_000),
        (100_000, 3_000, 1_000, 133_333),
    ],
)
def test_the_rate_of_a_peak_shaper(cir: int, bc: int, be: int, sent: int) -> None:
    peak = Shaper(Rate(cir), committed=Burst(bc, BITS), excess=Burst(be, BITS), peak=True)
    assert sent_rate(peak) == Rate(sent)
    average = Shaper(Rate(cir), committed=Burst(bc, BITS), excess=Burst(be, BITS))
    assert sent_rate(average) == Rate(cir)


@pytest.mark.parametrize(
    ("committed", "excess"),
    [
        (None, Burst(8_000, BITS)),
        (Burst(8_000, BITS), None),
        (Burst(0, BITS), Burst(8_000, BITS)),
        (Burst(8_000, BITS), Burst(8_000)),
    ],
)
def test_a_peak_whose_bursts_are_not_known_has_no_rate(
    committed: Burst | None, excess: Burst | None
) -> None:
    assert sent_rate(Shaper(Rate(64_000), committed=committed, excess=excess, peak=True)) is None


def test_what_a_shaper_holds() -> None:
    # 8000 + 4000 bits are 1500 bytes; 8000 bits are sent in 125 ms of 64 kbit/s.
    found = shaped(
        Shaper(Rate(64_000), committed=Burst(8_000, BITS), excess=Burst(4_000, BITS)), None
    )
    assert found == Shaped(64_000, 1_500, 125_000)
    assert shaped(Shaper(Rate(64_000)), None) == Shaped(64_000, 0, 0)
    assert shaped(None, 64_000) is None


@pytest.mark.parametrize(
    ("depth", "rate", "link", "platform", "words"),
    [
        # 10 ms of 8 and of 80 Mbit/s.
        (Depth(10_000, DepthUnit.MICROSECONDS), 8_000_000, 80_000_000, "junos-mx", "10000 bytes"),
        (Depth(10_000, DepthUnit.MICROSECONDS), 8_000_000, 8_000_000, "junos-mx", ""),
        (Depth(10_000, DepthUnit.MICROSECONDS), 8_000_000, 0, "junos-mx", ""),
        (Depth(10_000, DepthUnit.MICROSECONDS), 8_000_000, 80_000_000, "ios-xr", ""),
        (Depth(10_000, DepthUnit.BYTES), 8_000_000, 80_000_000, "junos-mx", ""),
        (Depth(64), 8_000_000, 80_000_000, "ios-15", ""),
    ],
)
def test_of_which_rate_a_time_is_taken(
    depth: Depth, rate: int, link: int, platform: str, words: str
) -> None:
    said = open_rate(depth, rate, link, profile(platform))
    assert bool(said) is bool(words)
    assert words in said
    assert not words or "100000 bytes" in said


@pytest.mark.parametrize(
    ("name", "device", "told"),
    # IFNAMSIZ is 16 and ALTIFNAMSIZ 128, both with a zero at the end.
    [
        ("e" * 15, True, True),
        ("e" * 16, False, True),
        ("e" * 127, False, True),
        ("e" * 128, False, False),
        ("", False, False),
        ("é" * 7, True, True),
        ("é" * 8, False, True),
        ("a/b", False, False),
        ("a b", False, False),
        ("..", False, False),
        ("02:00:00:00:00:01", False, True),
        ("02:00:00:00:00", False, False),
    ],
)
def test_the_names_of_an_interface_of_linux(name: str, device: bool, told: bool) -> None:
    assert is_device(name) is device
    assert is_told(name) is told


@pytest.mark.parametrize(
    ("name", "device", "told"),
    [("wan+", False, False), ("wan-1", True, True), ("e" * 16, False, True)],
)
def test_the_names_that_a_batch_file_holds(name: str, device: bool, told: bool) -> None:
    assert is_device(name, batch=True) is device
    assert is_told(name, batch=True) is told
