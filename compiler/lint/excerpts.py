"""What a text leaves out: it may be a part of a config, and the rest may hold what is missing."""

from __future__ import annotations

from qosc.diagnostics import Severity
from qosc.ir import RefKind
from qosc.lint.rule import Context

__all__ = ["BUILT_IN_POLICIES", "defined_otherwise", "weigh_missing"]

BUILT_IN_POLICIES = ("system-cpp-policy", "copp-system-p-policy")
"""Beginnings of the names of policies that the system itself makes (Catalyst IOS XE, NX-OS)."""


def weigh_missing(context: Context, kind: RefKind) -> tuple[Severity, str]:
    """How bad it is that an object of a kind is missing, and a note that says why it is not worse.

    A text that defines none at all of a kind is probably a part of a config.
    """
    if context.index.defined(kind):
        return Severity.ERROR, ""
    severity = Severity.WARNING if context.device.complete else Severity.INFO
    return severity, f"the text defines no {kind} at all; it may be a part of a config"


def defined_otherwise(context: Context, names: set[str]) -> set[str]:
    """Those of some names that a line defines as a list the model does not hold.

    Such are MAC access lists, and the lists of other dialects.
    """
    found: set[str] = set()
    if context.source is None or not names:
        return found
    for line in context.source.lines:
        if "access-list" in line:
            found.update(names.intersection(line.split()))
    return found
