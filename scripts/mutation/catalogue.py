"""All candidates of an area, a sample of them by a seed, and the changed module of one."""

from __future__ import annotations

import ast
import importlib
import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scripts.mutation.operators import Change, changes
from scripts.mutation.sites import sites

__all__ = [
    "AREAS",
    "ROOT",
    "USUAL",
    "Mutant",
    "area_of",
    "by_key",
    "candidates",
    "changed",
    "files",
    "line_of",
    "load_all",
    "original",
    "sample",
    "shown",
]

ROOT = Path(__file__).resolve().parents[2]
_WORD = re.compile(r"[a-z]{4,}")
AREAS = {
    "rules": ["compiler/lint/**/*.py"],
    "lowering": [
        *(
            f"compiler/frontends/cisco/{room}/*.py"
            for room in ("acl", "catalyst", "dialects", "legacy_queueing", "mqc", "ports")
        ),
        "compiler/frontends/cisco/device.py",
        *(f"compiler/frontends/junos/{room}/*.py" for room in ("cos", "firewall", "interfaces")),
        "compiler/frontends/junos/device.py",
        "compiler/frontends/junos/ports.py",
    ],
    "profiles": ["compiler/profiles/**/*.py", "compiler/datapath/**/*.py"],
    "targets": ["targets/**/*.py"],
    "comparing": [f"compiler/{room}/*.py" for room in ("treatments", "changes", "trace")],
}
USUAL = ("rules", "lowering", "profiles", "targets")
"""The areas of a run that names none: the rate of the program is theirs."""


class Mutant(NamedTuple):
    """One candidate: the n-th site of a file, an operator, and which of its variants there."""

    path: str
    site: int
    operator: str
    variant: int
    line: int
    first: int
    last: int
    inside: bool

    @property
    def key(self) -> str:
        """How it is named on the command line and in lists."""
        return f"{self.path}:{self.site}:{self.operator}:{self.variant}"


def files(area: str) -> list[Path]:
    """The files of an area, in the order of their names."""
    return sorted({path for pattern in AREAS[area] for path in ROOT.glob(pattern)})


def area_of(path: str) -> str:
    """The area that a file belongs to."""
    return next(area for area in AREAS if ROOT / path in files(area))


def load_all() -> None:
    """Import the modules of all areas: many are usually imported where they are first needed."""
    for area in AREAS:
        for path in files(area):
            parts = path.relative_to(ROOT).with_suffix("").parts
            first = ("qosc",) if parts[0] == "compiler" else ("qosc", parts[0])
            name = ".".join((*first, *parts[1:])).removesuffix(".__init__")
            importlib.import_module(name)


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def candidates(area: str) -> list[tuple[Mutant, int]]:
    """Each pair of a site and an operator, with the number of variants it has there."""
    return [found for path in files(area) for found in _of_file(path)]


def _of_file(path: Path) -> list[tuple[Mutant, int]]:
    found = []
    name = path.relative_to(ROOT).as_posix()
    for place, site in enumerate(sites(ast.parse(_read(path)))):
        numbers = Counter(change.operator for change in changes(site))
        line = getattr(site.node, "lineno", site.first)
        span = (line, site.first, site.last, site.inside)
        found += [(Mutant(name, place, each, 0, *span), n) for each, n in numbers.items()]
    return found


def sample(area: str, each: int, seed: int, within: Sequence[str] = ()) -> list[Mutant]:
    """`each` candidates of an area; the same for the same seed and text. `within`: only of files
    whose names begin with one of these.
    """
    dice = random.Random(f"{seed}/{area}")  # noqa: S311
    every = candidates(area)
    if within:
        every = [found for found in every if found[0].path.startswith(tuple(within))]
    chosen = dice.sample(every, min(each, len(every)))
    return [mutant._replace(variant=dice.randrange(number)) for mutant, number in chosen]


def by_key(key: str) -> Mutant:
    """The mutant of a key; ValueError if the text has no such one."""
    path, place, operator, variant = key.rsplit(":", 3)
    for mutant, number in _of_file(ROOT / path):
        if (mutant.site, mutant.operator) == (int(place), operator) and int(variant) < number:
            return mutant._replace(variant=int(variant))
    raise ValueError(f"no mutant {key}")


def changed(mutant: Mutant) -> ast.Module:
    """The tree of the file with the change made; lines stay where they are."""
    tree = ast.parse(_read(ROOT / mutant.path))
    _change(tree, mutant).make()
    return ast.fix_missing_locations(tree)


def _change(tree: ast.Module, mutant: Mutant) -> Change:
    site = sites(tree)[mutant.site]
    return [each for each in changes(site) if each.operator == mutant.operator][mutant.variant]


def line_of(mutant: Mutant) -> str:
    """The line of the text in which the change is, with those above it in its statement up to one
    that has a word: the name of a row of a table may be some lines above its figure.
    """
    lines = _read(ROOT / mutant.path).split("\n")
    first = last = mutant.line - 1
    while first > mutant.first - 1 and not _WORD.search(" ".join(lines[first : last + 1])):
        first -= 1
    return " ".join(lines[first : last + 1])


def original(mutant: Mutant) -> ast.Module:
    """The tree of the file as it is."""
    return ast.parse(_read(ROOT / mutant.path))


def shown(mutant: Mutant) -> str:
    """The change in its statement: what stands around it, in `[old -> new]`."""
    old, new = (_statement(tree, mutant) for tree in (original(mutant), changed(mutant)))
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    # Whole words are read more easily than the letters that differ.
    while head and old[head - 1].isalnum():
        head -= 1
    while tail and old[len(old) - tail].isalnum():
        tail -= 1
    end = len(old) - tail
    change = f"[{old[head:end]} -> {new[head : len(new) - tail]}]"
    return f"{old[max(0, head - 70) : head]}{change}{old[end : end + 70]}"


def _alike(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _statement(tree: ast.Module, mutant: Mutant) -> str:
    """The statement that holds the mutant on one line, without the statements in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno == mutant.first:
            text = ast.unparse(node)
            if getattr(node, "body", None):
                text = text.split("\n" + " " * 4)[0]
            return " ".join(text.split())
    return "(nothing)"
