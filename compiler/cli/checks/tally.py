"""What a check of many files has come to so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from qosc.diagnostics import LEVELS, Diagnostic, Severity
from qosc.ir import Coverage
from qosc.render.numbers import many

if TYPE_CHECKING:
    from qosc.lint.engine.keys import Key

__all__ = ["Counted", "Tally"]


class Counted:
    """The counts of one device: `path` is its file, `name` is empty where the config does not say
    it. `found` are the findings that are told; `accepted`, `silenced` (by comments in the config)
    and `hidden` (not severe enough) count those that are not.
    """

    __slots__ = ("accepted", "coverage", "found", "hidden", "name", "path", "silenced")

    def __init__(
        self,
        path: str,
        name: str,
        coverage: Coverage,
        found: Counter[Severity],
        *,
        accepted: int = 0,
        silenced: int = 0,
        hidden: int = 0,
    ) -> None:
        self.path = path
        self.name = name
        self.coverage = coverage
        self.found = found
        self.accepted = accepted
        self.silenced = silenced
        self.hidden = hidden


class Tally:
    """Counts of files, findings and lines.

    `passed` counts the files that are no configs, and `unread` those that were not read, with the
    reason: a check that leaves something out says so.
    """

    def __init__(self) -> None:
        self.files: list[str] = []
        self.devices: list[Counted] = []
        self.coverage = Coverage()
        self.found: Counter[Severity] = Counter()
        self.undecided = 0
        """Rules that had no answer about a file."""
        self.passed = 0
        self.unread: list[tuple[str, str]] = []
        self.accepted = 0
        """Findings that a baseline, or an older revision, has too."""
        self.silenced = 0
        """Findings that comments in the configs silence."""
        self.hidden = 0
        """Findings that are not severe enough to be shown."""
        self.left_over: list[Key] = []
        """What a baseline accepts and nothing is found of any more."""
        self.fatal: set[str] = set()
        """The paths among them that may be a config."""
        self.incomplete = False
        """Whether a config may be among what was not read."""

    def add(self, one: Counted) -> None:
        """One device is checked; all devices of a file come one after the other."""
        if not self.devices or self.devices[-1].path != one.path:
            self.files.append(one.path)
        self.devices.append(one)
        self.coverage += one.coverage
        self.accepted += one.accepted
        self.silenced += one.silenced
        self.hidden += one.hidden
        self.found += one.found

    def add_findings(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Findings of no device, such as those about the settings."""
        for diagnostic in diagnostics:
            self.found[diagnostic.severity] += 1

    def leave_out(self, path: str, reason: str, *, fatal: bool) -> None:
        """One file is not read; `fatal` where it may be a config."""
        self.unread.append((path, reason))
        self.incomplete = self.incomplete or fatal
        if fatal:
            self.fatal.add(path)

    def fails(self, level: str) -> bool:
        """Whether a finding is as severe as this level (a key of LEVELS, or "never")."""
        least = LEVELS.get(level)
        return least is not None and any(severity >= least for severity in self.found)

    def has_qos(self) -> bool:
        """Whether a line on QoS was read, or something was found."""
        return bool(self.found or self.coverage.on_qos)

    def summary(self) -> str:
        """The last line of a check."""
        left = []
        if self.unread:
            left.append(f"{many(len(self.unread), 'path')} not read")
        if self.accepted:
            left.append(f"{self.accepted} accepted")
        if self.silenced:
            left.append(f"{self.silenced} silenced by comments")
        if self.hidden:
            left.append(f"{self.hidden} less severe not shown")
        if self.passed:
            left.append(f"{many(self.passed, 'other file')} passed over")
        outcome = self._outcome()
        return f"{outcome.removesuffix('.')}; {', '.join(left)}." if left else outcome

    def _outcome(self) -> str:
        counts = [
            f"{number} {name if number == 1 or name == 'info' else name + 's'}"
            for name, level in LEVELS.items()
            if (number := self.found[level])
        ]
        total, files = self.coverage, len(self.files)
        where = f"{files} file{'s' if files != 1 else ''}"
        if len(self.devices) > files:
            where += f" ({len(self.devices)} devices)"
        lines = total.lines
        if not files:
            return "No config was checked."
        if not counts and not total.on_qos:
            none = (
                "its one line does not concern" if lines == 1 else f"none of {lines} lines concerns"
            )
            return f"No QoS in {where}: {none} it."
        none = "Nothing new" if self.accepted else "Nothing found"
        if self.hidden:
            none = none.replace("Nothing", "Nothing so severe")
        what = ", ".join(counts) if counts else none
        if self.undecided:
            what += f" ({self.undecided} not decided)"
        return (
            f"{what} in {where}: {many(lines, 'line')}, {total.modelled} of them QoS and modelled, "
            f"{total.recognised} recognised only, {total.unknown} not understood."
        )
