"""Lines of traffic generators: the figures that their manuals and the papers give."""

from __future__ import annotations

import pytest

from qosc.traffic import Fate
from tests.traffic.import_kit import made, source, sources, told


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
        ("netperf -H 10.0.0.1 -Y b8,b8", 46),
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
