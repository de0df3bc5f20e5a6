"""The ledger without what is carried exactly: what a reader must know, worst first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from qosc.ir import Residue
from qosc.ir.leaves import SEPARATOR
from qosc.ledger import Entry, Fidelity
from qosc.render.layout import fold, hung
from qosc.render.ledger import ROLES, several_files, totals, where
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import DEFAULT_WIDTH, PLAIN, Style
from qosc.source import NOWHERE, Span

__all__ = ["as_losses"]

_WORST_FIRST = (Fidelity.UNSUPPORTED, Fidelity.UNKNOWN, Fidelity.APPROX, Fidelity.ENVELOPE)
_NUMBER = re.compile(r"\[(\d+)\]")
_INDEXED = re.compile(r"(.*)\[(\d+)\]\Z")
_MOST_PORTS = 8
_MOST_VALUES = 6
_MOST_TEXTS = 100
"""So many different lines that are not in the model are printed."""


def as_losses(
    entries: Sequence[Entry], style: Style = PLAIN, left_out: Sequence[Residue] = ()
) -> Iterator[str]:
    """What is not carried exactly, worst first, and the totals.

    Lines of the config that never came into the model come first of all. Then each reason stands
    once, above the values that it is given for; values of several ports that fared alike have one
    row.
    """
    file_too = several_files(entries, left_out)
    yield from _lines_left_out(left_out, style, file_too=file_too)
    blocks: dict[tuple[Fidelity, str], list[Entry]] = {}
    for entry in entries:
        if entry.fidelity is not Fidelity.EXACT:
            blocks.setdefault((entry.fidelity, entry.note), []).append(entry)
    for fidelity in _WORST_FIRST:
        for (of_fidelity, note), alike in blocks.items():
            if of_fidelity is fidelity:
                yield from _block(fidelity, note, alike, style, file_too=file_too)
    yield from fold(totals(entries), style.columns)
    if any(entry.fidelity is Fidelity.EXACT for entry in entries):
        yield style.paint("dim", "--ledger full prints all of them.")


def _lines_left_out(left_out: Sequence[Residue], style: Style, *, file_too: bool) -> Iterator[str]:
    if not left_out:
        return
    columns = style.columns
    head = f"not in the model, and so not carried over: {many(len(left_out), 'line')} on QoS"
    for line in fold(head, columns):
        yield style.paint("error", line)
    alike: dict[tuple[str, str], list[Span]] = {}
    for residue in left_out:
        alike.setdefault((residue.text.strip(), residue.reason), []).append(residue.origin)
    for (text, reason), places in islice(alike.items(), _MOST_TEXTS):
        why = f" ({reason})" if reason else ""
        lead = f"  {_lines(places, file_too=file_too)}  "
        yield from hung(lead, f"{_cut(text)}{why}", columns, hang=4)
    if len(alike) > _MOST_TEXTS:
        more = sum(len(places) for places in islice(alike.values(), _MOST_TEXTS, None))
        yield from hung("  ", f"and {more} more; --ledger full prints all of them", columns, hang=4)


def _cut(text: str) -> str:
    return text if len(text) <= DEFAULT_WIDTH else f"{text[: DEFAULT_WIDTH - 3]}..."


@dataclass(slots=True)
class _Row:
    """Values of one kind that fared alike."""

    label: str
    got: str
    items: dict[str, None] = field(default_factory=dict)
    """The classes or rules that they belong to."""
    asked: dict[str, None] = field(default_factory=dict)
    numbers: dict[str, None] = field(default_factory=dict)
    """Which elements of a list they are of, where the label ends in one."""
    places: dict[Span, None] = field(default_factory=dict)


def _block(
    fidelity: Fidelity, note: str, entries: Sequence[Entry], style: Style, *, file_too: bool
) -> Iterator[str]:
    columns = style.columns
    head = fidelity.value + (f", {len(entries)} values" if len(entries) > 1 else "")
    lines = hung(f"{head}: ", note, columns, hang=4)
    yield style.paint(ROLES[fidelity], head) + lines[0][len(head) :]
    yield from lines[1:]
    shown: tuple[Sequence[str], str] | None = None
    for ports, place, row in _over_ports(_rows(entries)):
        if (ports, place) != shown:
            shown = (ports, place)
            yield from hung("  ", _where(ports, place), columns, hang=4)
        yield from _line(row, columns, file_too=file_too)


def _rows(entries: Iterable[Entry]) -> dict[tuple[str, str], list[_Row]]:
    """By port and place, in the order of the model."""
    by_key: dict[tuple[object, ...], _Row] = {}
    places: dict[tuple[str, str], list[_Row]] = {}
    for entry in entries:
        port, place, item, label = _parts(entry.path)
        kind = item.partition(" ")[0]
        got = "" if entry.got == entry.asked else entry.got
        key = (port, place, kind, _NUMBER.sub("[]", label), got)
        row = by_key.get(key)
        if row is None:
            row = by_key[key] = _Row(label, got)
            places.setdefault((port, place), []).append(row)
        row.items[item] = None
        row.asked[entry.asked] = None
        row.numbers.update(dict.fromkeys(_NUMBER.findall(label)[-1:]))
        if entry.origin != NOWHERE:
            row.places[entry.origin] = None
    return places


def _over_ports(
    places: dict[tuple[str, str], list[_Row]],
) -> Iterator[tuple[tuple[str, ...], str, _Row]]:
    """Each row with its ports and place; rows of the same ports stand together."""
    ports: dict[tuple[object, ...], dict[str, None]] = {}
    rows: dict[tuple[object, ...], _Row] = {}
    for (port, place), mine in places.items():
        for row in mine:
            key = (place, row.label, row.got, *map(tuple, (row.items, row.asked, row.numbers)))
            ports.setdefault(key, {})[port] = None
            rows.setdefault(key, row).places.update(row.places)
    grouped: dict[tuple[tuple[str, ...], str], list[_Row]] = {}
    for held, row in rows.items():
        grouped.setdefault((tuple(ports[held]), str(held[0])), []).append(row)
    for (names, place), mine in grouped.items():
        for row in mine:
            yield names, place, row


def _parts(path: str) -> tuple[str, str, str, str]:
    """The port of a leaf, its place there, its class or rule, and what it is.

    A policy that a switch keeps for one port is called by the port's name, which is left out.
    """
    port, *steps = printable(path).split(SEPARATOR)
    steps = [step for step in steps if step != "child"]
    inside = [at for at, step in enumerate(steps) if step.startswith(("class ", "rules["))]
    if inside:
        at = inside[-1]
        counted = _INDEXED.match(steps[at])
        item = f"rule {counted[2]}" if steps[at].startswith("rules[") and counted else steps[at]
    else:
        at, item = min(len(steps) - 1, 2), ""
    place = [step.removesuffix(f" {port}") for step in steps[:at]]
    label = [
        step
        for number, step in enumerate(steps[at + bool(item) :])
        # How a match is put together says nothing to a reader; what it names does.
        if number == 0 or not (step == "match" or step.startswith("operands["))
    ]
    return port, SEPARATOR.join(place), item, SEPARATOR.join(label)


def _where(ports: Sequence[str], place: str) -> str:
    below = f", {place}" if place else ""
    if len(ports) == 1:
        return f"{ports[0]}{below}"
    names = ", ".join(ports[:_MOST_PORTS])
    more = f" and {len(ports) - _MOST_PORTS} more" if len(ports) > _MOST_PORTS else ""
    return f"on {len(ports)} ports{below}: {names}{more}"


def _line(row: _Row, columns: int, *, file_too: bool) -> Iterator[str]:
    label = row.label
    if len(row.numbers) > 1:
        first, *_, last = row.numbers
        at = list(_NUMBER.finditer(label))[-1]
        label = f"{label[: at.start()]}[{first}..{last}]{label[at.end() :]}"
    value = _some(row.asked)
    if row.got:
        value = f"{value} -> {row.got}"
    head = ": ".join(part for part in (_items(row.items), label) if part)
    place = _lines(row.places, file_too=file_too)
    yield from hung("    ", f"{head}: {value}" + (f" ({place})" if place else ""), columns, hang=8)


def _items(items: Iterable[str]) -> str:
    names = [item for item in items if item]
    if len(names) < 2:
        return "".join(names)
    kind = names[0].partition(" ")[0]
    return f"{'classes' if kind == 'class' else 'rules'} " + _some(
        name.partition(" ")[2] for name in names
    )


def _some(values: Iterable[str]) -> str:
    shown = [printable(value) for value in values]
    if len(shown) <= _MOST_VALUES + 1:
        return ", ".join(shown)
    return f"{', '.join(shown[:_MOST_VALUES])} and {len(shown) - _MOST_VALUES} more"


def _lines(places: Iterable[Span], *, file_too: bool) -> str:
    if file_too:
        return _some(where(place, file_too=True) for place in _once(places))
    numbers = list(dict.fromkeys(place.line for place in places))
    if not numbers:
        return ""
    return f"line{'s' if len(numbers) > 1 else ''} " + _some(map(str, numbers))


def _once(places: Iterable[Span]) -> Iterable[Span]:
    """The first place of each line."""
    by_line: dict[tuple[str, int], Span] = {}
    for place in places:
        by_line.setdefault((place.path, place.line), place)
    return by_line.values()
