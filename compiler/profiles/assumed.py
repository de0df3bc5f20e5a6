"""What a back end takes where no public source gives a value: it says so in its ledger."""

from __future__ import annotations

__all__ = ["DENOMINATOR", "DEPTH", "EXPONENT", "SHAPE_BURST", "SHAPE_INTERVAL"]

DEPTH = 64
"""Packets of a queue."""
EXPONENT = 9
"""Of the weight of the average of early detection, 2**-9."""
DENOMINATOR = 10
"""One packet in so many is dropped at the maximum threshold."""
SHAPE_INTERVAL = 4_000
"""A shaper's burst is what its rate sends in so many microseconds,"""
SHAPE_BURST = 1500
"""and no less than so many bytes."""
