"""What a result measured more than once: delays, responses, waits, depths of queues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from qosc.simulator.results import Result

__all__ = ["Quantity", "quantities"]


class Quantity(NamedTuple):
    """Values of one quantity of one source or class, in the order in which they were measured.

    `of` is `source` or `class`. `quantity` is `delay`, `rtt`, `response`, `wait` (all in ms) or
    `depth` (of a queue, in packets); `at_ms` are the instants, empty where the engine keeps none.
    """

    of: str
    name: str
    port: str
    side: str
    policy: str
    kind: str
    quantity: str
    unit: str
    values: Sequence[float]
    at_ms: Sequence[float]


def quantities(result: Result) -> Iterator[Quantity]:
    """All of a result that have a value, sources first."""
    for each in result.samples:
        if not len(each.values_ns):
            continue
        yield Quantity(
            "class" if each.port else "source",
            *(each.name, each.port, each.side, each.policy, each.kind, each.quantity),
            "ms",
            [value / 1e6 for value in each.values_ns],
            [at / 1e6 for at in each.at_ns],
        )
    for row in result.classes:
        occupancy = row.get("occupancy")
        if occupancy and occupancy["packets"]:
            step, first = occupancy["interval_ms"], occupancy["from_ms"]
            yield Quantity(
                *("class", row["name"], row["port"], row["side"], row["policy"], ""),
                *("depth", "packets", occupancy["packets"]),
                [float(first + number * step) for number in range(len(occupancy["packets"]))],
            )
