"""The sample that rules ask before they make regions."""

from __future__ import annotations

from qosc.lint.engine.rule import Context
from qosc.packets.sample import Sample

__all__ = ["sample"]


def sample(context: Context) -> Sample:
    """What is sure of the device's classes without a space, for `Context.once`."""
    return Sample(context.device)
