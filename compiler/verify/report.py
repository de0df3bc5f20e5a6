"""Differences as diagnostics: the config line, the script's line, the packet, what each does."""

from __future__ import annotations

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.source import NOWHERE, SourceText
from qosc.verify.check import Verified
from qosc.verify.codes import code_of
from qosc.verify.found import Difference
from qosc.verify.tc.model import Unreadable

__all__ = ["diagnostic", "diagnostics", "unreadable"]

_HELP = {
    "script": "nothing was compared; compile the config again, or mend this command",
    "dump": "nothing was compared; run the script that `qosc verify --collector` prints, as root",
}


def unreadable(error: Unreadable, script: SourceText, kind: str = "script") -> Diagnostic:
    """The diagnostic of a script (or a dump) that is not understood, where reading ended."""
    code = code_of(kind)
    line = min(max(error.line, 1), max(len(script.lines), 1))
    text = script.line(line)
    start = min(error.column or len(text) - len(text.lstrip()), max(len(text) - 1, 0))
    length = len(text[start:].split(" ", 1)[0]) or 1
    return Diagnostic(
        code.code,
        code.name,
        Severity.ERROR,
        f"{kind} not readable: {error}",
        script.span(line, start, min(start + length, max(len(text), start + 1))),
        help=_HELP[kind],
    )


def diagnostics(
    verified: Verified, config: SourceText, script: SourceText
) -> tuple[Diagnostic, ...]:
    """The diagnostics of all differences, and, as warnings, of ports that were not compared."""
    return (
        *(diagnostic(each, config, script) for each in verified.differences),
        *(
            diagnostic(each, config, script, severity=Severity.WARNING)
            for each in verified.uncompared
        ),
    )


def diagnostic(
    difference: Difference,
    config: SourceText,
    script: SourceText,
    *,
    severity: Severity = Severity.ERROR,
    side: str = "the script",
) -> Diagnostic:
    """The diagnostic of a difference; its primary place is in the config where one is known.

    `side` is what the router is compared with.
    """
    there = script.words(difference.line) if difference.line else None
    here = difference.origin
    if here == NOWHERE:
        here = there or config.span(1, 0, len(config.line(1)))
    related: tuple[Label, ...] = ()
    if there is not None and there != here:
        related = (Label(there, f"{side}: {difference.script}"),)
    notes = []
    if difference.packet is not None:
        notes.append(f"a packet for which they differ: {difference.packet}")
    notes += [f"the router {_verb(difference.router)}", f"{side} {_verb(difference.script)}"]
    notes += difference.notes
    code = code_of(difference.kind)
    return Diagnostic(
        code=code.code,
        name=code.name,
        severity=severity,
        message=difference.message,
        primary=here,
        primary_label=f"the router: {difference.router}",
        related=related,
        notes=tuple(notes),
    )


def _verb(words: str) -> str:
    return words if words.startswith(("drops", "sends")) else f"has {words}"
