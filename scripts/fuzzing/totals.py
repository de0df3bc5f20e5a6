"""What all runs together came to, by command: `totals.json` in the folder of the runs."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.fuzzing.session import Report

__all__ = ["Totals"]


class Totals:
    """Counts of inputs that outlive a run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        held = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        self._next: int = held.get("next seed", 1)
        self._counts: dict[str, dict[str, float]] = held.get("commands", {})

    def seed(self) -> int:
        """One that no run before had: the same dice would make the same inputs."""
        return self._next

    def cost(self, command: str) -> float:
        """Seconds of processor time that an input of this command took; of one never run, most."""
        counts = self._counts.get(command, {})
        return counts["cpu_s"] / counts["inputs"] if counts.get("inputs") else float("inf")

    def add(self, report: Report, seed: int) -> None:
        """Add what became of a command's inputs, and write it down."""
        counts = self._counts.setdefault(report.command, {})
        for name in ("inputs", "counted", "failed", "cpu_s"):
            counts[name] = round(counts.get(name, 0) + getattr(report, name), 1)
        # Each process of a run that had to begin again has a seed of its own.
        self._next = max(self._next, seed + 1000)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        held = {"next seed": self._next, "commands": self._counts}
        self._path.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        sums = [
            sum(counts[name] for counts in self._counts.values())
            for name in ("inputs", "counted", "failed", "cpu_s")
        ]
        return (
            "all runs: {:.0f} inputs, {:.0f} of them counted, {:.0f} failed, {:.0f} s of processor"
            " time, {} commands".format(*sums, len(self._counts))
        )
