"""`[[devices]]` of the settings: several files that are the config of one device."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from qosc.cli.checks.several import Several
from qosc.cli.scenarios import FaultsError
from qosc.diagnostics import Diagnostic
from qosc.scenario.explain import REFERENCE, diagnostic
from qosc.settings.plans import Plans, Settings
from qosc.settings.reading import place

__all__ = ["Together"]


class Together:
    """The devices of the settings files that a check meets, by their files.

    A device of the command line takes the place of one that has its name.
    """

    def __init__(self, plans: Plans, given: Sequence[Several] = ()) -> None:
        self._plans = plans
        self._names = {one.name for one in given}
        self._given = {os.path.realpath(path): one.name for one in given for path in one.paths}
        self._known: dict[str, dict[str, Several]] = {}

    def of(self, path: str, settings: Settings) -> Several | None:
        """The device that a file is of, by its settings; None for one that is a config for itself.

        FaultsError where the settings name what is no file of theirs.
        """
        known = self._known.get(settings.path)
        if known is None:
            known = self._known[settings.path] = self._read(settings)
        return known.get(os.path.realpath(path))

    def _read(self, settings: Settings) -> dict[str, Several]:
        several: dict[str, Several] = {}
        faults: list[Diagnostic] = []
        for number, row in enumerate(settings.file.devices):
            if row.name in self._names:
                continue
            one = Several(row.name, tuple(_path(settings, name) for name in row.files))
            for at, path in enumerate(one.paths):
                wrong = self._wrong(path, settings, several)
                if wrong is None:
                    several[os.path.realpath(path)] = one
                    continue
                words, help_ = wrong
                span = place(settings.source, "devices", number, "files", at)
                message = f"{row.files[at][:80]!a} {words}"
                faults.append(diagnostic(REFERENCE, message, span, help_=help_))
        if faults:
            raise FaultsError(faults, settings.source)
        return several

    def _wrong(
        self, path: str, settings: Settings, several: Mapping[str, Several]
    ) -> tuple[str, str] | None:
        """What keeps a file from being one of a device, and what to do; None where nothing does."""
        if not os.path.lexists(path):
            where = "files are named one by one, from the folder of the settings"
            return "is not there", f"{where}; no pattern is taken here"
        if not os.path.isfile(path):
            return "is no file", "name each file of the device"
        real = os.path.realpath(path)
        if not real.startswith(os.path.join(os.path.realpath(settings.folder), "")):
            return "is a link that leads out of the folder of the settings", ""
        other = self._plans.settings_of(path)
        if other is not settings:
            by = other.path if other is not None else ""
            return f"has settings of its own, in {by}", "list the device there, or move them here"
        name = self._given.get(real)
        if name is None:
            name = several[real].name if real in several else None
        if name is not None:
            return f"is in device {name[:80]!a} already", "a file is of one device, and comes once"
        return None


def _path(settings: Settings, name: str) -> str:
    """A file of a row, as it is shown and read."""
    path = settings.at(name)
    # Alone it would be standard input.
    return os.path.join(os.curdir, path) if path == "-" else path
