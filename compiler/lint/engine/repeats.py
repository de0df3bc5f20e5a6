"""One line that sets many ports alike is reported once."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.diagnostics import Diagnostic, first_names
from qosc.ir import Device
from qosc.values import replace

__all__ = ["together"]

_ENDS = ",:;"
_NAMED = 3
"""So many of the other ports are named; the rest is counted."""


def together(findings: Iterable[Diagnostic], device: Device) -> list[Diagnostic]:
    """The findings, without those that repeat another for one more port of the same line.

    `interface range` and its like put one line on many ports. Findings with the same code, place
    and advice, whose messages differ in the name of a port only, become the first of them, with a
    note that names the other ports.
    """
    places: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in findings:
        key = (finding.code, finding.primary, finding.severity, finding.primary_label, finding.help)
        places.setdefault(key, []).append(finding)
    kept: list[Diagnostic] = []
    for alike in places.values():
        kept += alike if len(alike) == 1 else _merged(alike, device)
    return kept


def _merged(alike: list[Diagnostic], device: Device) -> list[Diagnostic]:
    """Findings at one place, one for each message that says something else."""
    first: dict[str, Diagnostic] = {}
    others: dict[str, list[str]] = {}
    for finding in alike:
        words = finding.message.split(" ")
        ports = [word for word in words if word.rstrip(_ENDS) in device.ports]
        if not ports:
            first.setdefault(finding.message, finding)
            continue
        shape = " ".join("*" if word in ports else word for word in words)
        if shape in first:
            others.setdefault(shape, []).append(ports[0].rstrip(_ENDS))
        else:
            first[shape] = finding
    return [
        replace(finding, notes=(*finding.notes, _note(others[shape])))
        if shape in others
        else finding
        for shape, finding in first.items()
    ]


def _note(ports: list[str]) -> str:
    return f"the same line does the same on {first_names(ports, _NAMED)}"
