"""Findings that the settings accept (`[[accept]]`), and entries that no longer do anything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic
from qosc.settings.globs import object_matches
from qosc.settings.plans import Plan, Settings

if TYPE_CHECKING:
    from qosc.lint.engine.keys import Key
    from qosc.settings.form import AcceptRow

__all__ = ["SideFile"]

_Met = tuple[str, int]
"""A settings file, and the number of an entry in it."""


class SideFile:
    """The entries of all settings files of a run. `today` is the day that `until` is held against;
    None is the day of the clock, which is asked only where an entry has an `until`.
    """

    def __init__(self, today: date | None = None) -> None:
        self._today = today
        self._met: dict[_Met, AcceptRow] = {}
        """The entries about the devices that were checked."""
        self._used: set[_Met] = set()
        self._ended: set[_Met] = set()

    def device(self, plan: Plan, name: str) -> None:
        """A device is checked, called `name`: its entries ought to be of use."""
        for number, row in _rows(plan.settings):
            if fnmatchcase(name, row.device) and plan.settings is not None:
                self._met[plan.settings.path, number] = row

    def reason(self, plan: Plan, finding: Diagnostic, key: Key) -> str:
        """Why a finding of such a device may stay; empty where it may not."""
        settings = plan.settings
        for number, row in _rows(settings):
            if settings is None or not _is_about(row, finding, key):
                continue
            if row.until is not None and self._day() > row.until:
                self._ended.add((settings.path, number))
                continue
            self._used.add((settings.path, number))
            return f"{settings.path} accepts it: {row.reason}"
        return ""

    def left_over(self) -> Iterator[str]:
        """A sentence for each entry that accepts nothing of a device that was checked."""
        for met, row in self._met.items():
            path, number = met
            which = f"{path}: entry {number + 1} of [[accept]], {row.rule} of {row.device}"
            if met in self._ended:
                yield f"{which}, ended on {row.until}: what it accepted is found again"
            elif met not in self._used:
                yield f"{which}, accepts nothing that is found any more"

    def _day(self) -> date:
        if self._today is None:
            self._today = date.today()
        return self._today


def _rows(settings: Settings | None) -> Iterator[tuple[int, AcceptRow]]:
    return iter(enumerate(settings.file.accept if settings is not None else ()))


def _is_about(row: AcceptRow, finding: Diagnostic, key: Key) -> bool:
    return (
        (row.rule.upper() == finding.code or row.rule.lower() == finding.name)
        and fnmatchcase(key.device, row.device)
        and (object_matches(row.object, key.line) or object_matches(row.object, key.section))
    )
