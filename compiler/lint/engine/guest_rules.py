"""Rules of other packages.

An entry point of the group `qosc.rules` leads to a tuple of `qosc.lint.engine.registry.Row`:

    [project.entry-points."qosc.rules"]
    house = "qosc_house:ROWS"

    ROWS = (Row("HOUSE001", "no-voice-class", "qosc_house.no_voice_class", frozenset({"child"})),)

The module of a row is as those of `qosc.lint.rules`: `qosc.lint.engine.rule` describes it. Codes
that begin with QOS are ours, also those to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, cast

from qosc.guests import RULES, GuestError, guests
from qosc.guests import load as load_guest
from qosc.ir import RefKind
from qosc.lint.engine.junos_words import WORDS
from qosc.lint.engine.row import Row
from qosc.lint.engine.rule import Rule, RuleModule
from qosc.lint.engine.traits import TRAITS
from qosc.patterns import pattern

__all__ = ["OTHER_TRAITS", "guest_rows", "rule_module"]

_CODE = pattern(r"(?!QOS)[A-Z]{2,12}[0-9]{3}")
_NAME = pattern(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
OTHER_TRAITS = {
    *("name", "suppression", "odd-text", "given-up", "asa"),
    *WORDS,
    *(f"{how}{kind}" for kind in RefKind for how in ("", "unused-", "undefined-")),
}
"""Traits of the index and of the text (`qosc.lint.engine.traits` says which), besides `TRAITS`."""


def guest_rows(ours: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of all other packages. GuestError for one that is none, or whose code or name
    another rule has.
    """
    words = {word for row in ours for word in (row.code, row.name)}
    known: list[Row] = []
    for guest in guests(RULES):
        rows: Any = load_guest(guest)
        if not isinstance(rows, tuple) or not all(isinstance(row, Row) for row in rows):
            raise GuestError(guest, "it is no tuple of qosc.lint.engine.registry.Row")
        for row in rows:
            why = _why_none(row, words)
            if why:
                raise GuestError(guest, why)
            words |= {row.code, row.name}
            known.append(row)
    return tuple(known)


def rule_module(row: Row) -> RuleModule:
    """The module of a row. GuestError where it cannot be imported, or is none of a rule."""
    guest = next(each for each in guests(RULES) if row in cast("Any", load_guest(each)))
    try:
        module: Any = import_module(row.module)
    except Exception as error:
        raise GuestError(guest, f"{row.module}: {type(error).__name__}: {error}") from error
    rule = getattr(module, "RULE", None)
    if not isinstance(rule, Rule) or (rule.code, rule.name) != (row.code, row.name):
        raise GuestError(guest, f"{row.module} has no RULE of the code and name of its row")
    if not callable(getattr(module, "check", None)) or not module.__doc__:
        raise GuestError(guest, f"{row.module} lacks `check` or its page (the docstring)")
    return cast("RuleModule", module)


def _why_none(row: Row, words: set[str]) -> str:
    """Why a row cannot be taken; empty for one that can."""
    if _CODE.fullmatch(row.code) is None:
        return f"the code {row.code!r} is not of the form HOUSE001, or begins with QOS"
    if _NAME.fullmatch(row.name) is None:
        return f"the name {row.name!r} is not of the form no-voice-class"
    for word in (row.code, row.name):
        if word in words:
            return f"there is a rule {word} already"
    unknown = row.traits - TRAITS.keys() - OTHER_TRAITS
    if unknown or not row.traits:
        listed = ", ".join(sorted(unknown)) or "none"
        return f"the traits of {row.code} ({listed}) are none that a device has"
    return ""
