"""The lines of a Cisco text in another order, with other white space, and abbreviated."""

from __future__ import annotations

import re
from random import Random

from tests.diff.rewritten.refused import RefusedError

__all__ = ["abbreviated", "indented", "reordered"]

_SHORT = {
    "interface": "interf",
    "class-map": "class-m",
    "policy-map": "policy-m",
    "service-policy": "service-pol",
    "bandwidth": "bandwid",
    "priority": "priori",
    "description": "descr",
    "match": "matc",
    "permit": "perm",
    "queue-limit": "queue-l",
    "random-detect": "random-d",
    "fair-queue": "fair-q",
    "shape": "shap",
    "police": "polic",
}
"""First words, short of a few letters: still the only command of their mode that begins so."""
_AT_THE_MARGIN = frozenset(("interface", "class-map", "policy-map"))
"""The others are kept whole where a text has lost its indentation."""
_SHORT_BEHIND = {"input": "inp", "output": "outp", "average": "aver", "percent": "perc"}
_TAKES_THESE = frozenset(("service-policy", "bandwidth", "priority", "shape", "police"))


def abbreviated(text: str) -> str:
    """The text with shorter keywords."""
    found = []
    for line in text.split("\n"):
        words = re.split(r"([ \t]+)", line)
        at = 2 if words[0] == "" and len(words) > 2 else 0
        head = words[at]
        if at or head in _AT_THE_MARGIN:
            words[at] = _SHORT.get(head, head)
        if head in _TAKES_THESE and len(words) > at + 2:
            words[at + 2] = _SHORT_BEHIND.get(words[at + 2], words[at + 2])
        found.append("".join(words))
    made = "\n".join(found)
    if made == text:
        raise RefusedError("no keyword to abbreviate")
    return made


def indented(text: str, rng: Random) -> str:
    """The text with deeper indentation, and blanks at the ends of some lines."""
    if re.search(r"^   [a-z]", text, re.MULTILINE):
        raise RefusedError("indented by three, as EOS prints, which tells its platform")
    factor = rng.choice((2, 4))
    lines = []
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        if bare.startswith("\t"):
            raise RefusedError("tabs")
        end = " " if bare.strip() and rng.random() < 0.2 else ""
        lines.append(" " * (factor * (len(line) - len(bare))) + bare + end)
    made = "\n".join(lines)
    if made == text:
        raise RefusedError("nothing is indented")
    return made


def reordered(text: str, rng: Random) -> str:
    """The text with definitions of one kind that stand side by side in another order, and so the
    `match` lines of a class-map and the actions of a class.
    """
    if re.search(r"^[ \t]*banner\b", text, re.MULTILINE):
        raise RefusedError("a banner")
    blocks = _blocks(text)
    _refuse_twice(blocks)
    inside = [_shuffled_inside(block, rng) for block in blocks]
    made: list[list[str]] = []
    run: list[list[str]] = []
    for block in [*inside, [""]]:
        if run and _kind(block) != _kind(run[0]):
            made += _moved(run, rng)
            run = []
        if _kind(block):
            run.append(block)
        else:
            made.append(block)
    moved = "\n".join(line for block in made[:-1] for line in block)
    if moved == text:
        raise RefusedError("nothing to move")
    return moved


def _blocks(text: str) -> list[list[str]]:
    """Each line that is not indented with what stands below it, comments among it."""
    blocks: list[list[str]] = []
    for line in text.split("\n"):
        below = line[:1] in (" ", "!", "", "\t") or line.startswith("end-")
        if blocks and below:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _kind(block: list[str]) -> str:
    """What a block defines, if blocks of that kind do not look at their order."""
    kind, _, rest = block[0].partition(" ")
    if kind not in ("class-map", "policy-map", "interface") or not rest:
        return ""
    nested = ("service-policy", "match class-map", "class-map")
    if kind != "interface" and any(line.strip().startswith(nested) for line in block[1:]):
        return ""
    return kind


def _refuse_twice(blocks: list[list[str]]) -> None:
    """A second definition adds to the first, or replaces it: their order counts."""
    heads = [" ".join(block[0].split()).lower() for block in blocks if _kind(block)]
    if len(heads) != len(set(heads)):
        raise RefusedError("a definition in two places")


def _moved(run: list[list[str]], rng: Random) -> list[list[str]]:
    order = list(run)
    rng.shuffle(order)
    return order


_ALONE = frozenset(("set", "bandwidth", "queue-limit", "shape", "police", "priority"))


def _shuffled_inside(block: list[str], rng: Random) -> list[str]:
    kind = _kind(block)
    if kind == "class-map":
        return _lines_moved(block, rng, lambda line: line.split()[:1] == ["match"])
    if kind == "policy-map":
        return _actions_moved(block, rng)
    return block


def _lines_moved(block: list[str], rng: Random, movable: object) -> list[str]:
    assert callable(movable)
    places = [at for at, line in enumerate(block) if at and movable(line)]
    lines = [block[at] for at in places]
    rng.shuffle(lines)
    made = list(block)
    for at, line in zip(places, lines, strict=True):
        made[at] = line
    return made


def _actions_moved(block: list[str], rng: Random) -> list[str]:
    """Each class whose actions are single lines of different kinds, in another order."""
    made = block[:1]
    actions: list[str] = []
    for line in [*block[1:], "end"]:
        words = line.split()
        depth = len(line) - len(line.lstrip())
        same = not actions or depth == len(actions[0]) - len(actions[0].lstrip())
        if words and words[0] in _ALONE and same:
            actions.append(line)
            continue
        deeper = bool(actions) and words and words[0] != "!" and not same and words[0] != "class"
        kinds = [tuple(one.split()[: 1 + one.strip().startswith("set ")]) for one in actions]
        if not deeper and len(set(kinds)) == len(kinds):
            rng.shuffle(actions)
        made += actions
        actions = []
        made.append(line)
    return made[:-1]
