"""One boot for many trials."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qosc.lab.linux import uml
from tests.bulk.trial import Planned, Trial, plan

_GUEST = Path(__file__).parent / "guest" / "main.py"
_LATE = "no time was left"
"""What the guest says of a trial that it did not begin."""


@dataclass(frozen=True)
class Seen:
    """What the kernel made of a trial: the steps, its classes, and a row for each probe."""

    planned: Planned
    row: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""

    @property
    def late(self) -> bool:
        """Whether the time of the boot was over before this trial was begun."""
        return self.error == _LATE


def run(trials: Sequence[Trial], seconds: float = 540.0) -> list[Seen]:
    """Do all trials in one boot of at most `seconds`; those that found no time say so."""
    planned = [plan(trial) for trial in trials]
    ready = [each for each in planned if not each.error]
    rows = iter(_boot([each.job for each in ready], seconds) if ready else [])
    seen = []
    for each in planned:
        row = {} if each.error else next(rows)
        seen.append(Seen(each, row, each.error or row.get("error", "")))
    return seen


def _boot(jobs: list[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    argv = [str(Path(sys.executable).resolve()), "-s", "-S", "-B", str(_GUEST), "@bulk"]
    step = {"node": "guest", "argv": [*argv, str(seconds - 30)], "check": False}
    experiment = {
        "name": "bulk",
        "nodes": [{"name": "guest", "addresses": []}],
        "links": [],
        "routes": [],
        "steps": [step],
        "limit_s": seconds,
    }
    files = {"bulk": json.dumps({"configs": jobs})}
    outcome = uml.run({"files": files, "experiments": [experiment]}, timeout=seconds + 30)
    result = outcome.result or {}
    made = (result.get("experiments") or [{}])[0]
    steps = made.get("steps") or [{"stdout": "", "stderr": ""}]
    lines = steps[0]["stdout"].splitlines()
    if len(lines) < len(jobs):
        why = outcome.error or result.get("error") or made.get("error") or steps[0]["stderr"]
        why = f"the guest gave {len(lines)} of {len(jobs)}: {why} {outcome.console}"
        lines += [json.dumps({"error": why})] * (len(jobs) - len(lines))
    return [json.loads(line) for line in lines]
