"""Differences as diagnostics: the config line, the script's line, the packet, what each does."""

from __future__ import annotations

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.source import NOWHERE, SourceText, Span
from qosc.verify.found import Difference

__all__ = ["CODE", "diagnostic"]

CODE = "VERIFY"
"""Stands where a rule of `check` has its code."""


def diagnostic(found: Difference, config: SourceText, script: SourceText) -> Diagnostic:
    """The diagnostic of a difference; its primary place is in the config where one is known."""
    there = _line(script, found.line) if found.line else None
    here = found.origin
    if here == NOWHERE:
        here = there or config.span(1, 0, len(config.line(1)))
    related: tuple[Label, ...] = ()
    if there is not None and there != here:
        related = (Label(there, f"the script: {found.script}"),)
    notes = []
    if found.packet is not None:
        notes.append(f"a packet for which they differ: {found.packet}")
    notes += [f"the router {_verb(found.router)}", f"the script {_verb(found.script)}"]
    notes += found.notes
    return Diagnostic(
        CODE, f"{found.kind}-differs", Severity.ERROR, found.message, here,
        f"the router: {found.router}", related, tuple(notes),
    )  # fmt: skip


def _verb(words: str) -> str:
    return words if words.startswith(("drops", "sends")) else f"has {words}"


def _line(script: SourceText, number: int) -> Span:
    text = script.line(number)
    return script.span(number, len(text) - len(text.lstrip()), len(text.rstrip()))
