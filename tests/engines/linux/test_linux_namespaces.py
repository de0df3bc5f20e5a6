"""The engine in namespaces of a kernel of its own: shares, refusals, and nothing left behind.

The kernel of this machine may lack what scripts use, so that the namespaces are made inside
user-mode-linux, as they would be on a machine whose kernel that is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from qosc.lab.linux import kernels, namespaces, uml
from qosc.lab.linux.engine import Experiment, Failure, run_together
from qosc.lab.linux.uml import Outcome
from tests.engines.engine_kit import (
    ROUTER,
    THREE_BACKLOGS,
    THREE_CLASSES,
    emitted,
    network,
    with_traffic,
)
from tests.engines.processes import all_end, members

_TOP = Path(__file__).parents[3]
_INSIDE = """\
import dataclasses, json, sys
from qosc.lab.linux import namespaces
lacks = namespaces.available()
job = json.loads(open(sys.argv[1]).read())
outcome = None if lacks else dataclasses.asdict(namespaces.run(job, float(sys.argv[2])))
print(json.dumps([lacks, outcome]))
"""


def _nested(job: Mapping[str, Any], timeout: float) -> Outcome:
    """Have a guest do the job in namespaces of its kernel."""
    argv = [sys.executable, "-c", _INSIDE, "@job", f"{timeout:g}"]
    node = {"name": "n0", "addresses": []}
    plan = {"nodes": [node], "links": [], "routes": [], "steps": [{"node": "n0", "argv": argv}]}
    outer = {"files": {"job": json.dumps(job)}, "experiments": [plan]}
    outcome = uml.run(outer, timeout + 60)
    assert outcome.result is not None, (outcome.error, outcome.console)
    (done,) = outcome.result["experiments"]
    assert "error" not in done, done
    lacks, inner = json.loads(done["steps"][0]["stdout"])
    assert lacks is None
    return Outcome(**inner)


@pytest.mark.engine
def test_classes_have_their_shares_in_namespaces(
    linux: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kernels.KERNELS, "own", kernels.Kernel(lambda: None, _nested))
    backlogged = with_traffic(network(THREE_CLASSES, "ios-xe"), *THREE_BACKLOGS)
    scripts = {ROUTER: emitted(THREE_CLASSES, "ios-xe")}
    with kernels.using("own"):
        (result,) = run_together((Experiment(backlogged, scripts),))
    assert not isinstance(result, Failure), result
    rates = {flow["name"]: flow["throughput_bps"] for flow in result.flows}
    whole = sum(rates.values())
    # IOS XE: each class its guarantee, and a third of the 650 kbit/s that they leave of 2 Mbit/s.
    wanted = {"prec5": 0.5583, "prec3": 0.2583, "prec0": 0.1833}
    assert {name: rate / whole for name, rate in rates.items()} == pytest.approx(wanted, rel=0.05)


@pytest.fixture(autouse=True)
def _tried_anew() -> Iterator[None]:
    namespaces.available.cache_clear()
    yield
    namespaces.available.cache_clear()


def _program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_what_the_kernel_lacks_is_named_and_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # In the place of `unshare`: a kernel without red and flower.
    _program(
        tmp_path, "unshare", "echo 'the queueing discipline red'; echo 'the classifier flower'"
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    reason = namespaces.available()
    assert reason is not None
    assert reason.endswith("lacks the queueing discipline red, the classifier flower")
    outcome = namespaces.run({"experiments": []}, 5)
    assert outcome.result is None
    assert outcome.error == reason


def test_a_machine_that_allows_no_namespaces_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _program(
        tmp_path, "unshare", "echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1"
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert namespaces.available() == (
        "namespaces cannot be made here: unshare: unshare failed: Operation not permitted"
    )


def test_the_command_refuses_what_this_kernel_cannot_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _program(tmp_path, "unshare", "echo 'the classifier flower'")
    command = ["qosc", "lab", "run", "examples/infn-fnal", "-e", "linux", "--kernel", "own"]
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=_TOP
    )
    assert done.returncode == 2
    assert "lacks the classifier flower" in done.stderr
    assert not done.stdout


def test_the_choice_ends_with_the_command() -> None:
    with kernels.using("own"):
        assert "own" in kernels.title()
    assert "own" not in kernels.title()
    with pytest.raises(KeyError), kernels.using("another"):
        pass


_SLEEPING = """
from qosc.lab.linux import namespaces
namespaces.available = lambda: None
job = {"experiments": [{"nodes": [{"name": "n", "addresses": []}], "links": [], "routes": [],
       "steps": [{"node": "n", "argv": ["touch", "/mnt/asleep"]},
                 {"node": "n", "argv": ["sleep", "300"]}]}]}
print(namespaces.run(job, LIMIT).error, flush=True)
"""
_ALLOWED = ["unshare", "--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "true"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a run keeps its files, on a machine that allows namespaces."""
    if shutil.which("unshare") is None or subprocess.run(_ALLOWED, check=False).returncode:
        pytest.skip("this machine allows no namespaces of users and networks")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_nothing_is_left_of_a_job_that_takes_too_long(place: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SLEEPING.replace("LIMIT", "2")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "the job did not finish in 2 s\n"
    assert all_end(members(place), 60)
    assert not list(place.iterdir())


def test_nothing_is_left_where_the_caller_is_killed(place: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", _SLEEPING.replace("LIMIT", "200")]) as caller:
        while not list(place.glob("qosc-ns-*/asleep")):
            with pytest.raises(subprocess.TimeoutExpired):
                caller.wait(0.05)
        started = members(place)
        assert started
        caller.kill()
    assert all_end(started, 60)
    assert not list(place.iterdir())
