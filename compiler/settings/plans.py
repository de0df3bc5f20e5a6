"""Which settings speak for a config, and what is to be done with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from qosc.diagnostics import LEVELS, Diagnostic, Severity
from qosc.settings.globs import any_path
from qosc.tuples import NamedTuple
from qosc.values import dataclass

if TYPE_CHECKING:
    from qosc.settings.form import File, LinkRow, RequireRow
    from qosc.source import SourceText

__all__ = ["MOST_FILES", "NAMES", "NOTHING", "Given", "Plan", "Plans", "Settings"]

NAMES = ("qosc.toml", "pyproject.toml")
"""The files that hold settings, the one that is taken first at the front."""
MOST_FILES = 100
"""Files of one device."""
_TOP = ".git"
"""What the folder has at which the search upwards ends."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A settings file: its name as it is shown, its text, what it says, and the folder that its
    patterns begin at.
    """

    path: str
    source: SourceText
    file: File
    folder: str

    def at(self, path: str) -> str:
        """Where a path of the file leads, as it is shown."""
        full = os.path.join(self.folder, path)
        near = os.path.relpath(full)
        return near if len(near) < len(full) else full

    def name_of(self, path: str) -> str:
        """A path as the patterns see it."""
        # Links are not followed: a config is what it is called.
        return os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/")


class Given(NamedTuple):
    """What the command line says: it wins over every file."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    platform: str | None = None
    extend: tuple[str, ...] = ()
    """Rules that run as well: what the settings select and ignore does not keep them from it."""
    require_qos: bool = False


NOTHING = Given()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with one config.

    `severity` is what the findings of some rules are given, by selector. `links` are the rows on
    the speed of lines, in the order of the file.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    platform: str | None = None
    settings: Settings | None = None
    name: str = ""
    severity: tuple[tuple[str, Severity], ...] = ()
    links: tuple[LinkRow, ...] = ()
    require: tuple[tuple[int, RequireRow], ...] = ()
    """What the site asks of it, with the numbers of the rows in the file."""
    platform_by_file: bool = False
    """Whether `platform` is from the settings."""
    require_qos: bool = False
    """Whether a config that has no QoS is a finding."""

    @property
    def passed_over(self) -> bool:
        """Whether the file is not to be checked where a folder led to it."""
        return self.settings is not None and any_path(self.settings.file.exclude, self.name)

    @property
    def included(self) -> bool | None:
        """Whether the settings say that it is a config; None where they say nothing of it."""
        if self.settings is None or not self.settings.file.include:
            return None
        return any_path(self.settings.file.include, self.name)

    def judged(self, findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
        """The findings with the severities that the settings give their rules."""
        if not self.severity or not findings:
            return findings
        from qosc.values import replace

        judged = []
        for one in findings:
            level = self._severity(one)
            judged.append(one if level is None else replace(one, severity=level))
        return judged

    def _severity(self, finding: Diagnostic) -> Severity | None:
        """By the selector that says most: code or name, then the longest beginning of a code."""
        best: tuple[int, Severity] | None = None
        for selector, level in self.severity:
            word = selector.upper()
            if word == finding.code or selector.lower() == finding.name:
                return level
            fits = word == "ALL" or finding.code.startswith(word)
            length = 0 if word == "ALL" else len(word)
            if fits and (best is None or length >= best[0]):
                best = length, level
        return best[1] if best is not None else None


class Plans:
    """Finds the settings of each config and makes its plan.

    `read` reads a settings file, or refuses it; it is asked once for each file. `pinned` is a file
    that alone counts, with patterns from the working folder; `isolated` says that no file counts.
    """

    def __init__(
        self,
        given: Given = NOTHING,
        read: Callable[[str, bool], tuple[File, SourceText] | None] | None = None,
        *,
        pinned: str | None = None,
        isolated: bool = False,
    ) -> None:
        self._given, self._read, self._isolated = given, read, isolated
        self._folders: dict[str, Settings | None] = {}
        self._pinned: Settings | None = None
        if pinned is not None and read is not None:
            file = read(pinned, os.path.basename(pinned) == NAMES[1])
            if file is not None:
                self._pinned = Settings(pinned, file[1], file[0], os.getcwd())

    def run(self) -> Settings | None:
        """The settings of the working folder, which say what is of a whole run."""
        return self._settings(os.getcwd())

    def settings_of(self, path: str) -> Settings | None:
        """The settings of a config, as `of`."""
        stdin = _is_stdin(path)
        return self._settings(os.getcwd() if stdin else os.path.dirname(os.path.abspath(path)))

    def of(self, path: str) -> Plan:
        """The plan of a config; of standard input (`-`, `<stdin>`) by the working folder."""
        given = self._given
        settings = self.settings_of(path)
        if settings is None:
            select = (*given.select, *given.extend) if given.select else ()
            return Plan(
                select, given.ignore, given.platform, name=path, require_qos=given.require_qos
            )
        file = settings.file
        name = path if _is_stdin(path) else settings.name_of(path)
        select, ignore = given.select, given.ignore
        if select:
            select = (*select, *given.extend)
        else:
            ignore = (*_but(file.ignore, given.extend, file.require), *ignore)
            if file.select is not None:
                select = (*file.select, *file.extend_select, *given.extend)
        for pattern, words in file.per_file_ignores.items():
            if any_path((pattern,), name):
                ignore += words
        platform = given.platform
        for row in file.configs if platform is None else ():
            if any_path(row.files, name):
                platform = row.platform.lower()
        return Plan(
            select=select,
            ignore=ignore,
            platform=platform,
            settings=settings,
            name=name,
            severity=tuple((word, LEVELS[level]) for word, level in file.severity.items()),
            links=tuple(row for row in file.links if any_path(row.files, name)),
            require=tuple(
                (number, row)
                for number, row in enumerate(file.require)
                if any_path(row.files, name)
            ),
            platform_by_file=platform is not None and given.platform is None,
            require_qos=given.require_qos,
        )

    def _settings(self, folder: str) -> Settings | None:
        if self._pinned is not None or self._isolated or self._read is None:
            return self._pinned
        way: list[str] = []
        settings: Settings | None = None
        while folder not in self._folders:
            way.append(folder)
            settings = self._in(folder)
            above = os.path.dirname(folder)
            if (
                settings is not None
                or above == folder
                or os.path.lexists(os.path.join(folder, _TOP))
            ):
                break
            folder = above
        else:
            settings = self._folders[folder]
        self._folders.update(dict.fromkeys(way, settings))
        return settings

    def _in(self, folder: str) -> Settings | None:
        for name in NAMES:
            path = os.path.join(folder, name)
            # A folder or a broken link of that name is for `_read` to refuse: to pass it over would
            # check by no settings where the site has some.
            if self._read is None or not os.path.lexists(path):
                continue
            shown = os.path.relpath(path)
            file = self._read(shown if len(shown) < len(path) else path, name == NAMES[1])
            if file is not None:
                return Settings(file[1].path, file[1], file[0], folder)
        return None


def _is_stdin(path: str) -> bool:
    return path == "-" or path.startswith("<")


def _but(
    ignore: tuple[str, ...], extend: tuple[str, ...], own: Sequence[RequireRow]
) -> tuple[str, ...]:
    """What is ignored, without the rules that `extend` names: the codes of the others."""
    if not ignore or not extend:
        return ignore
    from qosc.lint.engine.registry import matches, with_own
    from qosc.settings.site_rules import rows_of

    return tuple(
        row.code
        for row in with_own(rows_of(own))
        if any(matches(row, word) for word in ignore)
        and not any(matches(row, word) for word in extend)
    )
