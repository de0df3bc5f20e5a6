"""Values, distributions, series and captures that `qosc simulate` writes, against arithmetic."""

from __future__ import annotations

import csv
import json
import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qosc.scenario import dump
from tests.cli.documents.closed import closed
from tests.cli.engines.test_lab import call
from tests.laws.simulator.scenario_kit import cbr, klass, policy, scenario
from tests.wire.read import parse

PING = {"name": "ping", "kind": "ping", "packet_bytes": 84, "interval_us": 100_000}
ASK = {"name": "ask", "kind": "request-response", "request_bytes": 100, "response_bytes": 900}
ETHERNET = bytes.fromhex("020000000001 020000000002 0800")


def written(folder: Path, traffic: list[dict[str, Any]], **more: Any) -> Path:
    path = folder / "s.yaml"
    path.write_text(dump(scenario(traffic, **more)), encoding="utf-8")
    return path


def rows(path: Path, **fields: str) -> list[dict[str, str]]:
    found = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    return [row for row in found if all(row[key] == value for key, value in fields.items())]


def test_samples_of_a_ping_are_its_series(tmp_path: Path) -> None:
    path = written(tmp_path, [PING], ms=1000)
    found = call("simulate", str(path), "--samples", str(tmp_path / "s.csv"))
    assert found.exit_code == 0, found.output
    series = rows(tmp_path / "s.csv", quantity="rtt")
    # 84 bytes at 100 and at 2 Mbit/s, there and back.
    trip = 2 * (84 * 8 / 100_000 + 84 * 8 / 2_000)
    assert [float(row["value"]) for row in series] == pytest.approx([trip] * 10)
    assert [float(row["at_ms"]) for row in series] == pytest.approx(
        [100 * number + trip for number in range(10)]
    )
    assert {row["unit"] for row in series} == {"ms"}
    waits = rows(tmp_path / "s.csv", quantity="wait", port="r out")
    assert [float(row["value"]) for row in waits] == pytest.approx([84 * 8 / 2_000] * 10)


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+x", "-x", "\uff1dx"])
def test_a_name_is_no_formula_of_a_spreadsheet(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, [{**cbr("s", 1_000_000), "name": name}], ms=100)
    given = json.loads(call("simulate", str(path), "--format", "json").output)["flows"][0]["name"]
    assert given == name
    keys = ("samples", "distribution", "series")
    call("simulate", str(path), *(word for k in keys for word in (f"--{k}", f"{tmp_path}/{k}.csv")))
    for key in keys:
        names = {row["name"] for row in rows(tmp_path / f"{key}.csv", of="source")}
        assert names == {f"'{name}"}, key


def test_a_distribution_counts_each_value_once(tmp_path: Path) -> None:
    path = written(tmp_path, [cbr("s", 2_500_000), ASK], ms=3000, warm_up_ms=500)
    names = {key: str(tmp_path / f"{key}.csv") for key in ("samples", "distribution")}
    options = [word for key, name in names.items() for word in (f"--{key}", name)]
    found = call("simulate", str(path), "--format", "json", *options)
    assert found.exit_code == 0, found.output
    result = json.loads(found.output)
    for name, quantity, place in (("s", "delay", "delay"), ("ask", "response", "completion")):
        figures = next(flow for flow in result["flows"] if flow["name"] == name)[place]
        figures = figures.get("time", figures)
        values = [
            float(row["value"])
            for row in rows(tmp_path / "samples.csv", name=name, quantity=quantity)
        ]
        assert len(values) == figures["samples"] > 0
        assert max(values) * 1000 == pytest.approx(figures["max_us"])
        bins = rows(tmp_path / "distribution.csv", name=name, quantity=quantity)
        assert sum(int(row["count"]) for row in bins) == len(values)
        for row in bins:
            begin, end = float(row["from"]), float(row["to"])
            assert int(row["count"]) == sum(begin <= value < end for value in values)
            below = sum(value < end for value in values) / len(values)
            assert float(row["part_below"]) == pytest.approx(below)
        assert float(bins[-1]["part_below"]) == 1


def test_a_queue_that_fills_is_full_for_the_rest_of_the_time(tmp_path: Path) -> None:
    # 625 packets come and 500 go in a second: 20 wait after 160 ms of 1000.
    path = written(tmp_path, [cbr("s", 2_500_000)], out={"limit": {"packets": 20}}, ms=1000)
    found = call("simulate", str(path), "--distribution", str(tmp_path / "d.csv"))
    assert found.exit_code == 0, found.output
    bins = rows(tmp_path / "d.csv", quantity="depth", port="r out")
    assert [(row["from"], row["to"]) for row in bins[:2]] == [("0.0", "1.0"), ("1.0", "2.0")]
    assert float(bins[18]["part_below"]) == pytest.approx(0.16, abs=0.02)
    assert float(bins[-1]["to"]) == 21


def test_a_series_has_all_bytes_and_both_forms_the_same_values(tmp_path: Path) -> None:
    path = written(tmp_path, [cbr("s", 1_000_000), PING], ms=2000)
    for form in ("csv", "json"):
        names = {key: f"{tmp_path / key}.{form}" for key in ("series", "samples", "distribution")}
        options = [word for key, name in names.items() for word in (f"--{key}", name)]
        found = call("simulate", str(path), "--format", "json", *options)
        assert found.exit_code == 0, found.output
    flow = next(row for row in json.loads(found.output)["flows"] if row["name"] == "s")
    rates = rows(tmp_path / "series.csv", name="s", quantity="throughput")
    sent = sum(int(row["value"]) * int(row["interval_ms"]) for row in rates) / 8000
    assert sent == flow["received_bytes"]
    assert int(rates[1]["from_ms"]) - int(rates[0]["from_ms"]) == int(rates[0]["interval_ms"])
    for key, column in (("series", "value"), ("samples", "value"), ("distribution", "count")):
        document = json.loads((tmp_path / f"{key}.json").read_text(encoding="utf-8"))
        assert document["schema"] == f"qosc/{key}/1"
        jsonschema.validate(document, closed(json.loads(call("schema", key).output)))
        lists = "count" if column == "count" else "values"
        values = [value for row in document[key] for value in row[lists]]
        table = [float(row[column]) for row in rows(tmp_path / f"{key}.csv")]
        assert table == values


def test_files_change_no_figure_and_are_the_same_bytes_again(tmp_path: Path) -> None:
    path = written(tmp_path, [cbr("s", 2_500_000), ASK], ms=1000)
    alone = call("simulate", str(path)).output
    before = {}
    for _ in range(2):
        options = ["--samples", str(tmp_path / "a.json"), "--plot", str(tmp_path / "p.pdf")]
        options += ["--capture", "r", "out", str(tmp_path / "c.pcap")]
        assert call("simulate", str(path), *options).output == alone
        after = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
        assert before in ({}, after)
        before = after


def records(path: Path) -> list[tuple[int, bytes, int]]:
    """The instant in ns, the bytes, and the length of each packet of a capture."""
    data = path.read_bytes()
    assert struct.unpack_from("<IHHiIII", data) == (0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
    found, at = [], 24
    while at < len(data):
        seconds, rest, taken, length = struct.unpack_from("<IIII", data, at)
        found.append((seconds * 10**9 + rest, data[at + 16 : at + 16 + taken], length))
        at += 16 + taken
    return found


def test_a_capture_has_the_packets_as_they_leave_the_port(tmp_path: Path) -> None:
    out = policy(klass("gold", 5, {"priority": {}}), klass("rest", None, {}))
    received = [
        {
            "kind": "rules",
            "rules": [{"match": {"where": {"dst-port": 9}}, "set": {"precedence": 5}}],
        }
    ]
    traffic = [cbr("s", 500_000, header={"dst-port": 9}), PING, {"name": "t", "kind": "tcp"}]
    path = written(tmp_path, traffic, out=out, received=received, ms=2000)
    capture = tmp_path / "c.pcap"
    found = call("simulate", str(path), "--format", "json", "--capture", "r", "out", str(capture))
    assert found.exit_code == 0, found.output
    seen = records(capture)
    sent = [row for row in json.loads(found.output)["classes"] if row["port"] == "r out"]
    assert len(seen) == sum(row["sent_packets"] for row in sent)
    assert sum(length for _, _, length in seen) == sum(row["sent_bytes"] for row in sent)
    # The line carries one packet at a time.
    for (before, _, _), (now, _, length) in pairwise(seen):
        assert now - before >= length * 8 * 10**9 // 2_000_000 - 1
    # Checksums and lengths are right, and the marks are those of the router.
    whole = [parse(ETHERNET + data.ljust(length, b"\0")) for _, data, length in seen]
    assert {(packet.protocol, packet.dscp >> 3) for packet in whole} == {(17, 5), (1, 0), (6, 0)}
    data = [struct.unpack_from("!I", data, 24)[0] for _, data, _ in seen if data[9] == 6]
    assert data[:3] == [1, 1461, 2921]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--samples", "x.txt"), "the name ends in .csv or .json: 'x.txt'"),
        (("--plot", "x.png"), "the name ends in .svg or .pdf"),
        (("--capture", "r", "out", "x.csv"), "the name ends in .pcap"),
        (("--samples", "x.csv", "--series", "./x.csv"), "two files of one name"),
        (("--capture", "r", "nowhere", "x.pcap"), "there is no port 'r' 'nowhere': a eth0, r in"),
        (("--capture", "r", "$(reboot)\x1b[31m", "x.pcap"), "there is no port"),
        (("--capture", "r", "out", "x.pcap", "--capture", "r", "out", "y.pcap"), "named twice"),
        (("-e", "ns3", "--samples", "x.csv"), "--samples is for the engines sim and linux"),
        (("-e", "linux", "--plot", "x.svg"), "--plot is for the engines sim and ns3"),
        (("-e", "ns3", "--capture", "r", "out", "x.pcap"), "--capture is for the engine sim"),
        (("--samples", "no/folder/x.csv"), "cannot write"),
        (("--distribution", "s.json"), "it is the input"),
    ],
)
def test_what_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, [PING], ms=1000).rename("s.json")
    before = set(tmp_path.iterdir())
    found = call("simulate", "s.json", *options)
    assert found.exit_code == 2
    assert words in " ".join(found.output.split())
    assert "\x1b" not in found.output
    assert set(tmp_path.iterdir()) == before
