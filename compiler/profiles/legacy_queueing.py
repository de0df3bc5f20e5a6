"""Defaults of the older features of IOS, which no platform's profile has a row for.

Rates in bit/s, bursts in bits, times in microseconds, depths in packets.
"""

from __future__ import annotations

from qosc.profiles.model import Fact

__all__ = [
    "FRAME_RELAY_CIR",
    "FRAME_RELAY_EXCESS",
    "FRAME_RELAY_FAIR",
    "FRAME_RELAY_FIFO",
    "FRAME_RELAY_INTERVAL",
    "PRIORITY_LIST_LIMITS",
    "QUEUE_LIST_BYTES",
    "QUEUE_LIST_LIMIT",
]

_QOS = "Cisco IOS Quality of Service Solutions Command Reference, "
_WAN = "Cisco IOS Wide-Area Networking Command Reference, "
_BOOK = "docstore.mik.ua, CCNP Remote Access, Frame Relay traffic parameters"
_CIRCUIT = (
    "recorded show traffic-shape of a Frame Relay circuit without a map-class (CCIE lab notes): "
    "56000, byte limit 875, sustain 7000, excess 0 bits, interval 125 ms"
)

PRIORITY_LIST_LIMITS = Fact(
    (20, 40, 60, 80), _QOS + "priority-list queue-limit: high, medium, normal and low"
)
QUEUE_LIST_BYTES = Fact(1500, _QOS + "queue-list queue byte-count")
QUEUE_LIST_LIMIT = Fact(20, _QOS + "queue-list queue limit")

FRAME_RELAY_CIR = Fact(56_000, _WAN + f"frame-relay cir; {_CIRCUIT}")
FRAME_RELAY_INTERVAL = Fact(
    125_000,
    f"{_BOOK}: an interval is 125 ms where nothing else is said; {_CIRCUIT}",
    others=_WAN + "frame-relay bc: 7000 bits, which is 125 ms of the default CIR alone",
)
FRAME_RELAY_FIFO = Fact(
    40,
    "Cisco tech note 22304, 'Queueing on Frame Relay interfaces': first in, first out, where "
    "nothing else is said",
)
FRAME_RELAY_FAIR = Fact(
    (16, 64, 600),
    "show frame-relay pvc of a circuit with frame-relay fair-queue, in Cisco's pages on voice "
    "quality: 16 queues, 64 packets of a flow, 600 in all",
)
"""Queues, packets of one and packets of all of a circuit's fair queue."""
FRAME_RELAY_EXCESS = Fact(0, f"{_BOOK}; {_CIRCUIT}", others=_WAN + "frame-relay be: 7000 bits")
