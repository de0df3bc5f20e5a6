"""Where the named objects of a config are defined and used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from qosc.api import Config
from qosc.ir import RefKind
from qosc.lint.engine.index import index
from qosc.platforms import is_junos
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["Occurrence", "at", "occurrences", "same_object"]


class Occurrence(NamedTuple):
    """A name at a place. `device` tells the objects of several devices in one text apart."""

    span: Span
    kind: str
    name: str
    defines: bool
    device: int


def occurrences(config: Config) -> Iterator[Occurrence]:
    """The places of a config at which an object is defined or used, each once."""
    mark = config.source.numbers[0] if config.source.numbers else 0
    places = {
        Occurrence(place, kind, name, defines, mark): None
        for kind, name, span, defines in _all(config)
        if (place := _name_in(config.source, span, name)) is not None
    }
    return iter(places)


def at(names: Iterable[Occurrence], line: int, column: int) -> Occurrence | None:
    """The name that stands at a place, or ends there; of several the shortest."""
    here = [
        one
        for one in names
        if one.span.line == line and one.span.column <= column <= one.span.end_column
    ]
    return min(here, key=lambda one: one.span.end_column - one.span.column, default=None)


def same_object(names: Iterable[Occurrence], wanted: Occurrence) -> list[Occurrence]:
    """All places of the object that stands at one of them.

    JunOS tells the uses of a filter of one family (`filter inet`) from those where the family is
    not said (`filter any`).
    """

    def fits(kind: str) -> bool:
        if kind == wanted.kind:
            return True
        loose = kind.endswith(" any") or wanted.kind.endswith(" any")
        return loose and kind.partition(" ")[0] == wanted.kind.partition(" ")[0]

    return [
        one
        for one in names
        if one.name == wanted.name and one.device == wanted.device and fits(one.kind)
    ]


def _all(config: Config) -> Iterator[tuple[str, str, Span, bool]]:
    device = config.device
    for name in device.names:
        yield name.kind, name.name, name.origin, not name.by
    if is_junos(config.profile.name):
        # The policies and classes of the model are scheduler maps and forwarding classes here, and
        # are among the names.
        return
    known = index(device)
    for kind in RefKind:
        for named, definition in known.defined(kind).items():
            yield str(kind), named, definition.origin, True
    for (kind, named), uses in known.uses.items():
        for use in uses:
            yield str(kind), named, use.reference.origin, False


def _name_in(source: SourceText, span: Span, name: str) -> Span | None:
    """The place of a name within the words that define or use it, on their first line."""
    if span == NOWHERE or not name:
        return None
    text = source.line(span.line)
    if span.end_line == span.line:
        text = text[: span.end_column - 1]
    words = re.compile(rf"(?<![^\s;{{}}\[\]\"]){re.escape(name)}(?![^\s;{{}}\[\]\"])")
    starts = [match.start() for match in words.finditer(text, span.column - 1)]
    if not starts:
        start = text.rfind(name, span.column - 1)
        return source.span(span.line, start, start + len(name)) if start >= 0 else None
    # The name of a `class` may be `class`: the first of two words is the keyword, and a comment
    # behind the name may repeat it.
    keyword = len(starts) > 1 and starts[0] == len(text) - len(text.lstrip())
    start = starts[1 if keyword else 0]
    return source.span(span.line, start, start + len(name))
