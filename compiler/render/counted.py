"""Packets of a capture by their ways: the output of `qosc trace --pcap`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.fields import Field, code_point_name
from qosc.render.documents import json_text
from qosc.render.layout import hung
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.shows.policies import called
from qosc.render.style import Style
from qosc.render.table import table
from qosc.trace.counted import Counted, Row

__all__ = ["SCHEMA", "as_json", "lines"]

SCHEMA = "qosc/trace-count/1"


def lines(
    counted: Counted, style: Style, notes: Sequence[str] = (), *, leaving: bool
) -> Iterator[str]:
    """A row for each way, the one that most packets go first, then what was not counted; `notes`
    are on what is not followed.

    `leaving` says whether the way out was followed, so that there is a queue at its end.
    """
    total = counted.total
    yield f"{many(total, 'packet')}; every meter is taken to conform"
    for note in notes:
        yield from hung("Note: ", printable(note), style.columns)
    rows = [
        (
            str(row.packets),
            f"{100 * row.packets / total:.1f}%",
            str(row.octets),
            " > ".join(row.way.classes) or "no class",
            _queue(row, leaving=leaving),
            _dscp(row),
        )
        for row in counted.rows
    ]
    if rows:
        heads = ("packets", "share", "bytes", "taken by", "queue", "dscp out")
        yield from table(heads, rows, style)
    for what, several in (("not decided", counted.undecided), ("not counted", counted.unread)):
        for why, number in several.most_common():
            yield from hung("  ", f"{many(number, 'packet')} {what}: {why}", style.columns)
    if counted.broken:
        yield from hung("  ", f"the capture breaks off: {counted.broken}", style.columns)


def _queue(row: Row, *, leaving: bool) -> str:
    if row.way.dropped:
        return "dropped"
    levels, port = row.way.queue, "of the port" if leaving else ""
    return f"class {levels[0].found.name} of {called(levels[0].policy)}" if levels else port


def _dscp(row: Row) -> str:
    value = row.way.traveller.packet.get(Field.DSCP)
    known = isinstance(value, int) and not row.way.dropped
    return code_point_name(Field.DSCP, value) if known and isinstance(value, int) else ""


def as_json(config: str, capture: str, counted: Counted, notes: Sequence[str] = ()) -> str:
    """The same for programs."""
    return json_text(
        {
            "schema": SCHEMA,
            "config": config,
            "capture": capture,
            "packets": counted.total,
            "notes": list(notes),
            "broken": counted.broken or None,
            "ways": [
                {
                    "packets": row.packets,
                    "bytes": row.octets,
                    "classes": list(row.way.classes),
                    "dropped": row.way.dropped,
                    "queue": [level.found.name for level in row.way.queue],
                    "dscp_out": row.way.traveller.packet.get(Field.DSCP),
                }
                for row in counted.rows
            ],
            "not_decided": dict(counted.undecided),
            "not_counted": dict(counted.unread),
        }
    )
