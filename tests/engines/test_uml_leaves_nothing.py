"""However a run ends, no process and no file of it is left."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qosc.lab.linux import uml
from tests.engines.processes import all_end, members

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("linux")]

WAITING = """
from qosc.lab.linux import uml
job = {"experiments": [{"nodes": [{"name": "n", "addresses": []}], "links": [], "routes": [],
       "steps": [{"node": "n", "argv": ["touch", "/run/job/begun"]},
                 {"node": "n", "argv": ["sleep", "300"]}]}]}
print(uml.run(job, LIMIT).error)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a run keeps its files, and nothing else is."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path


@pytest.fixture
def caller(place: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program that waits for a guest which is at work."""
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING.replace("LIMIT", "200")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not list(place.glob("qosc-uml-*/share/begun")):
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.05)
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_caller_is_stopped_half_way(
    place: Path, caller: subprocess.Popen[bytes], number: signal.Signals
) -> None:
    started = members(place)
    assert len(started) >= 3
    caller.send_signal(number)
    caller.wait(30)
    assert all_end(started, 90)
    assert members(place) == []
    assert list(place.iterdir()) == []


def test_a_run_that_takes_too_long(place: Path) -> None:
    scope: dict[str, Any] = {}
    source = WAITING.replace("LIMIT", "4").replace("print(", "outcome = (").replace(".error", "")
    exec(source, scope)  # noqa: S102  # the text of this file
    outcome = scope["outcome"]
    assert outcome.result is None
    assert "did not finish in 4 s" in outcome.error
    assert members(place) == []
    assert list(place.iterdir()) == []


def test_a_guest_that_cannot_do_its_job_says_why(place: Path) -> None:
    nodes = [{"name": "n", "addresses": ["not an address"]}]
    outcome = uml.run({"experiments": [{"nodes": nodes, "links": [], "routes": []}]}, 60)
    assert outcome.result is not None
    assert 'rather than "not"' in outcome.result["experiments"][0]["error"]
    assert list(place.iterdir()) == []


def test_a_kernel_that_cannot_start_shows_its_console(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uml, "_INIT", "#!/no/such/shell\n{modules}{work}{limit}{python}")
    outcome = uml.run({"experiments": []}, 60)
    assert outcome.result is None
    assert any("panic" in line for line in outcome.console)
    assert list(place.iterdir()) == []


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uml, "KERNEL", "no-such-kernel")
    monkeypatch.setattr(uml, "_NEEDED", (("no-such-kernel", "user-mode-linux"),))
    assert uml.available() == "no-such-kernel is not installed (Debian package user-mode-linux)"
