"""Random early detection, and queues for each flow."""

from __future__ import annotations

from collections import deque
from random import Random
from zlib import crc32

from qosc.fields import Field
from qosc.scenario.match import Match
from qosc.scenario.queue import EarlyDrop, FlowQueues
from qosc.simulator.match import Classifier
from qosc.simulator.packet import Packet

__all__ = ["DROP", "MARK", "PASS", "Early", "FlowStore"]

PASS, MARK, DROP = 0, 1, 2
_ONE = 1 << 32
_QUANTUM = 1500
_FLOW_FIELDS = (
    Field.SRC4, Field.DST4, Field.PROTOCOL, Field.SRC_PORT, Field.DST_PORT, Field.DSCP,
)  # fmt: skip


class Early:
    """The average depth, in packets and in bytes, and the curves.

    Each drop is drawn on its own. The average is kept in units of 2**-32; it does not move while
    no packet arrives.
    """

    __slots__ = ("_bytes", "_curves", "_ecn", "_exponent", "_find", "_packets", "_random")

    def __init__(self, model: EarlyDrop, random: Random) -> None:
        self._exponent = model.weight_exponent
        self._ecn = model.ecn
        self._random = random
        self._packets = self._bytes = 0
        self._curves: list[tuple[bool, int, int, int]] = []
        for curve in model.curves:
            in_bytes = curve.min_bytes is not None
            low = (curve.min_bytes if in_bytes else curve.min_packets) or 0
            high = (curve.max_bytes if in_bytes else curve.max_packets) or 0
            self._curves.append((in_bytes, low * _ONE, high * _ONE, curve.denominator))
        anything = Match(where={})
        self._find = Classifier(
            [(curve.match or anything, i) for i, curve in enumerate(model.curves)], -1
        )

    def fate(self, packet: Packet, packets: int, size: int) -> int:
        """What becomes of a packet that finds so many packets and bytes in the queue."""
        self._packets += (packets * _ONE - self._packets) >> self._exponent
        self._bytes += (size * _ONE - self._bytes) >> self._exponent
        index = self._find(packet.header, packet.length)
        if index < 0:
            return PASS
        in_bytes, low, high, denominator = self._curves[index]
        average = self._bytes if in_bytes else self._packets
        if average < low:
            return PASS
        if average >= high:
            return DROP
        # (average - low) / (high - low) / denominator, drawn in whole numbers.
        if self._random.randrange((high - low) * denominator) >= average - low:
            return PASS
        able = packet.header.values.get(Field.ECN) in (1, 2)
        return MARK if self._ecn and able else DROP


class FlowStore:
    """The packets of a queue, kept by flow; the first of them is the one that is next in turn.

    Deficit round robin (Shreedhar and Varghese, SIGCOMM 1995) with a quantum of 1500 bytes, times
    precedence + 1 where the weights go by precedence (Cisco, "Congestion Management Overview":
    the parts of weighted fair queueing).
    """

    __slots__ = ("_by_precedence", "_deficit", "_flows", "_known", "_length", "_queues", "_turn",
                 "limit")  # fmt: skip

    def __init__(self, model: FlowQueues) -> None:
        self._flows = model.flows
        self.limit = model.limit_packets
        self._by_precedence = model.weights == "precedence"
        self._known: dict[int, int] = {}
        self._queues: dict[int, deque[Packet]] = {}
        self._turn: deque[int] = deque()
        self._deficit: dict[int, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Packet:
        """The packet that is next; only index 0 makes sense."""
        while True:
            flow = self._turn[0]
            packet = self._queues[flow][0]
            if self._deficit[flow] >= packet.length:
                return packet
            self._turn.rotate(-1)
            self._refill(self._turn[0])

    def _refill(self, flow: int) -> None:
        precedence = int(self._queues[flow][0].header.values[Field.DSCP]) >> 3
        self._deficit[flow] += _QUANTUM * (precedence + 1 if self._by_precedence else 1)

    def append(self, packet: Packet) -> None:
        """Queue a packet behind those of its flow."""
        flow = self._flow(packet)
        queue = self._queues.setdefault(flow, deque())
        queue.append(packet)
        self._length += 1
        if len(queue) == 1:
            self._deficit[flow] = 0
            self._turn.append(flow)
            if len(self._turn) == 1:
                self._refill(flow)

    def popleft(self) -> Packet:
        """Take the packet that is next."""
        packet = self[0]
        flow = self._turn[0]
        queue = self._queues[flow]
        queue.popleft()
        self._length -= 1
        self._deficit[flow] -= packet.length
        if not queue:
            del self._queues[flow]
            self._turn.popleft()
            if self._turn:
                self._refill(self._turn[0])
        return packet

    def full(self, packet: Packet) -> bool:
        """Whether the packet's flow holds all that it may."""
        if self.limit is None:
            return False
        return len(self._queues.get(self._flow(packet), ())) >= self.limit

    def _flow(self, packet: Packet) -> int:
        header = packet.header
        found = self._known.get(header.number)
        if found is None:
            key = ",".join(str(header.values.get(field, "")) for field in _FLOW_FIELDS)
            found = self._known[header.number] = crc32(key.encode()) % self._flows
        return found
