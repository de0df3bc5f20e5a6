"""JunOS text with braces as a tree of words, read by plain means, and printed again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.diff.rewritten.refused import RefusedError

__all__ = ["Statement", "as_set", "printed", "tree"]

_TOKEN = re.compile(
    r'(?P<blank>\s+|/\*.*?\*/|#[^\n]*)|(?P<word>"(?:[^"\\]|\\.)*"|[{};\[\]]|[^\s{};\[\]"]+)',
    re.DOTALL,
)
_AT_THE_TOP = frozenset(
    """version groups apply-groups system chassis services security interfaces snmp
    forwarding-options event-options routing-options protocols policy-options class-of-service
    firewall access applications routing-instances bridge-domains vlans switch-options
    ethernet-switching-options virtual-chassis multi-chassis logical-systems poe wlan
    accounting-options dynamic-profiles""".split()  # noqa: SIM905
)
"""Stanzas of the first level (Juniper, CLI Explorer)."""
_TAGS = frozenset(("inactive:", "replace:", "protect:", "delete:", "active:"))


@dataclass
class Statement:
    """Words, and what stands in braces behind them; None: it ends with a semicolon."""

    words: list[str]
    below: list[Statement] | None = None
    inactive: bool = False
    values: list[str] = field(default_factory=list)
    """What stands in square brackets."""


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise RefusedError("no text with braces")
        at = found.end()
        if found["word"]:
            yield found["word"]


def tree(text: str) -> list[Statement]:
    """The statements of a text; RefusedError where it is anything but statements in braces."""
    if "{" not in text:
        raise RefusedError("no braces")
    stack: list[list[Statement]] = [[]]
    words: list[str] = []
    values: list[str] | None = None
    parts = _tokens(text)
    for part in parts:
        if part == "[":
            values = _values(parts)
        elif part == "}":
            if words or len(stack) == 1:
                raise RefusedError("braces that do not match")
            stack.pop()
        elif part in ("{", ";"):
            if not words or (values is not None and part == "{"):
                raise RefusedError("a statement without words, or with brackets before a brace")
            one = _statement(words, values or [])
            stack[-1].append(one)
            if part == "{":
                one.below = []
                stack.append(one.below)
            words, values = [], None
        elif part == "]" or values is not None:
            raise RefusedError("words behind brackets")
        else:
            words.append(part)
    if words or len(stack) > 1:
        raise RefusedError("braces that do not match")
    _refuse_excerpts(stack[0])
    return stack[0]


def _refuse_excerpts(found: list[Statement]) -> None:
    heads = [one.words[0] for one in found]
    if not _AT_THE_TOP.issuperset(heads):
        raise RefusedError("an excerpt, or other text around it")
    stanzas = [head for head in heads if head != "apply-groups"]
    if len(set(stanzas)) != len(stanzas):
        raise RefusedError("a stanza in two places")


def _values(parts: Iterator[str]) -> list[str]:
    """What stands in brackets, the first of which is read."""
    found: list[str] = []
    for part in parts:
        if part == "]":
            return found
        if part in "{};[":
            break
        found.append(part)
    raise RefusedError("brackets that do not match")


def _statement(words: list[str], values: list[str]) -> Statement:
    inactive = words[0] == "inactive:"
    if words[0] in _TAGS:
        if not inactive:
            raise RefusedError(f"a tag {words[0]}")
        words = words[1:]
    if not words:
        raise RefusedError("a tag alone")
    return Statement(words, None, inactive, values)


def printed(statements: list[Statement], rng: Random, level: int = 0) -> str:
    """The text of a tree with white space as dice throw it."""
    made = []
    for one in statements:
        pad = " " * rng.choice((level, 4 * level, 8 * level))
        words = ("inactive: " * one.inactive) + rng.choice((" ", "  ")).join(one.words)
        if one.values:
            words += f" [ {' '.join(one.values)} ]"
        if one.below is None:
            made.append(f"{pad}{words};\n")
        elif not one.below:
            made.append(f"{pad}{words} {{\n{pad}}}\n")
        else:
            end = rng.choice((" ", "\n", "\n"))
            made.append(f"{pad}{words} {{{end}{printed(one.below, rng, level + 1)}{pad}}}\n")
    return "".join(made)


def as_set(statements: list[Statement]) -> str:
    """The lines that `show | display set` prints of a tree."""
    return "\n".join(_lines(statements, [])) + "\n"


def _lines(statements: list[Statement], path: list[str]) -> Iterator[str]:
    for one in statements:
        here = [*path, *one.words]
        if one.inactive and one.below is None:
            raise RefusedError("a leaf that is not in force")
        if one.below:
            yield from _lines(one.below, here)
        elif one.values:
            yield from (f"set {' '.join([*here, value])}" for value in one.values)
        else:
            yield f"set {' '.join(here)}"
        if one.inactive:
            yield f"deactivate {' '.join(here)}"
