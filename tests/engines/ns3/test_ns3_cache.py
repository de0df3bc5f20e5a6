"""Whose programs the ns-3 engine runs. Needs no engine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qosc.lab.linux.engine import Failure
from qosc.lab.ns3 import cache, engine
from qosc.lab.ns3.cache import UnsafeError, is_ours, safe_folder
from qosc.lab.ns3.process import Done
from qosc.scenario import Scenario, load


def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "ns3"
    safe_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    with pytest.raises(UnsafeError, match="other users can write"):
        safe_folder(folder)


def test_a_folder_of_another_user_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(UnsafeError, match="belongs to another user"):
        safe_folder(tmp_path)


def test_a_program_that_is_not_ours_alone_is_removed(tmp_path: Path) -> None:
    good, shared, link = tmp_path / "good", tmp_path / "shared", tmp_path / "link"
    for path, mode in ((good, 0o700), (shared, 0o777)):
        path.write_text("#!/bin/sh\n", encoding="utf-8")
        path.chmod(mode)
    link.symlink_to(good)
    assert [is_ours(path) for path in (good, shared, link)] == [True, False, False]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good"]


SCENARIO = """schema: qosc/scenario/1
seed: 1
duration_ms: 1000
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: a, port: p}, {node: b, port: p}]
    rate_bps: 1_000_000
traffic:
  - {name: f, kind: cbr, from: a, to: b, packet_bytes: 500, packets_per_s: 10}
"""


def _libraries(folder: Path, release: str, text: str) -> None:
    """What a package of ns-3 installs: a library, and a link without the release in its name."""
    folder.mkdir(exist_ok=True)
    for name in ("core", "network", "internet", "traffic-control"):
        file = folder / f"libns3{release}-{name}.so.{release}"
        file.write_text(text, encoding="utf-8")
        os.utime(file, (1_700_000_000, 1_700_000_000))
        link = folder / f"libns3-{name}.so"
        link.unlink(missing_ok=True)
        link.symlink_to(file.name)


def test_a_program_is_built_anew_for_other_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a package replaces a library by one of the same release."""
    libraries, home = tmp_path / "lib", tmp_path / "cache"
    home.mkdir(mode=0o700)
    built: list[str] = []

    def run(words: list[str], _limit: float, place: Path | None = None) -> Done:
        if "-o" in words and place is not None:
            built.append(words[words.index("-o") + 1])
            (place / built[-1]).write_text("built", encoding="utf-8")
        return Done(0, "g++ 12", "")

    monkeypatch.setattr(cache, "_PLACES", (str(libraries),))
    monkeypatch.setattr(engine, "run_command", run)
    scenario = load(SCENARIO, "s.yaml")
    assert isinstance(scenario, Scenario)
    programs = []
    for release, text in (("3.37", "a"), ("3.37", "a"), ("3.37", "rebuilt"), ("3.44", "rebuilt")):
        _libraries(libraries, release, text)
        programs.append(engine.build(scenario, cache=home))
    assert built == ["run.o", "scenario"] * 3
    assert programs[0] == programs[1]
    assert len(set(programs)) == 3
    assert all(isinstance(program, Path) and program.exists() for program in programs)


@pytest.mark.parametrize("printed", ["", "hello", "{}", "[1]"])
def test_a_kept_program_that_gives_no_result_is_told_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: str
) -> None:
    """It was called a bug of qosc, with status 3, each time anew."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho '{printed}'\n", encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setattr(engine, "available", lambda: None)
    monkeypatch.setattr(engine, "build", lambda *_, **__: program)
    scenario = load(SCENARIO, "s.yaml")
    assert isinstance(scenario, Scenario)
    found = engine.run_scenario(scenario)
    assert isinstance(found, Failure)
    assert "gave no result" in found.message
    assert not program.exists()
