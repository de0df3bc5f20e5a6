"""The depth of a queue in bytes."""

from __future__ import annotations

from qosc.amounts import Depth, show_rate
from qosc.datapath.queues import depths
from qosc.targets.tc.lower.context import Context

__all__ = ["MOST", "RESERVED_NOTE", "depth_bytes", "memory_words"]

MOST = (1 << 32) - 1
"""Limits are kept in 32 bits."""
RESERVED_NOTE = (
    "each queue has a buffer of its own here: what it is sure of when the ports of the switch have "
    "used up their common pool depends on all of them"
)


def depth_bytes(context: Context, depth: Depth, rate: int, packet: int) -> int:
    """A depth on the port in bytes; see `qosc.datapath.queues.depths`."""
    return depths.depth_bytes(depth, rate, context.link or rate, packet) or 0


_LARGE = 100_000_000


def memory_words(size: int, rate: int) -> str:
    """What a queue of `size` bytes at `rate` bit/s takes of the machine, after a semicolon; nothing
    below 100 MB.

    A router keeps such a queue in the memory of its line card; no source gives a bound for it.
    """
    if size < _LARGE:
        return ""
    time = f" ({size * 8_000 // rate} ms at {show_rate(rate)})" if rate else ""
    return (
        f"; up to {size // 1_000_000} MB of packets{time} stay in the kernel's memory, each with "
        "its bookkeeping"
    )
