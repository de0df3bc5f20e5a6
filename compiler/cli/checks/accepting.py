"""Which findings are not new: those of a baseline, and those of an older revision."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.api import Config, check
from qosc.cli.checks.checked import Wanted, device_of
from qosc.cli.configs import configs_in
from qosc.cli.files import EmptyError
from qosc.cli.revisions import is_at, read_revision
from qosc.diagnostics import Diagnostic
from qosc.lint.engine.keys import Accepted, Key, key_of

__all__ = ["Before"]


class Before:
    """Says of each finding whether it was there before, and why it may stay.

    `baseline`: what was accepted, with the name of its file. `revision`: where a file had the same
    finding at that revision of git, it is not new; empty: the index.
    """

    def __init__(
        self,
        wanted: Wanted,
        baseline: tuple[str, Accepted] | None = None,
        revision: str | None = None,
    ) -> None:
        self._wanted, self._baseline, self._revision = wanted, baseline, revision
        self._path = ""
        self._older = Accepted()

    def reasons(self, config: Config, findings: Sequence[Diagnostic]) -> list[tuple[Key, str]]:
        """The key of each finding, with the reason that it is accepted for; empty where it is new.

        RefusedError where the revision, or a file at it, cannot be read.
        """
        device, path = device_of(config), config.source.path
        if self._revision is not None and path != self._path:
            self._path, self._older = path, self._at_revision(path, self._revision)
        if self._baseline is not None:
            self._baseline[1].checked(device)
        told: list[tuple[Key, str]] = []
        for finding in findings:
            key = key_of(finding, config.source, device)
            told.append((key, self._reason(key)))
        return told

    def _reason(self, key: Key) -> str:
        if self._revision is not None and self._older.takes(key):
            return f"it is in {self._revision or 'the index'} as well"
        if self._baseline is not None and self._baseline[1].takes(key):
            return f"{self._baseline[0]} accepts it"
        return ""

    def left_over(self) -> list[Key]:
        """What the baseline accepts of the devices that were checked, and was not found."""
        return self._baseline[1].left_over() if self._baseline is not None else []

    def _at_revision(self, path: str, revision: str) -> Accepted:
        if path == self._wanted.stdin_name or not is_at(revision, path):
            return Accepted()
        keys: list[Key] = []
        try:
            source = read_revision(f"{revision}:{path}", self._wanted.max_size)
        except EmptyError:
            return Accepted()
        for config in configs_in(source, self._wanted.platform):
            # A device without a name is known by its file, which has the revision before it here.
            device = config.host or config.device.hostname or path
            found = check(config, select=self._wanted.select, ignore=self._wanted.ignore)
            keys += (key_of(one, config.source, device) for one in found)
        return Accepted(keys)
