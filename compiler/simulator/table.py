"""A result as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qosc.simulator.results import Result

__all__ = ["tables"]

_WORDS = 44
"""No name is shown longer than this."""


def tables(result: Result, columns: int | None = None) -> str:
    """The sources, then the classes of each port.

    Lines have at most `columns`, where names and figures allow it: names then stand on lines
    of their own, and below that each figure does. None: as wide as they are.
    """
    head = (
        f"{_clean(result.scenario) or 'scenario'}: {result.engine}, seed {result.seed}, "
        f"{result.measured_ms / 1000:g} s measured"
    )
    parts = [head, _flows(result.flows, columns)]
    by_title: dict[str, list[dict[str, Any]]] = {}
    for each in result.classes:
        by_title.setdefault(_title(each), []).append(each)
    early = False
    for title, rows in by_title.items():
        if any(row["arrived_packets"] or row["sent_packets"] for row in rows):
            parts.append(f"{title}\n{_classes(rows, columns)}")
            early |= any(row["sent_packets"] > row["arrived_packets"] for row in rows)
    if early:
        parts.append("Sent above arrived: packets that waited when the measured time began.")
    return "\n\n".join(parts) + "\n"


def _title(row: dict[str, Any]) -> str:
    policy = f", {_clean(row['policy'])}" if row["policy"] else ""
    return f"{_clean(row['port'])} {row['side']}{policy}"


def _flows(rows: tuple[dict[str, Any], ...], columns: int | None) -> str:
    rates, unit = _rates([row["throughput_bps"] for row in rows])
    head = (
        "source",
        "kind",
        "sent",
        "received",
        "lost %",
        unit,
        "mean ms",
        "p50 ms",
        "p99 ms",
        "max ms",
    )
    body = []
    said = {"delay": False, "rtt": False, "completion": False}
    for row, rate in zip(rows, rates, strict=True):
        completion = row.get("completion")
        of = "completion" if completion else "rtt" if row.get("rtt") else "delay"
        times = completion["time"] if completion else row.get(of)
        said[of] |= bool(times)
        body.append(
            (
                _clean(row["name"]),
                row["kind"],
                row["sent_packets"],
                row["received_packets"],
                f"{100 * row['loss']:.2f}",
                rate,
                *(_ms(times, key) for key in ("mean_us", "p50_us", "p99_us", "max_us")),
            )
        )
    table = _layout(head, body, left=2, columns=columns)
    words = [text for name, text in _TIMES.items() if said[name]]
    return f"{table}\nms: {'; '.join(words)}." if words else table


_TIMES = {
    "delay": "delay one way",
    "rtt": "there and back for pings",
    "completion": "until all is there for transfers",
}


def _classes(rows: list[dict[str, Any]], columns: int | None) -> str:
    rates, unit = _rates([row["throughput_bps"] for row in rows])
    head = (
        "class",
        "arrived",
        "sent",
        "dropped",
        "marked",
        unit,
        "share %",
        "queue",
        "wait ms",
        "max ms",
        "conform/exceed",
    )
    body = []
    for row, rate in zip(rows, rates, strict=True):
        sends = row["sent_packets"] or row["queue_max_packets"]
        body.append(
            (
                _clean(row["name"]),
                row["arrived_packets"],
                row["sent_packets"] if sends else "",
                row["dropped_packets"],
                row["marked_packets"],
                rate if sends else "",
                f"{100 * row['share']:.2f}" if sends else "",
                row["queue_max_packets"] if sends else "",
                _ms(row["wait"], "mean_us"),
                _ms(row["wait"], "max_us"),
                " ".join(_meter(meter) for meter in row["meters"]),
            )
        )
    return _layout(head, body, left=1, columns=columns)


def _meter(meter: dict[str, dict[str, int]]) -> str:
    counts = [meter[name]["packets"] for name in ("conform", "exceed", "violate")]
    return "/".join(str(count) for count in (counts if counts[2] else counts[:2]))


def _rates(rates: Sequence[int]) -> tuple[list[str], str]:
    """Rates in one unit, and the unit: the largest in which the least rate still has digits."""
    most, least = max(rates, default=0), min(filter(None, rates), default=0)
    if most >= 10_000_000 and least >= 100_000:
        return [f"{bps / 1_000_000:.2f}" for bps in rates], "Mbit/s"
    return [f"{bps / 1_000:.1f}" for bps in rates], "kbit/s"


def _ms(times: dict[str, Any] | None, key: str) -> str:
    return "" if not times else f"{times[key] / 1000:.2f}"


def _clean(text: str) -> str:
    """Names come from outside: nothing of them reaches a terminal but what it can print."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= _WORDS else shown[: _WORDS - 3] + "..."


def _layout(
    head: tuple[str, ...], body: Sequence[tuple[object, ...]], left: int, columns: int | None
) -> str:
    rows = [head, *(tuple(str(cell) for cell in row) for row in body)]
    keep = [i for i in range(len(head)) if any(row[i] for row in rows[1:])]
    widths = {i: max(len(row[i]) for row in rows) for i in keep}
    if columns is None:
        return "\n".join(_line(row, keep, widths, left) for row in rows)
    for gap in (2, 1):
        if _wide(keep, widths, gap) <= columns:
            return "\n".join(_line(row, keep, widths, left, gap) for row in rows)
    if 2 + _wide(keep[1:], widths) <= columns:
        lines = ["  " + _line(head, keep[1:], widths, left)]
        for row in rows[1:]:
            lines += [row[0], "  " + _line(row, keep[1:], widths, left)]
        return "\n".join(lines)
    size = max((len(head[i]) for i in keep[1:]), default=0)
    lines = []
    for row in rows[1:]:
        lines.append(row[0])
        lines += [f"  {head[i]:<{size}}  {row[i]}" for i in keep[1:] if row[i]]
    return "\n".join(lines)


def _wide(keep: Sequence[int], widths: dict[int, int], gap: int = 2) -> int:
    return sum(widths[i] for i in keep) + gap * (len(keep) - 1)


def _line(
    row: Sequence[str], keep: Sequence[int], widths: dict[int, int], left: int, gap: int = 2
) -> str:
    return (
        (" " * gap)
        .join(row[i].ljust(widths[i]) if i < left else row[i].rjust(widths[i]) for i in keep)
        .rstrip()
    )
