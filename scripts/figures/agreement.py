"""Run the experiments of `examples/constructs` on every engine and write docs/agreement.md.

Every figure of the page is measured in this run, or taken from a run's JSON with `--from FILE`.
With `--only NAME ...` these experiments are measured anew and their rows of the page replaced: for
what a busy machine disturbed, and for experiments that changed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from qosc.render.lab import number

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "examples" / "constructs" / "expected.yaml"
PAGE = ROOT / "docs" / "agreement.md"
HEAD = """# Where the engines agree

Made by `scripts/figures/agreement.py`; do not edit it. `make lab` makes it again, in some minutes.

Each row is a construct of a router's config, with a figure that arithmetic or a standard gives, and
what each engine shows for it: the built-in simulator (`sim`), the program that `--target ns3`
writes (`ns3`), and the script that `--target tc` writes, on a Linux kernel with real packets
(`linux`). Rates, shares and counts are to be within 5 %, delays and losses within 10 %. A figure
outside has the reason that the ledger of that engine's artefact gives for it, or is marked as
missed; `-` is an engine whose ledger says that the figure does not hold on it. The configs and the
traffic are in [examples/constructs](../examples/constructs). TCP is no row here: by how much that
of ns-3 and of the simulator differ behind a deep queue, and why, is in [ns3.md](ns3.md).
"""


TRIED = """
## Tried

What was tried on a kernel (6.1) to bring rows with a note nearer, and why scripts do not have it.

- `priority-idle`: what exceeds the rate goes on in a class of its own behind all others, and is
  not dropped. The link that is not full then gives 1000000 bit/s, the full one 493600 as before.
  But beside 1.3 Mbit/s at random, which leaves gaps in 2 Mbit/s, 217 of 833 packets of the
  priority class came out of order, some 5 s late. Without it none did, and none took more than 4
  ms.
- `srtcm-aware`: a bucket of `police` does not hand on what overflows, as that of CBS does to EBS
  for green packets alone (RFC 2697); nothing that could be written in its place was found.
- `junos-loss-priority`: `gred` with a virtual queue for each curve, all of one `prio` in `grio`
  mode, so that all go by the average of the whole queue, and the `flowid` of the last filter of
  output to pick one. Nothing of `rest` was lost (0.13 in the same minutes with one curve), and
  `extra` had 472000 bit/s. Of 1139 packets of each of three code points, in turn into a queue that
  hardly sends, 333, 508 and 969 were dropped, where a router's curves drop 298, 539 and 934 (from
  20 to 2020 packets and from 600 to 1400 with 1 in 2, and from 20 to 1020 with all); one curve
  dropped 77 % of all of them. It takes a chain behind the last stage that picks the curve of each
  packet, which neither the scripts nor `qosc verify` have yet.
"""


def main() -> int:
    only = sys.argv[2:] if sys.argv[1:2] == ["--only"] else []
    if sys.argv[1:2] == ["--from"]:
        text = Path(sys.argv[2]).read_text(encoding="utf-8")
    else:
        program = str(Path(sys.executable).with_name("qosc"))
        command = [
            program,
            "lab",
            "run",
            "examples/constructs",
            "--engine",
            "all",
            "--format",
            "json",
        ]
        command += [word for name in only for word in ("--only", name)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        text = done.stdout
    from measured import line

    document = json.loads(text)
    not_asked(document, yaml.safe_load(LIST.read_text(encoding="utf-8"))["experiments"])
    made = page(document, line())
    if only:
        made = again(replaced(made, only, PAGE.read_text(encoding="utf-8")), line(*only))
    PAGE.write_text(made, encoding="utf-8")
    missed = [row for row in document["rows"] if verdicts(row) & {"missed", "not run", "no result"}]
    print(f"{len(document['rows'])} rows, {len(missed)} with a figure missed or not run")
    return 1 if missed else 0


def not_asked(document: dict[str, Any], experiments: list[dict[str, Any]]) -> None:
    """Mark the cells of engines that an experiment does not name, so that they count as no miss."""
    named = {each["name"]: each.get("engines") for each in experiments}
    for row in document["rows"]:
        for engine, found in row["engines"].items():
            wanted = named.get(row["experiment"])
            if found["verdict"] == "not run" and wanted is not None and engine not in wanted:
                found["verdict"] = "-"


def replaced(made: str, only: list[str], page: str) -> str:
    """The page as it is, with the rows of some experiments from `made`.

    Their notes get the numbers that they have on the page, and those that are new to it are put
    behind the others. A note that no row has any more goes with the next whole page.
    """
    notes = {line.partition("] ")[2]: line.partition("] ")[0] for line in _notes(page)}
    new: list[str] = []
    renumbered = {}
    for line in _notes(made):
        number, _, note = line.partition("] ")
        if note not in notes:
            notes[note] = f"[{len(notes) + 1}"
            new.append(f"{notes[note]}] {note}")
        renumbered[f"{number}]"] = f"{notes[note]}]"
    fresh = {
        name: [
            re.sub(r"\[[0-9]+\]", lambda found: renumbered[found[0]], line)
            for line in made.splitlines()
            if line.startswith(f"| {name} |")
        ]
        for name in only
    }
    lines: list[str] = []
    for line in page.splitlines():
        name = line.split(" | ")[0].removeprefix("| ")
        if name not in fresh:
            lines.append(line)
        else:
            lines += fresh[name]
            fresh[name] = []
    end = lines.index("## Tried") - 1 if "## Tried" in lines else len(lines)
    if new and not _notes(page):
        new = ["", *new]
    return "\n".join([*lines[:end], *new, *lines[end:]]) + "\n"


def again(page: str, measured: str) -> str:
    """The page with a line on what was measured anew, behind those on what was before."""
    head, mark, rest = page.rpartition("\nMeasured at ")
    last, _, table = rest.partition("\n")
    return f"{head}{mark}{last}\n\n{measured}\n{table}" if mark else page


def _notes(page: str) -> list[str]:
    return [line for line in page.splitlines() if re.match(r"\[[0-9]+\] ", line)]


def verdicts(row: dict[str, Any]) -> set[str]:
    return {cell["verdict"] for cell in row["engines"].values()}


def page(document: dict[str, Any], measured: str) -> str:
    engines = document["engines"]
    lines = [HEAD, measured, "", f"| construct | figure | expected | why | {' | '.join(engines)} |"]
    lines.append("| --- | --- | --- | --- |" + " --- |" * len(engines))
    notes: list[str] = []
    for row in document["rows"]:
        cells = [cell(row["engines"][engine], notes) for engine in engines]
        figure = f"{row['figure']} of {row['of']}"
        lines.append(
            f"| {row['experiment']} | {figure} | {row['expected']} | {row['source']} | "
            f"{' | '.join(cells)} |"
        )
    if notes:
        lines.append("")
        lines += [f"[{number}] {note}." for number, note in enumerate(notes, start=1)]
    return "\n".join(lines) + "\n" + TRIED


def cell(found: dict[str, Any], notes: list[str]) -> str:
    if found["value"] is None:
        return str(found["verdict"])
    said = number(found["value"])
    if found["deviation"] is not None:
        said += f" ({100 * found['deviation']:+.1f} %)"
    if found["verdict"] == "explained":
        if found["why"] not in notes:
            notes.append(found["why"])
        said += f" [{notes.index(found['why']) + 1}]"
    elif found["verdict"] != "met":
        said += f" **{found['verdict']}**"
    return said


if __name__ == "__main__":
    sys.exit(main())
