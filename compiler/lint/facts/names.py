"""Names: how near one is to another, and where in the text it stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from qosc.ir import Reference, RefKind
from qosc.lint.engine.rule import Context
from qosc.source import Span

__all__ = [
    "distance",
    "meant_class_maps",
    "meant_policy_maps",
    "name_span",
    "nearest",
    "nearness",
]


_DEFAULT = "class-default"
_MOST = 20_000
"""So many pairs of names are compared."""


def distance(left: str, right: str) -> int:
    """How many insertions, deletions, changes and swaps of neighbours turn one into the other."""
    # What both begin with costs nothing.
    start = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
    if start is None:
        return abs(len(left) - len(right))
    left, right = left[start:], right[start:]
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        above, row, last = row, [i, *[0] * len(right)], before
        before = above
        for j, b in enumerate(right, start=1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]


def nearness(wanted: str, name: str) -> int:
    """How likely `name` is what was meant: 0 (not at all) to 4 (but for case, `-` and `_`)."""
    plain, left, letters = _forms(wanted)
    other, right, others = _forms(name)
    if plain == other:
        return 4
    if len(left) == len(right) == 1:
        return 0
    # Two steps change the length by two at most, and bring in or take out four letters at most.
    if abs(len(left) - len(right)) > 2 or len(letters ^ others) > 4:
        return 0
    if max(len(left), len(right)) > 64:
        return 0
    away = distance(left, right)
    if away == 1:
        return 3 if len(name) > 2 else 1
    return 2 if away == 2 and len(name) > 5 else 0


def nearest(wanted: str, names: Iterable[str], unused: Iterable[str] = ()) -> str:
    """The likeliest of some names, or nothing where none is near; an unused one wins a tie."""
    idle = frozenset(unused)
    best = max(names, key=lambda name: (nearness(wanted, name), name in idle), default="")
    return best if nearness(wanted, best) else ""


def meant_class_maps(context: Context) -> dict[str, str]:
    """The class-map that was meant by each name no class-map has. Use through `context.once`."""
    meant = _meant(context, RefKind.CLASS_MAP)
    for name, _ in context.index.undefined(RefKind.CLASS_MAP):
        near = name not in meant and nearness(name, _DEFAULT)
        if near or _plain(name) in ("default", "classdefault"):
            meant[name] = _DEFAULT  # which needs no class-map
    return meant


def meant_policy_maps(context: Context) -> dict[str, str]:
    """The policy-map that was meant by each name no policy-map has. Use through `context.once`.

    On a port that is the only policy-map of the config, if it is attached nowhere.
    """
    meant = _meant(context, RefKind.POLICY_MAP)
    defined = list(context.device.policies)
    if len(defined) == 1 and not context.index.uses_of(RefKind.POLICY_MAP, defined[0]):
        for name, uses in context.index.undefined(RefKind.POLICY_MAP):
            if not any(use.by.startswith("policy-map ") for use in uses):
                meant.setdefault(name, defined[0])
    return meant


def _meant(context: Context, kind: RefKind) -> dict[str, str]:
    idle = [definition.name for definition in context.index.unused(kind)]
    defined = list(context.index.defined(kind))
    # Each name is held against each other: not for a text with thousands of both.
    missing = [name for name, _ in context.index.undefined(kind)][: _MOST // (len(defined) + 1)]
    meant = {}
    for name in missing:
        best = nearest(name, defined, idle)
        if best:
            meant[name] = best
    return meant


def name_span(context: Context, reference: Reference) -> Span:
    """The place of a reference's name within the words that make the reference."""
    span = reference.origin
    if context.source is None or span.line != span.end_line or span.path != context.source.path:
        return span
    text = context.source.line(span.line)[: span.end_column - 1]
    start = text.rfind(reference.name, span.column - 1)
    if start < 0 or not reference.name:
        return span
    return context.source.span(span.line, start, start + len(reference.name))


@lru_cache(maxsize=2_048)
def _forms(name: str) -> tuple[str, str, frozenset[str]]:
    """A name as it is compared: without `-` and `_`, in lower case, and its letters."""
    low = name.lower()
    return _plain(name), low, frozenset(low)


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")
