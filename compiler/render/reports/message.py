"""What a report of one text for each finding says."""

from __future__ import annotations

from qosc.render.printable import printable
from qosc.render.reports import Finding

__all__ = ["rule_words", "said"]


def said(finding: Finding, *, help_too: bool = True) -> str:
    """The message, led by the device's name, with the advice behind it where it is wanted."""
    found = finding.diagnostic
    message = f"{finding.device}: {found.message}" if finding.device else found.message
    if found.help and help_too:
        message += f" (help: {found.help})"
    return printable(message)


def rule_words(finding: Finding) -> str:
    """The rule by code and name: `QOS003 (undefined-access-list)`."""
    return f"{finding.diagnostic.code} ({finding.diagnostic.name})"
