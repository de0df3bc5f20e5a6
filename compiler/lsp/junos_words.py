"""Where in the hierarchy of JunOS a place is, and what the schema has there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from qosc.frontends.junos.tree.schema import ROOTS, SPECIAL, Spec, root_spec

__all__ = ["Where", "path_of", "where"]

_TOKEN = re.compile(
    r'/\*(?:[^*]|\*(?!/))*+(?:\*/)?|#[^\n]*+|"(?:[^"\\]|\\.)*+"?|[{};\[\]]|[^\s{};\[\]"#]++',
    re.DOTALL,
)
_COMMANDS = ("set", "delete", "edit", "activate", "deactivate")
_REFERRED = {
    "scheduler-map": "scheduler-map",
    "scheduler": "scheduler",
    "drop-profile": "drop-profile",
    "forwarding-class": "forwarding-class",
    "policer": "policer",
    "three-color-policer": "three-color-policer",
    "filter": "filter",
    "input": "filter",
    "output": "filter",
    "output-traffic-control-profile": "traffic-control-profile",
    "source-prefix-list": "prefix-list",
    "destination-prefix-list": "prefix-list",
    "prefix-list": "prefix-list",
}
"""What the word behind a keyword is the name of."""


class Where(NamedTuple):
    """What may stand at a place: words of the schema, or the name of a kind of object."""

    words: tuple[str, ...]
    name_of: str = ""


def path_of(lines: Sequence[str]) -> tuple[list[str], str]:
    """The words of the statements that are open at the end of a text, with those of its last
    statement; and the word that is being typed there.
    """
    text = lines[-1]
    start = len(text)
    while start and text[start - 1] not in "{};[]" and not text[start - 1].isspace():
        start -= 1
    word = text[start:]
    first = text.split(None, 1)[:1]
    if first and first[0] in _COMMANDS and first[0] != word:
        return text.split()[1 : None if not word else -1], word
    stack: list[list[str]] = []
    now: list[str] = []
    for part in _TOKEN.findall("\n".join(lines)[: -len(word) or None]):
        if part.startswith(("/*", "#")):
            continue
        if part == "{":
            stack.append(now)
            now = []
        elif part == "}":
            now = []
            if stack:
                stack.pop()
        elif part == ";":
            now = []
        elif part not in "[]" and part not in ("inactive:", "protect:", "replace:"):
            now.append(part.strip('"'))
    return [each for level in [*stack, now] for each in level], word


def where(path: Sequence[str]) -> Where:
    """What may stand behind the words of a path."""
    spec: Spec | None = root_spec()
    at = 0
    while spec is not None and at < len(path):
        keyword = path[at]
        spec = spec.words.get(keyword) or SPECIAL.get(keyword) or spec.any
        at += 1
        if spec is None:
            return Where(())
        if spec.names and at + spec.names > len(path):
            return Where((), _REFERRED.get(keyword, "none of ours"))
        at += spec.names
    if spec is None:
        return Where(())
    words = ROOTS if not path else spec.words
    return Where(tuple(sorted(words)))
