"""Compare whole processes: `qosc check` against programs that merely load the file.

`compare.py [--json FILE] [--runs N] [--quick]` prints a table of times and ratios, and says which
goals are reached. Each figure is the best of some runs of a fresh process, started in turns, so
that whatever else the machine does disturbs all of them alike. Time is the processor time of the
process, user and system, which other work on the machine changes least; the time on the clock is
shown beside it. Memory is the peak resident set as the kernel counts it. Read the ratios of one
row; the times belong to the machine.

All programs run with their modules compiled, as pip leaves them: the first round, which compiles
them, is not counted. A peer that is not installed is left out, and the goal that needs it is
listed as not measured: ciscoconfparse comes with `pip install 'qosc[bench]'`, and so does the
hier_config that it pins. A peer that fails is an error, not a fast run.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import generate

LENGTHS = (1_000, 10_000, 100_000)
COLD_LENGTH = 20

NAIVE = """
import sys
class Node:
    def __init__(self, text, number):
        self.text, self.number, self.children = text, number, []
roots, stack = [], []
for number, line in enumerate(open(sys.argv[1]), 1):
    text = line.rstrip()
    bare = text.lstrip()
    if not bare or bare[0] == "!":
        continue
    indent = len(text) - len(bare)
    node = Node(bare, number)
    while stack and stack[-1][0] >= indent:
        stack.pop()
    (stack[-1][1].children if stack else roots).append(node)
    stack.append((indent, node))
"""
CISCOCONFPARSE = """
import sys
import ciscoconfparse
from loguru import logger
logger.disable("ciscoconfparse")
ciscoconfparse.CiscoConfParse(open(sys.argv[1]).read().splitlines())
"""
HIER_CONFIG = """
import sys
import hier_config
host = hier_config.Host("bench", "ios", hier_config.options.options_for("ios"))
host.load_running_config(open(sys.argv[1]).read())
"""

Command = list[str]


FINE = (0, 1)
"""Exit status of a run that counts: 1 is `qosc check` with findings."""


class Run(NamedTuple):
    """One finished process: processor time and wall time in seconds, peak memory in bytes."""

    cpu: float
    wall: float
    peak: int


Figures = dict[str, float]
Row = dict[str, Figures]


class PeerError(Exception):
    """A program that is compared did not do its work."""


def run(command: Command, environment: dict[str, str]) -> Run:
    """Run a command to its end, its output thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=environment,
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in FINE:
        raise PeerError(f"exit status {process.returncode}: {' '.join(command)[:200]}")
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit)


def measure(commands: dict[str, Command], runs: int, environment: dict[str, str]) -> Row:
    """Least times and greatest memory of each command; they run in turns, the first not counted."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            one = run(command, environment)
            if turn:
                found[name].append(one)
    return {
        name: {
            "cpu_seconds": min(one.cpu for one in several),
            "wall_seconds": min(one.wall for one in several),
            "peak_mb": max(one.peak for one in several) / 1e6,
            "runs": len(several),
        }
        for name, several in found.items()
    }


def compiled(folder: str) -> dict[str, str]:
    """The environment of the programs: modules are compiled once, into a folder of our own."""
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=folder)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def commands(path: Path) -> dict[str, Command]:
    """What is compared on a file."""
    qosc = str(Path(sys.executable).with_name("qosc"))
    found = {
        "qosc check": [qosc, "check", str(path)],
        "naive tree": [sys.executable, "-c", NAIVE, str(path)],
    }
    if importlib.util.find_spec("ciscoconfparse"):
        found["ciscoconfparse"] = [sys.executable, "-c", CISCOCONFPARSE, str(path)]
    if importlib.util.find_spec("hier_config"):
        found["hier_config"] = [sys.executable, "-c", HIER_CONFIG, str(path)]
    return found


def cold(path: Path) -> dict[str, Command]:
    """What is compared to find the cost of a start."""
    qosc = str(Path(sys.executable).with_name("qosc"))
    return {
        "qosc check": [qosc, "check", str(path)],
        "import click": [sys.executable, "-c", "import click"],
        "python": [sys.executable, "-c", "pass"],
    }


def ratio(of: Figures, to: Figures) -> float:
    """How many times the processor time of the second the first took."""
    return of["cpu_seconds"] / to["cpu_seconds"]


def goals(figures: dict[str, Row]) -> dict[str, tuple[float | None, float]]:
    """What is to be reached: figure and limit. None: it was not measured."""
    start, most = figures["20 lines, cold"], figures[f"{LENGTHS[-1]} lines"]
    ours, tenth = most["qosc check"], figures[f"{LENGTHS[-2]} lines"]["qosc check"]
    fixed = start["qosc check"]["cpu_seconds"]
    growth = (ours["cpu_seconds"] - fixed) / (tenth["cpu_seconds"] - fixed)
    peer = most.get("ciscoconfparse")
    return {
        "100k lines: part of ciscoconfparse's loading": (peer and ratio(ours, peer), 0.1),
        "20 lines, cold: times `import click`": (
            ratio(start["qosc check"], start["import click"]),
            3.0,
        ),
        "100k lines: peak memory, MB": (ours["peak_mb"], 150.0),
        "100k lines, less the start: times the 10k lines, 10 is linear": (growth, 11.0),
    }


def report(figures: dict[str, Row]) -> None:
    """Print the table."""
    print(f"{'':16}{'process':18}{'CPU s':>9}{'clock s':>9}{'MB':>6}{'of qosc check':>15}")
    for row, several in figures.items():
        title, ours = row, several["qosc check"]
        for name, figure in several.items():
            print(
                f"{title:16}{name:18}{figure['cpu_seconds']:9.3f}{figure['wall_seconds']:9.3f}"
                f"{figure['peak_mb']:6.0f}{ratio(figure, ours):14.2f}x"
            )
            title = ""
    print()
    for goal, (found, limit) in goals(figures).items():
        if found is None:
            print(f"{'unknown':8} {goal}: not measured, to be at most {limit:g}")
        else:
            verdict = "reached" if found <= limit else "MISSED"
            print(f"{verdict:8} {goal}: {found:.2f}, to be at most {limit:g}")


def main() -> None:
    """Measure, print, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    parser.add_argument("--runs", type=int, default=5, help="runs of each program (of the longest)")
    parser.add_argument("--quick", action="store_true", help="one run of each")
    options = parser.parse_args()
    runs = 1 if options.quick else max(1, options.runs)
    figures: dict[str, Row] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = compiled(str(Path(folder) / "compiled"))
        for length in (COLD_LENGTH, *LENGTHS):
            path = Path(folder) / f"{length}.cfg"
            path.write_text(generate.text(length), encoding="utf-8")
            try:
                if length == COLD_LENGTH:
                    row = measure(cold(path), 4 * runs, environment)
                    figures[f"{COLD_LENGTH} lines, cold"] = row
                else:
                    figures[f"{length} lines"] = measure(commands(path), runs, environment)
            except PeerError as error:
                sys.exit(f"compare: {error}")
    report(figures)
    if options.json is not None:
        write(options.json, figures)


def document(figures: dict[str, Row]) -> dict[str, object]:
    """The figures and where they were measured, for a JSON file."""
    return {
        "schema_version": 2,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "figures": figures,
    }


def write(path: Path, figures: dict[str, Row]) -> None:
    """Write the figures and the goals as JSON."""
    reached = {
        name: {"figure": found, "limit": limit} for name, (found, limit) in goals(figures).items()
    }
    text = json.dumps({**document(figures), "goals": reached}, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
