"""Circuits of Frame Relay with a map-class that nothing enables."""

from __future__ import annotations

from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import blocks, interfaces

__all__ = ["ENABLED", "NOT_ENABLED", "unshaped_circuits"]

ENABLED = "frame-relay traffic-shaping"
NOT_ENABLED = f"no interface with `{ENABLED}`"
"""What the reader says of the lines of such a map-class."""
_SHAPING = ("frame-relay cir", "frame-relay bc", "frame-relay mincir", "frame-relay traffic-rate")
_MAP = "map-class frame-relay "


def unshaped_circuits(context: Context) -> dict[int, tuple[str, str]]:
    """The lines of interfaces without traffic shaping whose circuits have a map-class for it, with
    the names of both. One whose policy shapes by itself is left out. Use through `context.once`.
    """
    if context.source is None or _MAP not in context.source.text:
        return {}
    shapers = {
        block.head.split()[1]
        for block in context.once(blocks)
        if block.head.startswith("policy-map ") and block.has("shape ")
    }
    shaping = {
        block.head.split()[2]
        for block in context.once(blocks)
        if block.head.startswith(_MAP)
        and len(block.head.split()) > 2
        and block.has(*_SHAPING)
        and not any(
            line.split()[-1] in shapers for _, line in block.starting("service-policy output ")
        )
    }
    mains = {
        block.head.split()[1]: block
        for block in context.once(interfaces)
        if "." not in block.head.split()[1] and block.has("encapsulation frame-relay")
    }
    circuits: dict[int, tuple[str, str]] = {}
    for block in context.once(interfaces):
        name = block.head.split()[1].partition(".")[0]
        main = mains.get(name)
        used = {
            line.split()[-1]
            for _, line in block.starting("class ", "frame-relay class ")
            if line.split()[-1] in shaping
        }
        if main is not None and used and not main.has(ENABLED):
            circuits.setdefault(main.number, (name, min(used)))
    return circuits
