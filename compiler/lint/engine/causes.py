"""Two findings on one cause: the one that names the cause speaks, and its consequence does not."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.diagnostics import Diagnostic
from qosc.ir import Device
from qosc.lint.engine.junos_causes import statements_at_fault
from qosc.source import Span

__all__ = ["one_cause"]

_REPLACED, _NEVER_MATCHED = "QOS602", "QOS201"
_OF_ANOTHER, _MISSPELT, _IDLE = "QOS603", "QOS018", ("QOS005", "QOS006")
_ANY, _UNREACHABLE = "QOS923", "QOS101"
_ABSENT, _LEFT_OUT, _STARVED = "QOS972", "QOS319", "QOS316"
_BEHIND_NO_PORT = "QOS625"
_ELSEWHERE = ("QOS123", "QOS608", "QOS991")
"""Findings that say of the same entry where its packets are."""
_MISPLACED = ("QOS603", "QOS902", "QOS989")
"""Findings that a whole policy or filter is on the port of another."""


def one_cause(findings: Iterable[Diagnostic], device: Device) -> list[Diagnostic]:
    """The findings without those that follow from another.

    A mark that replaced another one and is never matched, an object that is idle because another
    one was named in its place, or its name was misspelt, a class that a match-any class takes all
    packets of, which was to be match-all, an entry for another peer than the neighbor that is told
    to be left out, a protocol that is lost by an entry for another one, and hosts behind no port
    whose network, or whose policy, is told to be on another port.
    """
    known = statements_at_fault(findings)
    codes = {one.code for one in known}
    if _BEHIND_NO_PORT in codes:
        known = _placed(known, codes)
    if codes.isdisjoint((_REPLACED, _OF_ANOTHER, _MISSPELT, _ANY, _ABSENT)):
        return known
    lines = {label.span.line for one in known if one.code == _REPLACED for label in one.related}
    meant = (_OF_ANOTHER, _MISSPELT)
    idle = {label.span for one in known if one.code in meant for label in one.related}
    left_out = {one.primary.line for one in known if one.code == _LEFT_OUT}
    absent = {label.span for one in known if one.code == _ABSENT for label in one.related}
    wide = _classes_of({one.primary for one in known if one.code == _ANY}, device)
    return [
        one
        for one in known
        if not (
            (one.code == _NEVER_MATCHED and one.primary.line in lines)
            or (one.code in _IDLE and one.primary in idle)
            or (one.code == _ABSENT and one.primary.line in left_out)
            or (one.code == _STARVED and all(label.span in absent for label in one.related))
            or (one.code == _UNREACHABLE and any(label.span in wide for label in one.related))
        )
    ]


def _placed(known: list[Diagnostic], codes: set[str]) -> list[Diagnostic]:
    """The findings without those on hosts behind no port of which another one says where they are,
    or that what asks for them is on the port of another.
    """
    lines = {one.primary.line for one in known if one.code in _ELSEWHERE}
    lines |= {label.span.line for one in known if one.code in _ELSEWHERE for label in one.related}
    misplaced = not codes.isdisjoint(_MISPLACED)
    return [
        one
        for one in known
        if one.code != _BEHIND_NO_PORT or not (misplaced or one.primary.line in lines)
    ]


def _classes_of(origins: set[Span], device: Device) -> set[Span]:
    """Where policies have the class-maps with these places."""
    names = {one.name for one in device.class_maps.values() if one.origin in origins}
    if not names:
        return set()
    return {
        item.origin
        for policy in device.policies.values()
        for item in policy.classes
        if item.name in names
    }
