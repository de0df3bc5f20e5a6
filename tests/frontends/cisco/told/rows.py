"""What the tables of lines and reasons share: how a row is run, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from qosc import frontends
from qosc.source import SourceText

__all__ = ["Row", "Told", "each_of", "told_of"]

Told = list[tuple[int, str, str]]
"""The number of a line, the state that it ends in, and the reason."""
Row = tuple[str, tuple[str, ...], Told]
"""A platform, the lines of a config, and what is told of them."""


def each_of(rows: Sequence[Row]) -> pytest.MarkDecorator:
    """A test for each row, with the name of the first line that something is told of."""
    names = [" ".join(lines[told[0][0] - 1].split()) for _, lines, told in rows]
    return pytest.mark.parametrize(("platform", "lines", "told"), rows, ids=names)


def told_of(platform: str, lines: tuple[str, ...]) -> Told:
    """What is told of the lines of a config."""
    text = "".join(f"{line}\n" for line in lines)
    residue = frontends.load(SourceText("t.cfg", text), platform).residue
    return [(each.origin.line, str(each.state), each.reason) for each in residue]
