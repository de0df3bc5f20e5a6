"""The pipeline of a port as boxes and rows, from the rows of `qosc show --format json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from typing import Any, NamedTuple

from qosc.amounts import show_rate
from qosc.datapath import link_rate
from qosc.ir import Device, Port
from qosc.profiles import Profile
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.shows.shown import rows_of

__all__ = ["ROWS", "Box", "Pipeline", "Row", "left_out", "pipeline"]

ROWS = 60
"""So many rows of one stage are drawn; how many more there are is drawn as well."""

_Json = Mapping[str, Any]


class Row(NamedTuple):
    """A class or a rule. `actions` is what is done to its packets, `queue` what the scheduler gives
    it; both are words. Rates are in bit/s, and None where there is none or it is not known.
    """

    name: str
    matches: str
    actions: tuple[str, ...]
    queue: tuple[str, ...]
    level: int
    drops: bool
    priority: bool
    guaranteed: int | None
    most: int | None


class Box(NamedTuple):
    """A stage: `output` says which pipeline it is of, `more` how many rows are left out."""

    title: str
    output: bool
    rows: tuple[Row, ...]
    more: int


class Pipeline(NamedTuple):
    """A port with its stages, in the order in which packets meet them."""

    port: str
    speed: str
    rate: int | None
    boxes: tuple[Box, ...]


def pipeline(device: Device, port: Port, profile: Profile) -> Pipeline:
    """The pipeline of a port. All words are fit for a terminal."""
    rate = link_rate(device, port, profile)
    stages: list[list[_Json]] = []
    for row in rows_of(device, port, profile):
        # The rows of a policy inside a class stand behind that class.
        if row["number"] == 1 and not row["inside"]:
            stages.append([])
        stages[-1].append(row)
    boxes = [
        Box(
            printable(f"{rows[0]['direction']}: {rows[0]['stage']}"),
            rows[0]["direction"] == "output",
            tuple(
                _row(row, len(below["inside"]) if below else 0)
                for row, below in islice(zip_longest(rows, rows[1:]), ROWS)
            ),
            max(len(rows) - ROWS, 0),
        )
        for rows in stages
    ]
    speed = show_rate(rate) if rate is not None else "speed unknown"
    return Pipeline(printable(port.name), speed, rate, tuple(boxes))


def left_out(box: Box) -> str:
    """What to say of rows that are not drawn."""
    return f"and {many(box.more, 'row')} more: `qosc show` has all"


def _row(row: _Json, below: int) -> Row:
    """A row; `below` is the level of the next one."""
    inner = below > len(row["inside"])
    priority, shaper = row["priority"], row["shaper"]
    given = priority["rate"] if priority and priority["rate"] else row["guarantee"]
    return Row(
        name=printable(str(row["name"])),
        matches=printable(str(row["matches"])),
        actions=tuple(printable(words) for words in _actions(row)),
        queue=tuple(printable(words) for words in _queue(row, inner=inner)),
        level=len(row["inside"]),
        drops=row["verdict"] in ("drop", "reject"),
        priority=priority is not None,
        guaranteed=given["bits_per_second"] if given else None,
        most=shaper["sends_bits_per_second"] if shaper else None,
    )


def _actions(row: _Json) -> Iterator[str]:
    if row["verdict"]:
        yield str(row["verdict"])
    for mark in row["marks"]:
        yield str(mark)
    for one in row["policers"]:
        rates = " and ".join(_rate(one[key]) for key in ("cir", "pir") if one[key])
        burst = f", burst {_amount(one['cbs'])}" if one["cbs"] else ""
        yield f"police {rates}{burst}"
        for key in ("conform", "exceed", "violate"):
            if one[key]:
                yield f"- {key}: {one[key]}"


def _queue(row: _Json, *, inner: bool) -> Iterator[str]:
    priority, shaper = row["priority"], row["shaper"]
    if priority:
        level = f" level {priority['level']}" if priority["level"] != 1 else ""
        bound = f" up to {_rate(priority['rate'])}" if priority["rate"] else ""
        yield f"priority{level}{bound}"
    if row["guarantee"]:
        yield f"at least {_rate(row['guarantee'])}"
    if row["excess"]:
        yield str(row["excess"]["said"])
    if shaper:
        sends = shaper["sends_bits_per_second"]
        yield f"at most {show_rate(sends) if sends else shaper['rate']['said']}"
    for limit in row["limits"]:
        # The queues of a class with a policy inside are those of the policy.
        if not (inner and limit["depth"]["default_by"]):
            yield f"queue of {_amount(limit['depth'])}"
    if row["wred_by"]:
        yield f"drops early by {row['wred_by']}"
    if row["fair_queue"]:
        yield "fair queues"


def _rate(rate: _Json) -> str:
    bits = rate["bits_per_second"]
    return show_rate(bits) if bits is not None else str(rate["said"])


def _amount(amount: _Json) -> str:
    return f"{amount['said']}{' (default)' if amount['default_by'] else ''}"
