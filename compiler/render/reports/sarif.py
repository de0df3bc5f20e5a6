"""SARIF 2.1.0, the form in which code scanning services take findings.

Form: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0" (2020): sections are
named where something follows from one.
"""

from __future__ import annotations

import os
from urllib.parse import quote

from qosc import __version__
from qosc.diagnostics import Diagnostic, Fix, Severity
from qosc.lint.engine.pages import find_rule, page
from qosc.render.documents import json_text
from qosc.render.printable import printable
from qosc.render.reports import Finding, Report, numbered
from qosc.render.reports.message import said
from qosc.source import Span

__all__ = ["report"]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
"""Section 3.27.10: SARIF has no level `info`."""
_KEY = "qoscFinding/v1"


def report(checked: Report) -> str:
    """The log of one run. Findings that were accepted are in it, as suppressed (3.35)."""
    codes = sorted({one.diagnostic.code for one in checked.findings})
    places = {code: number for number, code in enumerate(codes)}
    suppressed = any(one.accepted for one in checked.findings)
    results = []
    for finding, number in numbered(checked.findings):
        index = places[finding.diagnostic.code]
        result = _result(finding, index, number)
        if suppressed:
            # 3.27.23: all results of a run say what suppresses them, or none does.
            words = printable(finding.accepted)
            kind = "inSource" if finding.in_source else "external"
            suppressions = [{"kind": kind, "justification": words}] if words else []
            result["suppressions"] = suppressions
        results.append(result)
    run = {
        "tool": {
            "driver": {
                "name": "qosc",
                "version": __version__,
                "rules": [_rule(code, checked) for code in codes],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not any(left.fatal for left in checked.unread),
                "toolExecutionNotifications": [
                    {
                        "level": "error" if left.fatal else "note",
                        "message": {"text": _text(f"not read: {left.reason}")},
                        "locations": [{"physicalLocation": {"artifactLocation": _file(left.path)}}],
                    }
                    for left in checked.unread
                ],
            }
        ],
        "artifacts": [{"location": _file(path)} for path in checked.files],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(code: str, checked: Report) -> dict[str, object]:
    rule = find_rule(code)
    if rule is None:
        # A finding about a scenario, or of a guest that names no page.
        name = next(one.diagnostic.name for one in checked.findings if one.diagnostic.code == code)
        return {"id": code, "name": name}
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary.replace("`", "")},
        "help": {"text": rule.text, "markdown": page(rule)},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: int, number: int) -> dict[str, object]:
    diagnostic = finding.diagnostic
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": _words(finding)},
        "locations": [_location(diagnostic, finding.device)],
        "partialFingerprints": {_KEY: f"{finding.key.digest}:{number}"},
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {
                "id": order,
                "message": {"text": _text(label.message)},
                "physicalLocation": _place(label.span),
            }
            for order, label in enumerate(diagnostic.related, start=1)
        ]
    if diagnostic.fixes:
        result["fixes"] = [_fix(fix) for fix in diagnostic.fixes]
    return result


def _words(finding: Finding) -> str:
    """Message, facts and advice: a service shows nothing else of a finding."""
    diagnostic = finding.diagnostic
    words = [said(finding, help_too=False)]
    words += [f"Note: {printable(note)}" for note in diagnostic.notes]
    if diagnostic.help:
        words.append(f"Help: {printable(diagnostic.help)}")
    return _text("\n".join(words))


def _text(words: str) -> str:
    """A plain text message without placeholders (3.11.5: braces are doubled), and without links
    (3.11.6: `[text](target)`), which a name in a config could bring in.
    """
    text = "\n".join(printable(line) for line in words.split("\n"))
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _location(diagnostic: Diagnostic, device: str) -> dict[str, object]:
    location: dict[str, object] = {"physicalLocation": _place(diagnostic.primary)}
    if device:
        location["logicalLocations"] = [{"name": printable(device), "kind": "object"}]
    return location


def _place(span: Span) -> dict[str, object]:
    return {"artifactLocation": _file(span.path), "region": _region(span)}


def _region(span: Span) -> dict[str, object]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _file(path: str) -> dict[str, object]:
    """From the top of the repository, where the check is started, or a whole address (3.4)."""
    if not path.startswith("<"):
        near = os.path.relpath(path) if os.path.isabs(path) else os.path.normpath(path)
        if not near.startswith(os.pardir):
            return {"uri": _quoted(near), "uriBaseId": _ROOT}
        return {"uri": f"file://{_quoted(os.path.abspath(path))}"}
    return {"uri": _quoted(path.strip("<>"))}


def _quoted(path: str) -> str:
    # A name that begins like a scheme (`a:b`) is no relative reference as it stands.
    return quote(path.replace(os.sep, "/").encode(errors="replace"), safe="/")


def _fix(fix: Fix) -> dict[str, object]:
    files: dict[str, list[dict[str, object]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        files.setdefault(edit.span.path, []).append(replacement)
    return {
        "description": {"text": _text(fix.title)},
        "artifactChanges": [
            {"artifactLocation": _file(path), "replacements": replacements}
            for path, replacements in files.items()
        ],
    }
