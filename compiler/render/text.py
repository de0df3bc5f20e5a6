"""Diagnostics for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qosc.diagnostics import Diagnostic
from qosc.render.layout import fold, hung
from qosc.render.printable import printable, width
from qosc.render.snippet import Mark, snippet
from qosc.render.style import PLAIN, Style
from qosc.source import SourceText

__all__ = ["concise", "full"]


def full(
    diagnostic: Diagnostic,
    sources: Mapping[str, SourceText],
    style: Style = PLAIN,
    device: str = "",
) -> Iterator[str]:
    """One diagnostic with its source lines, notes and help, for one of several devices."""
    role = str(diagnostic.severity)
    yield from _title(diagnostic, _message(diagnostic, device), style)
    marks = [
        Mark(diagnostic.primary, printable(diagnostic.primary_label), primary=True, role=role),
        *(
            Mark(label.span, printable(label.message), primary=False, role="blue")
            for label in diagnostic.related
        ),
    ]
    yield from snippet(marks, sources, style)
    indent = " " * max(len(str(mark.span.line)) for mark in marks)
    for word, texts in (("note", diagnostic.notes), ("help", (diagnostic.help,))):
        for text in texts:
            if text:
                yield from _remark(word, text, indent, style)


def _title(diagnostic: Diagnostic, message: str, style: Style) -> Iterator[str]:
    """On one line where nothing tells of a terminal, as programs look for it."""
    role = str(diagnostic.severity)
    head = f"{role}[{diagnostic.code}]"
    text = f": {message}"
    name = f"({diagnostic.name})"
    if style.room is None or width(head + text) + 1 + len(name) <= style.room:
        yield f"{style.paint(role, head)}{style.paint('bold', text)} {name}"
        return
    lines = hung(head, f"{text} {name}", style.room, hang=4)
    yield style.paint(role, head) + style.paint("bold", lines[0][len(head) :])
    for line in lines[1:]:
        yield style.paint("bold", line)


def _remark(word: str, text: str, indent: str, style: Style) -> Iterator[str]:
    lead = f"{indent} {style.paint('blue', '=')} {style.paint('bold', word)}: "
    hang = " " * (len(indent) + 3 + len(word) + 2)
    for number, line in enumerate(fold(text, style.columns - len(hang))):
        yield (lead if number == 0 else hang) + line


def concise(diagnostic: Diagnostic, device: str = "") -> str:
    """One diagnostic on one line: `path:line:column: severity[CODE] message`."""
    return (
        f"{printable(str(diagnostic.primary))}: {diagnostic.severity}[{diagnostic.code}] "
        f"{_message(diagnostic, device)}"
    )


def _message(diagnostic: Diagnostic, device: str) -> str:
    return printable(f"{device}: {diagnostic.message}" if device else diagnostic.message)
