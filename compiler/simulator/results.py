"""The result of a run: figures per source and per class, as JSON and as a table."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from qosc.simulator.samples import Sample
from qosc.simulator.stats import ClassCount, Flow

__all__ = [
    "SCHEMA",
    "AmbiguousClassError",
    "Result",
    "at_port",
    "class_figures",
    "class_names",
    "flow_figures",
    "spread",
]

SCHEMA = "qosc/result/1"


_INSIDE = " > "
_MOST_NAMED = 8


class AmbiguousClassError(LookupError):
    """A name that several classes of a result have; `rows` are those of all of them."""

    def __init__(self, name: str, rows: tuple[dict[str, Any], ...]) -> None:
        self.rows = rows
        super().__init__(
            f"{len(rows)} classes are called {name!r}; write the whole name of one, or its port:\n"
            + _listed(rows, "\n")
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What a run measured. Rates are in bit/s of IP packets, times in microseconds.

    `flows` and `classes` hold one mapping each, in the order of the scenario; their keys are those
    of the JSON form. An engine that cannot measure a figure leaves it None.

    `samples` are the single values behind the figures, where they were asked for. They are no part
    of the JSON form.
    """

    scenario: str
    engine: str
    seed: int
    measured_ms: int
    flows: tuple[dict[str, Any], ...]
    classes: tuple[dict[str, Any], ...]
    samples: tuple[Sample, ...] = ()

    def flow(self, name: str) -> dict[str, Any]:
        """The figures of a source; KeyError when there is none of that name."""
        return _named(self.flows, name)

    def of_class(self, name: str, side: str = "output", port: str = "") -> dict[str, Any]:
        """The figures of the one class of that name on a side.

        A class inside another is called by its own name, by the names of all classes that it is in
        (`class-default > VOICE`, as `qosc.show` has it), or by those and the policies' (`WAN >
        class-default > QUEUES > VOICE`). `port` is the node and the port with a space between
        (`router Serial0/0`), or the port alone where one node has it.

        AmbiguousClassError (a LookupError) where several classes are called so, KeyError where
        there is none.
        """
        known = [
            each for each in self.classes if each["side"] == side and at_port(each["port"], port)
        ]
        rows = [each for each in known if name in class_names(each["policy"], each["name"])]
        if len(rows) > 1:
            raise AmbiguousClassError(name, tuple(rows))
        if not rows:
            where = f" of {port}" if port else ""
            raise KeyError(f"no class {name!r} on {side}{where}; there are {_listed(known, '; ')}")
        return rows[0]

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


def at_port(port: str, wanted: str) -> bool:
    """Whether the port of a row (node and port, with a space between) is the one that is wanted:
    by that name, by its own alone, or any for "".
    """
    return wanted in ("", port) or wanted == port.partition(" ")[2]


def class_names(policy: str, name: str) -> tuple[str, str, str]:
    """What a class is called: alone, with the classes that it is in, with their policies too.

    `policy` is that of a row of a result: policies and the classes between them.
    """
    inside = policy.split(_INSIDE)[1::2]
    whole = f"{policy}{_INSIDE}{name}" if policy else name
    return name, _INSIDE.join((*inside, name)), whole


def _listed(rows: Iterable[dict[str, Any]], between: str) -> str:
    """The rows by port and full name: some of them, and how many more there are."""
    listed = [f"{each['port']}: {class_names(each['policy'], each['name'])[2]}" for each in rows]
    more = [f"and {len(listed) - _MOST_NAMED} more"] if len(listed) > _MOST_NAMED else []
    return between.join((*listed[:_MOST_NAMED], *more)) or "none"


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
