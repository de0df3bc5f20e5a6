"""`qosc traffic import` as it is typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from qosc.scenario import Scenario, lay_over, load, load_overlay
from qosc.simulator import simulate

_SCENARIO = """\
schema: qosc/scenario/1
duration_ms: 1000
nodes:
  - {name: sender, kind: host, address: 10.0.0.1}
  - {name: receiver, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: sender, port: eth0}, {node: receiver, port: eth0}]
    rate_bps: 100000000
"""


def _run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "qosc", "traffic", "import", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def test_a_line_becomes_traffic_that_the_simulator_sends() -> None:
    done = _run("-", stdin=b"iperf -c 10.0.0.9 -u -b 1m -l 1000 -t 4\n")
    assert done.returncode == 0
    overlay = load_overlay(done.stdout.decode(), "made")
    base = load(_SCENARIO, "base")
    assert isinstance(base, Scenario)
    assert not isinstance(overlay, tuple)
    result = simulate(lay_over(base, overlay))
    # 1 000 000 bit/s of payload for 4 s, 8000 bits each.
    assert result.flow("iperf 1")["sent_packets"] == 500


def test_a_short_line_is_measured_whole(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(
        "policy-map p\n class class-default\n  fair-queue\n"
        "interface Serial0/0\n bandwidth 512\n service-policy output p\n"
    )
    made, out = tmp_path / "t.yaml", tmp_path / "s.yaml"
    assert _run("-", "-o", str(made), stdin=b"iperf -c 10.0.0.9 -u -b 100k -t 5\n").returncode == 0
    words = [
        "compile",
        "r.cfg",
        "-t",
        "sim",
        "--traffic",
        str(made),
        "-o",
        str(out),
        "--allow-loss",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "qosc", *words], capture_output=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    scenario = load(out.read_text(), "s.yaml")
    assert isinstance(scenario, Scenario)
    assert (scenario.duration_ms, scenario.measure.warm_up_ms) == (5000, 0)


def test_traffic_of_which_nothing_is_measured_is_told_at_its_own_place() -> None:
    text = (
        "schema: qosc/traffic/1\nduration_ms: 5000\nmeasure: {warm_up_ms: 5000}\ntraffic:\n"
        "  - {name: p, kind: ping, from: a, to: b}\n"
    )
    faults = load_overlay(text, "t.yaml")
    assert isinstance(faults, tuple)
    assert [(str(each.primary.path), each.primary.line) for each in faults] == [("t.yaml", 3)]
    assert not isinstance(load_overlay(text.replace("s: 5000}", "s: 4999}"), "t.yaml"), tuple)


def test_a_lost_word_stops_it_and_is_told_with_its_place(tmp_path: Path) -> None:
    lines = tmp_path / "lines.sh"
    lines.write_text("# a test\nping -c 3 \\\n  10.0.0.1 --frob\n")
    done = _run(str(lines))
    assert (done.returncode, done.stdout) == (1, b"")
    # A long path is folded at the width of a terminal.
    assert f"{lines}:3:12:" in "".join(done.stderr.decode().split())
    assert "`--frob`" in done.stderr.decode()
    assert "not an option of ping" in done.stderr.decode()
    assert _run(str(lines), "--allow-loss", "--ledger", "none").stderr == b""


def test_the_account_for_programs() -> None:
    done = _run("-", "--ledger", "json", stdin=b"ping -c 3 10.0.0.1 &\n")
    account = json.loads(done.stderr)
    assert account["schema"] == "qosc/traffic-import/1"
    (count,) = (row for row in account["words"] if row["text"] == "-c 3")
    assert (count["line"], count["column"], count["fate"]) == (1, 6, "exact")


def test_hosts_of_addresses() -> None:
    text = b"ping -c 3 10.0.0.1\nping -c 3 10.0.0.2\n"
    done = _run("-", "--from", "a", "--to", "b", "--to", "10.0.0.2=c", stdin=text)
    overlay = load_overlay(done.stdout.decode(), "made")
    assert not isinstance(overlay, tuple)
    assert [(each.source, each.to) for each in overlay.traffic] == [("a", "b"), ("a", "c")]
    assert overlay.addresses == {"b": "10.0.0.1", "c": "10.0.0.2"}


def test_inputs_that_cannot_be_used() -> None:
    missing = _run("no-such-file.sh")
    assert missing.returncode == 2
    assert b"no-such-file.sh" in missing.stderr
    nothing = _run("-", stdin=b"echo hello\n")
    assert nothing.returncode == 2
    assert b"no line makes traffic" in nothing.stderr
    assert _run("-", stdin=b"ping \xff\xfe\x80 10.0.0.1\n").returncode in (0, 1, 2)
    assert _run("-", "--to", "=x", stdin=b"ping 10.0.0.1\n").returncode == 2
    assert _run("-", "--duration-ms", "0", stdin=b"ping 10.0.0.1\n").returncode == 2


def test_what_is_told_holds_nothing_that_a_terminal_obeys() -> None:
    done = _run("-", stdin=b"ping -c 1 10.0.0.1 '\x1b[2Jx' --\x07\n")
    assert b"\x1b" not in done.stderr
    assert b"\x07" not in done.stderr
