"""Compare whole processes: `qosc check` against programs that merely load the file.

`compare.py [--json FILE] [--runs N] [--quick]` prints one table of times and ratios, and writes
the figures as JSON. Every figure is the median of some runs of a fresh process, started in turns,
so that a noisy machine disturbs all of them alike. Memory is the peak resident set of the process
as the kernel counts it. Read the ratios of one row; the times belong to the machine.

A peer that is not installed is left out: ciscoconfparse comes with `pip install 'qosc[bench]'`,
which brings the hier_config that it pins.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


class Run:
    """One finished process: wall time in seconds, peak memory in bytes, exit status."""

    def __init__(self, seconds: float, peak: int, status: int) -> None:
        self.seconds = seconds
        self.peak = peak
        self.status = status


def run(command: Command) -> Run:
    """Run a command to its end, its output thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, usage.ru_maxrss * unit, process.returncode)


def measure(commands: dict[str, Command], runs: int) -> dict[str, dict[str, float]]:
    """Median time and greatest memory of each command, run in turns."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            found[name].append(run(command))
    return {
        name: {
            "seconds": statistics.median(one.seconds for one in several),
            "peak_mb": max(one.peak for one in several) / 1e6,
            "status": several[0].status,
        }
        for name, several in found.items()
    }


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


def ratio(of: dict[str, float], to: dict[str, float]) -> float:
    """How many times longer the first took."""
    return of["seconds"] / to["seconds"]


def goals(figures: dict[str, dict[str, dict[str, float]]]) -> dict[str, tuple[float, float]]:
    """What is to be reached: figure and limit."""
    start, most = figures["20 lines, cold"], figures[f"{LENGTHS[-1]} lines"]
    ours = most["qosc check"]
    found = {
        "20 lines, cold: times `import click`": (
            ratio(start["qosc check"], start["import click"]), 3.0,
        ),
        "100k lines: peak memory, MB": (ours["peak_mb"], 150.0),
        "100k lines against 10k lines: times longer, 10 would be linear": (
            ratio(ours, figures[f"{LENGTHS[-2]} lines"]["qosc check"]), 10.5,
        ),
    }  # fmt: skip
    if "ciscoconfparse" in most:
        found["100k lines: part of ciscoconfparse's loading"] = (
            ratio(ours, most["ciscoconfparse"]), 0.1,
        )  # fmt: skip
    return found


def report(figures: dict[str, dict[str, dict[str, float]]]) -> None:
    """Print the table."""
    print(f"{'':24}{'process':18}{'seconds':>10}{'MB':>8}{'against qosc check':>20}")
    for row, several in figures.items():
        ours = several["qosc check"]
        for name, figure in several.items():
            print(
                f"{row:24}{name:18}{figure['seconds']:10.3f}{figure['peak_mb']:8.0f}"
                f"{ratio(figure, ours):19.2f}x"
            )
            row = ""  # noqa: PLW2901
    print()
    for goal, (figure, limit) in goals(figures).items():
        verdict = "reached" if figure <= limit else "MISSED"
        print(f"{verdict:8} {goal}: {figure:.2f}, to be at most {limit:g}")


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, default=Path(__file__).parent / "results.json")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one run of each")
    options = parser.parse_args()
    runs = 1 if options.quick else options.runs
    figures: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for length in (COLD_LENGTH, *LENGTHS):
            path = Path(folder) / f"{length}.cfg"
            path.write_text(generate.text(length), encoding="utf-8")
            if length == COLD_LENGTH:
                figures["20 lines, cold"] = measure(cold(path), 3 * runs)
            else:
                turns = max(1, runs // 2) if length == LENGTHS[-1] else runs
                figures[f"{length} lines"] = measure(commands(path), turns)
    report(figures)
    options.json.write_text(
        json.dumps(
            {
                "schema_version": 1,
                "python": platform.python_version(),
                "machine": platform.machine(),
                "figures": figures,
                "goals": {
                    name: {"figure": figure, "limit": limit}
                    for name, (figure, limit) in goals(figures).items()
                },
            },
            indent=2,
        )
        + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
