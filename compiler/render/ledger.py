"""The ledger of a translation as a table, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from qosc.ir import Residue
from qosc.ir.leaves import SEPARATOR
from qosc.ledger import Entry, Fidelity
from qosc.render.documents import json_text
from qosc.render.printable import printable
from qosc.render.style import PLAIN, Style
from qosc.source import NOWHERE

__all__ = ["as_json", "as_table", "totals"]

_ROLES = {
    Fidelity.EXACT: "good",
    Fidelity.ENVELOPE: "good",
    Fidelity.APPROX: "warning",
    Fidelity.UNKNOWN: "warning",
    Fidelity.UNSUPPORTED: "error",
}
_GROUP = 4
"""So many steps of a path make a heading: port, direction, policy or list, class or rule. The class
of a child policy makes a longer one."""
_NUMBER = re.compile(r"\[(\d+)\]")
_NOTE_WIDTH = 95
_LABEL_WIDTH = 48


def as_table(
    entries: Sequence[Entry], style: Style = PLAIN, left_out: Sequence[Residue] = ()
) -> Iterator[str]:
    """One row a value: what became of it, what was asked, what the artefact does.

    Defaults that stand in a numbered row, and fared alike, have one row together. A note stands
    once, below the table, under the number that its rows show. Lines of the config that never came
    into the model follow.
    """
    notes = {note: number for number, note in enumerate(
        dict.fromkeys(entry.note for entry in entries if entry.note), start=1)}  # fmt: skip
    labels = [_split(entry)[1] for entry in entries]
    wide = min(max((len(label) for label in labels), default=0), _LABEL_WIDTH)
    for heading, group in groupby(entries, key=lambda entry: _split(entry)[0]):
        yield style.paint("bold", heading)
        for alike in _runs(group):
            yield _row(alike, notes.get(alike[0].note), wide, style)
    for note, number in notes.items():
        lead = f"[{number}]"
        for place, line in enumerate(wrap(printable(note), _NOTE_WIDTH)):
            yield style.paint("dim", f"{lead if place == 0 else '':<5}{line}")
    if left_out:
        yield style.paint(
            "error", "Lines on QoS that are not in the model, and so not carried over:"
        )
        for residue in left_out:
            why = f" ({residue.reason})" if residue.reason else ""
            yield printable(f"  line {residue.origin.line}  {_cut(residue.text)}{why}")
    yield totals(entries)


def _cut(text: str) -> str:
    return text if len(text) <= _NOTE_WIDTH else f"{text[: _NOTE_WIDTH - 3]}..."


def _runs(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Entries for one row each, at the place of the first.

    A platform's table of drop curves has some forty values that nobody wrote.
    """
    rows: dict[tuple[object, ...], list[Entry]] = {}
    for entry in entries:
        written = entry.origin != NOWHERE
        label = entry.path if written else _NUMBER.sub("[]", entry.path)
        got = None if entry.got == entry.asked else entry.got
        rows.setdefault((label, entry.fidelity, got, entry.note), []).append(entry)
    yield from rows.values()


def _row(entries: list[Entry], note: int | None, wide: int, style: Style) -> str:
    entry = entries[0]
    label = _split(entry)[1]
    if len(entries) > 1:
        first, last = (_NUMBER.search(_split(one)[1]) for one in (entry, entries[-1]))
        if first is not None and last is not None:
            label = f"{label[: first.start()]}[{first[1]}..{last[1]}]{label[first.end() :]}"
    asked = printable(", ".join(dict.fromkeys(one.asked for one in entries)))
    value = asked if entry.asked == entry.got else f"{asked} -> {printable(entry.got)}"
    place = f"line {entry.origin.line}" if entry.origin != NOWHERE else ""
    tail = " ".join(part for part in (place, f"[{note}]" if note else "") if part)
    fidelity = style.paint(_ROLES[entry.fidelity], f"{entry.fidelity.value:<11}")
    return f"  {fidelity} {label:<{wide}}  {value}{style.paint('dim', f'  {tail}') if tail else ''}"


def _split(entry: Entry) -> tuple[str, str]:
    steps = printable(entry.path).split(SEPARATOR)
    below = [at for at, step in enumerate(steps[:-1], start=1) if step.startswith("class ")]
    size = max(min(_GROUP, len(steps) - 1), *below[-1:], 0)
    label = [
        step
        for number, step in enumerate(steps[size:])
        # How a match is put together says nothing to a reader; what it names does.
        if number == 0 or not (step == "match" or step.startswith("operands["))
    ]
    heading = [step for step in steps[:size] if step != "child"]
    return SEPARATOR.join(heading), SEPARATOR.join(label)


def totals(entries: Sequence[Entry]) -> str:
    """One line: how many values, and how many of each fidelity."""
    counts = ", ".join(
        f"{sum(entry.fidelity is fidelity for entry in entries)} {fidelity.value}"
        for fidelity in Fidelity
    )
    return f"{len(entries)} values: {counts}."


def as_json(entries: Sequence[Entry], left_out: Sequence[Residue] = ()) -> str:
    """The ledger for programs."""
    rows = [
        {
            "path": entry.path,
            "fidelity": entry.fidelity.value,
            "asked": entry.asked,
            "got": entry.got,
            "note": entry.note,
            "source": None if entry.origin == NOWHERE else str(entry.origin),
        }
        for entry in entries
    ]
    lines = [
        {"context": line.context, "text": line.text, "reason": line.reason,
         "source": str(line.origin)}
        for line in left_out
    ]  # fmt: skip
    return json_text({"schema_version": 1, "entries": rows, "left_out": lines})
