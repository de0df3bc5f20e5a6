"""CUBIC and selective acknowledgements against their documents: RFC 9438, RFC 6675."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.simulator.congestion import Cubic, HTcp, cube_root
from qosc.simulator.sack import Scoreboard
from tests.laws.simulator.scenario_kit import Json, cbr, run

MSS = 1000
SECOND = 1_000_000_000


def tcp(**more: object) -> Json:
    return {"name": "t", "kind": "tcp", **more}


@settings(max_examples=60)
@given(st.integers(0, 1 << 130))
def test_the_cube_root_is_the_largest_whole_number(value: int) -> None:
    root = cube_root(value)
    assert root**3 <= value < (root + 1) ** 3


def after_a_loss(segments: int) -> tuple[Cubic, int]:
    control = Cubic(MSS)
    window = control.reduced(segments * MSS, segments * MSS)
    assert window == segments * MSS * 7 // 10
    return control, window


def grown(control: Cubic, window: int, seconds: int, rtt_ms: int) -> int:
    """The window after so long, with an ACK for each segment, spread over the round trip."""
    now = 0
    while now < seconds * SECOND:
        acks = max(window // MSS, 1)
        for _ in range(acks):
            now += rtt_ms * 1_000_000 // acks
            window = control.avoid(window, MSS, now, rtt_ms * 1_000_000)
    return window


@pytest.mark.parametrize("seconds", [2, 5, 9, 12, 15])
def test_the_window_follows_the_cubic_curve(seconds: int) -> None:
    # 1000 segments, then 700: K = cube root of 300 / 0.4 = 9.086 s. The window is where the curve
    # is a round trip later.
    control, window = after_a_loss(1000)
    wanted = 0.4 * (seconds + 0.1 - 9.086) ** 3 + 1000
    assert grown(control, window, seconds, 100) / MSS == pytest.approx(wanted, rel=0.01)


def test_on_a_short_path_it_grows_as_reno_with_the_same_decrease() -> None:
    # 20 segments, then 14, round trips of 10 ms: the curve needs 2.5 s to come back, while
    # 3 * 0.3 / 1.7 = 9/17 of a segment a round trip needs 0.11 s, and then goes on by a whole one.
    control, window = after_a_loss(20)
    assert grown(control, window, 1, 10) / MSS == pytest.approx(20 + (1 - 0.113) / 0.01, rel=0.02)


def test_one_who_yields_below_the_old_maximum_gives_up_more() -> None:
    # Section 4.7: the new W_max is 0.85 of the window, so K is shorter than from the window itself.
    first, _ = after_a_loss(1000)
    window = first.reduced(800 * MSS, 800 * MSS)
    first.avoid(window, MSS, SECOND, SECOND // 10)
    curve = cube_root((680 - 560) * MSS * 10 * 10**18 // (4 * MSS))
    assert first.window(curve) / MSS == pytest.approx(680, rel=0.001)


def test_random_loss_gives_the_window_that_the_document_derives() -> None:
    # RFC 9438, section 5.1: 1.054 (RTT / p) ** 0.75 segments: 187 for 0.4 s and one loss in 2500,
    # where Reno has 1.2 / sqrt(p) = 60. Losses come at random rather than at equal distances, and
    # some thirty of them.
    rates = {
        name: run(
            [tcp(socket_buffer_bytes=5_000_000, congestion_control=name, sack=True)],
            link={"rate_bps": 100_000_000, "delay_us": 200_000, "loss_ppm": 400},
            ms=180_000,
            warm_up_ms=20_000,
        ).flow("t")["goodput_bps"]
        for name in ("reno", "cubic")
    }
    assert 0.75 * 187 <= 0.4 * rates["cubic"] / (1460 * 8) <= 1.3 * 187
    assert rates["reno"] < rates["cubic"] / 2


def test_the_window_of_htcp_grows_by_the_time_since_the_loss() -> None:
    # Half of 1000 segments is left. With b = 1/2 a round trip of 100 ms adds 1 segment in the first
    # second, then 1 + 10 d + d * d / 4, d from 0 to 3: the integral is 3 + 45 + 2.25 in the three
    # seconds after, times ten round trips a second; one more or less is up to 33 segments.
    control = HTcp(MSS)
    window = control.reduced(1000 * MSS, 1000 * MSS)
    assert window == 500 * MSS
    assert grown(control, window, 1, 100) / MSS == pytest.approx(510, rel=0.005)
    control.reduced(1000 * MSS, 1000 * MSS)
    assert grown(control, window, 4, 100) / MSS == pytest.approx(510 + 502.5, abs=34)


def test_htcp_yields_as_much_as_the_queue_held_where_its_throughput_is_steady() -> None:
    # The shortest round trip is 0.7 of the longest, and each loss comes after as many bytes.
    control = HTcp(MSS)
    left = []
    for _ in range(3):
        for rtt in (70, 100):
            control.measured(rtt * 1_000_000)
        grown(control, 100 * MSS, 1, 100)
        left.append(control.reduced(100 * MSS, 100 * MSS))
    assert left == [50 * MSS, 70 * MSS, 70 * MSS]
    # Twice as many: half.
    for _ in range(2):
        grown(control, 100 * MSS, 1, 50)
    assert control.reduced(100 * MSS, 100 * MSS) == 50 * MSS


def test_three_that_came_early_tell_of_a_loss() -> None:
    board = Scoreboard(MSS)
    board.arrived(2 * MSS)
    board.arrived(4 * MSS)
    assert board.next_lost() is None
    board.arrived(5 * MSS)
    assert board.next_lost() == 0
    # 0 and 1 are lost, 2, 4 and 5 have arrived; of 3 nothing is known yet.
    assert board.missing() == 5 * MSS
    board.sent_again(0)
    assert board.missing() == 4 * MSS
    assert board.next_lost() == MSS
    board.advance(0, 3 * MSS)
    assert board.next_lost() is None
    assert board.missing() == 2 * MSS
    board.arrived(6 * MSS)
    assert board.next_lost() == 3 * MSS


def test_many_losses_of_a_window_are_repaired_together() -> None:
    # Slow start overfills a short queue. NewReno repairs one loss in a round trip of 200 ms, with
    # selective acknowledgements they go as fast as the window allows.
    done = {}
    for sack in (False, True):
        flow = run(
            [tcp(socket_buffer_bytes=400_000, sack=sack)],
            out={"limit": {"packets": 30}},
            link={"delay_us": 100_000, "rate_bps": 4_000_000},
            ms=12_000,
        ).flow("t")
        assert flow["retransmitted_packets"] > 20
        done[sack] = flow["goodput_bps"]
    assert done[True] > 1.5 * done[False]


@pytest.mark.parametrize("control", ["reno", "cubic", "htcp"])
def test_with_selective_acknowledgements_every_byte_arrives(control: str) -> None:
    result = run(
        [tcp(total_bytes=1_000_000, sack=True, congestion_control=control, delayed_ack=True)],
        link={"loss_ppm": 30_000, "delay_us": 5000},
        ms=60_000,
    )
    flow = result.flow("t")
    assert flow["goodput_bps"] == 1_000_000 * 8 // 60
    assert flow["retransmitted_packets"] >= flow["drops"]["link"]["packets"]


def test_out_of_sequence_is_what_fills_a_hole() -> None:
    # One path, one queue: nothing overtakes, so only repairs come after later segments.
    result = run(
        [tcp(sack=True), cbr("u", 500_000)], link={"loss_ppm": 5000, "delay_us": 20_000}, ms=30_000
    )
    flow = result.flow("t")
    assert 0 < flow["out_of_sequence_packets"] <= flow["retransmitted_packets"]
