"""YAML text to plain values, each with its place.

A subset of YAML 1.2 for data: no aliases, no tags, no merge keys, no second document; a plain
`no` or `on` is a word, `010` is not octal. Depth and size are bounded while reading, so that no
text is expensive. The first fault ends the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from qosc.source import SourceText, Span

__all__ = ["Fault", "Tree", "read"]

MAX_CHARACTERS = 16_000_000
MAX_DEPTH = 64

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_INTEGER = re.compile(r"[-+]?[0-9][0-9_]{0,30}\Z")
_FLOAT = re.compile(
    r"[-+]?([0-9]{1,30}\.[0-9]{0,30}|\.[0-9]{1,30}|[0-9]{1,30})([eE][-+]?[0-9]{1,3})?\Z"
)
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Fault(Exception):  # noqa: N818 - it carries a finding to `load`, it is not an error of ours
    """What is wrong with the text, and where."""

    def __init__(self, message: str, span: Span, help_: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.help = help_


@dataclass(frozen=True, slots=True)
class Tree:
    """A value with its place. Mappings hold Trees by key, sequences by index."""

    span: Span
    scalar: str | int | float | bool | None = None
    items: tuple[Tree, ...] | None = None
    entries: dict[str, tuple[Span, Tree]] | None = None

    def plain(self) -> Any:
        """The value as Python data."""
        if self.entries is not None:
            return {key: tree.plain() for key, (_, tree) in self.entries.items()}
        if self.items is not None:
            return [tree.plain() for tree in self.items]
        return self.scalar


def read(source: SourceText) -> Tree:
    """The document in `source`. Raises Fault."""
    if len(source.text) > MAX_CHARACTERS:
        raise Fault(f"the text is longer than {MAX_CHARACTERS} characters", _at(source, 0, 0))
    if match := _UNPRINTABLE.search(source.text):
        line = source.text.count("\n", 0, match.start())
        column = match.start() - (source.text.rfind("\n", 0, match.start()) + 1)
        raise Fault(f"the character {match[0]!a} is not allowed", _at(source, line, column))
    reader = _Reader(source)
    try:
        return reader.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = _at(source, mark.line, mark.column) if mark else _at(source, 0, 0)
        said = error.problem or error.context
        if mark and source.text[mark.index : mark.index + 1] == "\t":
            # YAML 1.2, section 6.1: indentation is of spaces only.
            said = "a line is indented by spaces, and here is a tab"
        raise Fault(f"not YAML: {said}", span) from None
    except yaml.YAMLError as error:
        raise Fault(f"not YAML: {str(error).splitlines()[0]}", _at(source, 0, 0)) from None


def _at(source: SourceText, line: int, column: int) -> Span:
    return source.span(line + 1, column, column + 1)


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.events: Iterator[Any] = yaml.parse(source.text, Loader=_LOADER)

    def document(self) -> Tree:
        next(self.events)  # the start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise Fault("the document is empty", _at(self.source, 0, 0))
        tree = self.node(next(self.events), 0)
        next(self.events)  # the end of the document
        extra = next(self.events)
        if not isinstance(extra, yaml.StreamEndEvent):
            raise Fault("a scenario is one document", self.span(extra))
        return tree

    def span(self, first: Any, last: Any = None) -> Span:
        start, end = first.start_mark, (last or first).end_mark
        return Span(
            self.source.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1
        )

    def node(self, event: Any, depth: int) -> Tree:
        if isinstance(event, yaml.AliasEvent):
            raise Fault("aliases are not allowed", self.span(event), "write the value out")
        if event.anchor is not None:
            raise Fault("anchors are not allowed", self.span(event), "write the value out")
        if event.tag is not None and event.tag != "!":
            raise Fault(f"the tag {event.tag[:80]!a} is not allowed", self.span(event))
        if depth > MAX_DEPTH:
            raise Fault(f"nested deeper than {MAX_DEPTH} levels", self.span(event))
        if isinstance(event, yaml.ScalarEvent):
            return Tree(
                self.span(event),
                scalar=_scalar(event.value, plain=event.style is None or event.style == ""),
            )
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(event, depth)
        return self.mapping(event, depth)

    def sequence(self, first: Any, depth: int) -> Tree:
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, depth + 1))
        return Tree(self.span(first, event), items=tuple(items))

    def mapping(self, first: Any, depth: int) -> Tree:
        entries: dict[str, tuple[Span, Tree]] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            span = self.span(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise Fault("a key is one word", span)
            self.node(event, depth)
            if event.value in entries:
                before = entries[event.value][0].line
                raise Fault(
                    f"the key {event.value[:80]!a} is written twice",
                    span,
                    f"the first is on line {before}",
                )
            entries[event.value] = (span, self.node(next(self.events), depth + 1))
        return Tree(self.span(first, event), entries=entries)


def _scalar(text: str, *, plain: bool) -> str | int | float | bool | None:
    if not plain:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return int(text.replace("_", ""))
    if _FLOAT.match(text):
        return float(text)
    return text
