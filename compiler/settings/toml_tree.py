"""TOML with the place of each key and value.

`tomllib` says what is in a text, and not where. The scan here goes over a text that `tomllib` has
taken, so that it need not look for faults.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from qosc.patterns import pattern
from qosc.scenario.reader import Fault, Tree
from qosc.source import SourceText, Span

__all__ = ["read"]

MAX_CHARACTERS = 1_000_000
_PLACE = pattern(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_BLANK = pattern(r"(?:[ \t\n]|#[^\n]*)*")
_BARE = pattern(r"[A-Za-z0-9_-]+")
_PLAIN = pattern(r"[^,\]}#\n]+")
_BASIC = pattern(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = pattern(r"'[^'\n]*'")
_LONG_BASIC = pattern(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""(?:"{1,2}(?!"))?')
_LONG_LITERAL = pattern(r"'''(?:[^']|'(?!''))*'''(?:'{1,2}(?!'))?")

MAX_PARTS = 64
"""Parts of a key with dots; what follows dots in a text or a comment is counted alike."""
_PART = pattern(r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+(\.[ \t]*+)?""")

Path = tuple[str | int, ...]


def read(source: SourceText) -> Tree:
    """The document in `source`; its scalars are those of `tomllib`, dates among them.

    Raises Fault for what is no TOML, what is nested too deep to be read, and a key of more than
    MAX_PARTS parts.
    """
    text = "\n".join(source.lines) + "\n"
    if len(text) > MAX_CHARACTERS:
        raise Fault(f"the text is longer than {MAX_CHARACTERS} characters", source.span(1, 0, 1))
    # `tomllib` copies the way to a key for each of its parts.
    start = _many_parts(text)
    if start is not None:
        line = text.count("\n", 0, start)
        column = start - (text.rfind("\n", 0, start) + 1)
        span = source.span(line + 1, column, column + 1)
        raise Fault(f"a key has more than {MAX_PARTS} parts with dots between them", span)
    try:
        data = tomllib.loads(text)
        places = _Scan(source, text).places()
        return _tree(data, (), places, source.span(1, 0, 1))
    except tomllib.TOMLDecodeError as error:
        raise _fault(source, str(error)) from None
    except RecursionError:
        raise Fault("nested too deep", source.span(1, 0, 1)) from None
    except ValueError:  # CPython, "Integer string conversion length limitation"
        raise Fault("a number of thousands of digits is not read", source.span(1, 0, 1)) from None


def _many_parts(text: str) -> int | None:
    """Where a key of more than MAX_PARTS parts begins."""
    start = end = parts = 0
    for part in _PART.finditer(text):
        if not parts or part.start() != end:
            start, parts = part.start(), 0
        end = part.end()
        parts = parts + 1 if part[1] else 0
        if parts == MAX_PARTS:
            return start
    return None


def _fault(source: SourceText, words: str) -> Fault:
    place = _PLACE.search(words)
    line, column = len(source.lines) or 1, 0
    if place is not None and place[1]:
        line, column = int(place[1]), int(place[2]) - 1
    said = words[: place.start()] if place is not None else words
    return Fault(f"not TOML: {said[:1].lower()}{said[1:]}", source.span(line, column, column + 1))


def _tree(value: Any, path: Path, places: dict[Path, tuple[Span, Span]], above: Span) -> Tree:
    _, span = places.get(path, (above, above))
    if isinstance(value, dict):
        entries = {
            key: (places.get((*path, key), (span, span))[0], _tree(one, (*path, key), places, span))
            for key, one in value.items()
        }
        return Tree(span, entries=entries)
    if isinstance(value, list):
        items = tuple(_tree(one, (*path, number), places, span) for number, one in enumerate(value))
        return Tree(span, items=items)
    return Tree(span, scalar=value)


class _Scan:
    """Goes over a text that is TOML and notes where each key and its value stand."""

    def __init__(self, source: SourceText, text: str) -> None:
        self._source, self._text, self._at = source, text, 0
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._places: dict[Path, tuple[Span, Span]] = {}
        self._tables: dict[Path, int] = {}
        """Of each array of tables the index of its last one."""

    def places(self) -> dict[Path, tuple[Span, Span]]:
        """The places of the key and of the value, by the way to it."""
        table: Path = ()
        self._blanks()
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._blanks()
        return self._places

    def _header(self) -> Path:
        several = self._text.startswith("[[", self._at)
        start = self._at
        self._at += 2 if several else 1
        keys = list(self._keys())
        self._at = self._text.index("]", self._at) + (2 if several else 1)
        path: Path = ()
        for number, (key, span) in enumerate(keys, start=1):
            path = (*path, key)
            self._places.setdefault(path, (span, span))
            if several and number == len(keys):
                self._tables[path] = self._tables.get(path, -1) + 1
            if path in self._tables:
                path = (*path, self._tables[path])
                self._places.setdefault(path, (span, self._span(start, self._at)))
        return path

    def _pair(self, table: Path) -> None:
        path = table
        for key, span in self._keys():
            path = (*path, key)
            self._places.setdefault(path, (span, span))
        self._at = self._text.index("=", self._at) + 1
        self._value(path)

    def _keys(self) -> Iterator[tuple[str, Span]]:
        """The parts of a key with dots."""
        while True:
            self._blanks()
            start = self._at
            key = next(
                match
                for form in (_BARE, _BASIC, _LITERAL)
                if (match := form.match(self._text, start))
            )
            self._at = key.end()
            word = key[0]
            name = next(iter(tomllib.loads(f"{word}=0"))) if word[0] in "\"'" else word
            yield name, self._span(start, self._at)
            self._blanks()
            if self._text[self._at] != ".":
                return
            self._at += 1

    def _value(self, path: Path) -> None:
        self._blanks()
        start = self._at
        first = self._text[start]
        if first == "[":
            self._at += 1
            self._elements(path)
        elif first == "{":
            self._at += 1
            self._inline(path)
        else:
            forms = (_LONG_BASIC, _LONG_LITERAL, _BASIC, _LITERAL, _PLAIN)
            value = next(match for form in forms if (match := form.match(self._text, start)))
            self._at = start + len(value[0].rstrip())
        known = self._places.get(path)
        span = self._span(start, self._at)
        self._places[path] = (known[0] if known is not None else span, span)

    def _elements(self, path: Path) -> None:
        number = 0
        while not self._closes("]"):
            self._value((*path, number))
            number += 1

    def _inline(self, path: Path) -> None:
        while not self._closes("}"):
            self._pair(path)

    def _closes(self, sign: str) -> bool:
        """Whether a list ends here; the comma behind its elements is passed."""
        self._blanks()
        if self._text[self._at] == ",":
            self._at += 1
            self._blanks()
        if self._text[self._at] == sign:
            self._at += 1
            return True
        return False

    def _blanks(self) -> None:
        blanks = _BLANK.match(self._text, self._at)
        self._at = blanks.end() if blanks is not None else self._at

    def _span(self, start: int, end: int) -> Span:
        from bisect import bisect_right

        first, last = bisect_right(self._starts, start), bisect_right(self._starts, end)
        return self._source.span(
            first, start - self._starts[first - 1], end - self._starts[last - 1], last
        )
