"""Objects that the model holds only as parts of their users: who defines them, who names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qosc.ir.device import Name
from qosc.lint.engine.rule import Context
from qosc.lint.facts.names import nearest
from qosc.source import NOWHERE, Span

__all__ = [
    "Objects",
    "covers",
    "elsewhere",
    "idle_contexts",
    "is_missing",
    "meant",
    "objects",
    "told",
    "words",
]

_MISSING = ("is not defined", "has no queue in this text")
_MOST = 20_000
"""So many pairs of names are compared."""


class Objects(NamedTuple):
    """`defined` and `uses` by kind and name; a predefined object has no origin."""

    defined: dict[str, dict[str, Name]]
    uses: dict[tuple[str, str], list[Name]]

    def written(self, kind: str) -> list[Name]:
        """The objects of a kind that a line of the config defines."""
        return [name for name in self.defined.get(kind, {}).values() if name.origin != NOWHERE]

    def missing(self) -> list[tuple[str, str, list[Name]]]:
        """Each kind and name that is used and not defined, with its uses."""
        return [
            (kind, name, uses)
            for (kind, name), uses in self.uses.items()
            if name not in self.defined.get(kind, {})
        ]

    def unused(self) -> list[Name]:
        """What is defined and never named."""
        return [
            name
            for kind in self.defined
            for name in self.written(kind)
            if (kind, name.name) not in self.uses
        ]


def objects(context: Context) -> Objects:
    """The objects of the device. Use through `context.once`."""
    defined: dict[str, dict[str, Name]] = {}
    uses: dict[tuple[str, str], list[Name]] = {}
    for name in context.device.names:
        if name.by:
            uses.setdefault((name.kind, name.name), []).append(name)
        else:
            known = defined.setdefault(name.kind, {})
            if name.name not in known or known[name.name].origin == NOWHERE:
                known[name.name] = name
    return Objects(defined, uses)


def words(kind: str, name: str) -> str:
    """An object in words: `filter F of family inet`, `dscp classifier C`, `scheduler S`."""
    first, _, rest = kind.partition(" ")
    if first in ("filter", "simple-filter"):
        return f"{first} {name} of family {rest}"
    if first in ("classifier", "rewrite-rule"):
        return f"{rest} {first} {name}"
    return f"{first} {name}"


def meant(every: Objects, kind: str, name: str) -> str:
    """The object of a kind that was probably meant by a name that none has; empty if none is near.

    An unused one wins a tie.
    """
    known = every.defined.get(kind, {})
    if len(known) > _MOST // 100:
        return ""
    idle = [one for one in known if (kind, one) not in every.uses]
    written = [one.name for one in every.written(kind)]
    return nearest(name, written, idle) or nearest(name, known)


def told(context: Context) -> Mapping[int, Sequence[Span]]:
    """Places that the rules on objects report, by line, so that others need not.

    Use through `context.once`.
    """
    known = context.once(objects)
    places: dict[int, list[Span]] = {}
    reported = [
        name
        for kind, _, uses in known.missing()
        for name in uses
        if not kind.startswith("alias ") or elsewhere(known, kind, name.name)
    ]
    for name in (*reported, *(known.unused() if context.device.complete else ())):
        places.setdefault(name.origin.line, []).append(name.origin)
    return places


def is_missing(context: Context, reason: str) -> bool:
    """Whether words such as "scheduler `x` is not defined" speak of a name that is reported."""
    _, _, rest = reason.partition("`")
    name, quote, end = rest.partition("`")
    return bool(quote) and end.endswith(_MISSING) and name in context.once(_missing_names)


def _missing_names(context: Context) -> frozenset[str]:
    return frozenset(name for _, name, _ in context.once(objects).missing())


def idle_contexts(context: Context) -> tuple[str, ...]:
    """Contexts whose lines are in force nowhere, as another rule says. For `context.once`."""
    if not context.device.complete:
        return ()
    return tuple(
        f"{uses[0].by} {name} "
        for kind, name, uses in context.once(objects).missing()
        if kind == "interface"
    )


def covers(place: Span, reported: Mapping[int, Sequence[Span]]) -> bool:
    """Whether a place holds one of those that `told` gives."""
    return any(
        place.column <= span.column and span.end_column <= place.end_column
        for span in reported.get(place.line, ())
    )


def elsewhere(every: Objects, kind: str, name: str) -> str:
    """Another kind of the same sort (another family, another code point) that has the name."""
    first, _, rest = kind.partition(" ")
    return next(
        (
            other
            for other, known in every.defined.items()
            if rest and other != kind and other.partition(" ")[0] == first and name in known
        ),
        "",
    )
