"""GitHub's workflow commands: each finding stands beside its line in a pull request.

Form: docs.github.com, "Workflow commands for GitHub Actions": `::error file=F,line=L::TEXT`, with
`%`, carriage return and line feed of texts written as `%25`, `%0D` and `%0A`, and in properties
also `:` and `,` as `%3A` and `%2C`. It has no form for other control characters.
"""

from __future__ import annotations

from unicodedata import bidirectional, category

from qosc.diagnostics import Severity
from qosc.render.printable import printable
from qosc.render.reports import Finding, Report
from qosc.render.reports.message import plain_path, rule_words, said

__all__ = ["report"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}

_TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
"""Kinds of characters that turn the direction in which the rest is shown."""


def report(checked: Report) -> str:
    """One line for each finding that was not accepted, and one for each path that was not read."""
    lines = [_line(one) for one in checked.findings if not one.accepted]
    lines += [
        f"::{'error' if left.fatal else 'notice'} file={_property(_file(left.path))},"
        f"title=not read::{_text(printable(f'{left.path}: {left.reason}'))}"
        for left in checked.unread
    ]
    return "".join(f"{line}\n" for line in lines)


def _line(finding: Finding) -> str:
    place = finding.diagnostic.primary
    properties = {"file": _file(place.path), "line": place.line, "endLine": place.end_line}
    if place.end_line == place.line:
        # GitHub takes columns only within one line; its end is the last column, ours the next.
        properties |= {"col": place.column, "endColumn": max(place.end_column - 1, place.column)}
    properties["title"] = rule_words(finding)
    words = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.diagnostic.severity]} {words}::{_text(said(finding))}"


def _file(path: str) -> str:
    """The path, with marks for what a terminal would obey and whoever prints it may take out: a
    finding stands at no file rather than at another one.
    """
    plain = plain_path(path)
    if plain.isprintable():
        return plain
    return "".join(printable(char) if _obeyed(char) else char for char in plain)


def _obeyed(char: str) -> bool:
    if char in "\r\n\t":
        return False
    return category(char) == "Cc" or bidirectional(char) in _TURNING


def _text(words: str) -> str:
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(words: str) -> str:
    return _text(words).replace(":", "%3A").replace(",", "%2C")
