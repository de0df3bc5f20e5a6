"""What iperf3 itself sends in the Linux engine, and what `traffic import` says that it sends."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from qosc.lab.linux import uml
from qosc.lab.linux.plan import experiment
from qosc.scenario import Overlay, Scenario, lay_over, load
from qosc.simulator import simulate
from qosc.source import SourceText
from qosc.traffic import Hosts, read_texts, traffic_of
from tests.engines.required import need_programs

pytestmark = [
    pytest.mark.engine,
    pytest.mark.usefixtures("linux"),
    pytest.mark.usefixtures("senders"),
]

_SCENARIO = """\
schema: qosc/scenario/1
duration_ms: 5000
nodes:
  - {name: sender, kind: host, address: 10.0.0.1}
  - {name: router, kind: router}
  - {name: receiver, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: sender, port: eth0}, {node: router, port: in}]
    rate_bps: 100000000
  - ends: [{node: router, port: out}, {node: receiver, port: eth0}]
    rate_bps: 100000000
"""
_UDP = "iperf3 -c 10.0.0.2 -u -b 1M -l 1000 -P 2 -n 100000 --cport 4000 -S 0xb8"
_BLOCK = "iperf3 -c 10.0.0.2 -n 100000"
_TOGETHER = "iperf3 -c 10.0.0.2 -n 1M -P 4"
# `iperf3 -D` returns before its child listens.
_SERVE = """\
iperf3 -s -D
tries=0
until ss -Hltn 'sport = :5201' | grep -q .; do
    tries=$((tries + 1))
    [ "$tries" -lt 5000 ] || exit 1
done
"""


@pytest.fixture(scope="module")
def senders() -> None:
    """Skip (or fail) without the programs that send here."""
    need_programs("iperf3")


def _base() -> Scenario:
    found = load(_SCENARIO, "s.yaml")
    assert isinstance(found, Scenario)
    return found


def _overlay(line: str) -> Overlay:
    return traffic_of(read_texts([SourceText("t.sh", line)], Hosts()))


def _imported(line: str) -> tuple[Overlay, list[int]]:
    """The traffic of a line, and what the simulator sends of each source of UDP."""
    overlay = _overlay(line)
    sent = [row["sent_packets"] for row in simulate(lay_over(_base(), overlay)).flows]
    return overlay, sent


def _step(node: str, *argv: str) -> dict[str, Any]:
    return {"node": node, "argv": list(argv)}


@pytest.fixture(scope="module")
def steps(linux: None, senders: None) -> list[dict[str, Any]]:
    """What each program printed, of one boot."""
    # Laid out for the traffic of a line over TCP (routes both ways), which iperf3 itself sends.
    plan = {**experiment(lay_over(_base(), _overlay(_BLOCK)), {}), "sources": []}
    receiver, sender = "n2", "n0"
    place = ["dev", "e0"]
    count = [*place, "ingress", "protocol", "ip", "pref", "1"]
    flower = ["flower", "ip_proto", "udp", "ip_tos", "0xb8/0xff", "action", "pass"]
    plan["steps"] += [
        _step(receiver, "tc", "qdisc", "add", *place, "clsact"),
        _step(receiver, "tc", "filter", "add", *count, *flower),
        _step(receiver, "sh", "-c", _SERVE),
        *(_step(sender, *line.split(), "-J") for line in (_UDP, _BLOCK, _TOGETHER)),
        _step(receiver, "tc", "-s", "filter", "show", *place, "ingress"),
    ]
    outcome = uml.run({"files": {}, "together": 1, "experiments": [plan]}, 240)
    assert outcome.result is not None, outcome.error
    (result,) = outcome.result["experiments"]
    assert "error" not in result, result
    *reports, counted = result["steps"][-4:]
    for each in reports:
        assert "error" not in json.loads(each["stdout"]), each["stdout"]
    return [*reports, counted]


def test_datagrams_of_two_streams_are_counted_together_and_marked(
    steps: list[dict[str, Any]],
) -> None:
    overlay, sent = _imported(_UDP)
    found = json.loads(steps[0]["stdout"])
    streams = [each["udp"]["packets"] for each in found["end"]["streams"]]
    assert streams == sent == [50, 50]
    ports = [each["local_port"] for each in found["start"]["connected"]]
    assert ports == [int(str(each.header["src-port"])) for each in overlay.traffic] == [4000, 4001]
    # What the kernel of the receiver saw: iperf3 greets with one datagram a stream besides.
    counted = re.search(r"Sent \d+ bytes (\d+) pkt", steps[3]["stdout"])
    assert counted is not None
    assert 100 <= int(counted[1]) <= 102
    assert {int(str(each.header["dscp"])) for each in overlay.traffic} == {46}


def test_bytes_over_tcp_are_whole_blocks_of_all_streams(steps: list[dict[str, Any]]) -> None:
    (overlay, _), (together, _) = _imported(_BLOCK), _imported(_TOGETHER)
    one = json.loads(steps[1]["stdout"])["end"]["sum_sent"]["bytes"]
    assert one == overlay.traffic[0].total_bytes == 131_072  # type: ignore[union-attr]
    all_four = json.loads(steps[2]["stdout"])["end"]["sum_sent"]["bytes"]
    (source,) = together.traffic
    assert all_four == pytest.approx(4 * source.total_bytes, abs=3 * 131_072)  # type: ignore[union-attr, operator]
    assert len(json.loads(steps[2]["stdout"])["end"]["streams"]) == source.flows == 4  # type: ignore[union-attr]
