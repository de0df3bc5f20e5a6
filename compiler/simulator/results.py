"""The result of a run: figures per source and per class, as JSON and as a table."""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from qosc.simulator.stats import ClassCount, Flow

__all__ = ["SCHEMA", "Result", "class_figures", "flow_figures", "spread"]

SCHEMA = "qosc/result/1"


@dataclass(frozen=True, slots=True)
class Result:
    """What a run measured. Rates are in bit/s of IP packets, times in microseconds.

    `flows` and `classes` hold one mapping each, in the order of the scenario; their keys are those
    of the JSON form. An engine that cannot measure a figure leaves it None.
    """

    scenario: str
    engine: str
    seed: int
    measured_ms: int
    flows: tuple[dict[str, Any], ...]
    classes: tuple[dict[str, Any], ...]

    def flow(self, name: str) -> dict[str, Any]:
        """The figures of a source; KeyError when there is none of that name."""
        return _named(self.flows, name)

    def of_class(self, name: str, side: str = "output", port: str = "") -> dict[str, Any]:
        """The figures of the first class of that name on a side; KeyError when there is none.

        `port` is the node and the port with a space between, where the name alone is not enough.
        """
        rows = (each for each in self.classes if each["side"] == side)
        return _named(tuple(each for each in rows if port in ("", each["port"])), name)

    def to_json(self) -> str:
        """The same result gives the same bytes."""
        document = {
            "schema": SCHEMA,
            "scenario": self.scenario,
            "engine": self.engine,
            "seed": self.seed,
            "measured_ms": self.measured_ms,
            "flows": self.flows,
            "classes": self.classes,
        }
        text = json.dumps(document, indent=2, ensure_ascii=True)
        return text.replace("\x7f", "\\u007f") + "\n"  # which a terminal would obey

    def to_text(self, room: int | None = None) -> str:
        """Two tables for people: sources, then classes; in `room` columns, if that is given."""
        from qosc.simulator.table import tables

        return tables(self, room)


def _named(rows: tuple[dict[str, Any], ...], name: str) -> dict[str, Any]:
    for row in rows:
        if row["name"] == name:
            return row
    raise KeyError(name)


def spread(times: array[int]) -> dict[str, Any] | None:
    """Least, mean, percentiles (nearest rank) and most of some ns, in microseconds; None for none.

    `jitter_us` is the mean difference between one and the next.
    """
    if not times:
        return None
    order = sorted(times)
    count = len(order)
    steps = sum(abs(after - before) for before, after in pairwise(times))

    def rank(percent: int) -> float:
        return _us(order[max(0, -(-count * percent // 100) - 1)])

    return {
        "samples": count,
        "min_us": _us(order[0]),
        "mean_us": _us(sum(order) // count),
        "p50_us": rank(50),
        "p95_us": rank(95),
        "p99_us": rank(99),
        "max_us": _us(order[-1]),
        "jitter_us": _us(steps // (count - 1)) if count > 1 else 0.0,
    }


def _us(ns: int) -> float:
    return ns / 1000


def _rate(size: int, window: int) -> int:
    """bit/s of `size` bytes in `window` ns."""
    return size * 8_000_000_000 // window


def _reasons(drops: dict[str, list[int]]) -> dict[str, dict[str, int]]:
    return {
        reason: {"packets": count[0], "bytes": count[1]} for reason, count in sorted(drops.items())
    }


def flow_figures(flow: Flow, window: int, delivered: list[int] | None) -> dict[str, Any]:
    """The figures of a source over `window` ns."""
    lost = sum(count[0] for count in flow.drops.values())
    lost_bytes = sum(count[1] for count in flow.drops.values())
    figures: dict[str, Any] = {
        "name": flow.name,
        "kind": flow.kind,
        "in_flight_before": flow.carried,
        "sent_packets": flow.sent_packets,
        "sent_bytes": flow.sent_bytes,
        "received_packets": flow.received_packets,
        "received_bytes": flow.received_bytes,
        "dropped_packets": lost,
        "dropped_bytes": lost_bytes,
        "in_flight_after": flow.in_flight,
        "marked_packets": flow.marked_packets,
        "marked_bytes": flow.marked_bytes,
        "loss": round(lost / flow.sent_packets, 6) if flow.sent_packets else 0.0,
        "throughput_bps": _rate(flow.received_bytes, window),
        "goodput_bps": _rate(flow.payload_bytes, window),
        "drops": _reasons(flow.drops),
        "rtt" if flow.kind == "ping" else "delay": spread(flow.delays),
    }
    figures["out_of_sequence_packets"] = flow.out_of_sequence
    if delivered is not None:
        figures["retransmitted_packets"] = flow.retransmits
        figures["timeouts"] = flow.timeouts
        figures["connections_bps"] = [_rate(size, window) for size in delivered]
    if flow.series_step:
        last = max(flow.series, default=-1)
        first = min(flow.series, default=0)
        figures["series"] = {
            "interval_ms": flow.series_step // 1_000_000,
            "from_ms": first * flow.series_step // 1_000_000,
            "received_bytes": [flow.series.get(slot, 0) for slot in range(first, last + 1)],
        }
    return figures


_COLOURS = ("conform", "exceed", "violate")


def class_figures(count: ClassCount, window: int, whole: int) -> dict[str, Any]:
    """The figures of a class over `window` ns; `whole` bytes left by its port in all."""
    return {
        "port": count.port,
        "side": count.side,
        "policy": count.policy,
        "name": count.name,
        "origin": count.origin,
        "arrived_packets": count.arrived_packets,
        "arrived_bytes": count.arrived_bytes,
        "sent_packets": count.sent_packets,
        "sent_bytes": count.sent_bytes,
        "dropped_packets": sum(each[0] for each in count.drops.values()),
        "dropped_bytes": sum(each[1] for each in count.drops.values()),
        "marked_packets": count.marked_packets,
        "marked_bytes": count.marked_bytes,
        "throughput_bps": _rate(count.sent_bytes, window),
        "share": round(count.sent_bytes / whole, 6) if whole else 0.0,
        "drops": _reasons(count.drops),
        "meters": [
            {
                name: {"packets": colour[0], "bytes": colour[1]}
                for name, colour in zip(_COLOURS, meter, strict=True)
            }
            for meter in count.colours
        ],
        "queue_max_packets": count.queue_max_packets,
        "queue_max_bytes": count.queue_max_bytes,
        "wait": spread(count.waits),
    }
