"""What a report of one text for each finding says."""

from __future__ import annotations

import os

from qosc.render.printable import printable
from qosc.render.reports import Finding

__all__ = ["plain_path", "rule_words", "said"]


def plain_path(path: str) -> str:
    """A path from the top of the repository, where the check is started, without `./` before it."""
    return os.path.relpath(path).replace(os.sep, "/") if path[:1] in "./" else path


def said(finding: Finding, *, help_too: bool = True) -> str:
    """The message, led by the device's name; with its effect and the advice where those fit in.

    `help_too` is for services that show one text of a finding and nothing else.
    """
    diagnostic = finding.diagnostic
    message = f"{finding.device}: {diagnostic.message}" if finding.device else diagnostic.message
    if diagnostic.notes and help_too:
        message += f"; {diagnostic.notes[0]}"
    if diagnostic.help and help_too:
        message += f" (help: {diagnostic.help})"
    return printable(message)


def rule_words(finding: Finding) -> str:
    """The rule by code and name: `QOS003 (undefined-access-list)`."""
    return f"{finding.diagnostic.code} ({finding.diagnostic.name})"
