"""How many bytes a queue or a threshold holds."""

from __future__ import annotations

from qosc.amounts import PPM, Depth, DepthUnit

__all__ = ["BUFFER_MS", "depth_bytes"]

BUFFER_MS = 100
"""What a port's buffer is taken to hold, in milliseconds of its rate. Juniper, buffer-size: up to
50, 100 or 200 ms by platform; what a switch has is in its data sheet."""


def depth_bytes(depth: Depth, rate: int, link: int, packet: int) -> int | None:
    """A depth in bytes, with `packet` bytes for one packet; a time is taken of `rate` (bit/s), a
    share of the buffer of a port of `link` bit/s, of which it is a packet at least.
    """
    if depth.unit is DepthUnit.SHARE:
        return max(link * BUFFER_MS * min(depth.value, PPM) // (8_000 * PPM), packet)
    return depth.bytes_at(rate, packet)
