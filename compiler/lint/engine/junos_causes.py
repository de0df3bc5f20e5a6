"""Findings on JunOS that follow from a finding which names the statement at fault."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.diagnostics import Diagnostic

__all__ = ["statements_at_fault"]

_FOLLOWS = {
    "QOS989": frozenset(("QOS013", "QOS005")),
    "QOS986": frozenset(("QOS106", "QOS107")),
    "QOS990": frozenset(("QOS208",)),
}
"""By the code of what names a cause, what may follow from it: an object that is idle because
another one was named in its place, terms behind one that ends its filter list, rows of a rewrite
rule against which a classifier has one row wrong.
"""


def statements_at_fault(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings without those at, or because of, a statement that a cause points to."""
    caused = list(findings)
    lines: dict[str, set[int]] = {}
    for one in caused:
        for code in _FOLLOWS.get(one.code, ()):
            places = lines.setdefault(code, set())
            places.update(label.span.line for label in one.related)
    if not lines:
        return caused
    return [one for one in caused if not _follows(one, lines.get(one.code))]


def _follows(one: Diagnostic, lines: set[int] | None) -> bool:
    if not lines:
        return False
    if one.primary.line in lines:
        return True
    return one.code in _FOLLOWS["QOS986"] and any(label.span.line in lines for label in one.related)
