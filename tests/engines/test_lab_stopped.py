"""`qosc lab run` that is stopped half way, or takes too long, leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engines.processes import all_end, members

pytestmark = pytest.mark.engine

EXPERIMENT = """
schema: qosc/expected/1
experiments:
  - name: long
    config: router.cfg
    traffic: traffic.yaml
    expect: [{flow: gold, figure: throughput_bps, at_least: 1}]
"""
CONFIG = """
policy-map out
 class class-default
  bandwidth 300
interface Serial0/0
 bandwidth 1000
 service-policy output out
"""
TRAFFIC = """
schema: qosc/traffic/1
duration_ms: %d
traffic:
  - {name: gold, kind: cbr, from: sender, to: receiver, packet_bytes: 60, packets_per_s: 1000}
"""
LONG_MS = 4_000_000
QOSC = [sys.executable, "-c", "from qosc.cli import main; main()"]


@contextmanager
def at_work(
    place: Path, engine: str, half_way: Callable[[], object], cache: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """`qosc lab run` in a process of its own that is half way."""
    process = subprocess.Popen(
        command(place, engine),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env={**environment(place), **({"QOSC_CACHE": cache} if cache else {})},
    )
    try:
        while not half_way():
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.05)
        yield process
    finally:
        process.kill()
        process.communicate()


def command(place: Path, engine: str, *more: str) -> list[str]:
    budget = ("--max-events", "1000000000", "--max-memory", "1000000")
    budget += ("--timeout", "100000")
    return [*QOSC, "lab", "run", str(place / "experiment"), "--engine", engine, *budget, *more]


def environment(place: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(place / "tmp")}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An experiment of more than an hour, and room for temporary files."""
    folder = tmp_path / "experiment"
    folder.mkdir()
    (tmp_path / "tmp").mkdir()
    (folder / "expected.yaml").write_text(EXPERIMENT, encoding="utf-8")
    (folder / "router.cfg").write_text(CONFIG, encoding="utf-8")
    (folder / "traffic.yaml").write_text(TRAFFIC % LONG_MS, encoding="utf-8")
    return tmp_path


def stop(process: subprocess.Popen[bytes], number: signal.Signals, started: list[int]) -> None:
    """Send a signal, and see that the command ends as is usual, with all that it started."""
    process.send_signal(number)
    status = process.wait(60)
    if number is not signal.SIGKILL:
        assert status == 128 + number
    assert all_end(started, 90)


BY = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
BY_ALL = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])


@BY_ALL
def test_a_guest_at_work(linux: None, place: Path, number: signal.Signals) -> None:
    with at_work(place, "linux", lambda: list(place.glob("tmp/qosc-uml-*/share/begun"))) as process:
        started = [pid for pid in members(place) if pid != process.pid]
        assert len(started) >= 2
        stop(process, number, started)
    assert members(place) == []
    assert list((place / "tmp").iterdir()) == []


@BY_ALL
def test_a_program_of_ns3_at_work(ns3: None, place: Path, number: signal.Signals) -> None:
    cache = Path(os.environ["QOSC_CACHE"])

    def programs() -> list[int]:
        return [pid for pid in running(cache) if not working_in(pid, cache)]

    with at_work(place, "ns3", programs) as process:
        stop(process, number, programs())
    assert programs() == []
    assert list((place / "tmp").iterdir()) == []


@BY
def test_a_compiler_at_work(ns3: None, place: Path, number: signal.Signals) -> None:
    cache = place / "cache"
    with at_work(place, "ns3", lambda: members(cache), str(cache)) as process:
        stop(process, number, members(cache))
    assert members(place) == []
    assert list((place / "tmp").iterdir()) == []
    assert list((cache / "ns3").iterdir()) == []


def running(place: Path) -> list[int]:
    """The processes of programs that are files below a place."""
    return [pid for pid in members(place) if link(pid, "exe").is_relative_to(place)]


def working_in(pid: int, place: Path) -> bool:
    return link(pid, "cwd").is_relative_to(place)


def link(pid: int, name: str) -> Path:
    try:
        return Path(os.readlink(f"/proc/{pid}/{name}"))
    except OSError:
        return Path("/")


def test_what_takes_too_long_has_no_result(linux: None, ns3: None, place: Path) -> None:
    done = subprocess.run(
        command(place, "all", "--timeout", "2.5"),
        env=environment(place),
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.count("no result: timed out") == 3, done.stdout
    assert "1 expectation: 3 no result." in done.stdout
    assert members(place) == []
    assert list((place / "tmp").iterdir()) == []
