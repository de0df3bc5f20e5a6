"""Diagnostics for programs: the JSON report, version 1.

Later versions of the report may gain properties; a property never changes its meaning within a
`schema_version`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from qosc.diagnostics import LEVELS, NOT_DECIDED, Diagnostic, Fix, Label, Severity
from qosc.ir import Coverage
from qosc.render.documents import json_text
from qosc.source import Span

if TYPE_CHECKING:
    from qosc.lint.engine.keys import Key

__all__ = ["SCHEMA_VERSION", "as_document", "device", "report"]

SCHEMA_VERSION = 1


def report(
    files: Iterable[str],
    diagnostics: Iterable[dict[str, object]],
    coverage: Coverage,
    unread: Iterable[tuple[str, str]] = (),
    passed_over: int = 0,
    devices: Iterable[dict[str, object]] = (),
    *,
    accepted: int = 0,
    silenced: int = 0,
    hidden: int = 0,
    suppressed: Iterable[dict[str, object]] = (),
    left_over: Iterable[Key] = (),
) -> str:
    """The JSON report of a check. `diagnostics` are documents; `unread` holds paths and reasons;
    `passed_over` counts the files that are no configs, `undecided` the rules without an answer;
    `devices` holds documents of `device`. `accepted`, `silenced` and `hidden` count the findings
    that are not in the report, since they were accepted before, since a comment in the config
    silences them, or since they are not severe enough; `left_over` is what was accepted and is not
    found any more.
    """
    diagnostics = list(diagnostics)
    document = {
        "schema_version": SCHEMA_VERSION,
        "files": list(files),
        "devices": list(devices),
        "unread": [{"path": path, "reason": reason} for path, reason in unread],
        "passed_over": passed_over,
        "diagnostics": diagnostics,
        "accepted": accepted,
        "silenced": silenced,
        "hidden": hidden,
        "suppressed": list(suppressed),
        "left_over": [
            {"device": key.device, "rule": key.code, "section": key.section, "line": key.line}
            for key in left_over
        ],
        "undecided": sum(diagnostic["code"] == NOT_DECIDED for diagnostic in diagnostics),
        "coverage": _coverage(coverage),
    }
    return json_text(document)


def device(
    path: str,
    name: str,
    counts: Mapping[Severity, int],
    coverage: Coverage,
    *,
    accepted: int,
    silenced: int,
    hidden: int,
) -> dict[str, object]:
    """One device as the report has it: its file, its name (empty where the config does not say
    it), and its counts, as those of the whole.
    """
    return {
        "path": path,
        "device": name,
        "findings": {word: counts.get(level, 0) for word, level in LEVELS.items()},
        "accepted": accepted,
        "silenced": silenced,
        "hidden": hidden,
        "coverage": _coverage(coverage),
    }


def _coverage(coverage: Coverage) -> dict[str, int]:
    return {
        "modelled": coverage.modelled,
        "recognised": coverage.recognised,
        "irrelevant": coverage.irrelevant,
        "unknown": coverage.unknown,
    }


def as_document(diagnostic: Diagnostic) -> dict[str, object]:
    """One diagnostic as the report has it."""
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **_place(diagnostic.primary),
        "label": diagnostic.primary_label,
        "related": [_label(label) for label in diagnostic.related],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fixes": [_fix(fix) for fix in diagnostic.fixes],
    }


def _place(span: Span) -> dict[str, object]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _label(label: Label) -> dict[str, object]:
    return {"message": label.message, **_place(label.span)}


def _fix(fix: Fix) -> dict[str, object]:
    return {
        "title": fix.title,
        "safe": fix.safe,
        "edits": [{"text": edit.text, **_place(edit.span)} for edit in fix.edits],
    }
