"""Building and running: what is emitted builds as it is, and what goes wrong leaves nothing."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import qosc
from qosc.lab.linux.engine import Failure
from qosc.lab.ns3 import engine
from qosc.lab.ns3.process import Stopped, run_command
from qosc.lab.run import run
from qosc.scenario import load_overlay
from qosc.simulator import Result
from qosc.targets.base import OutputFile
from tests.engines.ns3_kit import EXAMPLES, in_ns3, scenario
from tests.engines.processes import all_end

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("ns3")]

WFQ = EXAMPLES / "infn-fnal-wfq"


def emitted(home: Path) -> tuple[OutputFile, ...]:
    config = qosc.load(WFQ / "router.cfg")
    traffic = load_overlay((WFQ / "traffic.yaml").read_text(), "traffic.yaml")
    files = qosc.compile(config, target="ns3", overlay=traffic).files
    for file in files:
        path = home / file.name
        path.parent.mkdir(exist_ok=True)
        path.write_text(file.text)
    return files


def test_what_compile_writes_builds_with_make_and_prints_the_result(tmp_path: Path) -> None:
    files = emitted(tmp_path)
    (name,) = (Path(file.name).stem for file in files if file.name.endswith("pvc-4-108.cc"))
    command = ["make", "CXXFLAGS=-O0 -Wall -Wextra -Werror"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    subprocess.run([f"./{name}", "--json", "out.json"], cwd=tmp_path, check=True)
    found = json.loads((tmp_path / "out.json").read_text())
    expected = json.loads(in_ns3(scenario(WFQ / "scenario.yaml")).to_json())
    assert found["schema"] == "qosc/result/1"
    assert [row["sent_packets"] for row in found["classes"]] == [
        row["sent_packets"] for row in expected["classes"]
    ]
    wrong = subprocess.run([f"./{name}", "--what"], cwd=tmp_path, capture_output=True, check=False)
    assert wrong.returncode == 2
    assert wrong.stderr.startswith(b"usage:")


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake")
def test_cmake_finds_what_it_needs(tmp_path: Path) -> None:
    emitted(tmp_path)
    done = subprocess.run(
        ["cmake", "-B", "build", "."], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_program_is_built_once() -> None:
    model = scenario(WFQ / "scenario.yaml")
    first = engine.build(model)
    assert isinstance(first, Path)
    made = first.stat().st_mtime_ns, first.stat().st_ino
    again = engine.build(model)
    assert again == first
    assert first.stat().st_ino == made[1]
    assert isinstance(run(model, "ns3"), Result)


def test_a_failed_build_says_why_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_FLAGS", ("-std=c++17", "-Dint=broken"))
    found = engine.build(scenario(WFQ / "scenario.yaml"), tmp_path)
    assert isinstance(found, Failure)
    assert "failed" in found.message
    assert any("error" in line for line in found.console)
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_takes_too_long_is_ended() -> None:
    found = engine.run_scenario(scenario(WFQ / "scenario.yaml"), timeout=0.01)
    assert isinstance(found, Failure)
    assert found.timed_out
    assert " took more than 0" in found.message


def test_a_command_out_of_time_takes_its_children_along(tmp_path: Path) -> None:
    script = f"sleep 300 & echo $! > {tmp_path}/child; wait"
    with pytest.raises(Stopped):
        run_command(["sh", "-c", script], 0.5)
    assert all_end([int((tmp_path / "child").read_text())], 60)


def test_killed_with_its_caller(tmp_path: Path) -> None:
    code = (
        "from qosc.lab.ns3.process import run_command;"
        f"run_command(['sh', '-c', 'echo $$ > {tmp_path}/pid; exec sleep 300'], 300)"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as caller:
        for _ in range(300):
            if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip():
                break
            with pytest.raises(subprocess.TimeoutExpired):
                caller.wait(0.05)
        caller.send_signal(signal.SIGKILL)
    assert all_end([int((tmp_path / "pid").read_text())], 60)


def test_what_a_killed_run_left_is_swept(tmp_path: Path) -> None:
    with subprocess.Popen(["true"]) as dead:
        dead.wait()
    (tmp_path / f"build-{dead.pid}-x").mkdir()
    (tmp_path / f"build-{os.getpid()}-x").mkdir()
    engine._sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"build-{os.getpid()}-x"]
