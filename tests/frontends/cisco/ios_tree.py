"""The forest of an IOS text in a form that is easy to write down."""

from __future__ import annotations

import textwrap

from qosc.frontends.cisco.sections.reader import read
from qosc.frontends.cisco.text.lines import Line, Reading
from qosc.source import SourceText

PATH = "router.cfg"


def reading(text: str) -> Reading:
    return read(SourceText(PATH, text))


def outline(text: str) -> str:
    """One line for each statement, two blanks for each level, `keyword: text`.

    An unknown line has `?` for a keyword, with what was probably meant behind it.
    """
    return "".join(_outline(root, 0) for root in reading(text).roots)


def _outline(root: Line, level: int) -> str:
    rows = []
    stack = [(root, level)]
    while stack:
        line, depth = stack.pop()
        word = line.keyword or f"?{line.mistyped}"
        rows.append(f"{'  ' * depth}{word}: {line.text}\n")
        stack.extend((child, depth + 1) for child in reversed(line.children))
    return "".join(rows)


def dedent(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def unknown(text: str) -> list[tuple[str, str]]:
    """Text and probable keyword of each line that was not understood."""
    return [(line.text, line.mistyped) for line in reading(text).walk() if line.unknown]


CAR = "rate-limit input access-group 150 1000000 8000 8000 conform-action set-prec-transmit 7"


def only_text(text: str) -> str:
    (line,) = (line for line in reading(text).walk() if line.keyword != "interface")
    return line.text
