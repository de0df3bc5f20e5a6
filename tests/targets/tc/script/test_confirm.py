"""What `apply` changed stays once it is confirmed, and is put back when the time is over."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.targets.tc.script.fake_kernel import (
    calls,
    rename,
    run,
)
from tests.targets.tc.script.test_transaction import (
    INGRESS,
    SCRIPTS,
    TBF,
    WORDS,
    pristine,
    set_up,
)


def until(env: dict[str, str], *, gone: bool) -> None:
    """Waits until nothing waits to be confirmed any more, or the watch is over."""
    place = Path(env["QOSC_STATE"])
    for _ in range(600):
        left = [*place.glob("*/*/unconfirmed"), *place.glob("*/*/doing")]
        if not left and (not gone or not any(pristine(env).values())):
            return
        time.sleep(0.05)
    raise AssertionError(left)


def test_what_is_not_confirmed_is_put_back(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    done = run(env, SCRIPTS["new"], "apply", "--confirm", "1s", *WORDS[1:])
    assert done.returncode == 0
    assert "put back in 1 seconds unless confirmed: e0 e1" in done.stderr
    until(env, gone=True)
    assert not any(pristine(env).values())


def test_what_is_confirmed_stays(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "1h", *WORDS[1:]).returncode == 0
    done = run(env, SCRIPTS["old"], *WORDS)
    assert done.returncode == 1
    assert "waits to be confirmed" in done.stderr
    before = pristine(env)
    assert run(env, SCRIPTS["new"], "confirm", "e0", "e1").returncode == 0
    assert pristine(env) == before
    done = run(env, SCRIPTS["new"], "confirm", "e0")
    assert done.returncode == 1
    assert "nothing to confirm" in done.stderr
    assert run(env, SCRIPTS["old"], *WORDS).returncode == 0


@pytest.mark.parametrize("given", ["", "0s", "x", "5d", "-1", "1 0", "99999999"])
def test_a_time_that_is_none_is_refused(tmp_path: Path, given: str) -> None:
    env = set_up(tmp_path)
    assert run(env, SCRIPTS["new"], "apply", "--confirm", given, *WORDS[1:]).returncode == 2
    assert calls(env) == []


def test_what_gets_another_name_before_it_is_confirmed_is_put_back(tmp_path: Path) -> None:
    env = set_up(tmp_path, TBF)
    before = pristine(env)["e0"]
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "1h", *WORDS[1:]).returncode == 0
    rename(env, "e0", "w0")
    os.kill(watcher(env), signal.SIGTERM)
    until(env, gone=False)
    assert pristine(env) == {"w0": before, "e1": []}


def test_what_is_away_when_its_time_is_over_is_put_back_when_it_is_there(tmp_path: Path) -> None:
    env = set_up(tmp_path, TBF)
    before = pristine(env)["e0"]
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "2s", *WORDS[1:]).returncode == 0
    rename(env, "e0", "")
    while any(pristine(env)["e1"]):  # only e1 is put back
        time.sleep(0.05)
    rename(env, "e0", "w0")
    until(env, gone=False)
    assert pristine(env) == {"w0": before, "e1": []}


def watcher(env: dict[str, str]) -> int:
    """The process that waits to put back what stood there."""
    (file,) = Path(env["QOSC_STATE"]).glob("*/2/watcher")
    return int(file.read_text())


def test_a_wait_that_is_ended_puts_back_at_once(tmp_path: Path) -> None:
    env = set_up(tmp_path, TBF, INGRESS)
    before = pristine(env)
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "1h", *WORDS[1:]).returncode == 0
    os.kill(watcher(env), signal.SIGTERM)
    until(env, gone=False)
    assert pristine(env) == before


def test_a_wait_that_was_killed_is_told(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "1h", *WORDS[1:]).returncode == 0
    process = Path("/proc") / str(watcher(env)) / "stat"
    os.kill(watcher(env), signal.SIGKILL)
    while process.exists() and ") Z " not in process.read_text():
        pass
    done = run(env, SCRIPTS["old"], *WORDS)
    assert done.returncode == 1
    assert "is gone: confirm or clear it first" in done.stderr
    done = run(env, SCRIPTS["old"], "confirm", "e0", "e1")
    assert done.returncode == 0
    assert "e0: the run that was to put back what stood there was gone" in done.stderr


def test_confirm_takes_all_or_none(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "1h", *WORDS[1:]).returncode == 0
    assert run(env, SCRIPTS["new"], "confirm", "e0").returncode == 0
    done = run(env, SCRIPTS["new"], "confirm", "e1", "e0")
    assert done.returncode == 1
    assert "nothing to confirm on e0" in done.stderr
    assert run(env, SCRIPTS["new"], "confirm", "e1").stderr == ""


def test_a_wait_is_as_long_as_was_asked_for_whatever_its_steps(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    steps = tmp_path / "bin" / "steps"
    (tmp_path / "bin" / "sleep").unlink()
    (tmp_path / "bin" / "sleep").write_text('#!/bin/sh\necho >> "$PATH/steps"\n')
    (tmp_path / "bin" / "sleep").chmod(0o755)
    assert run(env, SCRIPTS["new"], "apply", "--confirm", "99s", *WORDS[1:]).returncode == 0
    while not steps.exists() or steps.stat().st_size < 150:
        assert any(pristine(env).values())
    assert run(env, SCRIPTS["new"], "confirm", "e0", "e1").returncode == 0
