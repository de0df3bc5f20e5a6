"""The XML of Checkstyle, which many build servers read.

Form: checkstyle.org, `XMLLogger`: `checkstyle` holds `file` elements with a `name`, and these
`error` elements with `line`, `column`, `severity` (error, warning, info), `message` and `source`.
"""

from __future__ import annotations

from qosc.render.reports import Finding, Report
from qosc.render.reports.message import said
from qosc.render.reports.xml import Element, document

__all__ = ["report"]


def report(checked: Report) -> str:
    """The report: each file that was read, and each path that was not with an error."""
    files = [
        Element(
            "file",
            {"name": path},
            [_error(one) for one in checked.by_file.get(path, ()) if not one.accepted],
        )
        for path in checked.files
    ]
    for left in checked.unread:
        severity = "error" if left.fatal else "info"
        attributes = {"line": 1, "severity": severity, "message": f"not read: {left.reason}"}
        error = Element("error", {**attributes, "source": "qosc.not-read"})
        files.append(Element("file", {"name": left.path}, [error]))
    return document(Element("checkstyle", {"version": "4.3"}, files))


def _error(finding: Finding) -> Element:
    diagnostic = finding.diagnostic
    return Element(
        "error",
        {
            "line": diagnostic.primary.line,
            "column": diagnostic.primary.column,
            "severity": str(diagnostic.severity),
            "message": said(finding),
            "source": f"qosc.{diagnostic.code}",
        },
    )
