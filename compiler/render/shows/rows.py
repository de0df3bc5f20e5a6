"""What `qosc show` prints, as flat rows: one for each class and rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = ["COLUMNS", "Row", "rows_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """One class of an applied policy, or one rule of a list, at one port.

    Rates are in bit/s and sizes in bytes; None stands for what is absent or not known.
    """

    device: str
    """The hostname, or the config's name where it has none."""
    port: str
    direction: str
    """`input` or `output`."""
    stage: str
    """The applied policy or list, such as `policy-map WAN`."""
    class_name: str
    """The class or rule, after the classes that it is inside of: `class-default > VOICE`."""
    match: str
    marks: str
    service: str
    """`priority`, `guarantee`, `remainder` (a share of what is left), or empty."""
    rate_bps: int | None
    """Of the priority, or guaranteed."""
    burst_bytes: int | None
    """Of the priority."""
    share: str
    """As the config has it: `20%`, `5% of the remainder`."""
    shaped_bps: int | None
    """What the shaper of the class sends."""
    policed_bps: int | None
    """The committed rate of its first policer."""
    policed_burst_bytes: int | None
    queue: str
    """`wred` or `fair-queue` (or both) where the queue is more than first in, first out."""
    depth: str
    """Of the queue, such as `64 packets`; one depth for each set of packets that has its own."""
    default: tuple[str, ...]
    """The columns whose figure is the platform's and not the config's."""
    source: str | None
    """Where it is written: path:line:column."""

    def as_dict(self) -> dict[str, Any]:
        """The row by names of columns."""
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(Row))
"""The names of the columns, in their order."""

_Json = Mapping[str, Any]


def rows_of(document: _Json, device: str) -> tuple[Row, ...]:
    """The rows of a document `qosc/show/1`."""
    return tuple(_row(row, device) for row in document["rows"])


def _row(row: _Json, device: str) -> Row:
    service, rate, burst = _service(row)
    shaper = row["shaper"] or {}
    policer = row["policers"][0] if row["policers"] else {}
    cir, cbs = policer.get("cir"), policer.get("cbs")
    depths = [limit["depth"] for limit in row["limits"] if limit["depth"]]
    kinds = (("wred", row["wred_by"] is not None), ("fair-queue", row["fair_queue"]))
    given: dict[str, list[_Json | None]] = {
        "rate_bps": [rate],
        "burst_bytes": [burst],
        "shaped_bps": [shaper.get("rate")],
        "policed_bps": [cir],
        "policed_burst_bytes": [cbs],
        "depth": depths,
    }
    return Row(
        device=device,
        port=row["port"],
        direction=row["direction"],
        stage=row["stage"],
        class_name=" > ".join((*row["inside"], row["name"])),
        match=row["matches"],
        marks=", ".join(row["marks"]),
        service=service,
        rate_bps=rate["bits_per_second"] if rate else None,
        burst_bytes=burst["bytes"] if burst else None,
        share=rate["said"] if rate else "",
        shaped_bps=shaper.get("sends_bits_per_second"),
        policed_bps=cir["bits_per_second"] if cir else None,
        policed_burst_bytes=cbs["bytes"] if cbs else None,
        queue=", ".join(kind for kind, there in kinds if there),
        depth="; ".join(dict.fromkeys(depth["said"] for depth in depths)),
        default=tuple(_defaults(given)),
        source=row["source"],
    )


def _service(row: _Json) -> tuple[str, _Json | None, _Json | None]:
    """How a class is served, with its rate and its burst."""
    priority = row["priority"]
    if priority is not None:
        return "priority", priority["rate"], priority["burst"]
    if row["guarantee"] is not None:
        return "guarantee", row["guarantee"], None
    if row["excess"] is not None:
        return "remainder", row["excess"], None
    return "", None, None


def _defaults(given: Mapping[str, list[_Json | None]]) -> Iterator[str]:
    for name, figures in given.items():
        if any(figure is not None and figure["default_by"] for figure in figures):
            yield name
