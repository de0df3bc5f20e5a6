"""GitLab's code quality report.

Form: docs.gitlab.com, "Code Quality", "Code Quality report format": an array of objects with
`description`, `check_name`, `fingerprint`, `location.path`, `location.lines.begin` and `severity`,
one of info, minor, major, critical and blocker.
"""

from __future__ import annotations

import hashlib

from qosc.diagnostics import Severity
from qosc.render.documents import json_text
from qosc.render.printable import printable
from qosc.render.reports import Report, numbered
from qosc.render.reports.message import plain_path, said

__all__ = ["report"]

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def report(checked: Report) -> str:
    """The report; a path that was not read is an entry too."""
    entries: list[dict[str, object]] = []
    for finding, number in numbered(one for one in checked.findings if not one.accepted):
        diagnostic = finding.diagnostic
        entries.append(
            {
                "description": said(finding),
                "check_name": diagnostic.code,
                "fingerprint": _digest(f"{finding.key.digest} {number}"),
                "severity": _SEVERITIES[diagnostic.severity],
                "location": {
                    "path": plain_path(diagnostic.primary.path),
                    "lines": {"begin": diagnostic.primary.line},
                },
            }
        )
    entries += [
        {
            "description": printable(f"not read: {left.reason}"),
            "check_name": "not-read",
            "fingerprint": _digest(f"not-read {left.path}"),
            "severity": "blocker" if left.fatal else "info",
            "location": {"path": plain_path(left.path), "lines": {"begin": 1}},
        }
        for left in checked.unread
    ]
    return json_text(entries) + "\n"


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
