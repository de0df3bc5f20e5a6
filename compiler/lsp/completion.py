"""What can stand at a place: statements of the registry, and names of objects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from qosc.frontends.cisco.sections.modes import chain
from qosc.frontends.cisco.sections.reader import mode_behind
from qosc.frontends.cisco.table import statements
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.detection.dialect import detect
from qosc.ir import RefKind
from qosc.lsp import junos_words
from qosc.lsp.objects import Occurrence
from qosc.source import SourceText

__all__ = ["Candidate", "complete"]


class Candidate(NamedTuple):
    """A text that may stand from column `start` (from 1) to the cursor."""

    text: str
    detail: str
    start: int
    rank: int = 0


_NAMES: tuple[tuple[re.Pattern[str], RefKind], ...] = (
    (re.compile(r"class(?: type \S++)?"), RefKind.CLASS_MAP),
    (re.compile(r"match(?: not)? class-map"), RefKind.CLASS_MAP),
    (re.compile(r"service-policy(?: input| output)?"), RefKind.POLICY_MAP),
    (re.compile(r"match(?: not)? access-group(?: name)?"), RefKind.ACCESS_LIST),
    (re.compile(r"rate-limit (?:input|output) access-group"), RefKind.ACCESS_LIST),
)
"""The words in front of a name, and what it is the name of."""


def complete(
    source: SourceText, names: Iterable[Occurrence], line: int, column: int
) -> list[Candidate]:
    """What may stand at a line and column (from 1), the likeliest first.

    `names` may be of an earlier version of the text.
    """
    before = source.line(line)[: column - 1]
    if detect(source).dialect == "junos":
        return _junos(source, names, line, before)
    candidates = [*_names(names, before), *_statements(source, line, before)]
    return sorted(dict.fromkeys(candidates), key=lambda one: (one.rank, one.text))


def _names(names: Iterable[Occurrence], before: str) -> Iterator[Candidate]:
    typed = before.rsplit(maxsplit=1)[-1] if before and not before[-1].isspace() else ""
    head = before[: len(before) - len(typed)]
    words = " ".join(head.split())
    for pattern, kind in _NAMES:
        if pattern.fullmatch(words):
            known = {one.name for one in names if one.kind == str(kind) and one.defines}
            if kind is RefKind.CLASS_MAP and "match" not in head:
                known.add("class-default")
            yield from (Candidate(name, str(kind), len(head) + 1) for name in sorted(known))
            return


def _statements(source: SourceText, line: int, before: str) -> Iterator[Candidate]:
    words = before.lstrip()
    indent = len(before) - len(words)
    for negation in ("no ", "default "):
        words = words.removeprefix(negation)
    start = len(before) - len(words) + 1
    above = SourceText(source.path, "\n".join(source.lines[: line - 1]))
    mode = mode_behind(above, indent)
    for rank, each in enumerate(chain(mode)):
        if each is Mode.OTHER or (rank and each is Mode.GLOBAL and indent):
            continue
        for row in statements(each):
            if row.keyword.startswith(words.lower()):
                yield Candidate(row.keyword, str(each), start, rank + 1)


def _junos(
    source: SourceText, names: Iterable[Occurrence], line: int, before: str
) -> list[Candidate]:
    above = [*source.lines[: line - 1], before]
    path, typed = junos_words.path_of(above)
    where = junos_words.where(path)
    start = len(before) - len(typed) + 1
    if where.name_of:
        known = {
            (one.name, one.kind)
            for one in names
            if one.defines and one.kind.partition(" ")[0] == where.name_of
        }
        return [Candidate(name, kind, start) for name, kind in sorted(known)]
    detail = " ".join(path[-3:]) or "configuration"
    return [Candidate(word, detail, start) for word in where.words if word.startswith(typed)]
