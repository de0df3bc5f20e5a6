"""Run emitted scripts on the kernels and iproute2 of several Debian releases; write the page.

Run from the repository's root as root: python scripts/figures/release_matrix.py FOLDER.
Each release is unpacked below FOLDER by mmdebstrap unless it is there already, its own user-mode
kernel is booted, and the command files of the repository's configs, compiled for that release, are
applied with its own tc and read back over netlink. It takes some minutes a release.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.readback.machine import Release

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tc-releases.md"
BEGIN, END = "<!-- releases -->\n", "<!-- end of releases -->\n"


class Row(NamedTuple):
    """What one release made of the command files that were compiled for it."""

    name: str
    kernel: str
    iproute2: str
    ports: int
    applied: int
    refused: int
    arguments: int
    kinds: int
    wrong: int


def main(folder: Path) -> int:
    """Write the table; 1 where a release refuses a command or holds another value."""
    sys.path.insert(0, str(ROOT))
    from scripts.figures.measured import line
    from tests.readback.debian import RELEASES, missing, unpacked

    if why := missing():
        print(why, file=sys.stderr)
        return 2
    rows = [measured(unpacked(name, folder)) for name in RELEASES]
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    told = f"{line()}\n\n{table(rows)}"
    PAGE.write_text(head + BEGIN + told + END + rest.partition(END)[2], encoding="utf-8")
    print(table(rows))
    return int(any(row.refused or row.wrong for row in rows))


def measured(release: Release) -> Row:
    """Boot a release twice: to learn its versions, then with what is compiled for them."""
    from tests.engines.readback_kit import commands_for, judged, read_back_all
    from tests.readback.machine import read_back

    versions = read_back(release, {})
    kernel, iproute2 = versions.kernel, versions.iproute2.partition("iproute2-")[2].split(",")[0]
    named = list(commands_for(kernel, iproute2))
    texts, answer, _ = read_back_all(named, release)
    report, refused = judged(texts, answer)
    for line in (*refused, *report.wrong):
        print(f"{release.name}: {line}", file=sys.stderr)
    return Row(
        release.name,
        kernel,
        iproute2,
        len(named),
        len(texts),
        len(refused),
        sum(report.seen.values()),
        len(report.seen),
        len(report.wrong),
    )


def table(rows: list[Row]) -> str:
    """The rows in Markdown."""
    heads = ("release", "Linux", "iproute2", "ports", "different command files", "refused")
    heads += ("arguments read back", "of kinds", "wrong")
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
