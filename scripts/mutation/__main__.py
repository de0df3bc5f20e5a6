"""Run mutants: `python -m scripts.mutation --help`; what it does is in README.md beside it."""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

from scripts.mutation.apart import check
from scripts.mutation.catalogue import AREAS, ROOT, USUAL, Mutant, by_key, sample, shown
from scripts.mutation.measure import measure
from scripts.mutation.reach import load
from scripts.mutation.report import Run, page
from scripts.mutation.runner import Runner, results, was_cut
from scripts.mutation.session import Session, open_session

PLACE = ROOT / "build" / "mutation"
_TESTS = [
    f"tests/{name}"
    for name in (
        *("cases", "rules", "frontends", "scenario", "targets", "judged", "laws"),
        *("treatments", "diff", "trace"),
    )
]
"""Tests of the other folders run the program in other processes, which nothing of it is seen in."""


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="default: from the commit")
    parser.add_argument("--each", type=int, default=100, help="mutants of an area")
    parser.add_argument(
        "--area", choices=list(AREAS), action="append", help="default: the first four"
    )
    parser.add_argument("--within", action="append", default=[], metavar="PATH", help="only there")
    parser.add_argument("--old-reach", action="store_true", help="keep an older measurement")
    parser.add_argument(
        "--until",
        type=_clock,
        default=float("inf"),
        metavar="HH:MM",
        help="begin no mutant and measure no test after that",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the mutants")
    parser.add_argument(
        "--again", action="store_true", help="only those not noticed that had tests left to ask"
    )
    parser.add_argument("--part", default="", help="a name: measure beside what is there")
    parser.add_argument("--note", default="", help="a sentence for the page of the run")
    parser.add_argument(
        "what", nargs="?", default="run", choices=["run", "measure", "show", "check", "report"]
    )
    parser.add_argument("rest", nargs="*", metavar="KEY or TEST")
    options = parser.parse_intermixed_args()
    match options.what:
        case "measure":
            return measure(_reach(options.part), [*(options.rest or _TESTS), "-s"], options.until)
        case "show":
            print(
                "\n".join(
                    f"{key} line {by_key(key).line}\n  {shown(by_key(key))}" for key in options.rest
                )
            )
            return 0
        case "check":
            return check(options.rest[0], options.rest[1:], PLACE)
    seed = _seed() if options.seed is None else options.seed
    place = PLACE / f"seed-{seed}.jsonl"
    areas = options.area or list(USUAL)
    # In turns, so that a run that is stopped early has a sample of each area too.
    turns = zip_longest(*(sample(area, options.each, seed, options.within) for area in areas))
    mutants = [each for turn in turns for each in turn if each is not None]
    cut = {each["key"] for each in results(place) if was_cut(each)}
    to_run = [each for each in mutants if each.key in cut] if options.again else mutants
    if options.what == "run" and (status := _run(to_run, place, options)):
        return status
    keys = {mutant.key for mutant in mutants}
    found = [each for each in results(place) if each["key"] in keys]
    reach = load(sorted(PLACE.glob("reach*.json")))
    tests = [test for n, test in enumerate(reach.tests) if n not in reach.failed]
    text = page(found, Run(seed, _commit()[:7], len(mutants), tests, options.note))
    place.with_suffix(".md").write_text(text, encoding="utf-8")
    if options.what == "report":
        (ROOT / "docs" / "mutation.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def _run(mutants: list[Mutant], place: Path, options: argparse.Namespace) -> int:
    if not options.old_reach and not _measured():
        # In a process of its own: the measurement slows down what it measures.
        command = [sys.executable, "-m", "scripts.mutation", "measure"]
        subprocess.run(command, cwd=ROOT, check=True)
        (PLACE / "reach.sha").write_text(_state(), encoding="utf-8")
    reach = load(sorted(PLACE.glob("reach*.json")))
    problems: list[str] = []

    def work(session: Session) -> None:
        runner = Runner(session, reach, place, again=options.again)
        if not options.again:
            problems.extend(runner.control(mutants))
        if problems:
            return
        _together(options.jobs, lambda: runner.run(mutants, options.until))
        while wrong := runner.confirm(results(place)):
            print("These fail where nothing is changed, and are left out:", *wrong, sep="\n")
            runner.run(runner.without(wrong))

    named = {test.partition("::")[0] for test in reach.tests}
    files = sorted(path for path in named if (ROOT / path).exists())
    status = open_session([*files, "-s"], work, lambda: None, str(PLACE / f"tmp-{os.getpid()}"))
    if problems:
        print("Noticed where nothing was changed:", *problems, sep="\n")
        return 2
    return status


def _together(jobs: int, work: Callable[[], None]) -> None:
    """Do the work in several processes, which share what was loaded before."""
    children = []
    for _ in range(jobs - 1):
        if (child := os.fork()) == 0:
            try:
                work()
            finally:
                os._exit(0)
        children.append(child)
    work()
    for child in children:
        os.waitpid(child, 0)


def _reach(part: str) -> Path:
    return PLACE / (f"reach-{part}.json" if part else "reach.json")


def _clock(text: str) -> float:
    """The seconds of the clock at a time of today."""
    hours, minutes = map(int, text.split(":"))
    return datetime.now().replace(hour=hours, minute=minutes, second=0).timestamp()


def _measured() -> bool:
    mark = PLACE / "reach.sha"
    return mark.exists() and mark.read_text(encoding="utf-8") == _state()


def _state() -> str:
    """A digest of the program and its tests."""
    digest = hashlib.sha256()
    for folder in ("compiler", "targets", "grammars", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _seed() -> int:
    return int(_commit()[:8] or "0", 16)


def _commit() -> str:
    command = ["git", "rev-parse", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
