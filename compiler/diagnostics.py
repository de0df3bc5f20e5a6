"""Diagnostics as data. How they look is the business of `render`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from qosc.source import Span
from qosc.values import dataclass

__all__ = [
    "LEVELS",
    "NOT_DECIDED",
    "Diagnostic",
    "Edit",
    "Fix",
    "Label",
    "Severity",
    "first_names",
]

NOT_DECIDED = "QOS091"
"""The code of findings that say where a rule has no answer."""


class Severity(IntEnum):
    """How bad a finding is; a higher number is worse."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


LEVELS = {"error": Severity.ERROR, "warning": Severity.WARNING, "info": Severity.INFO}
"""The severities by their names, the worst first."""


@dataclass(frozen=True, slots=True)
class Label:
    """A place that explains a diagnostic, with a few words on what it shows."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of `span` by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the source that would settle the finding.

    `safe` says that the change keeps or restores what the author plainly meant; anything else
    needs a person's yes.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what is wrong, where, why it matters for traffic, and what to do.

    `message` is one sentence without a final stop. `primary` marks the place to change and says in
    `primary_label` what it shows; `related` marks the other places. `notes` are facts, `help` is
    the advice.
    """

    code: str
    name: str
    severity: Severity
    message: str
    primary: Span
    primary_label: str = ""
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fixes: tuple[Fix, ...] = ()

    @property
    def sort_key(self) -> tuple[Span, str, str]:
        """Diagnostics are reported in the order of their places, then of their codes."""
        return (self.primary, self.code, self.message)


def first_names(names: Sequence[object], most: int, between: str = ", ") -> str:
    """Names in a message: the first of them, at most `most`, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return between.join(map(str, names[:most])) + more
