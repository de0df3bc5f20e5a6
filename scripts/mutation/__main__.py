"""Run mutants: `python -m scripts.mutation --help`; what it does is in README.md beside it."""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

from scripts.mutation.apart import check, noticed_apart
from scripts.mutation.catalogue import AREAS, ROOT, Mutant, by_key, sample, shown
from scripts.mutation.measure import measure
from scripts.mutation.reach import load
from scripts.mutation.report import report
from scripts.mutation.runner import Runner, add, results, tests_asked
from scripts.mutation.session import Session, open_session

PLACE = ROOT / "build" / "mutation"


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="default: from the commit")
    parser.add_argument("--each", type=int, default=100, help="mutants of an area")
    parser.add_argument("--area", choices=list(AREAS), action="append", help="default: all")
    parser.add_argument("--old-reach", action="store_true", help="keep an older measurement")
    parser.add_argument(
        "what", nargs="?", default="run", choices=["run", "measure", "show", "check", "report"]
    )
    parser.add_argument("rest", nargs="*", metavar="KEY or TEST")
    options = parser.parse_args()
    match options.what:
        case "measure":
            return _measure()
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
    areas = options.area or list(AREAS)
    if options.what == "run":
        # In turns, so that a run that is stopped early has a sample of each area too.
        turns = zip_longest(*(sample(area, options.each, seed) for area in areas))
        mutants = [each for turn in turns for each in turn if each is not None]
        if status := _run(mutants, place, options.old_reach):
            return status
    page = f"Seed {seed}.\n\n{report(results(place))}"
    place.with_suffix(".md").write_text(page, encoding="utf-8")
    print(page)
    return 0


def _run(mutants: list[Mutant], place: Path, old_reach: bool) -> int:
    if not (old_reach or _measured()):
        # In a process of its own: the measurement slows down what it measures.
        subprocess.run([sys.executable, "-m", "scripts.mutation", "measure"], cwd=ROOT, check=True)
    reach = load(PLACE / "reach.json")
    problems: list[str] = []

    def work(session: Session) -> None:
        runner = Runner(session, reach, place)
        problems.extend(runner.control(mutants))
        if not problems:
            runner.run(mutants)

    files = sorted({test.partition("::")[0] for test in reach.tests})
    status = open_session([*files, "-s"], work, lambda: None, str(PLACE / "tmp"))
    if problems:
        print("The control noticed something where nothing was changed:", *problems, sep="\n")
        return 2
    for each in results(place):
        if each["fate"] == "apart":
            tests = tests_asked(each, reach)
            noticed, by = noticed_apart(each["key"], tests)
            add(place, {**each, "fate": "noticed" if noticed else "survived", "by": by})
    return status


def _measure() -> int:
    status = measure(PLACE / "reach.json", ["tests", "-s"])
    (PLACE / "reach.sha").write_text(_state(), encoding="utf-8")
    return status


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
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return int(head.stdout[:8] or "0", 16)


if __name__ == "__main__":
    sys.exit(main())
