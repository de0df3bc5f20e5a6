"""Reports of a check for the programs that read them: one module for each form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from importlib import import_module
from typing import TYPE_CHECKING, cast

from qosc.diagnostics import Diagnostic, Severity
from qosc.values import dataclass

if TYPE_CHECKING:
    from qosc.lint.engine.keys import Key

__all__ = ["FORMS", "Finding", "Report", "Unread", "maker", "numbered"]

FORMS: Mapping[str, str] = {
    "checkstyle": "checkstyle",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "sarif": "sarif",
}
"""The forms, and the modules that write them: each is imported when it is asked for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding with what its report needs.

    `device`: its name, empty where the config does not say it. `key`: what it is known by from run
    to run (`qosc.lint.engine.keys`). `accepted`: why it is not to fail a check, empty where it is.
    `in_source`: a comment in the config itself accepts it.
    """

    diagnostic: Diagnostic
    device: str
    key: Key
    accepted: str = ""
    in_source: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A path that was not read. `fatal`: it may be a config, so the check is not whole."""

    path: str
    reason: str
    fatal: bool


@dataclass(frozen=True, slots=True)
class Report:
    """A check that is done.

    `files`: the paths of what was read, in order. `fails`: the least severity that makes a
    check fail, None where nothing does.
    """

    files: Sequence[str] = ()
    findings: Sequence[Finding] = ()
    unread: Sequence[Unread] = ()
    fails: Severity | None = Severity.WARNING
    by_file: Mapping[str, Sequence[Finding]] = field(default_factory=dict)

    def failing(self, finding: Finding) -> bool:
        """Whether a finding makes the check fail."""
        severe = self.fails is not None and finding.diagnostic.severity >= self.fails
        return severe and not finding.accepted


def numbered(findings: Iterable[Finding]) -> Iterator[tuple[Finding, int]]:
    """Each finding with its number among those of the same key, from 1: services take two equal
    findings for one.
    """
    seen: Counter[Key] = Counter()
    for finding in findings:
        seen[finding.key] += 1
        yield finding, seen[finding.key]


def maker(form: str) -> Callable[[Report], str]:
    """What writes a report in a form; KeyError for one that is none of FORMS."""
    module = import_module(f"qosc.render.reports.{FORMS[form]}")
    return cast("Callable[[Report], str]", module.report)
