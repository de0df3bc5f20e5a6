"""Fixes of findings, put into a file's bytes: all that no fix touches stays as it is."""

from __future__ import annotations

import codecs
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Edit, Fix
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["Fixed", "fixed"]

_ROUNDS = 20
"""So often a text is checked again: one fix may make room for another."""
_LINE_END = pattern(r"(\r\n|\n|\r)")
_CODECS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_Place = tuple[int, int]
_NO_BYTE = pattern("[\udc80-\udcff]")


class Fixed(NamedTuple):
    """What became of a file. `settled` are the findings whose fixes are in `data`, `unsafe` counts
    those that only a person may take, and `trouble` says why nothing could be changed.
    """

    data: bytes
    settled: tuple[Diagnostic, ...] = ()
    unsafe: int = 0
    trouble: str = ""


def fixed(
    path: str,
    data: bytes,
    check: Callable[[SourceText], Sequence[Diagnostic]],
    *,
    unsafe: bool = False,
) -> Fixed:
    """Put in the fixes of what `check` finds, until it finds none that has one.

    `unsafe`: those as well that change what the router does. Of fixes that overlap, the first is
    put in, and the others where they are found again.
    """
    text = _Text.of(data)
    findings = check(SourceText.of(path, data))
    if text is None:
        wanted = any(finding.fixes for finding in findings)
        return Fixed(data, trouble="its bytes are in no encoding that is known" if wanted else "")
    settled: list[Diagnostic] = []
    for _ in range(_ROUNDS):
        chosen = _disjoint(
            (finding, fix)
            for finding in findings
            for fix in finding.fixes[:1]
            if (fix.safe or unsafe) and text.has(fix, path)
        )
        if not chosen:
            break
        text.put(edit for _, fix in chosen for edit in fix.edits)
        settled += [finding for finding, _ in chosen]
        findings = check(SourceText.of(path, text.bytes()))
    left = sum(bool(finding.fixes) and not finding.fixes[0].safe for finding in findings)
    return Fixed(text.bytes(), tuple(settled), 0 if unsafe else left)


def _disjoint(fixes: Iterable[tuple[Diagnostic, Fix]]) -> list[tuple[Diagnostic, Fix]]:
    """Fixes of which no two touch: in the order of the findings."""
    taken: list[tuple[_Place, _Place]] = []
    chosen = []
    for finding, fix in fixes:
        places = [_ends(edit) for edit in fix.edits]
        if not any(_clashes(taken, start, stop) for start, stop in places):
            for place in places:
                insort(taken, place)
            chosen.append((finding, fix))
    return chosen


def _clashes(taken: list[tuple[_Place, _Place]], start: _Place, stop: _Place) -> bool:
    """Whether a place touches one of those taken, which are in order and do not touch.

    Two that begin at one place, such as two lines put in there, have no order.
    """
    at = bisect_left(taken, (start, start))
    behind = at < len(taken) and (taken[at][0] == start or taken[at][0] < stop)
    return behind or (at > 0 and taken[at - 1][1] > start)


def _ends(edit: Edit) -> tuple[_Place, _Place]:
    span = edit.span
    return (span.line, span.column), (span.end_line, span.end_column)


class _Text:
    """A text in lines that keep their ends, with the way back to the bytes of its file."""

    def __init__(self, lines: list[str], mark: bytes, codec: str) -> None:
        self._lines, self._mark, self._codec = lines, mark, codec

    @classmethod
    def of(cls, data: bytes) -> _Text | None:
        """None where the bytes are in no encoding that leads back to them."""
        mark, codec = next(
            ((mark, codec) for mark, codec in _CODECS if data.startswith(mark)), (b"", "utf-8")
        )
        errors = "surrogateescape" if codec == "utf-8" else "strict"
        try:
            text = data[len(mark) :].decode(codec, errors)
        except UnicodeDecodeError:
            return None
        parts = _LINE_END.split(text)
        lines = ["".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
        made = cls(lines, mark, codec)
        # The file has its secrets, and keeps them.
        known = SourceText.of("", data, with_secrets=True).lines
        same = len(known) in (len(lines), len(lines) - 1) and all(
            line.rstrip("\r\n") == there or _NO_BYTE.search(line)
            for line, there in zip(lines, known, strict=False)
        )
        return made if same and made.bytes() == data else None

    def bytes(self) -> bytes:
        """The text as the file has it."""
        errors = "surrogateescape" if self._codec == "utf-8" else "strict"
        return self._mark + "".join(self._lines).encode(self._codec, errors)

    def has(self, fix: Fix, path: str) -> bool:
        """Whether all places of a fix are in this text, on lines whose characters are told apart
        as the finding has them, and no fix puts the `*` of a secret in its place.
        """
        return all(edit.span.path == path and self._takes(edit) for edit in fix.edits)

    def _takes(self, edit: Edit) -> bool:
        if edit.span.end_line > len(self._lines) + 1:
            return False
        lines = self._lines[edit.span.line - 1 : edit.span.end_line]
        covered = "*" in edit.text and not any("*" in line for line in lines)
        return not covered and not any(map(_NO_BYTE.search, lines))

    def put(self, edits: Iterable[Edit]) -> None:
        """Make the edits, which do not touch, from the last to the first."""
        for edit in sorted(edits, key=_ends, reverse=True):
            span, lines = edit.span, self._lines
            last = lines[span.end_line - 1] if span.end_line <= len(lines) else ""
            kept = lines[span.line - 1][: span.column - 1] if span.line <= len(lines) else ""
            text = kept + self._ended(edit.text) + last[span.end_column - 1 :]
            parts = _LINE_END.split(text)
            made = ["".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
            if made[-1] == "" and span.end_line < len(lines):
                made.pop()
            lines[span.line - 1 : span.end_line] = made

    def _ended(self, text: str) -> str:
        """New lines end as the first line of the text does."""
        if "\n" not in text:
            return text
        line_end = _LINE_END.search(self._lines[0]) if self._lines else None
        return text.replace("\n", line_end.group() if line_end is not None else "\n")
