"""What the rules say of a changed config, and of one without a mistake."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.diagnostics import Diagnostic
from qosc.lint import check
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText
from tests.rules.mistakes.eighty import Change
from tests.rules.mistakes.test_mistakes import GENERAL, ORDER

__all__ = ["findings", "loud", "worst"]


def findings(name: str, text: str) -> list[Diagnostic]:
    """All findings on a text, of the platform that it says it is of."""
    source = SourceText(name, text)
    device = frontends.load(source, None)
    kind = profile(device.platform or DEFAULT)
    said = partial(frontends.junos_statements, source)
    return list(check(with_defaults(device, kind), kind, source, statements=said))


def worst(change: Change) -> str:
    """The code and the severity of the worst finding at the changed lines; empty for none."""
    found = [
        (ORDER.index(str(finding.severity)), finding.code)
        for finding in findings(f"{change.base}.cfg", change.text)
        if finding.primary.line in change.lines and finding.code not in GENERAL
    ]
    return f"{min(found)[1]} {ORDER[min(found)[0]]}" if found else ""


def loud(path: Path) -> list[tuple[str, int, str]]:
    """Code, line and title of the findings on a config that are more than an info."""
    return [
        (one.code, one.primary.line, one.message)
        for one in findings(path.name, path.read_text(encoding="utf-8"))
        if str(one.severity) != "info"
    ]
