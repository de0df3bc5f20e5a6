"""What stands on one side only, as a few digits that follow from what it holds."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from qosc.changes.parts import Parts
from qosc.ir import Device
from qosc.ir.resolve import resolve
from qosc.values import replace

__all__ = ["of_lines", "of_port"]


def of_port(device: Device, name: str) -> str:
    """Of a port: its stages with all that they refer to, whatever lines they stand on."""
    port = replace(device.ports[name], description="")
    stages = (*port.input, *port.output)
    references = sorted(Parts(device).references(stages), key=repr)
    return _digits([repr(port), *(repr(resolve(device, one)) for one in references)])


def of_lines(lines: Iterable[str]) -> str:
    """Of a text: its lines without white space around words, and without empty ones."""
    words = (" ".join(line.split()) for line in lines)
    return _digits([line for line in words if line.strip("!# ")])


def _digits(parts: list[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()[:12]
