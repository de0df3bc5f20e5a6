"""Fuzz commands of qosc: `python -m scripts.fuzzing --help`; what it does is in README.md."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from scripts.fuzzing.commands import COMMANDS
from scripts.fuzzing.guided import installed
from scripts.fuzzing.rounds import cheap_first, rounds
from scripts.fuzzing.seeds import ROOT
from scripts.fuzzing.session import Report, fuzz
from scripts.fuzzing.totals import Totals

_HEAD = "command            inputs  counted  failed  kinds   cpu s    MB"


def _row(report: Report) -> str:
    return (
        f"{report.command:<16} {report.inputs:>8} {report.counted:>8} {report.failed:>7} "
        f"{len(report.kinds):>6} {report.cpu_s:>7.0f} {report.memory_kb // 1000:>5}"
    )


def main() -> int:
    """Do what the command line says; 1 if some input failed or none counted."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fuzzing", description=__doc__)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=f"of {', '.join(COMMANDS)}")
    parser.add_argument(
        "--seconds", type=int, default=180, help="of processor time, for all commands together"
    )
    parser.add_argument("--seed", type=int, help="in place of one that no run before had")
    parser.add_argument("--plain", action="store_true", help="without atheris, even if it is there")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz")
    options = parser.parse_args()
    unknown = [name for name in options.commands if name not in COMMANDS]
    if unknown:
        parser.error(f"no command {', '.join(unknown)}; there are {', '.join(COMMANDS)}")
    guided = installed() and not options.plain
    chosen = options.commands or list(COMMANDS)
    print(
        "guided by coverage (atheris)" if guided else "not guided: atheris is not used", flush=True
    )
    print(_HEAD, flush=True)
    shutil.rmtree(options.keep / "seeds", ignore_errors=True)
    totals = Totals(options.keep / "totals.json")
    order = cheap_first(chosen, totals)
    held = {name: Report(name) for name in order}
    for seconds in rounds(options.seconds, len(order), guided=guided):
        seed = totals.seed() if options.seed is None else options.seed
        for name in order:
            place = options.keep / name
            report = fuzz(name, place, seconds, seed, guided=guided, again=bool(held[name].inputs))
            totals.add(report, seed)
            held[name].join(report)
            print(_row(held[name]), flush=True)
    reports = list(held.values())
    print(totals)
    for report in reports:
        for kind, script in sorted(report.kinds.items()):
            print(f"{report.command}: {kind}: sh {script}")
    # A run in which nothing got past the door shows nothing.
    empty = [report.command for report in reports if not report.counted]
    if empty:
        print(f"no input counted: {', '.join(empty)}")
    return 1 if empty or any(report.kinds for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
