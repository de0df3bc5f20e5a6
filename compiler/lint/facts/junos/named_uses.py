"""Who uses which object by its name in a JunOS text, with the words that the user goes by."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.filters import terms, uses
from qosc.lint.facts.junos.statements import below, line_of
from qosc.lint.facts.junos.units import descriptions
from qosc.lint.facts.words.name_words import said_words
from qosc.tuples import NamedTuple

__all__ = ["NamedUse", "defined", "named_uses", "words_of"]


class NamedUse(NamedTuple):
    """A use of an object.

    kind   The kind of object, those of one kind may stand for each other.
    user   Who uses it, in words for a message.
    words  The words of the user's name, and of its description.
    """

    kind: str
    user: str
    words: frozenset[str]
    target: str
    line: int


_PROFILE = "output-traffic-control-profile"
_POLICERS = ("policer", "three-color-policer")


def defined(context: Context) -> dict[str, dict[str, int]]:
    """The objects of each kind by name, with their lines. Use through `context.once`."""
    by_kind: dict[str, dict[str, int]] = {}
    for kind in ("drop-profiles", "traffic-control-profiles", "scheduler-maps"):
        for one, rest in below(context, "class-of-service", kind):
            if len(rest) > 1:
                names = by_kind.setdefault(kind, {})
                names.setdefault(rest[0], line_of(context, one, 3))
    for kind in _POLICERS:
        for one, rest in below(context, "firewall", kind):
            if len(rest) > 1:
                by_kind.setdefault("policer", {}).setdefault(rest[0], line_of(context, one, 3))
    for (family, name), of in context.once(terms).items():
        if of:
            line = min(term.line for term in of.values())
            by_kind.setdefault(f"filter {family}", {}).setdefault(name, line)
    return by_kind


def named_uses(context: Context) -> list[NamedUse]:
    """Every use of those objects. Use through `context.once`."""
    return [*_of_queues(context), *_of_units(context), *_of_terms(context)]


def words_of(*names: str) -> frozenset[str]:
    """The words of names, without figures and the 4 or 6 of a family at their end."""
    words = (word.rstrip("46") or word for name in names for word in said_words(name))
    return frozenset(word for word in words if not word[:1].isdecimal())


def _of_queues(context: Context) -> Iterator[NamedUse]:
    marking = {
        rest[0]
        for _, rest in below(context, "class-of-service", "schedulers")
        if rest[1] == "explicit-congestion-notification"
    }
    for one, rest in below(context, "class-of-service", "schedulers"):
        if rest[1] == "drop-profile-map" and rest[-2] == "drop-profile":
            words = words_of(rest[0]) | ({"ecn"} if rest[0] in marking else frozenset())
            user = f"scheduler {rest[0]}"
            yield NamedUse("drop-profiles", user, words, rest[-1], one.line)
    for one, rest in below(context, "class-of-service", "interfaces"):
        if rest[-2:-1] not in ((_PROFILE,), ("scheduler-map",)) or len(rest) < 3:
            continue
        kind = "scheduler-maps" if rest[-2] == "scheduler-map" else "traffic-control-profiles"
        if rest[0] == "interface-set" and len(rest) == 4:
            user = f"interface-set {rest[1]}"
            yield NamedUse(kind, user, words_of(rest[1]), rest[-1], one.line)
        elif rest[0] != "interface-set":
            unit = f"{rest[0]}.{rest[2]}" if rest[1] == "unit" else rest[0]
            yield NamedUse(kind, unit, _described(context, unit), rest[-1], one.line)


def _of_units(context: Context) -> Iterator[NamedUse]:
    for use in context.once(uses):
        if not use.unit.startswith("lo0"):
            words = _described(context, use.unit)
            kind = f"filter {use.family}"
            yield NamedUse(kind, use.unit, words, use.filter, use.line)
    for one, rest in below(context, "interfaces", "*", "unit"):
        if "policer" in rest[:-2] and rest[-2] in ("input", "output"):
            unit = f"{one.words[1]}.{rest[0]}"
            way = frozenset(("in",) if rest[-2] == "input" else ("out",))
            words = _described(context, unit) | way
            yield NamedUse("policer", unit, words, rest[-1], one.line)


def _of_terms(context: Context) -> Iterator[NamedUse]:
    for of in context.once(terms).values():
        for term in of.values():
            for one, said in term.actions:
                if said[0] in _POLICERS and len(said) > 1:
                    words = words_of(term.filter, term.name)
                    user = f"term {term.name} of {term.filter}"
                    yield NamedUse("policer", user, words, said[-1], one.line)


def _described(context: Context, unit: str) -> frozenset[str]:
    return context.once(_words_said).get(unit, frozenset())


def _words_said(context: Context) -> dict[str, frozenset[str]]:
    """The words of the description of each port and unit."""
    return {
        name: frozenset(word for word in words_of(said.text) if len(word) > 2)
        for name, said in context.once(descriptions).items()
    }
