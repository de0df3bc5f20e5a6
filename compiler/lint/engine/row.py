"""A rule before it is imported: a row of the list of rules."""

from __future__ import annotations

from qosc.tuples import NamedTuple

__all__ = ["Row"]


class Row(NamedTuple):
    """A rule before it is imported. `module` is below `qosc.lint.rules` for a rule of ours, and a
    full name for one of another package.
    """

    code: str
    name: str
    module: str
    traits: frozenset[str]
