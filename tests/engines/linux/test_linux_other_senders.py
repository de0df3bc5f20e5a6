"""What iperf 2, nuttcp and mgen themselves send in the Linux engine, and what is imported of it.

The receiver's kernel counts by port and length, so that the programs' own greetings and
acknowledgements are not among the packets of a line.
"""

from __future__ import annotations

import json
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
_IPERF_UDP = "iperf -c 10.0.0.2 -u -b 1M -l 1000 -P 2 -n 100000 -S 0xb8 -p 5301"
_IPERF_TCP = "iperf -c 10.0.0.2 -n 1M -P 2 -p 5302"
_NUTTCP_UDP = "nuttcp -t -u -N4 -n41 -l100 -R1000p -c46 -p5501 10.0.0.2"
_NUTTCP_TCP = "nuttcp -t -N4 -n1001 -l1000 -p5601 10.0.0.2"
_MGEN = "mgen event 'ON 1 UDP SRC 5700 DST 10.0.0.2/5701 PERIODIC [100 500] COUNT 50 TOS 0xb8'"
_LISTENING = """\
tries=0
until ss -Hl{kind}n 'sport = :{port}' | grep -q .; do
    tries=$((tries + 1))
    [ "$tries" -lt 5000 ] || exit 1
done
"""


@pytest.fixture(scope="module")
def senders() -> None:
    """Skip (or fail) without the programs that send here."""
    need_programs("iperf", "nuttcp", "mgen")


def _base() -> Scenario:
    found = load(_SCENARIO, "s.yaml")
    assert isinstance(found, Scenario)
    return found


def _overlay(line: str) -> Overlay:
    return traffic_of(read_texts([SourceText("t.sh", line)], Hosts()))


def _imported(line: str) -> dict[int, int]:
    """Packets that the simulator sends of a line over UDP, by port of the receiver."""
    overlay = _overlay(line)
    found: dict[int, int] = {}
    for source, row in zip(
        overlay.traffic, simulate(lay_over(_base(), overlay)).flows, strict=True
    ):
        assert int(str(source.header["dscp"])) == 46
        port = int(str(source.header["dst-port"]))
        found[port] = found.get(port, 0) + row["sent_packets"]
    return found


def _step(node: str, *argv: str) -> dict[str, Any]:
    return {"node": node, "argv": list(argv)}


def _serve(command: str, kind: str, port: int) -> dict[str, Any]:
    """A server in the background, and the wait until it listens: they fork before they do."""
    wait = _LISTENING.format(kind=kind, port=port)
    return _step("n2", "sh", "-c", f"{command} >/dev/null 2>&1\n{wait}")


def _count(pref: int, port: int, length: int) -> dict[str, Any]:
    """Counts datagrams to a port of one length (of IP) with DSCP 46, in filter `pref`."""
    words = f"""
        tc filter add dev e0 ingress protocol ip pref {pref} u32
        match ip protocol 17 0xff match ip dport {port} 0xffff match ip dsfield 0xb8 0xff
        match u16 {length} 0xffff at 2 action pass
    """
    return _step("n2", *words.split())


_COUNTED = ((5301, 1028), *((5501 + each, 128) for each in range(4)), (5701, 528))


@pytest.fixture(scope="module")
def steps(linux: None, senders: None) -> list[dict[str, Any]]:
    """What each program printed, and last what the receiver's kernel counted, of one boot."""
    # Laid out for the traffic of a line over TCP (routes both ways); the programs send.
    plan = {**experiment(lay_over(_base(), _overlay(_IPERF_TCP)), {}), "sources": []}
    plan["steps"] += [
        _step("n2", "tc", "qdisc", "add", "dev", "e0", "clsact"),
        *(_count(pref, *each) for pref, each in enumerate(_COUNTED, 1)),
        _serve("iperf -s -u -D -p 5301", "u", 5301),
        _serve("iperf -s -D -p 5302", "t", 5302),
        _serve("nuttcp -S", "t", 5000),
        _step("n0", "sh", "-c", _IPERF_UDP),
        _step("n0", "sh", "-c", _NUTTCP_UDP),
        _step("n0", "sh", "-c", _MGEN),
        _step("n0", *_IPERF_TCP.split(), "-y", "C"),
        _step("n0", "sh", "-c", _NUTTCP_TCP.replace("nuttcp -t", "nuttcp -t -fparse")),
        _step("n2", "tc", "-j", "-s", "filter", "show", "dev", "e0", "ingress"),
    ]
    outcome = uml.run({"files": {}, "together": 1, "experiments": [plan]}, 240)
    assert outcome.result is not None, outcome.error
    (result,) = outcome.result["experiments"]
    assert "error" not in result, result
    found: list[dict[str, Any]] = result["steps"][-6:]
    for each in found:
        assert each["status"] == 0, each
    return found


def _counts(steps: list[dict[str, Any]]) -> dict[int, int]:
    """Datagrams that came, by port."""
    found = {}
    for row in json.loads(steps[-1]["stdout"]):
        for action in row.get("options", {}).get("actions", ()):
            found[_COUNTED[row["pref"] - 1][0]] = action["stats"]["packets"]
    return found


def test_iperf_2_ends_each_stream_with_one_datagram_more(steps: list[dict[str, Any]]) -> None:
    # 100 datagrams of 1000 bytes on each of two streams, and the last with a negative number.
    assert _imported(_IPERF_UDP) == {5301: 202}
    assert _counts(steps)[5301] == 202


def test_nuttcp_shares_its_datagrams_among_the_streams(steps: list[dict[str, Any]]) -> None:
    imported = _imported(_NUTTCP_UDP)
    assert imported == {port: _counts(steps)[port] for port in range(5501, 5505)}
    assert sum(imported.values()) == 41


def test_mgen_sends_as_many_messages_as_it_counts(steps: list[dict[str, Any]]) -> None:
    assert _imported(_MGEN) == {5701: 50}
    assert _counts(steps)[5701] == 50


def test_bytes_over_tcp(steps: list[dict[str, Any]]) -> None:
    (each,) = {row.split(",")[7] for row in steps[3]["stdout"].split()}
    for source in _overlay(_IPERF_TCP).traffic:
        assert source.total_bytes == int(each) == 1_048_576  # type: ignore[union-attr]
    said = dict(word.split("=") for word in steps[4]["stdout"].split())
    sent = sum(source.total_bytes for source in _overlay(_NUTTCP_TCP).traffic)  # type: ignore[union-attr, misc]
    assert sent == 1_001_000
    # nuttcp prints four decimals of 2^20 bytes.
    assert float(said["megabytes"]) == pytest.approx(sent / 2**20, abs=0.0001)
