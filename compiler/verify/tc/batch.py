"""Files for `tc -batch`: a tc command a line without its first word, each file for some ports."""

from __future__ import annotations

import re

from qosc.verify.tc.model import Unreadable
from qosc.verify.tc.shell import Command, Function, tokens

__all__ = ["batches", "is_batch"]

_TITLE = re.compile(r"^# Port (?P<name>.*); @INTERFACE@ stands for its interface\.$", re.MULTILINE)
_PLAIN = re.compile(r"[\w $:/.,@%+=-]*")
"""Text in which tc sees nothing but words."""


def is_batch(text: str) -> bool:
    """Whether a text is such a file, and no shell script."""
    return _TITLE.match(text) is not None


def batches(text: str) -> tuple[Function, ...]:
    """The commands of each port; several files may stand one after the other.

    The lines that name the ports of a file are its first. Raises Unreadable for a line that is not
    a command.
    """
    files: list[tuple[list[str], int, list[Command]]] = []
    in_titles = False
    for number, line in enumerate(text.split("\n"), 1):
        title = _TITLE.match(line)
        if title and in_titles:
            files[-1][0].append(title["name"])
        elif title:
            files.append(([title["name"]], number, []))
        elif line.strip() and not line.startswith("#"):
            if not _PLAIN.fullmatch(line):
                raise Unreadable(f"not the words of a tc command: {line[:80]}", number)
            words = ["$dev" if word == "@INTERFACE@" else word for _, word in tokens(line)]
            places = [(number, 0), *((number, place) for place, _ in tokens(line))]
            files[-1][2].append(Command(["tc", *words], number, places))
        in_titles = title is not None
    made = ((names, tuple(commands), line) for names, line, commands in files)
    return tuple(
        Function(name, commands, line, number)
        for number, (names, commands, line) in enumerate(made, 1)
        for name in names
    )
