"""Drop curves that are given point by point."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.scenario import Curve, dump, load
from qosc.simulator.droppers import Points
from tests.laws.simulator.scenario_kit import Json, cbr, klass, policy, run, scenario

LINK = 2_000_000
WHOLE = 1_000_000


def plain(points: list[tuple[int, int]], fill: Fraction, joined: bool) -> Fraction:
    """The probability, in parts of one, at a fill in parts of one."""
    here = [(Fraction(x, WHOLE), Fraction(y, WHOLE)) for x, y in points]
    below = [point for point in here if point[0] <= fill]
    above = [point for point in here if point[0] > fill]
    if not below:
        return Fraction(0)
    if not joined or not above:
        return below[-1][1]
    (x0, y0), (x1, y1) = below[-1], above[0]
    return y0 + (y1 - y0) * (fill - x0) / (x1 - x0)


levels = st.integers(0, 20).map(lambda n: n * 50_000)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(levels, levels, min_size=1, max_size=6),
    st.booleans(),
    st.integers(0, 130),
    st.sampled_from(("full_packets", "full_bytes")),
)
def test_the_probability_is_that_of_the_points(
    found: dict[int, int], joined: bool, depth: int, full: str
) -> None:
    points = sorted(found.items())
    curve = Points(Curve(points=points, interpolated=joined, **{full: 100}))
    assert curve.in_bytes == (full == "full_bytes")
    part, whole = curve.chance(depth << 32)
    want = plain(points, Fraction(depth, 100), joined)
    # Depths of points are kept in whole parts of 2**-32 packet.
    assert abs(Fraction(part, whole) - want) < Fraction(1, 10**6)


def queue(curves: list[Json], **more: object) -> Json:
    early = {"weight_exponent": 0, "curves": curves}
    return {"limits": [{"packets": 40}], "early_drop": early, **more}


def overload(curves: list[Json], traffic: list[Json], received: list[Json] | None = None):
    out = policy(klass("all", None, queue(curves)))
    return run(traffic, out=out, ms=30_500, warm_up_ms=500, received=received)


def test_a_step_to_all_is_a_shorter_queue() -> None:
    # At a quarter of 40 packets everything is dropped: the queue never holds more than ten.
    result = overload([{"points": [[250_000, WHOLE]], "full_packets": 40}], [cbr("s", 3_000_000)])
    assert result.of_class("all")["queue_max_packets"] == 10
    assert result.of_class("all")["throughput_bps"] == pytest.approx(LINK, rel=0.001)
    assert set(result.flow("s")["drops"]) == {"early"}


@pytest.mark.parametrize(("joined", "low", "high"), [(True, 15, 17), (False, 20, 20)])
def test_the_queue_settles_where_the_curve_drops_what_is_too_much(
    joined: bool, low: int, high: int
) -> None:
    # 2.5 Mbit/s on 2: a fifth has to go. The straight line from (0, 0) to (100, 50) is 0.2 at a
    # fill of 40 %, 16 packets; steps of 0 and 0.5 keep the queue at the step, at 50 %.
    points = [[0, 0], [WHOLE, 500_000]] if joined else [[0, 0], [500_000, 500_000]]
    source = cbr("s", 2_500_000)
    source["kind"] = "poisson"
    curve = {"points": points, "interpolated": joined, "full_packets": 40}
    result = overload([curve], [source])
    row = result.of_class("all")
    assert result.flow("s")["loss"] == pytest.approx(0.2, abs=0.01)
    # By Little's law, from the wait but for the 2 ms on the wire.
    waiting = (row["wait"]["mean_us"] - 2000) / 2000
    assert low - 3 <= waiting <= high + 3


def test_each_loss_priority_has_its_curve() -> None:
    # Low packets alone are too many and go up to the end of the queue; high ones find it above the
    # step and are dropped, but for a rare one.
    received = [
        {
            "kind": "rules",
            "rules": [{"match": {"where": {"precedence": 3}}, "set": {"loss-priority": "high"}}],
        }
    ]
    curves = [
        {
            "match": {"where": {"loss-priority": "high"}},
            "points": [[300_000, WHOLE]],
            "full_packets": 40,
        },
        {
            "match": {"where": {"loss-priority": "low"}},
            "points": [[WHOLE, WHOLE]],
            "full_packets": 40,
        },
    ]
    result = overload(curves, [cbr("l", 3_000_000), cbr("h", 100_000, 3)], received)
    assert result.flow("h")["loss"] == 1
    assert result.flow("l")["throughput_bps"] == pytest.approx(LINK, rel=0.001)
    assert result.of_class("all")["queue_max_packets"] == 40


@pytest.mark.parametrize(
    "curve",
    [
        {"points": [[5, 5]]},
        {"points": [[5, 5]], "full_packets": 4, "full_bytes": 4},
        {"points": [[5, 5], [5, 6]], "full_packets": 4},
        {"points": [[5, 1_000_001]], "full_packets": 4},
        {"points": [[5, 5]], "full_packets": 4, "min_packets": 1, "max_packets": 2},
        {"min_packets": 1, "max_packets": 2, "interpolated": True},
    ],
)
def test_a_curve_that_says_two_things_is_an_error(curve: Json) -> None:
    with pytest.raises(ValueError, match=r"points|full_|1000000"):
        scenario([], out=policy(klass("all", None, queue([curve]))))


def test_points_come_back_from_text() -> None:
    curve = {"points": [[0, 0], [400_000, 250_000]], "interpolated": True, "full_bytes": 9000}
    made = scenario([], out=policy(klass("all", None, queue([curve]))))
    assert load(dump(made), "x") == made
