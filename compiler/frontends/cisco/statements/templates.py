r"""Phrases of statements that differ in digits only.

`class-map match-any VOICE-17` and `class-map match-any VOICE-42` are the same phrase with other
digits in the same places. Large configs are made of such lines, so a phrase is kept as a template
with holes for the words that hold digits, and the next line of its kind is not parsed: its words
are put into the holes.

That is sound because no terminal tells one digit from another: patterns say `\d` or `[0-9a-f]`.
Only keywords do (`af21`, `ipv6`), so a line with a word that is one, or begins one, makes no
template.
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.frontends.cisco.statements.words import Node, Part, Word

__all__ = ["Template", "blind", "fill", "marked", "template_of"]

_ALIKE = bytes.maketrans(b"123456789", b"000000000")
_new = tuple.__new__


class Template:
    """A phrase with holes."""

    __slots__ = ("below", "end", "holes", "name", "parts", "start")

    def __init__(self, node: Node) -> None:
        self.name = node.name
        self.start = node.start
        self.end = node.end
        self.parts = node.children
        """Those of the first line."""
        self.holes: list[tuple[int, int, int]] = []
        """Which of the parts are words with digits, with their start and end."""
        self.below: list[tuple[int, Template]] = []
        """Which of the parts are phrases with holes."""


def blind(text: str) -> bytes:
    """A text to which all digits are alike."""
    return text.encode("utf-8", "surrogatepass").translate(_ALIKE)


def marked(keywords: Iterable[str]) -> bytes:
    """The keywords of a grammar for `template_of`, each behind a blank."""
    return blind(" ".join(("", *keywords)))


def template_of(node: Node, text: str, keywords: bytes) -> Template | None:
    """What texts with other digits than `text`, whose phrase is `node`, are filled into."""
    if b"0" not in blind(text):
        return None
    for word in map(blind, text.lower().split()):
        if b"0" in word and b" " + word in keywords:
            return None
    template = _with_holes(node, text)
    # A word that the parser has put in place of another one is not to be had from the text.
    return template if fill(template, text) == node else None


def _with_holes(node: Node, text: str) -> Template:
    template = Template(node)
    for index, child in enumerate(node.children):
        if isinstance(child, Node):
            below = _with_holes(child, text)
            if below.holes or below.below:
                template.below.append((index, below))
        elif b"0" in blind(text[child.start : child.end]):
            template.holes.append((index, child.start, child.end))
    return template


def fill(template: Template, text: str) -> Node:
    """The phrase of a text that is `blind` to the same bytes as that of the template."""
    parts: list[Part] = list(template.parts)
    for index, start, end in template.holes:
        parts[index] = _new(Word, (text[start:end], start, end))
    for index, below in template.below:
        parts[index] = fill(below, text)
    return _new(Node, (template.name, tuple(parts), template.start, template.end))
