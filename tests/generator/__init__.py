"""Whole devices from a seed, with what a router does to their packets by the vendors' manuals.

Nothing here is taken from the compiler, and nothing of it is imported: it is the judge that shares
nothing with it. An abstract policy is made first, then printed as text, and interpreted beside it.
"""

from __future__ import annotations

from tests.generator.device import DIALECTS, Device, PortInfo, device
from tests.generator.figure import QUANTITIES, SOURCES, Figure
from tests.generator.treatment import Treatment

__all__ = [
    "DIALECTS",
    "QUANTITIES",
    "SOURCES",
    "Device",
    "Figure",
    "PortInfo",
    "Treatment",
    "device",
]
