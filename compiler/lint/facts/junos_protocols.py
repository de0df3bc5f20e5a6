"""Which routing instance a protocol, and a unit of lo0, of a JunOS text belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qosc.patterns import pattern

__all__ = ["MAIN", "WORD", "Started", "protocols", "units_of_instances"]

_ASKED = 4
"""So many words of a statement, and of those around it, are looked at."""
MAIN = ""
"""The instance of what stands in no routing instance."""

WORD = pattern(r'"[^"]*+"?|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|#.*+|[][{};]|[^\s"{};[\]]++')
"""A word, a mark or a remark of a JunOS text."""
_TOP = ("protocols", "routing-instances")
_PROTOCOL = frozenset(("bgp", "ospf", "ospf3", "rip"))


class Started(NamedTuple):
    """A protocol by its word, the line (from 1) that turns it on, and its routing instance."""

    word: str
    line: int
    instance: str


def protocols(lines: Sequence[str]) -> Iterator[Started]:
    """Each statement that turns a protocol on, in a routing instance or outside of them."""
    for words, line in _statements(lines):
        if words[:1] == ["protocols"] and len(words) > 1 and words[1] in _PROTOCOL:
            yield Started(words[1], line, MAIN)
        elif words[2:3] == ["protocols"] and len(words) > 3 and words[3] in _PROTOCOL:
            yield Started(words[3], line, words[1])


def units_of_instances(lines: Sequence[str]) -> dict[str, str]:
    """The routing instance of each unit of lo0 that a routing instance names."""
    found: dict[str, str] = {}
    for words, _ in _statements(lines):
        named = words[:1] == ["routing-instances"] and words[2:3] == ["interface"]
        if named and words[3:] and words[3].startswith("lo0."):
            found.setdefault(words[3], words[1])
    return found


def _statements(lines: Sequence[str]) -> Iterator[tuple[list[str], int]]:
    """The words of each statement of the two stanzas with those around it, and its line.

    Other stanzas are passed over by their braces, so that a text costs little more than its lines.
    """
    around: list[list[str]] = []
    path: list[str] = []
    said: list[str] = []
    level, inside = 0, False
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith("set "):
            words = text.split(None, _ASKED + 1)[1 : _ASKED + 1]
            if words[:1] and words[0] in _TOP:
                yield words, number
            continue
        if text.startswith(("#", "deactivate ")):
            continue
        if not inside:
            inside = level == 0 and text.startswith(_TOP)
            around, path, said = [], [], []
        if not inside:
            level = max(0, level + text.count("{") - text.count("}"))
            continue
        for word in WORD.findall(text):
            if word in ("{", ";"):
                whole = [*path, *said[:_ASKED]][:_ASKED]
                yield whole, number
                if word == "{":
                    around.append(path)
                    path = whole
                said = []
            elif word == "}":
                path = around.pop() if around else []
                said = []
            elif not word.startswith(("/*", "#")):
                said.append(word)
        inside = bool(around or said)
