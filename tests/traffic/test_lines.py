"""Lines of traffic generators: the figures that their manuals and the papers give."""

from __future__ import annotations

import pytest

from qosc.traffic import Fate
from tests.traffic.import_kit import made, read, source, sources, told


def test_the_streams_of_the_infn_report() -> None:
    # Appendix A: 500 bytes of payload at 50 packets/s, which are 528 bytes of IP; footnote 2 of the
    # report has 1000 bytes at 210 packets/s as 22 cells of AAL5SNAP, which 1028 bytes are.
    line = "mgen -b 192.190.218.2:50001 -p 50001 -d 60000 -i ge0:6 -s 500 -r 50 &"
    found = source(line)
    assert (found["kind"], found["packet_bytes"], found["packets_per_s"]) == ("cbr", 528, 50)
    assert found["header"] == {"dst-port": 50001, "src-port": 50001}
    assert made(line).addresses == {"receiver": "192.190.218.2"}
    assert -(-(source("mgen -b 10.0.0.1:9 -s 1000 -r 210")["packet_bytes"] + 16) // 48) == 22


def test_the_unit_of_a_duration_of_mgen_3_is_told_only_where_it_matters() -> None:
    line = "mgen -b 10.0.0.1:9 -s 500 -r 50 -d 60000"
    assert not told(line, Fate.UNKNOWN)[1:]
    assert [word for word, _ in told(f"{line[:-5]}50000", Fate.UNKNOWN) if word] == ["-d 50000"]


def test_bulk_transfers_of_the_infn_report() -> None:
    line = "netperf -H 192.190.218.2 -l 3600 -p 40000 -- -s240000,240000 -S240000,240000 &"
    found = source(line)
    assert (found["kind"], found["socket_buffer_bytes"]) == ("tcp", 240_000)
    assert "dst-port" not in found["header"]
    assert any("data ports" in note for _, note in told(line, Fate.UNKNOWN))
    assert any(word == "-l 3600" for word, _ in told(line, Fate.APPROX))


def test_the_line_of_the_garr_slides() -> None:
    # TOS 0x20 is precedence 1, DSCP 8; 100M of iperf 2 is 100 x 2^20, of payload, so on the wire
    # 1498/1470 of it.
    found = source("iperf -c 192.168.101.3 -p 60011 -u -b 100M -S 0x20 -t 60 -i 10")
    assert found["packet_bytes"] == 1498
    assert found["header"]["dscp"] == 8
    assert abs(found["rate_bps"] - 100 * 2**20 * 1498 / 1470) < 1


@pytest.mark.parametrize(
    ("line", "payload_bit_per_s"),
    [
        ("iperf -c 10.0.0.1 -u -l 972 -b 8m", 8_000_000),
        ("iperf -c 10.0.0.1 -u -l 972 -b 8M", 8 * 2**20),
        ("iperf3 -c 10.0.0.1 -u -l 972 -b 8M", 8_000_000),
        ("iperf3 -c 10.0.0.1 -u -l 972 -b 8m", 8_000_000),
        ("iperf3 -c 10.0.0.1 -u -l 972", 2**20),
        ("nuttcp -u -l972 -R8000 10.0.0.1", 8_000_000),
        ("nuttcp -u -l 972 -R 8m 10.0.0.1", 8_000_000),
        ("nuttcp -u -l972 -R1000p 10.0.0.1", 972 * 8 * 1000),
        ("iperf -c 10.0.0.1 -u -l 972 -b 1000pps", 972 * 8 * 1000),
    ],
)
def test_rates_are_of_the_payload_in_the_units_of_each_tool(
    line: str, payload_bit_per_s: int
) -> None:
    found = source(line)
    pace = {
        "packets_per_s": lambda value: value,
        "interval_us": lambda value: 10**6 / value,
        "rate_bps": lambda value: value / 8000,
    }
    per_s = next(pace[key](found[key]) for key in pace if key in found)
    assert found["packet_bytes"] == 1000
    assert abs(per_s * 972 * 8 / payload_bit_per_s - 1) < 1e-6


@pytest.mark.parametrize(
    ("line", "window"),
    [
        ("iperf -c 10.0.0.1 -w 64k", 64_000),
        ("iperf -c 10.0.0.1 -w 64K", 65_536),
        ("iperf3 -c 10.0.0.1 -w 64k", 65_536),
        ("nuttcp -w64 10.0.0.1", 65_536),
        ("nuttcp -w1m -ws64 10.0.0.1", 65_536),
        ("netperf -H 10.0.0.1 -- -s 100000 -S 64K", 65_536),
    ],
)
def test_sizes_of_socket_buffers(line: str, window: int) -> None:
    assert source(line)["socket_buffer_bytes"] == window


@pytest.mark.parametrize(
    ("line", "dscp"),
    [
        ("iperf -c 10.0.0.1 -S 0xb8", 46),
        ("iperf3 -c 10.0.0.1 -S 184", 46),
        ("iperf3 -c 10.0.0.1 -S 0270", 46),
        ("iperf3 -c 10.0.0.1 --dscp ef", 46),
        ("iperf3 -c 10.0.0.1 --dscp=46", 46),
        ("nuttcp -c46 10.0.0.1", 46),
        ("nuttcp -c0xb8t 10.0.0.1", 46),
        ("nuttcp -c5p 10.0.0.1", 40),
        ("netperf -H 10.0.0.1 -Y 0xb8,0xb8", 46),
        ("ping -Q 0xb8 10.0.0.1", 46),
        ("mgen event 'ON 1 UDP DST 10.0.0.1/9 PERIODIC [1 99] TOS 0xb8'", 46),
    ],
)
def test_marks(line: str, dscp: int) -> None:
    assert source(line)["header"]["dscp"] == dscp


def test_a_ping_has_28_bytes_of_headers() -> None:
    assert "packet_bytes" not in source("ping 10.0.0.1")  # 56 of data: 84, the default
    found = source("ping -s 1400 -i 0.2 -c 10 10.0.0.1")
    assert [found[key] for key in ("packet_bytes", "interval_us", "count")] == [1428, 200_000, 10]


def test_directions() -> None:
    back = source("iperf3 -c 10.0.0.1 -R")
    assert (back["from"], back["to"]) == ("receiver", "sender")
    assert back["header"]["src-port"] == 5201
    both = sources("iperf -c 10.0.0.1 -d")
    assert [each["from"] for each in both] == ["sender", "receiver"]
    after = sources("iperf -c 10.0.0.1 -t 4 -r")
    assert [each.get("start_us", 0) for each in after] == [0, 4_000_000]
    assert source("netperf -H 10.0.0.1 -t TCP_MAERTS")["from"] == "receiver"


def test_streams_are_flows_of_their_own() -> None:
    found = sources("iperf -c 10.0.0.1 -u -P 3; iperf -c 10.0.0.1 -P 4")
    ports = [each["header"]["src-port"] for each in found]
    assert len(set(ports)) == 4
    assert found[3]["flows"] == 4


def test_requests_and_responses() -> None:
    found = source("netperf -t TCP_RR -H 10.0.0.1 -l -200 -- -r 100,1400")
    assert (found["request_bytes"], found["response_bytes"], found["count"]) == (100, 1400, 200)
    assert "stop_us" not in found
    new = "netperf -t TCP_CRR -H 10.0.0.1 -- -r 100,1400"
    assert any("handshake" in note for _, note in told(new, Fate.APPROX))


def test_lengths_in_bytes_and_packets() -> None:
    assert source("iperf -c 10.0.0.1 -n 1M")["total_bytes"] == 2**20
    assert source("iperf3 -c 10.0.0.1 -k 10 -l 1000")["total_bytes"] == 10_000
    # 100 packets of 1 s / 1000 between two: the last leaves at 99 ms.
    found = source("nuttcp -u -l100 -R1000p -n100 10.0.0.1", 1000)
    assert 99_000 < found["stop_us"] < 100_000
    # iperf 2 ends with one datagram more, of a negative number: 11 of 10 ms, the last at 100 ms.
    found = source("iperf -c 10.0.0.1 -u -l 1000 -b 100pps -n 10000", 1000)
    assert 100_000 < found["stop_us"] < 110_000


@pytest.mark.parametrize(
    ("options", "bytes_of_each"),
    [
        # Recorded with iperf3 3.12 on the loopback.
        ("-n 10M -P 4", 2_621_440),
        ("-n 100000", 131_072),
        ("-k 10 -l 1000 -P 2", 5_000),
    ],
)
def test_iperf3_counts_the_bytes_of_all_streams_together(options: str, bytes_of_each: int) -> None:
    assert source(f"iperf3 -c 10.0.0.1 {options}")["total_bytes"] == bytes_of_each


def test_iperf3_shares_its_datagrams_out_among_the_streams() -> None:
    # Recorded with iperf3 3.12: 50 on each of two streams, from the ports 4000 and 4001.
    line = "iperf3 -c 10.0.0.1 -u -b 1M -l 1000 -P 2 --cport 4000"
    for count in ("-n 100000", "-k 100"):
        found = sources(f"{line} {count}", 10_000)
        assert [each["header"]["src-port"] for each in found] == [4000, 4001]
        # 1000 bytes of payload at 1 Mbit/s are 8 ms: the last of 50 leaves at 392 ms.
        assert all(392_000 < each["stop_us"] < 400_000 for each in found)
    three = sources("iperf3 -c 10.0.0.1 -u -b 1M -l 1000 -P 3 -k 2", 10_000)
    assert len(three) == 2


def test_a_part_of_the_bytes_of_all_streams_is_told_as_such() -> None:
    line = "iperf3 -c 10.0.0.1 -n 10M -P 4"
    assert [word for word, _ in told(line, Fate.APPROX)] == ["-n 10M"]
    # iperf 2 counts for each stream.
    assert source("iperf -c 10.0.0.1 -n 10M -P 4")["total_bytes"] == 10 * 2**20


@pytest.mark.parametrize("kind", ["", " -u"])
def test_a_client_port_that_leaves_none_for_the_other_streams_is_refused(kind: str) -> None:
    line = f"iperf3 -c 10.0.0.1{kind} --cport 65535 -P"
    assert any("none is left" in note for _, note in told(f"{line} 2"))
    assert source(f"{line} 1")["header"]["src-port"] == 65_535


@pytest.mark.parametrize(("more", "port"), [("", 5001), (" -p 5999", 5999), (" -L 6001", 6001)])
@pytest.mark.parametrize("way", ["-d", "-r"])
@pytest.mark.parametrize("kind", ["", " -u -b 1M"])
def test_the_server_of_iperf_2_connects_anew_to_where_the_client_listens(
    kind: str, way: str, more: str, port: int
) -> None:
    line = f"iperf -c 10.0.0.1{kind} {way} -t 5{more}"
    there, back = sources(line)
    assert (back["from"], back["header"]["dst-port"]) == ("receiver", port)
    assert back["header"].get("src-port", 10_000) >= 10_000
    assert there["header"]["dst-port"] == (5999 if "-p" in more else 5001)
    assert not told(line)


def test_streams_of_the_way_back_have_the_port_of_the_server_in_common() -> None:
    found = sources("iperf3 -c 10.0.0.1 -R -P 3 --cport 4500")
    assert [each["header"]["src-port"] for each in found] == [5201] * 3
    assert [each["header"]["dst-port"] for each in found] == [4500, 4501, 4502]


def test_nuttcp_has_one_count_and_a_data_port_for_each_stream() -> None:
    found = sources("nuttcp -N4 -T5 -p5500 10.0.0.1")
    assert [each["header"]["dst-port"] for each in found] == [5500, 5501, 5502, 5503]
    parts = sources("nuttcp -N4 -n1001 -l1000 10.0.0.1")
    assert [each["total_bytes"] for each in parts] == [251_000, 250_000, 250_000, 250_000]
    # 1000 datagrams a second of all four: 10 on each, 4 ms apart.
    turns = sources("nuttcp -u -N4 -n40 -l100 -R1000p 10.0.0.1", 1000)
    assert all(36_000 < each["stop_us"] < 40_000 for each in turns)
    assert any("none is left" in note for _, note in told("nuttcp -N4 -p65534 10.0.0.1"))


@pytest.mark.parametrize(
    ("value", "dscp"),
    [
        ("ef,ef", 46),
        ("cs5", 40),
        ("CS0", 0),
        ("AF41,af41", 34),
        ("184", 46),
        ("0xb8,0xb8", 46),
        ("46", 11),
        ("lowdelay", 4),
    ],
)
def test_marks_of_netperf_are_names_or_numbers_of_c(value: str, dscp: int) -> None:
    # netperf, src/dscp.c: names of OpenSSH's IPQoS, else strtol with base 0, of the whole byte.
    assert source(f"netperf -H 10.0.0.1 -Y {value}")["header"]["dscp"] == dscp


def test_netperf_has_a_mark_for_each_way() -> None:
    line = "netperf -H 10.0.0.1 -t TCP_MAERTS -Y cs1,ef"
    assert source(line)["header"]["dscp"] == 46
    assert ("-Y cs1,ef", True) in [(word, "own" in note) for word, note in told(line, Fate.APPROX)]
    for wrong in ("b8", "gold", "256", ","):
        assert any(word == f"-Y {wrong}" for word, _ in told(f"netperf -H 10.0.0.1 -Y {wrong}"))


def test_a_count_of_random_messages_is_no_exact_one() -> None:
    event = "mgen event 'ON 1 UDP DST 10.0.0.1/9 {} [100 99] COUNT 50'"
    (note,) = (note for word, note in told(event.format("POISSON"), Fate.APPROX) if "event" in word)
    assert "50 messages" in note
    assert "give or take 7" in note
    assert not told(event.format("PERIODIC"), Fate.APPROX)


def test_the_run_is_long_enough_for_what_has_a_size_and_says_so() -> None:
    lines = "iperf -c 10.0.0.1 -u -b 1m -t 1\niperf -c 10.0.0.1 -n 1M\n"
    assert made(lines).duration_ms == 30_000
    assert any("ends when all is sent" in note for _, note in told(lines, Fate.UNKNOWN))
    assert made(lines.replace("-n 1M", "-t 2")).duration_ms == 2000


def test_a_way_back_behind_one_of_a_size_is_not_told_as_exact() -> None:
    (note,) = (
        note for word, note in told("iperf -c 10.0.0.1 -n 1M -r", Fate.APPROX) if word == "-r"
    )
    assert "a size and no time" in note
    assert not told("iperf -c 10.0.0.1 -t 5 -r", Fate.APPROX)


def test_iperf3_has_one_end_of_a_test() -> None:
    # Recorded with 3.12: "only one test end condition (-t, -n, -k) may be specified".
    for two in ("-n 10M -t 5", "-k 10 -t 5", "-n 10M -k 3", "-n 10M -t 0", "-u -n 10M -t 5"):
        line = f"iperf3 -c 10.0.0.1 {two}"
        assert not read(line).flows, two
        assert any("more than one of -t, -n and -k" in note for _, note in told(line)), two
    assert read("iperf3 -c 10.0.0.1 -n 10M").flows
    assert read("iperf -c 10.0.0.1 -n 10M -t 5").flows  # iperf 2 takes both


def test_ping_takes_an_interval_without_a_digit_before_or_behind_its_point() -> None:
    # Recorded with ping of iputils: both are sent, 200 ms and 1 s apart.
    assert source("ping -i .2 -c 5 10.0.0.1")["interval_us"] == 200_000
    assert source("ping -i 1.5 -c 5 10.0.0.1") != source("ping -i 1. -c 5 10.0.0.1")
    assert not read("ping -i . -c 5 10.0.0.1").flows
