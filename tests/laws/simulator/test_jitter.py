"""How late packets of a source with jitter are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.scenario import Cbr
from qosc.scenario.jitter import jitter_seed, late_ns


@given(st.integers(0, 2**32 - 1), st.integers(0, 10**9), st.integers(0, 10**13))
def test_a_packet_is_late_by_less_than_the_most(start: int, number: int, most: int) -> None:
    assert 0 <= late_ns(start, number, most) < max(most, 1)


def test_the_times_are_spread_evenly_and_differ_from_source_to_source() -> None:
    start = jitter_seed(1, "voice")
    late = [late_ns(start, number, 1000) for number in range(10_000)]
    tenths = [sum(low <= each < low + 100 for each in late) for low in range(0, 1000, 100)]
    assert all(900 < count < 1100 for count in tenths)
    # Of neighbours one is later than the other as often as not, and by no fixed step.
    steps = {after - before for before, after in pairwise(late)}
    assert len(steps) > 1000
    assert jitter_seed(1, "voice") != jitter_seed(2, "voice") != jitter_seed(1, "video")


@pytest.mark.parametrize(
    ("rate", "jitter", "sound"),
    [
        ({"rate_bps": 8_000_000}, 99_999, True),
        ({"rate_bps": 8_000_000}, 100_000, False),
        ({"packets_per_s": 1000}, 999_999, True),
        ({"packets_per_s": 1000}, 1_000_000, False),
        ({"interval_us": 50}, 49_999, True),
        ({"interval_us": 50}, 50_000, False),
    ],
)
def test_packets_stay_in_their_order(rate: dict[str, int], jitter: int, sound: bool) -> None:
    source = {"name": "a", "kind": "cbr", "from": "x", "to": "y", "packet_bytes": 100, **rate}
    if sound:
        assert Cbr.model_validate({**source, "jitter_ns": jitter}).jitter_ns == jitter
        return
    with pytest.raises(ValueError, match="not less than the time between"):
        Cbr.model_validate({**source, "jitter_ns": jitter})
