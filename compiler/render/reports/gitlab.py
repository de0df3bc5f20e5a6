"""GitLab's code quality report.

Form: docs.gitlab.com, "Code Quality", "Code Quality report format": an array of objects with
`description`, `check_name`, `fingerprint`, `location.path`, `location.lines.begin` and `severity`,
one of info, minor, major, critical and blocker.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from qosc.diagnostics import Severity
from qosc.lint.engine.keys import Key
from qosc.render.documents import json_text
from qosc.render.printable import printable
from qosc.render.reports import Report
from qosc.render.reports.message import plain_path, said

__all__ = ["report"]

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def report(checked: Report) -> str:
    """The report; a path that was not read is an entry too."""
    seen: Counter[Key] = Counter()
    entries: list[dict[str, object]] = []
    for finding in checked.findings:
        if finding.accepted:
            continue
        found = finding.diagnostic
        # Equal findings are told apart by their number: GitLab drops the second of a fingerprint.
        seen[finding.key] += 1
        number = seen[finding.key]
        entries.append(
            {
                "description": said(finding),
                "check_name": found.code,
                "fingerprint": _digest(f"{finding.key.digest} {number}"),
                "severity": _SEVERITIES[found.severity],
                "location": {
                    "path": plain_path(found.primary.path),
                    "lines": {"begin": found.primary.line},
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
