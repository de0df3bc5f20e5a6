"""TCP against what is known of it."""

from __future__ import annotations

from math import sqrt

import pytest

from tests.laws.simulator.scenario_kit import Json, cbr, run


def tcp(**more: object) -> Json:
    return {"name": "t", "kind": "tcp", **more}


def test_one_connection_fills_a_link_that_is_free() -> None:
    # The bandwidth-delay product is 2 Mbit/s * 42 ms = 10500 bytes, the window 64 kB.
    result = run([tcp()], link={"delay_us": 20_000}, ms=20_000, warm_up_ms=2000)
    assert result.flow("t")["throughput_bps"] >= 0.99 * 2_000_000
    assert result.flow("t")["retransmitted_packets"] == 0


def test_the_socket_buffer_bounds_the_rate() -> None:
    # One window of 8760 bytes a round trip of 200 ms and a little: 350 kbit/s.
    result = run(
        [tcp(socket_buffer_bytes=8760)], link={"delay_us": 100_000}, ms=30_000, warm_up_ms=3000
    )
    rtt_s = 0.2 + 1500 * 8 / 2e6 + 1500 * 8 / 1e8 + 40 * 8 / 2e6 + 40 * 8 / 1e8
    # The last segment of a window waits for those before it: five more times to send.
    least = 8760 * 8 / (rtt_s + 5 * 0.006)
    assert least <= result.flow("t")["goodput_bps"] <= 8760 * 8 / rtt_s


@pytest.mark.parametrize("loss", [2_000, 5_000, 10_000])
def test_random_loss_gives_the_square_root_law(loss: int) -> None:
    # Mathis, Semke, Mahdavi, Ott (1997): rate = (MSS / RTT) * C / sqrt(p), C = sqrt(3/2) with an
    # ACK for each segment. Timeouts, which the law leaves out, take some of it: a factor of 0.6 to
    # 1.15 is allowed.
    result = run(
        [tcp(rto_min_ms=200, socket_buffer_bytes=500_000)],
        link={"rate_bps": 100_000_000, "delay_us": 50_000, "loss_ppm": loss},
        ms=300_000,
        warm_up_ms=10_000,
    )
    # The ACKs cross the same link and are lost alike; cumulative, they are hardly missed.
    law = 1460 * 8 / 0.1005 * sqrt(1.5) / sqrt(loss / 1e6)
    assert 0.6 * law <= result.flow("t")["goodput_bps"] <= 1.15 * law


def test_goodput_is_payload_and_every_byte_arrives() -> None:
    result = run(
        [tcp(total_bytes=1_000_000)], link={"loss_ppm": 10_000, "delay_us": 5000}, ms=60_000
    )
    flow = result.flow("t")
    assert flow["goodput_bps"] == 1_000_000 * 8 // 60
    assert flow["retransmitted_packets"] >= 1
    # Every loss costs at least one retransmission.
    assert flow["retransmitted_packets"] >= flow["drops"]["link"]["packets"]


def test_a_full_queue_is_answered_without_collapse() -> None:
    # A queue of 20 packets and a pipe of 7: losses, fast recovery, and a link that stays busy.
    result = run(
        [tcp()],
        out={"limit": {"packets": 20}},
        link={"delay_us": 20_000},
        ms=60_000,
        warm_up_ms=5000,
    )
    flow = result.flow("t")
    assert flow["retransmitted_packets"] > 0
    assert flow["timeouts"] == 0
    assert flow["throughput_bps"] >= 0.95 * 2_000_000


def test_connections_in_one_queue_share_it_roughly() -> None:
    result = run(
        [tcp(flows=4)],
        out={"limit": {"packets": 40}},
        link={"delay_us": 10_000},
        ms=120_000,
        warm_up_ms=10_000,
    )
    rates = result.flow("t")["connections_bps"]
    assert len(rates) == 4
    jain = sum(rates) ** 2 / (4 * sum(rate * rate for rate in rates))
    assert jain > 0.9
    assert sum(rates) > 0.93 * 2_000_000 * 1460 / 1500


def test_unresponsive_traffic_pushes_tcp_aside() -> None:
    result = run(
        [tcp(), cbr("u", 1_950_000, size=500)],
        out={"limit": {"packets": 20}},
        ms=60_000,
        warm_up_ms=5000,
    )
    assert result.flow("t")["throughput_bps"] < 300_000
    assert result.flow("t")["timeouts"] > 0


def test_it_comes_back_after_the_path_was_blocked() -> None:
    # For 20 s another source takes all of a short queue; back-off doubles the timer, then it ends.
    block = cbr("u", 20_000_000, size=500, start_us=5_000_000, stop_us=25_000_000)
    result = run([tcp(), block], out={"limit": {"packets": 5}}, ms=90_000, warm_up_ms=60_000)
    assert result.flow("t")["throughput_bps"] > 1_700_000


def test_the_timer_backs_off() -> None:
    # Nothing arrives. The first timeout is after 1 s (RFC 6298), then after 2, 4, 8, 16: at 1, 3,
    # 7, 15, 31 s; the next would be at 63 s.
    flow = run([tcp()], link={"loss_ppm": 1_000_000}, ms=60_000).flow("t")
    assert flow["timeouts"] == 5
    assert flow["received_packets"] == 0


def test_delayed_acks_halve_the_acks() -> None:
    counts = [
        run([tcp(delayed_ack=delayed)], link={"delay_us": 10_000}, ms=20_000).flow("t (acks)")
        for delayed in (False, True)
    ]
    assert counts[1]["sent_packets"] == pytest.approx(counts[0]["sent_packets"] / 2, rel=0.05)


def test_stop_ends_the_transfer_and_what_was_sent_arrives() -> None:
    result = run([tcp(stop_us=2_000_000)], link={"loss_ppm": 5000}, ms=30_000)
    flow = result.flow("t")
    assert flow["in_flight_after"] == 0
    assert 0 < flow["goodput_bps"] * 30 < 2_000_000 * 3.5


@pytest.mark.parametrize("warm_up_ms", [900, 1900, 4000])
def test_goodput_is_no_more_than_came_in_the_measured_time(warm_up_ms: int) -> None:
    # With losses data waits for what is missing before it; what came before counts then, not later.
    result = run(
        [tcp(flows=8)],
        out={"limit": {"packets": 60}},
        link={"delay_us": 5000, "loss_ppm": 20_000},
        ms=warm_up_ms + 500,
        warm_up_ms=warm_up_ms,
    )
    flow = result.flow("t")
    assert 0 < flow["goodput_bps"] <= flow["throughput_bps"] * 1460 // 1500
    assert sum(flow["connections_bps"]) == pytest.approx(flow["goodput_bps"], abs=8)
