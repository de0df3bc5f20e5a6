"""Phrases of statements that differ in digits only.

`class-map match-any VOICE-17` and `class-map match-any VOICE-42` are the same phrase with other
digits in the same places. Large configs are made of such lines, so a phrase is kept with holes for
the words that hold digits, and the next line of its form is filled in without being parsed.

That is sound because no terminal tells one digit from another: patterns say `\\d` or `[0-9a-f]`.
Only keywords do (`af21`, `ipv6`), so a line with a word that is one, or begins one, has no form.
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.frontends.ios.statements.words import Node, Part, Word

__all__ = ["Form", "blind", "fill", "form_of", "marked"]

_ALIKE = bytes.maketrans(b"123456789", b"000000000")
_new = tuple.__new__


class Form:
    """A phrase with holes: what a new line of the form puts into it."""

    __slots__ = ("end", "forms", "holes", "name", "parts", "start")

    def __init__(self, node: Node) -> None:
        self.name = node.name
        self.start = node.start
        self.end = node.end
        self.parts = node.children
        """Those of the first line."""
        self.holes: list[tuple[int, int, int]] = []
        """Which of the parts are words with digits, with their start and end."""
        self.forms: list[tuple[int, Form]] = []
        """Which of the parts are phrases with holes."""


def blind(text: str) -> bytes:
    """A text to which all digits are alike."""
    return text.encode("utf-8", "surrogatepass").translate(_ALIKE)


def marked(keywords: Iterable[str]) -> bytes:
    """The keywords of a grammar for `form_of`, each behind a blank."""
    return blind(" ".join(("", *keywords)))


def form_of(node: Node, text: str, keywords: bytes) -> Form | None:
    """The form of the phrase of a text; None where it has none that is of use to other texts."""
    look = blind(text.lower())
    if b"0" not in look:
        return None
    for word in look.split():
        if b"0" in word and b" " + word in keywords:
            return None
    form = _with_holes(node, text)
    # A word that the parser has put in place of another one is not to be had from the text.
    return form if fill(form, text) == node else None


def _with_holes(node: Node, text: str) -> Form:
    form = Form(node)
    for index, child in enumerate(node.children):
        if isinstance(child, Node):
            below = _with_holes(child, text)
            if below.holes or below.forms:
                form.forms.append((index, below))
        elif b"0" in blind(text[child.start : child.end]):
            form.holes.append((index, child.start, child.end))
    return form


def fill(form: Form, text: str) -> Node:
    """The phrase of a text of that form."""
    parts: list[Part] = list(form.parts)
    for index, start, end in form.holes:
        parts[index] = _new(Word, (text[start:end], start, end))
    for index, below in form.forms:
        parts[index] = fill(below, text)
    return _new(Node, (form.name, tuple(parts), form.start, form.end))
