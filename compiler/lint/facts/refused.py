"""Lines that the system refuses, as the reader knows."""

from __future__ import annotations

from qosc.ir import Residue
from qosc.lint.engine.traits import REFUSED

__all__ = ["is_refused"]


def is_refused(residue: Residue) -> bool:
    """Whether a line was understood, and JunOS does not commit it."""
    return residue.kind in REFUSED
