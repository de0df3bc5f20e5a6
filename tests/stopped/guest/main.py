"""Run in a network namespace: `main.py JOB FOLDER SECONDS` cuts runs of a device's script.

The job is `{"device": {...}, "stands": [...], "seeded": N or null, "seed": S}`. All changes are
cut in all ways, or as many places as `seeded` says, drawn over changes and starts of programs.
The result is one line of JSON; `wrong` holds what was left neither as it was nor applied.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench import Bench
from cutting import Cut

SIGNALS = {"INT": 130, "TERM": 143, "HUP": 129}
STANDS = ("nothing", "foreign", "earlier")
WHOM = ("group", "script")
THEN = ("clear", "apply")
_TOLD = 6
_STARTS_PART = 0.3
"""How many of the drawn places are at the start of a program; these runs take twice as long."""


class Sweep:
    """Runs that are cut, over all that may stand on the interfaces before."""

    def __init__(self, job: dict[str, Any], folder: Path, until: float) -> None:
        self._bench = Bench(job["device"], folder)
        self.plain = self._bench.plain
        self._until = until
        self._draw = random.Random(job["seed"])  # noqa: S311  # places, not secrets
        self._standing: str | None = None
        self.outcomes: Counter[str] = Counter()
        self.boundaries: dict[str, int] = {}
        self.starts: dict[str, int] = {}
        self.wrong: list[str] = []
        self.late = 0
        self._seeded, self._stands = job["seeded"], job["stands"]

    def all(self) -> None:
        """Go through all that may stand there."""
        for stands in self._stands:
            self._learn(stands)
            places = self._places(stands)
            for cut, then in places:
                if time.monotonic() > self._until:
                    self.late += 1
                    continue
                self._try(stands, cut, then)

    def _learn(self, stands: str) -> None:
        """The states before and after, and how many boundaries there are."""
        bench = self._bench
        bench.put("nothing" if stands == "earlier" else stands)
        self._first = bench.state()
        self._standing = None
        self._stand(stands)
        self._before, self._left = bench.state(), bench.left()
        status, said = bench.run("new", "apply", Cut(-1, "none"))
        if status:
            raise RuntimeError(f"{stands}: {said}")
        self.boundaries[stands] = bench.met()
        self._applied = bench.state()
        self._stand(stands)
        bench.run("new", "apply", Cut(-1, "none", starts=True))
        self.starts[stands] = bench.met()
        self._standing = None

    def _stand(self, stands: str) -> None:
        if self._standing != stands:
            self._bench.put(stands)
            self._standing = stands

    def _places(self, stands: str) -> list[tuple[Cut, str]]:
        """The cuts, and by what a run that was killed is followed."""
        last = self.boundaries[stands]
        if self._seeded is None:
            found = []
            for at in range(last + 1):
                turn = at + STANDS.index(stands)
                found += [(Cut(at, "fail"), "")] if at < last else []
                for number, how in enumerate(SIGNALS):
                    found.append((Cut(at, how, WHOM[(turn + number) % 2]), ""))
                found.append((Cut(at, "KILL"), THEN[turn % 2]))
            # A run that was killed leaves work: those that put back by themselves come first.
            return sorted(found, key=lambda place: place[1] != "")
        drawn = []
        for _ in range(self._seeded // len(self._stands)):
            starts = self._draw.random() < _STARTS_PART
            how = self._draw.choice((*SIGNALS, "KILL") if starts else ("fail", *SIGNALS, "KILL"))
            starts, how = (True, "KILL") if not last else (starts, how)
            top = self.starts[stands] if starts else last
            at = self._draw.randint(1 if starts else 0, top - (how == "fail"))
            whom = self._draw.choice(WHOM)
            then = self._draw.choice(THEN) if how == "KILL" else ""
            drawn.append((Cut(at, how, whom, starts), then))
        return drawn

    def _try(self, stands: str, cut: Cut, then: str) -> None:
        bench = self._bench
        self._stand(stands)
        self._standing = None
        status, said = bench.run("new", "apply", cut)
        after = bench.state()
        name = f"{stands}, {cut.how} ({cut.whom}) at {'start' if cut.starts else 'change'} {cut.at}"
        if cut.how == "KILL":
            self._recover(name, then)
            return
        # Before the script heeds signals it ends as any program does.
        wanted = {0, 1} if cut.how == "fail" else {0, SIGNALS[cut.how], 128 - SIGNALS[cut.how]}
        wrong = [] if status in wanted else [f"status {status}"]
        if after == self._before:
            self.outcomes["as it was"] += 1
            if bench.left() != self._left:
                wrong.append(f"left {bench.left()}, not {self._left}")
            if status == 0:
                wrong.append("status 0")
            self._standing = stands
        elif after == self._applied:
            self.outcomes["applied"] += 1
            if status and not cut.starts and cut.at < self.boundaries[stands]:
                wrong.append(f"applied with status {status}")
        else:
            wrong += differences(self._before, after)
        self._note(name, wrong, said)

    def _recover(self, name: str, then: str) -> None:
        bench = self._bench
        wrong, said = [], ""
        if then == "apply":
            status, said = bench.run("new", "apply")
            if status:
                wrong.append(f"apply has status {status}")
            wrong += differences(self._applied, bench.state())
        status, more = bench.run("new", "clear")
        # Where nothing was begun, what others have is left to them.
        if status and "no apply on" not in more:
            wrong.append(f"clear has status {status}")
        wrong += differences(self._first, bench.state())
        self.outcomes[f"killed, then {then}"] += 1
        self._note(f"{name}, then {then}", wrong, said + more)

    def _note(self, name: str, wrong: list[str], said: str) -> None:
        if wrong:
            self.wrong.append("; ".join([name, *wrong, said]))


def differences(wanted: tuple[str, ...], found: tuple[str, ...]) -> list[str]:
    """What is missing and what is new, in some lines."""
    missing = [f"missing: {line}" for line in wanted if line not in found]
    new = [f"new: {line}" for line in found if line not in wanted]
    if wanted != found and not missing + new:
        return ["in another order, or not so often"]
    return (missing + new)[:_TOLD]


def main(job_file: str, folder: str, seconds: str) -> None:
    begun = time.monotonic()
    with open(job_file, encoding="utf-8") as file:
        job = json.load(file)
    sweep = Sweep(job, Path(folder), begun + float(seconds))
    sweep.all()
    result = {
        "outcomes": sweep.outcomes,
        "boundaries": sweep.boundaries,
        "starts": sweep.starts,
        "wrong": sweep.wrong[:_TOLD],
        "wrongs": len(sweep.wrong),
        "late": sweep.late,
        "plain": sweep.plain,
        "seconds": round(time.monotonic() - begun, 1),
    }
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4])
