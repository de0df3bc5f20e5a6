"""Count over a folder of configs what became of each line, and write `docs/coverage.md`.

    .venv/bin/python scripts/figures/coverage.py [FOLDER] [--out FILE]

FOLDER is `../shared/corpus` if not said. A file `MANIFEST.tsv` in it may list the configs: a
column `file` and a column `dialect_guess`, as its first line names them. Without one, each file of
the folder is read and its dialect is guessed. The same configs give the same page.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from qosc import frontends
from qosc.frontends.detection.dialect import detect
from qosc.ir import Device, SupportState
from qosc.source import SourceText

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "../shared/corpus"
PAGE = ROOT / "docs" / "coverage.md"
_WIDTH = 32
"""Letters of a keyword that are shown: an unknown word can be anything."""


@dataclass
class Count:
    """What became of the lines of the configs in one dialect."""

    files: int = 0
    lines: int = 0
    states: Counter[SupportState] = field(default_factory=Counter)
    unknown: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Statements that were not understood, by the mode and the keyword."""

    def add(self, device: Device, lines: int) -> None:
        """Add one config."""
        self.files += 1
        self.lines += lines
        for state in SupportState:
            self.states[state] += getattr(device.coverage, state.value)
        for residue in device.residue:
            if residue.state is SupportState.UNKNOWN:
                self.unknown[residue.context, keyword(residue.text)] += 1

    def merge(self, other: Count) -> None:
        """Add all configs of another count."""
        self.files += other.files
        self.lines += other.lines
        self.states.update(other.states)
        self.unknown.update(other.unknown)

    @property
    def qos(self) -> int:
        """Lines that concern QoS."""
        return sum(self.states.values()) - self.states[SupportState.IRRELEVANT]

    @property
    def share(self) -> str:
        """Per cent of the QoS lines that are modelled or recognised, rounded down."""
        if not self.qos:
            return "-"
        known = self.qos - self.states[SupportState.UNKNOWN]
        tenths = known * 1000 // self.qos
        return f"{tenths // 10}.{tenths % 10} %"


def keyword(text: str) -> str:
    """The first word of a statement, without `no` and without what a table cannot hold."""
    words = text.split(None, 2) or ["(blank)"]
    word = words[1] if words[0].lower() == "no" and len(words) > 1 else words[0]
    plain = "".join(
        letter if letter.isprintable() and letter not in "`|" else "?" for letter in word
    )
    return plain.lower()[:_WIDTH]


def listed(folder: Path) -> Iterator[tuple[Path, str]]:
    """The configs of a folder with their dialects; empty where nothing says the dialect."""
    manifest = folder / "MANIFEST.tsv"
    if not manifest.is_file():
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                yield path, ""
        return
    head, *rows = manifest.read_text(encoding="utf-8").splitlines()
    names = head.split("\t")
    for row in sorted(rows):
        cells = dict(zip(names, row.split("\t"), strict=False))
        yield folder / cells["file"], cells.get("dialect_guess", "")


def count(configs: Iterable[tuple[Path, str]]) -> dict[str, Count]:
    """The count of each dialect, by its name."""
    found: dict[str, Count] = {}
    for path, said in configs:
        source = SourceText.of(path.name, path.read_bytes())
        dialect = said or detect(source).dialect
        found.setdefault(dialect, Count()).add(frontends.load(source), len(source.lines))
    return dict(sorted(found.items()))


_HEAD = """# What the front end understands of published configs

Made by `scripts/figures/coverage.py`; do not edit it. To make it again, beside a folder of configs:

```sh
.venv/bin/python scripts/figures/coverage.py {folder}
```

Each line of a config is in one of four states. *Modelled*: the model holds what it says.
*Recognised*: it is understood and concerns QoS, and is not (or not wholly) in the model; `qosc
check --coverage` tells why. *Unknown*: it stands in a QoS context and is not understood. All
others do not concern QoS. The last column is the share of the QoS lines that are modelled or
recognised.

The configs are as people published them: some are notes about a command's form, with a place to
fill in (`bandwidth KBPS`), or have slips of the pen. Those lines stay unknown.
"""
_CISCO = frozenset(("ios", "ios-catalyst", "ios-zbf", "iosxe", "iosxr", "nxos"))
_UNREAD = """
A dialect without QoS lines is one that is not read as yet.
"""


def page(counts: dict[str, Count], folder: str, measured: str = "") -> str:
    """The page; `measured` says of which program the counts are."""
    cisco, total = Count(), Count()
    for name, found in counts.items():
        total.merge(found)
        if name in _CISCO:
            cisco.merge(found)
    rows = [
        "| dialect | files | lines | modelled | recognised | unknown | other | understood |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(_row(name, found) for name, found in counts.items()),
        _row("all of Cisco", cisco),
        _row("all", total),
    ]
    table = "\n".join(rows)
    head = _HEAD.format(folder=folder) + (f"\n{measured}\n" if measured else "")
    return f"{head}\n{table}\n{_UNREAD}" + _unknown(counts)


def _row(name: str, count: Count) -> str:
    order = (
        SupportState.MODELLED,
        SupportState.RECOGNISED,
        SupportState.UNKNOWN,
        SupportState.IRRELEVANT,
    )
    numbers = [count.files, count.lines, *(count.states[state] for state in order)]
    return f"| {name} | {' | '.join(map(str, numbers))} | {count.share} |"


def _unknown(counts: dict[str, Count]) -> str:
    rows = [
        f"| {name} | {context} | `{word}` | {number} |"
        for name, found in counts.items()
        for (context, word), number in sorted(
            found.unknown.items(), key=lambda item: (-item[1], item[0])
        )
    ]
    if not rows:
        return "\nEvery line is understood.\n"
    table = "\n".join(
        ["| dialect | in | keyword | statements |", "| --- | --- | --- | ---: |", *rows]
    )
    return f"\n## The lines that are not understood\n\n{table}\n"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", nargs="?", default=FOLDER)
    options.add_argument("--out", type=Path, default=PAGE)
    given = options.parse_args()
    folder = ROOT / given.folder
    if not folder.is_dir():
        sys.exit(f"{given.folder} is no folder")
    from measured import line

    made = page(count(listed(folder)), given.folder, line())
    given.out.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
