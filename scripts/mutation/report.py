"""What a run found: the rate of each area with its interval, and what was not noticed."""

from __future__ import annotations

import csv
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from scripts.mutation.catalogue import AREAS, USUAL, Mutant, area_of, by_key, shown

__all__ = ["EQUIVALENTS", "Run", "page", "report", "wilson"]

EQUIVALENTS = Path(__file__).with_name("equivalents.tsv")
_Z = 1.959964
"""The 97.5 % point of the normal distribution."""


class Run(NamedTuple):
    """What a run was: `drawn` mutants by a seed at a commit, and the tests that could be asked."""

    seed: int
    commit: str
    drawn: int
    tests: Sequence[str]
    note: str = ""
    """What else has to be known of it, in whole sentences."""


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927)."""
    if not total:
        return 0.0, 1.0
    share = hits / total
    middle = share + _Z**2 / (2 * total)
    spread = _Z * sqrt(share * (1 - share) / total + _Z**2 / (4 * total**2))
    whole = 1 + _Z**2 / total
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def equivalents() -> dict[tuple[str, str], str]:
    """By file and change: why nothing can notice it."""
    if not EQUIVALENTS.exists():
        return {}
    with EQUIVALENTS.open(encoding="utf-8", newline="") as text:
        rows = csv.DictReader(text, delimiter="\t")
        return {(row["file"], row["change"]): f"{row['kind']}: {row['proof']}" for row in rows}


def page(runs: Sequence[Mapping[str, Any]], run: Run) -> str:
    """The checked-in page of a run."""
    held = [each for each in runs if each["fate"] != "noticed"]
    folders = sorted({"/".join(test.split("/")[:2]) for test in run.tests})
    stopped = (
        ""
        if len(runs) == run.drawn
        else (
            f" The run was stopped by the clock after {len(runs)} of them; the areas take turns,"
            " and what was begun was brought to its end."
        )
    )
    proofs = equivalents()
    open_ones = sum(
        (mutant.path, shown(mutant)) not in proofs
        for mutant in (by_key(each["key"]) for each in held)
    )
    again = [each for each in runs if each.get("again")]
    found = sum(each["fate"] == "noticed" for each in again)
    asked_again = (
        f" {len(again)} that were not noticed then, and had tests left, were asked about again, for"
        f" 60 s: {found} of them were noticed."
        if again
        else ""
    )
    text = (
        f"The sample of seed {run.seed} at commit {run.commit}, with the operators and rules of"
        f" [scripts/mutation](../scripts/mutation/README.md): {run.drawn} mutants.{stopped}"
        f" {len(run.tests)} tests were there to be asked, of {', '.join(f'`{f}`' for f in folders)}"
        "; others, among them those with engines, were not asked. For each mutant they were asked"
        f" for 4 s of the processor at most.{asked_again} So the figures err to the low side."
        f" {len(held)} mutants were not noticed; of {open_ones} of them nobody has proved that"
        f" nothing could notice them, and they count as gaps of the tests. {run.note}"
    )
    head = "# Mutants that no test noticed\n\nWritten by `python -m scripts.mutation report`.\n\n"
    return f"{head}{textwrap.fill(text, 118, break_on_hyphens=False)}\n\n{report(runs)}"


def report(runs: Iterable[Mapping[str, Any]]) -> str:
    """The page of a run."""
    proofs = equivalents()
    by_area: dict[str, list[tuple[Mutant, Mapping[str, Any]]]] = {area: [] for area in AREAS}
    for each in runs:
        mutant = by_key(each["key"])
        by_area[area_of(mutant.path)].append((mutant, each))
    by_area = {area: part for area, part in by_area.items() if part or area in USUAL}
    lines = [
        "| area | mutants | noticed | equivalent | rate, all mutants | rate without equivalents |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    every = [each for part in by_area.values() for each in part]
    for name, part in [*by_area.items(), ("all", every)]:
        lines.append(_row(name, part, proofs))
    for name, part in by_area.items():
        lines += ["", f"## {name}", ""]
        lines += [line for mutant, each in part for line in _survivor(mutant, each, proofs)] or [
            "Each was noticed."
        ]
    return "\n".join(lines) + "\n"


def _row(
    name: str,
    part: Sequence[tuple[Mutant, Mapping[str, Any]]],
    proofs: Mapping[tuple[str, str], str],
) -> str:
    noticed = sum(each["fate"] == "noticed" for _, each in part)
    equal = sum(
        each["fate"] != "noticed" and (mutant.path, shown(mutant)) in proofs
        for mutant, each in part
    )
    rates = [_rate(noticed, len(part)), _rate(noticed, len(part) - equal)]
    return f"| {name} | {len(part)} | {noticed} | {equal} | {rates[0]} | {rates[1]} |"


def _rate(hits: int, total: int) -> str:
    low, high = wilson(hits, total)
    share = hits / total if total else 0
    return f"{share:.1%} ({low:.1%} to {high:.1%})"


def _survivor(
    mutant: Mutant, each: Mapping[str, Any], proofs: Mapping[tuple[str, str], str]
) -> list[str]:
    if each["fate"] == "noticed":
        return []
    change = shown(mutant)
    proof = proofs.get((mutant.path, change), "")
    what = f"`{mutant.operator}`, {mutant.path} line {mutant.line}: `{change}`"
    asked = f"{each['asked']} of {each['reach']} tests asked"
    return [f"- {what}; {asked}" + (f"; equivalent, {proof}" if proof else "")]
