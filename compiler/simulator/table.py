"""A result as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from qosc.amounts import show_rate

if TYPE_CHECKING:
    from qosc.simulator.results import Result

__all__ = ["tables"]

_WORDS = 44
"""No name is shown longer than this."""


def tables(result: Result) -> str:
    """The sources, then the classes of each port."""
    head = (
        f"{_clean(result.scenario) or 'scenario'}: {result.engine}, seed {result.seed}, "
        f"{result.measured_ms / 1000:g} s measured"
    )
    parts = [head, _flows(result.flows)]
    by_title: dict[str, list[dict[str, Any]]] = {}
    for each in result.classes:
        by_title.setdefault(_title(each), []).append(each)
    for title, rows in by_title.items():
        if any(row["arrived_packets"] or row["sent_packets"] for row in rows):
            parts.append(f"{title}\n{_classes(rows)}")
    return "\n\n".join(parts) + "\n"


def _title(row: dict[str, Any]) -> str:
    policy = f", {_clean(row['policy'])}" if row["policy"] else ""
    return f"{_clean(row['port'])} {row['side']}{policy}"


def _flows(rows: tuple[dict[str, Any], ...]) -> str:
    head = ("source", "kind", "sent", "received", "lost", "throughput", "mean", "p50", "p99", "max")
    body = []
    for row in rows:
        completion = row.get("completion")
        times = completion["time"] if completion else row.get("rtt") or row.get("delay")
        body.append(
            (_clean(row["name"]), row["kind"], row["sent_packets"], row["received_packets"],
             f"{100 * row['loss']:.2f} %", _rate(row["throughput_bps"]),
             *(_ms(times, key) for key in ("mean_us", "p50_us", "p99_us", "max_us")))
        )  # fmt: skip
    return _layout(head, body, left=2)


def _classes(rows: list[dict[str, Any]]) -> str:
    head = ("class", "arrived", "sent", "dropped", "marked", "throughput", "share", "queue",
            "mean wait", "max", "conform/exceed")  # fmt: skip
    body = []
    for row in rows:
        sends = row["sent_packets"] or row["queue_max_packets"]
        body.append(
            (_clean(row["name"]), row["arrived_packets"], row["sent_packets"] if sends else "",
             row["dropped_packets"], row["marked_packets"],
             _rate(row["throughput_bps"]) if sends else "",
             f"{100 * row['share']:.2f} %" if sends else "",
             row["queue_max_packets"] if sends else "", _ms(row["wait"], "mean_us"),
             _ms(row["wait"], "max_us"), " ".join(_meter(meter) for meter in row["meters"]))
        )  # fmt: skip
    return _layout(head, body, left=1)


def _meter(meter: dict[str, dict[str, int]]) -> str:
    counts = [meter[name]["packets"] for name in ("conform", "exceed", "violate")]
    return "/".join(str(count) for count in (counts if counts[2] else counts[:2]))


def _rate(bps: int) -> str:
    if bps < 10_000:
        return show_rate(bps)
    size, unit = (1_000_000, "Mbit/s") if bps >= 10_000_000 else (1_000, "kbit/s")
    return f"{bps / size:.1f} {unit}"


def _ms(times: dict[str, Any] | None, key: str) -> str:
    return "" if not times else f"{times[key] / 1000:.2f} ms"


def _clean(text: str) -> str:
    """Names come from outside: nothing of them reaches a terminal but what it can print."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= _WORDS else shown[: _WORDS - 3] + "..."


def _layout(head: tuple[str, ...], body: Sequence[tuple[object, ...]], left: int) -> str:
    rows = [head, *(tuple(str(cell) for cell in row) for row in body)]
    keep = [i for i in range(len(head)) if any(row[i] for row in rows[1:])]
    widths = {i: max(len(row[i]) for row in rows) for i in keep}
    return "\n".join(
        "  ".join(
            row[i].ljust(widths[i]) if i < left else row[i].rjust(widths[i]) for i in keep
        ).rstrip()
        for row in rows
    )
