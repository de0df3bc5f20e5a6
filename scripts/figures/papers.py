"""Run the experiments of the papers and write docs/papers.md: every row that they print.

`examples/papers/*.yaml` lists the rows of each paper, `examples/*/expected.yaml` has the figures of
those that a config can reproduce. Without arguments all are measured on the built-in simulator;
`--paper NAME ...` measures these papers anew and replaces their part of the page; `--engine all`
measures on all engines that this machine has. `--keep DIRECTORY` writes the results of each folder
of examples to DIRECTORY/NAME.json, and the commit to DIRECTORY/measured.txt; `--from DIRECTORY`
takes them from there, so that words of the lists can be mended without another run. Without
measured.txt no commit is known, and none is on the page.

It is an error when a row is neither measured nor absent with a reason, when it is both, when an
experiment names a row that no list has, and when a contradicted row has no cause and no experiment.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from qosc.render.lab import number

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts.figures.variations import WrongListError, check_keys, influence, with_unit  # noqa: E402

PAGE = ROOT / "docs" / "papers.md"
LISTS = ROOT / "examples" / "papers"
MEASURED = "measured.txt"
VERDICTS = ("contradicted", "partly", "reproduced", "absent")
"""The worst first: it decides for a row of several figures."""
STATUSES = ("reproduced", "fitted", "partly", "contradicted", "absent")
KEYS = {"row", "place", "what", "paper", "note", "absent", "cause", "experiment", "fitted"}
HEAD = """# The papers, row by row

Made by `scripts/figures/papers.py`; do not edit it. The rows are listed in
[examples/papers](../examples/papers), their parameters are in the folders named below: what a paper
does not say is a manual's figure or a default, said where it is.

| status | when |
| --- | --- |
| reproduced | every figure of the row within 15 % of the paper's, or within its own spread |
| fitted | so, but a parameter of the experiment was set so that the figure comes out: no evidence |
| partly | the order and trend of the paper, not its numbers; or an order where it prints none |
| contradicted | neither; with the cause, known or open, and an experiment on it |
| absent | not run, with the reason |

A row of several figures has the status of the worst of them. A figure of several runs is their
mean, with half of its 95 % confidence interval (Student's t) behind it, and where not all runs
stand to the paper as the mean does, with the number of those that do; how many runs with which
seeds, and by how much their sources start at random, is said with each paper. Of one run it is what
one deterministic run shows: how it would be with another start is not known.

Parameters and results were committed together, and not all parameters were fixed before the first
run. Of 000, set-ups of figures 2 to 4 were changed after results were seen; their notes say how.
Of 002, the order of the column 49/50/1 at first had UDP 3 above UDP 2.5 (0.34 and 0.33 in the
paper), which the simulator does not show: its six cells above UDP 0 were contradicted. The two
were then taken as alike, and the cells are partly. Of 004, three things were set after first
results: means over connections, the start of the terminals, and the release (11.3). All three are
in the paper (its own sums, its Test Configuration, its text), but of the terminals it says only
that they were added after congestion: the ten seconds are ours. Its orders between the G tables
were written down with results known; by that of all traffic four rows (transactions in total with
WFQ, 1.8 times the paper's) are partly, which were contradicted while no order could be one of two
flows.

Experiments on causes that came later were committed before their first run: of 001 Stuttgart's
circuit, flow queues, windows of 8760 bytes and UDP below the line; of 002 the cells at true rates.
So were, with what each must give if its cause is the right one, UDP at random distances and rings
of 001, trains of UDP of 002, deeper queues and bursts of 000, the depth of queues and the longer
test of 003, and delay, windows, MSS, acknowledgements, marks of other traffic and the end of a test
of 004. Ranges that were said so are called predictions in expected.yaml, and no theory; an order
that no paper shows says where it is from, too. The weights of 001 and the marks by the Policy Agent
of 004 were tried first.

Partly says nothing of the size: it is given to cells that are ten times the paper's figure. Of 004,
24 rows are of all traffic together: they follow from its other rows, and are no evidence of their
own (13 of them are reproduced).
"""

Row = Mapping[str, str]


def read_lists(folder: Path = LISTS) -> dict[str, dict[str, Any]]:
    """The list of each paper, by its name."""
    found = {}
    for path in sorted(folder.glob("*.yaml")):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        for row in document["rows"]:
            unknown = set(row) - KEYS
            if unknown:
                raise WrongListError(f"{path.name}: {row['row']}: no key {sorted(unknown)}")
        check_keys(document)
        names = Counter(row["row"] for row in document["rows"])
        twice = [name for name, count in names.items() if count > 1]
        if twice:
            raise WrongListError(f"{path.name}: listed twice: {twice}")
        found[document["paper"]] = document
    return found


def measure(
    folder: str, engine: str, earlier: Path | None = None, keep: Path | None = None
) -> dict[str, Any]:
    """What `qosc lab run` prints for a folder of examples, or printed `earlier`.

    It is written to the folder `keep`, if there is one.
    """
    kept = None if earlier is None else earlier / f"{folder}.json"
    if kept is not None and kept.exists():
        before: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        return before
    program = str(Path(sys.executable).with_name("qosc"))
    command = [program, "lab", "run", f"examples/{folder}", "--engine", engine]
    command += ["--format", "json", "--max-events", "60000000", "--max-memory", "2000"]
    command += ["--timeout", "3600"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 2:
        raise WrongListError(f"{folder} cannot be run")
    document: dict[str, Any] = json.loads(done.stdout)
    if keep is not None:
        (keep / f"{folder}.json").write_text(done.stdout, encoding="utf-8")
    if done.returncode:
        rows = [row for row in document["rows"] if "missed" in verdicts(row)]
        wrong = [row["experiment"] or row["expected"] for row in rows]
        print(f"{folder}: not as its expected.yaml says: {', '.join(wrong)}", file=sys.stderr)
    return document


def repeated(documents: Sequence[Mapping[str, Any]]) -> str:
    """How often experiments were run, and with which seeds."""
    several = [each["runs"] for each in documents if "runs" in each]
    if not several:
        return "One run."
    seeds = {tuple(seed) for runs in several for seed in runs["first_and_last_seed"].values()}
    late = {runs["start_jitter_ms"] for runs in several}
    told = ", ".join(
        f"{last - first + 1} runs of each experiment (seeds {first} to {last})"
        for first, last in sorted(seeds)
    )
    return f"Means of {told}; each source starts up to {max(late)} ms later, drawn from the seed."


def verdicts(row: Mapping[str, Any]) -> set[str]:
    return {cell["verdict"] for cell in row["engines"].values()}


def by_name(measured: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """What was measured for each row of a paper."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in measured:
        for name in (row["paper"]["row"],) if row["paper"] else row["shows"]:
            found.setdefault(name, []).append(row)
    return found


def status(row: Row, figures: Sequence[Mapping[str, Any]], engine: str = "sim") -> str:
    """What a row of a paper is called, by its figures on an engine."""
    if figures and "absent" in row:
        raise WrongListError(f"{row['row']} is measured, and called absent")
    if not figures and "absent" not in row:
        raise WrongListError(f"{row['row']} is neither measured nor absent with a reason")
    if not figures:
        return "absent"
    found = {verdict_of(each, engine) for each in figures}
    worst = next(verdict for verdict in VERDICTS if verdict in found)
    if worst == "reproduced" and "fitted" in row:
        return "fitted"
    if worst == "contradicted" and not ("cause" in row and "experiment" in row):
        raise WrongListError(f"{row['row']} is contradicted, without a cause and an experiment")
    return worst


def verdict_of(figure: Mapping[str, Any], engine: str) -> str:
    cell = figure["engines"][engine]
    if cell["paper"] is not None:
        return str(cell["paper"]["verdict"])
    if figure["paper"] is None and cell["verdict"] == "met":
        return "partly"
    return "contradicted"


def part(
    document: Mapping[str, Any], measured: Sequence[Mapping[str, Any]], how: str = ""
) -> Iterator[str]:
    """The lines of a paper: its rows in a table, and below it what is to be said of them."""
    figures = by_name(measured)
    unknown = set(figures) - {row["row"] for row in document["rows"]}
    if unknown:
        raise WrongListError(f"no row of paper {document['paper']}: {sorted(unknown)}")
    links = ", ".join(f"[{name}](../examples/{name})" for name in document["folders"])
    yield f"## {document['paper']}"
    yield ""
    yield f"{document['authors']}: *{document['title']}*. Folder: {links or 'none'}. {how}".rstrip()
    yield ""
    engines = list(measured[0]["engines"]) if measured else ["sim"]
    yield f"| row | where | what | paper | {' | '.join(engines)} | status |"
    yield "| --- | --- | --- | --- |" + " --- |" * len(engines) + " --- |"
    said: dict[str, list[str]] = {}
    for row in document["rows"]:
        mine = figures.get(row["row"], [])
        found = status(row, mine)
        cells = ["; ".join(shown(each, engine) for each in mine) or "-" for engine in engines]
        yield (
            "| "
            + " | ".join((row["row"], row["place"], row["what"], row["paper"], *cells, found))
            + " |"
        )
        for words in remarks(row, found):
            said.setdefault(words, []).append(row["row"])
    yield from influence(document, measured)
    if said or "engines" in document:
        yield ""
    if "engines" in document:
        yield f"* Other engines: {document['engines'].strip()}."
    for words, names in said.items():
        yield f"* {', '.join(names)}: {words}."
    yield ""


def remarks(row: Row, found: str) -> Iterator[str]:
    if found == "absent":
        yield f"absent: {row['absent']}"
    if found == "fitted":
        yield f"fitted: {row['fitted']}"
    if "note" in row:
        yield row["note"]
    if found in ("contradicted", "partly") and "cause" in row:
        yield f"cause: {row['cause']}. Experiment: {row['experiment']}"


def shown(figure: Mapping[str, Any], engine: str) -> str:
    """A figure in the paper's unit, with its deviation; the values in a row for an order."""
    cell, paper = figure["engines"][engine], figure["paper"]
    runs = cell.get("runs")
    some = runs is not None and runs["alike"] is not None and runs["alike"] < runs["count"]
    alike = f"so in {runs['alike']} of {runs['count']} runs" if some else ""
    if cell["paper"] is None:
        words = str(cell["why"] or cell["verdict"]).removesuffix(": contradicted")
        words = with_unit(words, figure["figure"])
        return f"{words} ({alike})" if alike else words
    words = number(cell["paper"]["value"])
    if runs is not None and runs["ci95_half_width"] is not None:
        words += f" ±{runs['ci95_half_width'] / paper['times']:.2g}"
    words = f"{words} {paper['unit']}".rstrip()
    away = cell["paper"]["deviation"]
    more = [f"{100 * away:+.0f} %"] if away is not None else []
    more += (
        [f"{cell['paper']['verdict']} in {runs['alike']} of {runs['count']} runs"] if some else []
    )
    return f"{words} ({', '.join(more)})" if more else words


def counts(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """How many rows of each paper have which status, read off the tables."""
    names = STATUSES
    lines = [f"| paper | {' | '.join(names)} | rows |", "| --- |" + " ---: |" * (len(names) + 1)]
    total: Counter[str] = Counter()
    for paper, lines_of in parts.items():
        found = Counter(
            line.rsplit("|", 2)[1].strip() for line in lines_of if line.startswith(f"| {paper} ")
        )
        total += found
        lines.append(row_of(f"[{paper}](#{paper})", [found[name] for name in names]))
    return [*lines, row_of("all", [total[name] for name in names])]


def row_of(name: str, each: Sequence[int]) -> str:
    return f"| {name} | {' | '.join(map(str, each))} | {sum(each)} |"


def parts_of(page: str) -> dict[str, list[str]]:
    """The part of each paper on a page, by the paper's name."""
    parts: dict[str, list[str]] = {}
    for line in page.splitlines():
        if line.startswith("## "):
            parts[line.removeprefix("## ")] = []
        if parts:
            parts[list(parts)[-1]].append(line)
    return parts


def stamps(page: str) -> list[str]:
    """The lines of a page that say at which commit it was measured."""
    return [line for line in page.splitlines() if line.startswith("Measured at ")]


def stamp_of(earlier: Path) -> list[str]:
    """The line on the commit that kept results were measured at; none if it is not known."""
    kept = earlier / MEASURED
    return [kept.read_text(encoding="utf-8").strip()] if kept.exists() else []


def page(parts: Mapping[str, Sequence[str]], measured: Sequence[str]) -> str:
    lines = [HEAD, *(f"{each}\n" for each in measured), *counts(parts), ""]
    for name in sorted(parts):
        lines += parts[name]
        lines += [""] if parts[name][-1] else []
    return "\n".join(lines).rstrip("\n") + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paper", nargs="+", default=[], help="these papers only")
    parser.add_argument("--engine", default="sim", choices=("sim", "all"))
    parser.add_argument("--from", type=Path, dest="earlier", help="results of earlier runs")
    parser.add_argument("--keep", type=Path, help="write the results of this run there")
    given = parser.parse_args(arguments)
    from measured import line as at_commit

    try:
        lists = read_lists()
        before = PAGE.read_text(encoding="utf-8") if given.paper else ""
        parts = parts_of(before)
        now = at_commit(*given.paper)
        measured = stamp_of(given.earlier) if given.earlier else [*stamps(before), now]
        if given.keep:
            given.keep.mkdir(parents=True, exist_ok=True)
            (given.keep / MEASURED).write_text(f"{now}\n", encoding="utf-8")
        for name in given.paper or lists:
            documents = [
                measure(each, given.engine, given.earlier, given.keep)
                for each in lists[name]["folders"]
            ]
            rows = [row for document in documents for row in document["rows"]]
            parts[name] = list(part(lists[name], rows, repeated(documents)))
    except WrongListError as error:
        print(error, file=sys.stderr)
        return 1
    PAGE.write_text(page(dict(sorted(parts.items())), measured), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
