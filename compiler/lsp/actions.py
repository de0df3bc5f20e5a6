"""Changes that an editor can make: the fixes of findings, and a comment that silences one."""

from __future__ import annotations

from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Edit
from qosc.lsp.reading import Reading
from qosc.platforms import is_junos
from qosc.source import Span

__all__ = ["Action", "actions"]


class Action(NamedTuple):
    """A change that settles a finding. `preferred`: the one that is meant without doubt."""

    title: str
    finding: Diagnostic
    edits: tuple[Edit, ...]
    preferred: bool = False


def actions(reading: Reading, start: tuple[int, int], end: tuple[int, int]) -> list[Action]:
    """The changes for the findings that touch a range of lines and columns (from 1)."""
    offered = []
    for finding, _ in reading.findings:
        place = finding.primary
        if (place.line, place.column) > end or (place.end_line, place.end_column) < start:
            continue
        offered += [
            Action(f"{finding.code}: {fix.title}", finding, fix.edits, fix.safe)
            for fix in finding.fixes
        ]
        comment = _comment(reading, finding)
        if comment is not None:
            offered.append(comment)
    return offered


def _comment(reading: Reading, finding: Diagnostic) -> Action | None:
    """A comment above the line, in the words of its dialect."""
    config = reading.config_at(finding.primary.line)
    if config is None or finding.code in ("QOS009", "QOS090"):
        return None
    text = reading.source.line(finding.primary.line)
    indent = text[: len(text) - len(text.lstrip())]
    word = f"qosc: ignore[{finding.code}]"
    junos = is_junos(config.profile.name)
    line = f"{indent}/* {word} */\n" if junos else f"{indent}! {word}\n"
    at = finding.primary.line
    edit = Edit(Span(finding.primary.path, at, 1, at, 1), line)
    return Action(f"{finding.code}: silence it here with a comment", finding, (edit,))
