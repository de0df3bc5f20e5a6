"""How many commands the ports still to come will have, told from those that are like them.

A device of thousands of ports has few kinds of them. What one took, the next one of its kind takes
as well, so that a script that will not fit is refused at its first ports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from qosc.ir import Attachment, Port, Stage
from qosc.source import NOWHERE
from qosc.values import replace

__all__ = ["SURE", "AlikePorts"]

SURE = 2
"""A script is refused by what its ports will take only where that is so many times as much as it
may have: ports that look alike may differ in a command or two (an address of the router's own).
"""


class AlikePorts:
    """Ports to be lowered, by what their commands follow from."""

    def __init__(self, ports: Iterable[Port]) -> None:
        self._left = Counter(map(_kind, ports))
        self._each: dict[Hashable, int] = {}
        self._to_come = 0

    def to_come(self, port: Port, commands: int) -> int:
        """How many commands the ports like those already lowered will have together, after `port`
        has been lowered to so many.
        """
        kind = _kind(port)
        self._to_come -= self._each.get(kind, 0) * self._left[kind]
        self._left[kind] -= 1
        self._each[kind] = commands
        self._to_come += commands * self._left[kind]
        return self._to_come


def _kind(port: Port) -> Hashable:
    """What is equal for ports of the same commands: their model without names and places."""
    bare = replace(
        port, name="", parent="", unit="", beside=(), input=(), output=(), origin=NOWHERE
    )
    return bare, tuple(map(_stage, port.input)), tuple(map(_stage, port.output))


def _stage(stage: Stage) -> Hashable:
    """A policy by its name; a list of rules, which may be long, by being the same object."""
    return stage if isinstance(stage, Attachment) else id(stage)
