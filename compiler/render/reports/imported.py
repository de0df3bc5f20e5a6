"""What became of the words of traffic descriptions, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from qosc.render.documents import json_text
from qosc.render.layout import fold, hung
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import PLAIN, Style
from qosc.traffic import Fate, Item

__all__ = ["SCHEMA", "as_json", "as_lines"]

SCHEMA = "qosc/traffic-import/1"

_ROLES = {
    Fate.UNSUPPORTED: "error",
    Fate.UNKNOWN: "warning",
    Fate.APPROX: "warning",
    Fate.EXACT: "good",
    Fate.NO_TRAFFIC: "dim",
}
_MOST_PLACES = 8


def as_lines(
    items: Sequence[Item], sources: int, style: Style = PLAIN, *, full: bool = False
) -> Iterator[str]:
    """Worst first: each reason once, above the places and words that it is given for, and the
    totals. `full`: also what is exact, and what sends nothing.
    """
    blocks: dict[tuple[Fate, str], list[Item]] = {}
    for item in items:
        if full or item.fate not in (Fate.EXACT, Fate.NO_TRAFFIC):
            blocks.setdefault((item.fate, item.note), []).append(item)
    for fate in _ROLES:
        for (flow, note), alike in blocks.items():
            if flow is fate:
                yield from _block(fate, note, alike, style, full=full)
    counts = Counter(item.fate for item in items if item.text)
    counts[Fate.UNSUPPORTED] += sum(
        1 for item in items if not item.text and item.fate is Fate.UNSUPPORTED
    )
    said = ", ".join(f"{counts[fate]} {fate.value}" for fate in _ROLES if counts[fate])
    assumed = sum(1 for item in items if not item.text and item.fate is Fate.UNKNOWN)
    more = f"; {many(assumed, 'value')} that no line says" if assumed else ""
    parts = f"; parts of the text: {said}" if said else ""
    yield from fold(f"{many(sources, 'source')}{parts}{more}", style.columns)


def _block(
    fate: Fate, note: str, items: Sequence[Item], style: Style, *, full: bool
) -> Iterator[str]:
    head = fate.value
    lines = hung(f"{head}: " if note else head, note, style.columns, hang=4)
    yield style.paint(_ROLES[fate], head) + lines[0][len(head) :]
    yield from lines[1:]
    alike: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        alike.setdefault((item.text, item.got), []).append(item)
    for (text, got), mine in alike.items():
        places = [f"{item.span.path}:{item.span.line}:{item.span.column}" for item in mine]
        shown = places if full else places[:_MOST_PLACES]
        where = ", ".join(printable(place) for place in _short(shown))
        if len(shown) < len(places):
            where += f" and {len(places) - len(shown)} more"
        words = f"`{printable(text)}`" if text else ""
        result = f"-> {printable(got)}" if got else ""
        yield from hung(
            "  ", " ".join(part for part in (f"{where}:", words, result) if part), style.columns, 6
        )


def _short(places: Sequence[str]) -> Iterator[str]:
    """The file's name once for places that follow each other in it."""
    before = ""
    for place in places:
        path, line, column = place.rsplit(":", 2)
        yield f"{line}:{column}" if path == before else place
        before = path


def as_json(items: Sequence[Item], sources: int) -> str:
    """The same for programs: each item with its place."""
    rows = [
        {
            "path": item.span.path,
            "line": item.span.line,
            "column": item.span.column,
            "text": item.text,
            "fate": item.fate.value,
            "got": item.got,
            "note": item.note,
        }
        for item in items
    ]
    return json_text({"schema": SCHEMA, "sources": sources, "words": rows})
