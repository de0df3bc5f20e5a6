"""Lines that decide what reaches a queue and are not followed: told as what is not decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from qosc.changes.model import Change
from qosc.ir import Device
from qosc.outside.switch_maps import rows
from qosc.source import Span
from qosc.treatments.compare import Delta

__all__ = ["MOST", "Line", "apart", "moved_thresholds", "not_decided", "places"]

MOST = 12
"""So many lines of one change are told."""
_OUTPUT = "srr-queue output "
"""How the maps begin that give code points the queues and drop thresholds of an output."""


class Line(NamedTuple):
    """A line of a text, with the heading that it stands under, in single spaces."""

    number: int
    text: str


def apart(here: Iterable[Line], there: Iterable[Line]) -> list[Line]:
    """The lines of one side that the other one does not have, as often as they are missing."""
    left = Counter(line.text for line in there)
    parts = []
    for line in here:
        if left[line.text] > 0:
            left[line.text] -= 1
        else:
            parts.append(line)
    return parts


def not_decided(key: str, gone: Sequence[Line], come: Sequence[Line]) -> tuple[Delta, ...]:
    """A row for each line that only one side has; the last one counts those beyond `MOST`."""
    rows = [
        *(Delta(key, line.text, "none", decided=False) for line in gone),
        *(Delta(key, "none", line.text, decided=False) for line in come),
    ]
    if len(rows) > MOST:
        more = f"{len(rows) - MOST + 1} more lines"
        rows[MOST - 1 :] = [Delta(key, more, "see both texts", decided=False)]
    return tuple(rows)


def places(path: str, lines: Iterable[Line]) -> tuple[Span, ...]:
    """Where the first of some lines stand."""
    return tuple(Span(path, one.number, 1, one.number, 1) for one in lines)[:MOST]


def moved_thresholds(
    devices: tuple[Device, Device], texts: tuple[Sequence[str], Sequence[str]]
) -> Iterator[Change]:
    """One change that is not decided where code points have other drop thresholds than before, on
    a Catalyst 3560 or 3750 without any queue-set line.

    The model has the depths of the queues only beside such a line. Without one a code point that
    moves to another threshold is dropped at another fill all the same (Catalyst 3750 Switch
    Software Configuration Guide, Configuring Egress Queue Characteristics).
    """
    before, after = map(_thresholds, texts)
    if before == after:
        return
    lines = [list(_lines(text)) for text in texts]
    gone, come = apart(lines[0], lines[1]), apart(lines[1], lines[0])
    paths = [next((port.origin.path for port in device.ports.values()), "") for device in devices]
    yield Change(
        "undecided",
        (),
        not_decided("drop threshold", gone, come),
        "packets of these code points",
        reason="without a queue-set line the depths and thresholds of the queues are not modelled",
        at_output=True,
        old_lines=places(paths[0], gone),
        new_lines=places(paths[1], come),
    )


def _lines(lines: Sequence[str]) -> Iterator[Line]:
    for row in rows(lines):
        if row.map.startswith(_OUTPUT) and row.threshold:
            yield Line(row.at + 1, " ".join(lines[row.at].split()))


def _thresholds(lines: Sequence[str]) -> Mapping[tuple[str, str], str]:
    """The threshold of each code point that is not at the first; none beside queue-set lines, whose
    thresholds the model has.
    """
    if any(line.startswith("mls qos queue-set ") for line in lines):
        return {}
    thresholds: dict[tuple[str, str], str] = {}
    for row in rows(lines):
        if not row.values:
            for key in [key for key in thresholds if row.map.startswith(key[0])]:
                del thresholds[key]
        elif row.map.startswith(_OUTPUT):
            thresholds |= {(row.map, value): row.threshold for value in row.values}
    return {key: threshold for key, threshold in thresholds.items() if threshold != "1"}
