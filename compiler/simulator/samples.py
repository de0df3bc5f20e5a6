"""Single values behind the figures of a result: each delay, wait and response, with its instant."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from qosc.simulator.loop import Loop

__all__ = ["Sample", "Timed", "Values", "untimed"]

Values: TypeAlias = "array[int]"
"""Times in ns, in the order in which they were measured."""


def untimed() -> Values:
    """A store of values alone."""
    return array("q")


class Timed(array):  # type: ignore[type-arg]
    """A store that keeps with each value the instant at which it was measured.

    What counts packets calls `append` and nothing else, so that a run that keeps no instants pays
    nothing for those that do.
    """

    __slots__ = ("_loop", "at")

    def __new__(cls, _loop: Loop) -> Timed:  # noqa: PYI034 - as the stubs of array have it
        """An empty store that reads the clock of a loop."""
        return super().__new__(cls, "q")  # type: ignore[return-value]

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.at = array("q")

    def append(self, value: int) -> None:
        """Keep a value, in ns, measured now."""
        super().append(value)
        self.at.append(self._loop.now)


@dataclass(frozen=True, slots=True)
class Sample:
    """All values of one quantity of one source or class, in ns and in the order of their instants.

    `quantity` is `delay` (one way), `rtt`, `response` (from request to answer, or of a transfer
    from start to end) or `wait` (from arrival at a port to the last bit on the wire). `port` is the
    node and the port of a class, with a space between, and empty for a source; `side` and `policy`
    are those of the class, `kind` that of the source. `at_ns` are the instants since the start of
    the run at which the values were measured: the end of each; empty where the engine keeps none.
    """

    name: str
    quantity: str
    values_ns: Sequence[int]
    at_ns: Sequence[int] = ()
    port: str = ""
    side: str = ""
    policy: str = ""
    kind: str = ""
