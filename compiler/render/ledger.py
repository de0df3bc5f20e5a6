"""The ledger of a translation as a table, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby

from qosc.ir import Residue
from qosc.ir.leaves import SEPARATOR
from qosc.ledger import Entry, Fidelity
from qosc.render.documents import json_text
from qosc.render.layout import fold, hung
from qosc.render.printable import printable
from qosc.render.style import DEFAULT_WIDTH, PLAIN, Style
from qosc.source import NOWHERE, Span

__all__ = [
    "ROLES",
    "SCHEMA_VERSION",
    "as_json",
    "as_table",
    "assumed_lines",
    "several_files",
    "totals",
    "where",
]

SCHEMA_VERSION = 1

ROLES = {
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
_MOST_TEXT = 95
_LABEL_WIDTH = 48


def as_table(
    entries: Sequence[Entry],
    style: Style = PLAIN,
    left_out: Sequence[Residue] = (),
    *,
    keyed: bool = False,
) -> Iterator[str]:
    """One row a value: what became of it, what was asked, what the artefact does.

    Defaults that stand in a numbered row, and fared alike, have one row together. A note stands
    once, below the table, under the number that its rows show (`keyed`: under a key that follows
    from its words, so that another note changes none). Lines of the config that never came into the
    model follow.
    """
    distinct = dict.fromkeys(entry.note for entry in entries if entry.note)
    notes = {note: _key(note) if keyed else str(at) for at, note in enumerate(distinct, start=1)}
    file_too = several_files(entries, left_out)
    labels = [_split(entry)[1] for entry in entries]
    wide = min(max((len(label) for label in labels), default=0), _LABEL_WIDTH)
    for heading, group in groupby(entries, key=lambda entry: _split(entry)[0]):
        # On one line where nothing tells of a terminal, as programs look for it.
        for line in hung("", heading, style.room, hang=4) if style.room else [heading]:
            yield style.paint("bold", line)
        for alike in _runs(group):
            yield from _row(alike, notes.get(alike[0].note, ""), wide, style, file_too=file_too)
    for note, key in notes.items():
        for line in hung(f"{f'[{key}]':<5}", note, min(style.columns, DEFAULT_WIDTH), hang=5):
            yield style.paint("dim", line)
    if left_out:
        head = "Lines on QoS that are not in the model, and so not carried over:"
        for line in fold(head, style.columns):
            yield style.paint("error", line)
        for residue in left_out:
            why = f" ({residue.reason})" if residue.reason else ""
            words = f"{_cut(residue.text)}{why}"
            lead = f"  {where(residue.origin, file_too=file_too)}  "
            yield from hung(lead, words, style.columns, hang=4)
    yield from fold(totals(entries), style.columns)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[: _MOST_TEXT - 3]}..."


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


def _key(note: str) -> str:
    return sha256(note.encode()).hexdigest()[:6]


def _row(
    entries: list[Entry], note: str, wide: int, style: Style, *, file_too: bool
) -> Iterator[str]:
    entry = entries[0]
    label = _split(entry)[1]
    if len(entries) > 1:
        first, last = (_NUMBER.search(_split(one)[1]) for one in (entry, entries[-1]))
        if first is not None and last is not None:
            label = f"{label[: first.start()]}[{first[1]}..{last[1]}]{label[first.end() :]}"
    asked = printable(", ".join(dict.fromkeys(one.asked for one in entries)))
    value = asked if entry.asked == entry.got else f"{asked} -> {printable(entry.got)}"
    place = where(entry.origin, file_too=file_too) if entry.origin != NOWHERE else ""
    tail = " ".join(part for part in (place, f"[{note}]" if note else "") if part)
    fidelity = f"{entry.fidelity.value:<11}"
    lines = hung(f"  {fidelity} {label:<{wide}}  ", f"{value} {tail}", style.columns, hang=16)
    yield lines[0].replace(fidelity, style.paint(ROLES[entry.fidelity], fidelity), 1)
    yield from lines[1:]


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


def assumed_lines(assumed: Sequence[str], style: Style) -> Iterator[str]:
    """What was assumed, above all values: another assumption would change them."""
    for words in assumed:
        head, *more = hung("assumed: ", f"{words}; --platform names another", style.columns, hang=4)
        yield style.paint("warning", "assumed") + head[len("assumed") :]
        yield from more


def several_files(entries: Iterable[Entry], left_out: Iterable[Residue]) -> bool:
    """Whether the places of a ledger are in several files, so that a line alone says too little."""
    places = (*(entry.origin for entry in entries), *(line.origin for line in left_out))
    return len({place.path for place in places if place != NOWHERE}) > 1


def where(origin: Span, *, file_too: bool) -> str:
    """A place as it is told in a ledger: by its line, or by its file and line."""
    return printable(f"{origin.path}:{origin.line}") if file_too else f"line {origin.line}"


def totals(entries: Sequence[Entry]) -> str:
    """One line: how many values, and how many of each fidelity."""
    counts = ", ".join(
        f"{sum(entry.fidelity is fidelity for entry in entries)} {fidelity.value}"
        for fidelity in Fidelity
    )
    return f"{len(entries)} values: {counts}."


def as_json(
    entries: Sequence[Entry], left_out: Sequence[Residue] = (), assumed: Sequence[str] = ()
) -> str:
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
        {
            "context": line.context,
            "text": line.text,
            "reason": line.reason,
            "source": str(line.origin),
        }
        for line in left_out
    ]
    document = {
        "schema_version": SCHEMA_VERSION,
        "assumed": list(assumed),
        "entries": rows,
        "left_out": lines,
    }
    return json_text(document)
