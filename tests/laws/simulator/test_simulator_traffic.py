"""Bursts, short connections and clients, against times and counts by hand."""

from __future__ import annotations

import pytest

from qosc.scenario import Scenario, dump, load
from qosc.scenario.check import check
from tests.laws.simulator.scenario_kit import Json, run, scenario

CLIENT = {"name": "q", "kind": "request-response", "request_bytes": 100, "response_bytes": 1000}
SHORT = {"name": "s", "kind": "short-tcp", "size_bytes": 1000, "interval_us": 50_000}
BURSTS = {
    "name": "o",
    "kind": "on-off",
    "packet_bytes": 500,
    "rate_bps": 1_000_000,
    "on_us": 100_000,
    "off_us": 100_000,
}
DELAY = {"delay_us": 5000}
# On the links of 100 Mbit/s and 2 Mbit/s, and 5 ms on the way:
REQUEST = 140 * (0.08 + 4) + 5000
RESPONSE = 1040 * (0.08 + 4) + 5000
ACK = 160
"""us for its 40 bytes at 2 Mbit/s: the server's goes before the response."""


def test_bursts_of_constant_length() -> None:
    # 500 bytes at 1 Mbit/s: each 4 ms, so 25 in a burst; 50 bursts in 10 s.
    result = run([{**BURSTS, "periods": "constant"}])
    assert result.flow("o")["sent_packets"] == 25 * 50
    late = run([{**BURSTS, "periods": "constant", "start_us": 50_000, "stop_us": 1_000_000}])
    # From 50 ms: bursts begin at 50, 250, 450, 650 and 850 ms, the last ends before 1000 ms.
    assert late.flow("o")["sent_packets"] == 25 * 5


def test_bursts_of_random_length_send_their_part_of_the_time() -> None:
    result = run([{**BURSTS, "on_us": 10_000, "off_us": 30_000}], ms=200_000)
    # A fourth of 1 Mbit/s; each burst sends at its start, which adds half a packet of about 3.
    sent = result.flow("o")["sent_packets"]
    assert 0.25 * 50_000 * 0.95 < sent < (0.25 * 50_000 + 0.5 * 5000) * 1.05


def test_one_segment_takes_one_way() -> None:
    # 100 bytes are one packet of 140; the connections do not meet.
    result = run([{**SHORT, "arrivals": "periodic"}], link=DELAY, ms=1990)
    found = result.flow("s")["completion"]
    assert (found["started"], found["finished"], found["under_way"]) == (40, 40, 0)
    assert found["time"]["min_us"] == found["time"]["max_us"] == pytest.approx(RESPONSE)
    assert result.flow("s")["goodput_bps"] == 40 * 1000 * 8000 // 1990


def test_ten_segments_take_a_round_trip_more() -> None:
    # The first window is of three segments (RFC 5681, section 3.1: 4380 bytes).
    one = {**SHORT, "arrivals": "periodic", "size_bytes": 3 * 1460, "interval_us": 900_000}
    times = [
        run([{**one, "size_bytes": size}], link={"delay_us": 50_000}, ms=700).flow("s")[
            "completion"
        ]["time"]["max_us"]
        for size in (3 * 1460, 4 * 1460)
    ]
    # One way for the first flight; one more round trip for what is behind it.
    assert times[0] == pytest.approx(50_000 + 120 + 3 * 6000)
    assert times[1] == pytest.approx(3 * 50_000 + 2 * 120 + 2 * 6000 + 40 * 4.08, abs=7000)


def test_arrivals_at_random_come_as_often() -> None:
    result = run([SHORT], ms=100_000, link={"rate_bps": 10**9})
    # 2000 on average, and 45 more or less (the root of it) is a standard deviation.
    assert 2000 - 4 * 45 < result.flow("s")["completion"]["started"] < 2000 + 4 * 45


def test_a_transaction_takes_its_request_and_its_response() -> None:
    result = run([{**CLIENT, "think_us": 100_000}], link=DELAY, ms=10_000)
    found = result.flow("q")["completion"]
    each = REQUEST + ACK + RESPONSE
    assert found["time"]["min_us"] == found["time"]["max_us"] == pytest.approx(each)
    assert found["started"] == 1 + int(10_000_000 // (each + 100_000))
    assert result.flow("q (responses)")["received_packets"] == found["finished"]
    row = result.flow("q")
    assert row["goodput_bps"] == 100 * 8000 * row["received_packets"] // 10_000


def test_a_server_with_delayed_acks_answers_before_it_acknowledges() -> None:
    # Its ACK waits up to 200 ms, so that no 40 bytes go before the response.
    asked = {**CLIENT, "count": 1, "delayed_ack": True}
    result = run([asked], link=DELAY)
    assert result.flow("q")["completion"]["time"]["max_us"] == pytest.approx(REQUEST + RESPONSE)


def test_clients_stop_after_their_count_or_in_time() -> None:
    result = run([{**CLIENT, "flows": 3, "count": 7}])
    assert result.flow("q")["completion"]["finished"] == 21
    early = run([{**CLIENT, "stop_us": 1_000_000}], link=DELAY)
    # Without a pause the client's acknowledgement is before its next request, too.
    each = REQUEST + ACK + RESPONSE + ACK
    assert early.flow("q")["completion"]["finished"] == -(-1_000_000 // each)


def test_what_is_lost_is_sent_again() -> None:
    lossy = {"loss_ppm": 50_000, "delay_us": 1000}
    short = {**SHORT, "size_bytes": 20_000, "interval_us": 500_000, "rto_min_ms": 200}
    result = run([short, CLIENT], link=lossy, ms=60_000)
    assert result.flow("s")["dropped_packets"] > 30
    found = result.flow("s")["completion"]
    assert found["started"] == found["finished"] + found["under_way"]
    assert found["under_way"] < 10
    # A client waits for no less than the timeout of RFC 6298 when its one segment is lost.
    assert result.flow("q")["completion"]["time"]["max_us"] > 1_000_000


def test_what_a_connection_is_like_is_that_of_bulk_transfers() -> None:
    # A cubic sender is at the same place as the other after a first window, not after many losses.
    lossy = {"loss_ppm": 20_000, "delay_us": 20_000}
    one = {**SHORT, "size_bytes": 400_000, "interval_us": 5_000_000, "arrivals": "periodic"}
    times = [
        run([{**one, **more}], link=lossy, ms=30_000).flow("s")["completion"]["time"]["mean_us"]
        for more in ({}, {"congestion_control": "cubic"}, {"sack": True})
    ]
    assert len(set(times)) == 3


def test_the_warm_up_is_not_counted() -> None:
    whole, part = (
        run([{**SHORT, "arrivals": "periodic"}], ms=2000, warm_up_ms=warm_up).flow("s")[
            "completion"
        ]
        for warm_up in (0, 1000)
    )
    assert (whole["started"], part["started"]) == (40, 20)


@pytest.mark.parametrize("source", [CLIENT, SHORT, BURSTS])
def test_they_come_back_from_text(source: Json) -> None:
    made = scenario([source])
    assert isinstance(made, Scenario)
    assert load(dump(made), "x") == made
    assert list(check(made)) == []


def test_segments_fit_the_links() -> None:
    faults = list(check(scenario([{**CLIENT, "mss_bytes": 1461}, {**SHORT, "mss_bytes": 1461}])))
    assert [place for place, _ in faults] == [("traffic", n, "mss_bytes") for n in (0, 1)]
