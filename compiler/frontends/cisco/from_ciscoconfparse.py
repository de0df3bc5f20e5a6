"""Take over a config that `ciscoconfparse` or `ciscoconfparse2` has already loaded.

Neither package is imported: an object of either is told by the module of its type, and used by the
few attributes that both generations have. Only the text is taken over; the tree of statements is
made anew, since the packages see children by indentation alone. Where the two trees differ the
caller is told.
"""

from __future__ import annotations

from typing import Any

from qosc.frontends.cisco.sections.reader import read
from qosc.frontends.cisco.text.lines import Line, Reading
from qosc.source import SourceText

__all__ = ["is_parsed", "source_of", "tree_notes"]

_PACKAGES = ("ciscoconfparse", "ciscoconfparse2")


def is_parsed(candidate: object) -> bool:
    """Whether an object is a `CiscoConfParse` of either generation."""
    return any(
        kind.__name__ == "CiscoConfParse" and kind.__module__.partition(".")[0] in _PACKAGES
        for kind in type(candidate).__mro__
    )


def source_of(parse: Any, name: str = "<ciscoconfparse>") -> SourceText:
    """The text that a `CiscoConfParse` object holds, its lines as that package numbers them.

    Columns are those of the original. Line numbers are too unless the package dropped blank lines
    (which it does by default when it reads a file or a string). TypeError if the object is no
    `CiscoConfParse`.
    """
    if not is_parsed(parse):
        raise TypeError(f"not a CiscoConfParse: {type(parse).__name__}")
    return SourceText.of(name, "".join(f"{_text(entry)}\n" for entry in parse.objs))


def tree_notes(parse: Any, source: SourceText) -> tuple[tuple[int, str], ...]:
    """Where the package's tree differs from ours: line numbers and what differs.

    `source` is what `source_of` gave. A section whose children the package does not see gets one
    note, at the line that opens it; any other line that it puts elsewhere gets one of its own.
    """
    parents = [entry.parent.linenum + 1 for entry in parse.objs]
    notes: dict[int, str] = {}
    for parent, line in _edges(read(source)):
        theirs = parents[line.number - 1] if line.number <= len(parents) else line.number
        if theirs == parent.number:
            continue
        if theirs == line.number:
            notes.setdefault(
                parent.number,
                "ciscoconfparse sees no children here: the lines below are not indented",
            )
        else:
            notes.setdefault(
                line.number,
                f"ciscoconfparse puts this line below line {theirs}, qosc below {parent.number}",
            )
    return tuple(sorted(notes.items()))


def _edges(reading: Reading) -> list[tuple[Line, Line]]:
    return [(line, child) for line in reading.walk() for child in line.children]


def _text(entry: Any) -> str:
    # An object made from a list can hold anything; a line is one line.
    return str(entry.text).replace("\r", " ").replace("\n", " ")
