"""Counters. Everything counted before the end of the warm-up is forgotten."""

from __future__ import annotations

from collections.abc import Callable

from qosc.simulator.samples import Values, untimed

__all__ = ["ClassCount", "Flow", "Reasons"]

Reasons = dict[str, int]


class Flow:
    """What happened to the packets of one source, end to end.

    `delays` holds the one-way delay in ns of each packet that arrived; for a ping the round-trip
    times; `values` makes the store for them. Packets in flight at the end of the warm-up are in
    `carried`.
    """

    __slots__ = (
        "carried",
        "delays",
        "drops",
        "in_flight",
        "kind",
        "marked_bytes",
        "marked_packets",
        "name",
        "newest",
        "out_of_sequence",
        "payload_bytes",
        "received_bytes",
        "received_packets",
        "retransmits",
        "sent_bytes",
        "sent_packets",
        "series",
        "series_step",
        "timeouts",
        "values",
    )

    def __init__(
        self,
        name: str,
        kind: str,
        series_step: int = 0,
        values: Callable[[], Values] = untimed,
    ) -> None:
        self.name = name
        self.kind = kind
        self.values = values
        self.in_flight = self.newest = 0
        self.series_step = series_step
        self.reset()

    def reset(self) -> None:
        """Forget all but what is in flight."""
        self.carried = self.in_flight
        self.sent_packets = self.sent_bytes = 0
        self.received_packets = self.received_bytes = 0
        self.marked_packets = self.marked_bytes = 0
        self.payload_bytes = self.retransmits = self.timeouts = 0
        self.out_of_sequence = 0
        self.drops: dict[str, list[int]] = {}
        self.delays = self.values()
        self.series: dict[int, int] = {}

    def arrived(self, born: int, now: int) -> None:
        """A packet that left at `born` is there: its delay, and whether a later one overtook it.

        Packets of one source leave at times of their own (RFC 4737 on reordering, by time).
        """
        self.delays.append(now - born)
        if born < self.newest:
            self.out_of_sequence += 1
        else:
            self.newest = born

    def delivered(self, length: int, payload: int, born: int, now: int) -> None:
        """`received` and `arrived` of a packet that carries so much, in one call."""
        self.in_flight -= 1
        self.received_packets += 1
        self.received_bytes += length
        self.payload_bytes += payload
        if self.series_step:
            slot = now // self.series_step
            self.series[slot] = self.series.get(slot, 0) + length
        self.delays.append(now - born)
        if born < self.newest:
            self.out_of_sequence += 1
        else:
            self.newest = born

    def sent(self, length: int) -> None:
        """A packet leaves its host."""
        self.in_flight += 1
        self.sent_packets += 1
        self.sent_bytes += length

    def received(self, length: int, now: int) -> None:
        """A packet reaches its host."""
        self.in_flight -= 1
        self.received_packets += 1
        self.received_bytes += length
        if self.series_step:
            slot = now // self.series_step
            self.series[slot] = self.series.get(slot, 0) + length

    def dropped(self, length: int, reason: str) -> None:
        """A packet is lost."""
        self.in_flight -= 1
        count = self.drops.setdefault(reason, [0, 0])
        count[0] += 1
        count[1] += length


class ClassCount:
    """What one class (or rule) of a port did. Lengths are those of IP packets.

    `waits` holds the time in ns from a packet's arrival at the port to its last bit on the wire;
    `values` makes the store for them.
    """

    __slots__ = (
        "arrived_bytes",
        "arrived_packets",
        "colours",
        "drops",
        "kind",
        "marked_bytes",
        "marked_packets",
        "name",
        "origin",
        "policy",
        "port",
        "queue_max_bytes",
        "queue_max_packets",
        "sent_bytes",
        "sent_packets",
        "side",
        "values",
        "waits",
    )

    def __init__(
        self,
        port: str,
        side: str,
        policy: str,
        name: str,
        origin: str,
        values: Callable[[], Values] = untimed,
    ) -> None:
        self.values = values
        self.port = port
        self.side = side
        self.policy = policy
        self.name = name
        self.origin = origin
        self.colours: list[list[list[int]]] = []
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self.arrived_packets = self.arrived_bytes = 0
        self.sent_packets = self.sent_bytes = 0
        self.marked_packets = self.marked_bytes = 0
        self.queue_max_packets = self.queue_max_bytes = 0
        self.drops: dict[str, list[int]] = {}
        self.waits = self.values()
        for meter in self.colours:
            for colour in meter:
                colour[:] = [0, 0]

    def add_meter(self) -> list[list[int]]:
        """Counters of a meter: packets and bytes by colour."""
        self.colours.append([[0, 0], [0, 0], [0, 0]])
        return self.colours[-1]

    def arrived(self, length: int) -> None:
        """A packet is found to belong here."""
        self.arrived_packets += 1
        self.arrived_bytes += length

    def dropped(self, length: int, reason: str) -> None:
        """A packet is dropped here."""
        count = self.drops.setdefault(reason, [0, 0])
        count[0] += 1
        count[1] += length
