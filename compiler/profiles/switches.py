"""What a Catalyst switch does with its egress queues where the config is silent.

A front end cannot make the queues of a switch port from the config alone: which code point goes to
which queue is for the most part a default. So it asks here, and says in each value whose it is. A
row that no source settles is None, and a front end then says so at the line that needed it.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from qosc.profiles.model import Fact

__all__ = ["FAMILIES", "STRICT", "PortType", "SwitchFacts", "by_cos", "switch_facts"]

FAMILIES = ("cat2950", "cat3550", "cat3750", "cat4500", "cat6500")
"""The platforms that have such facts."""

STRICT = 0
"""The number under which a queue is kept that the config calls the priority queue."""


class PortType(NamedTuple):
    """The hardware of a port, in Cisco's notation: `1p2q2t` has a strict queue and two others with
    two thresholds each.

    `queues` gives the queue and the threshold of each CoS; a queue STRICT is the strict one.
    `early` tells random early detection from tail drop.
    """

    name: str
    queues: Fact[tuple[tuple[int, int], ...] | None]
    weights: Fact[tuple[int, ...] | None]
    early: bool = False


class SwitchFacts(NamedTuple):
    """The defaults of one family."""

    title: str
    port_types: tuple[PortType, ...]
    share: Fact[tuple[int, ...] | None]
    """Weights of the queues of a port."""
    shape: Fact[tuple[int, ...] | None] | None = None
    """Shaping weights: w is 1/w of the link, 0 is no shaping. None: there is no such thing."""
    expedite: int = 0
    """The queue that `priority-queue out` or the like makes strict."""
    dscp_queue: Fact[tuple[tuple[int, int], ...] | None] | None = None
    """Queue and threshold of each DSCP, where the switch looks at that."""
    buffers: Fact[tuple[int, ...] | None] | None = None
    """Percent of the port's buffer for each queue."""
    thresholds: Fact[tuple[tuple[int, int, int, int], ...] | None] | None = None
    """For each queue, in percent of its buffer: two drop thresholds, what is reserved, the most."""


def by_cos(*rows: tuple[int, int, tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    """Queue and threshold of each CoS from rows (queue, threshold, CoS values)."""
    queues = {cos: (queue, threshold) for queue, threshold, values in rows for cos in values}
    return tuple(queues[cos] for cos in range(8))


def switch_facts(family: str) -> SwitchFacts:
    """The facts of one of FAMILIES; KeyError for another name."""
    if family not in FAMILIES:
        raise KeyError(family)
    facts: SwitchFacts = import_module(f"qosc.profiles.platforms.{family}").SWITCH
    return facts
