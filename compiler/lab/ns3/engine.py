"""Run scenarios in ns-3: the program of `qosc.targets.ns3`, built with g++ and run.

What was built is kept, by the hash of all that it is made of: the part that all programs share is
compiled once, a program once for each scenario.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from time import monotonic

from qosc.lab.linux.engine import Failure
from qosc.lab.ns3.cache import UnsafeError, is_ours, library_versions, safe_folder
from qosc.lab.ns3.process import Stopped, run_command
from qosc.scenario.model import Scenario
from qosc.simulator.results import Result

__all__ = ["ENGINE", "available", "build", "cache_folder", "run_scenario"]

ENGINE = "ns3"
_COMPILER = "g++"
_FLAGS = ("-std=c++17", "-O2", "-Wall", "-Wextra")
_LIBRARIES = ("-lns3-internet", "-lns3-traffic-control", "-lns3-network", "-lns3-core")
_INCLUDES = (Path("/usr/include"), Path("/usr/local/include"))
_BUILD_S = 300.0
_KEPT = 64
"""So many programs and parts are kept; the oldest go."""
_LINES = 40


def available() -> str | None:
    """None if scenarios can be built and run here, else the reason."""
    if shutil.which(_COMPILER) is None:
        return f"no {_COMPILER} (Debian: g++)"
    if not any((folder / "ns3" / "core-module.h").is_file() for folder in _INCLUDES):
        return "no headers of ns-3 (Debian: libns3-dev)"
    if not any((folder / "gsl" / "gsl_math.h").is_file() for folder in _INCLUDES):
        return "no headers of the GNU Scientific Library (Debian: libgsl-dev)"
    return None


def cache_folder() -> Path:
    """Where what was built is kept: below QOSC_CACHE, XDG_CACHE_HOME or ~/.cache."""
    given = os.environ.get("QOSC_CACHE")
    if given:
        return Path(given) / "ns3"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "qosc" / "ns3"


def run_scenario(scenario: Scenario, timeout: float = 600) -> Result | Failure:
    """Build and run a scenario, which `qosc.scenario.load` has checked.

    `timeout` is in seconds, for building and running. However it ends, no process and no temporary
    file is left; what was built whole is kept.
    """
    reason = available()
    if reason is not None:
        return Failure(reason)
    deadline = monotonic() + timeout
    program = build(scenario, limit=timeout)
    if isinstance(program, Failure):
        return program
    try:
        done = run_command([str(program)], max(0.0, deadline - monotonic()))
    except Stopped as error:
        return Failure(str(error), timed_out=error.timed_out)
    if done.status:
        return Failure(f"the program ended with status {done.status}", _last(done.errors))
    try:
        return _result(json.loads(done.output))
    except (ValueError, KeyError, TypeError):
        # A copy of the cache that was cut short, or a disk that was full.
        program.unlink(missing_ok=True)
        return Failure(
            "the program that was kept gave no result, and is removed; the next run builds it anew",
            _last(done.output),
        )


def build(scenario: Scenario, cache: Path | None = None, limit: float = _BUILD_S) -> Path | Failure:
    """The program of a scenario, built where it is not there yet; in `limit` seconds at most."""
    from qosc.targets.ns3.files import program_files
    from qosc.targets.ns3.model import Refused

    try:
        files = program_files({"scenario": scenario})
    except Refused as error:
        return Failure(str(error))
    texts = {file.name: file.text for file in files}
    home = cache or cache_folder()
    deadline = monotonic() + limit
    shared = {name: text for name, text in texts.items() if name.startswith("qosc/")}
    try:
        safe_folder(home)
        _sweep(home)
        version = run_command([_COMPILER, "--version"], 20).output + library_versions()
        part = home / f"{_key(version, *_FLAGS, *sorted(shared.items()))}.o"
        program = home / _key(part.name, texts["scenario.cc"])
        for made in (part, program):
            if is_ours(made):
                os.utime(made)
        if program.exists():  # what is not ours was removed
            return program
        with _workshop(home) as work:
            for name, text in {**shared, "scenario.cc": texts["scenario.cc"]}.items():
                path = work / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            if not part.exists():
                _compile(work, deadline, "-c", "qosc/run.cc", "-o", "run.o")
                _keep(work / "run.o", part)
            _compile(work, deadline, "scenario.cc", str(part), "-o", "scenario", *_LIBRARIES)
            _keep(work / "scenario", program)
    except UnsafeError as error:
        return Failure(str(error))
    except OSError as error:
        return Failure(f"cannot build in {home}: {error.strerror}")
    except Stopped as error:
        return Failure(str(error), error.lines, error.timed_out)
    return program


def _keep(made: Path, place: Path) -> None:
    """Nobody but its owner can change what is kept, whatever the umask is."""
    made.chmod(0o700)
    made.rename(place)


def _compile(work: Path, deadline: float, *arguments: str) -> None:
    left = max(0.0, deadline - monotonic())
    done = run_command([_COMPILER, *_FLAGS, *arguments], left, work)
    if done.status or "warning:" in done.errors:
        words = "failed" if done.status else "warned"
        raise Stopped(f"{_COMPILER} {words}", _last(done.errors))


def _key(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:32]


@contextmanager
def _workshop(home: Path) -> Iterator[Path]:
    """A folder to build in, gone afterwards; its name says whose it is."""
    with tempfile.TemporaryDirectory(prefix=f"build-{os.getpid()}-", dir=home) as work:
        yield Path(work)


def _sweep(home: Path) -> None:
    """Remove what killed runs left, and the oldest of what is kept."""
    kept: list[tuple[float, Path]] = []
    for path in home.iterdir():
        if path.name.startswith("build-"):
            owner = path.name.split("-")[1]
            if owner.isdigit() and not Path("/proc", owner).exists():
                shutil.rmtree(path, ignore_errors=True)
        else:
            kept.append((path.stat().st_mtime, path))
    for _, path in sorted(kept)[: max(0, len(kept) - _KEPT)]:
        path.unlink(missing_ok=True)


def _last(text: str) -> tuple[str, ...]:
    return tuple(text.splitlines()[-_LINES:])


def _result(document: dict) -> Result:  # type: ignore[type-arg]
    return Result(
        scenario=document["scenario"],
        engine=document["engine"],
        seed=document["seed"],
        measured_ms=document["measured_ms"],
        flows=tuple(document["flows"]),
        classes=tuple(document["classes"]),
    )
