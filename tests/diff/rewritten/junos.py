"""JunOS text, with braces or as `set` lines, in another order, with other white space and names."""

from __future__ import annotations

import re
from random import Random

from tests.diff.rewritten.braces import Statement, as_set, printed, tree
from tests.diff.rewritten.refused import RefusedError

__all__ = ["in_set_form", "indented", "is_set", "renamed", "reordered"]

_SET = re.compile(r"^(?:set|delete|deactivate|activate) ", re.MULTILINE)
_MOVABLE = frozenset(
    (
        "class-of-service",
        "schedulers",
        "scheduler-maps",
        "classifiers",
        "rewrite-rules",
        "forwarding-classes",
        "drop-profiles",
        "traffic-control-profiles",
        "interfaces",
        "firewall",
        "family",
    )
)
"""Stanzas whose statements may stand in any order; terms of a filter may not."""
_ORDERED = frozenset(("groups", "policy-statement", "filter", "term", "policy", "policies"))


def is_set(text: str) -> bool:
    """Whether a text is of `set` lines."""
    return "{" not in text and _SET.search(text) is not None


def in_set_form(text: str) -> str:
    """A text with braces as `set` lines."""
    return as_set(tree(text))


def indented(text: str, rng: Random) -> str:
    """The text with other white space; comments of a text with braces are dropped."""
    if not is_set(text):
        return printed(tree(text), rng)
    return "\n".join(
        re.sub(r"^set ", rng.choice(("set  ", "  set ", "\tset ")), line)
        for line in text.split("\n")
    )


def reordered(text: str, rng: Random) -> str:
    """The text with statements in another order where it says nothing."""
    if is_set(text):
        return _lines_moved(text, rng)
    found = tree(text)
    rng.shuffle(found)
    for one in found:
        _shuffle(one, rng)
    return printed(found, rng)


def _shuffle(one: Statement, rng: Random) -> None:
    if one.below is None or one.words[0] in _ORDERED:
        return
    heads = [" ".join(each.words) for each in one.below if each.below is not None]
    if one.words[0] in _MOVABLE and len(set(heads)) == len(heads):
        rng.shuffle(one.below)
    for each in one.below:
        _shuffle(each, rng)


def _lines_moved(text: str, rng: Random) -> str:
    """`set` lines of different objects in another order; those of one object keep theirs."""
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not all(line.startswith("set ") for line in lines):
        raise RefusedError("lines other than `set`")
    queues: dict[object, list[str]] = {}
    for line in lines:
        queues.setdefault(_object(line.split()[1:]), []).append(line)
    order = [key for key, held in queues.items() for _ in held]
    rng.shuffle(order)
    return "\n".join(queues[key].pop(0) for key in order) + "\n"


def _object(words: list[str]) -> tuple[str, ...]:
    """What a line belongs to, of whose lines the order is kept."""
    if words[0] == "class-of-service" and len(words) > 3:
        deep = 4 if words[1] in ("classifiers", "rewrite-rules") else 3
        return () if "apply-groups" in words else tuple(words[:deep])
    if words[0] == "interfaces":
        return () if "apply-groups" in words else tuple(words[:2])
    if words[0] == "firewall" and "filter" in words[:5]:
        return tuple(words[: words.index("filter") + 2])
    return tuple(words[:1])


_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[\w./:*-]+|[\[\]{};]|#[^\n]*|/\*.*?\*/', re.DOTALL)
_BEFORE = frozenset(
    (
        "scheduler",
        "scheduler-map",
        "schedulers",
        "scheduler-maps",
        "policer",
        "filter",
        "drop-profile",
        "traffic-control-profiles",
        "output-traffic-control-profile",
        "input-traffic-control-profile",
        "three-color-policer",
        "prefix-list",
        "source-prefix-list",
        "destination-prefix-list",
    )
)
_DEFINED = re.compile(
    r"\b(?:scheduler|scheduler-map|policer|filter|drop-profile|output-traffic-control-profile"
    r"|prefix-list)[ \t]+([A-Za-z][\w-]{2,})[ \t]*(?=[;{\n])"
)
_KEYWORDS = frozenset(("input", "output", "input-list", "output-list", "any", "default"))


def renamed(text: str) -> str:
    """The text with `-xq` behind each name of a scheduler, map, policer, filter, profile or list
    of prefixes that stands nowhere else.
    """
    names = set(_DEFINED.findall(text)) - _KEYWORDS
    words = [word for word in _WORD.finditer(text) if not word[0].startswith(("#", "/*"))]
    for at, word in enumerate(words):
        if word[0] in names and not _is_name([one[0] for one in words[max(at - 12, 0) : at]]):
            names.discard(word[0])
    heads = re.findall(
        r"\b(?:schedulers|scheduler-maps|drop-profiles|filter|policer|prefix-list"
        r"|three-color-policer|traffic-control-profiles) ([\w-]+)|^[ \t]*([\w-]+) \{",
        text,
        re.MULTILINE,
    )
    names &= {name for pair in heads for name in pair}
    if not names:
        raise RefusedError("no name that can be told from other words")
    return _WORD.sub(lambda word: word[0] + "-xq" * (word[0] in names), text)


def _is_name(before: list[str]) -> bool:
    """Whether a word stands where a name does: behind its keyword, as the head of a statement in
    the stanza of its kind, or as a filter of a port.
    """
    if not before:
        return False
    last = before[-1]
    if last in _BEFORE:
        return True
    if last in ("input", "output") and "filter" in before[-3:]:
        return True
    return last in ("{", "}") and _stanza(before) in _BEFORE


def _stanza(before: list[str]) -> str:
    """The word before the brace that is open, if it is among these words."""
    level = 0
    for at in range(len(before) - 1, 0, -1):
        level += (before[at] == "}") - (before[at] == "{")
        if level < 0:
            return before[at - 1]
    return ""
