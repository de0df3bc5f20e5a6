"""How much work a compile may spend on telling packets apart, counted alike on every machine.

A config of some kilobytes can have products of lists that take minutes to work out and are then
too large for the kernel anyway. Each step is counted before it is done, so that the same bytes are
given up at the same place under any load.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

__all__ = ["CELL", "COMPARISON", "MEETING", "MOST_WORK", "Budget", "TooLargeError", "TooMuchError"]

COMPARISON: Final = 1
"""Whether one conjunction covers another, or one filter keeps apart from another."""
MEETING: Final = 4
"""The conjunction of two conjunctions."""
CELL: Final = 8
"""A filter written out."""

MOST_WORK: Final = 4_000_000
"""For one compile: 973 kB of JunOS terms that spend all of it took 5.4 s of processor time."""

_ALWAYS: Final = 256
"""What each predicate may spend in any case: some tests of values, or a list of a dozen lines."""

_Found = TypeVar("_Found")


class TooLargeError(Exception):
    """A predicate needs more filters than it may have."""


class TooMuchError(TooLargeError):
    """A predicate needs more work than is left for it."""


class Budget:
    """The work that is left, and what has been worked out already, for one compile.

    A predicate may spend half of what is left when its turn comes, so that a costly one leaves
    something for those after it. What was worked out once, for one port, costs nothing for the
    next.
    """

    def __init__(self, most: int = MOST_WORK) -> None:
        self._left = most
        self._own = 0
        self._working = False
        self._known: dict[tuple[Hashable, ...], Any] = {}
        self._kept: list[object] = []

    def spend(self, count: int) -> None:
        """Count work before it is done. Raises TooMuchError where the predicate may not do it."""
        if count > self._own:
            self._own = 0
            raise TooMuchError
        self._own -= count

    def once(self, subject: object, *how: Hashable, make: Callable[[], _Found]) -> _Found:
        """What `make` returns for one subject in one way, or the TooLargeError that it raises.

        The subject is known by its identity: it is an object of the device's model.
        """
        key = (id(subject), *how)
        if key not in self._known:
            self._kept.append(subject)
            self._known[key] = self._turn(make)
        known = self._known[key]
        if isinstance(known, TooLargeError):
            raise type(known)
        return cast("_Found", known)

    def _turn(self, make: Callable[[], _Found]) -> _Found | TooLargeError:
        """Let one predicate work; what is worked out for its sake is at its cost."""
        outermost = not self._working
        if outermost:
            before = self._own = _ALWAYS + self._left // 2
            self._working = True
        try:
            return make()
        except TooLargeError as error:
            return error
        finally:
            if outermost:
                self._working = False
                self._left -= max(before - self._own - _ALWAYS, 0)
