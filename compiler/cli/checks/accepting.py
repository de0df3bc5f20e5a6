"""Which findings are not new: those of a baseline, and those of an older revision."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import click

from qosc.api import Config
from qosc.cli.checks.baseline import Baseline
from qosc.cli.checks.checked import Wanted, device_of, findings_of
from qosc.cli.checks.demands import Demands
from qosc.cli.checks.several import Several, whole
from qosc.cli.configs import configs_in
from qosc.cli.files import EmptyError, RefusedError, UnreadableError
from qosc.cli.revisions import Older, read_revision
from qosc.diagnostics import Diagnostic
from qosc.lint.engine.keys import Key, Keys
from qosc.render.printable import printable
from qosc.settings.plans import Plan
from qosc.source import SourceText

__all__ = ["Before"]

_Known = tuple[Key, str, int]


class Before:
    """Says of each finding whether it was there before, and why it may stay.

    `baseline`: what was accepted. `revision`: where a file had the same finding at that revision of
    git, with the same words and as severe, it is not new.
    """

    def __init__(
        self, wanted: Wanted, baseline: Baseline | None = None, revision: str | None = None
    ) -> None:
        self._wanted, self._baseline, self._revision = wanted, baseline, revision
        self._paths: tuple[str, ...] = ()
        self._same = False
        """Whether the files are the same to the byte at that revision: so are the findings then."""
        self._names = Older(revision) if revision is not None else None
        self._older: Counter[_Known] = Counter()

    def reasons(self, config: Config, findings: Sequence[Diagnostic]) -> list[tuple[Key, str]]:
        """The key of each finding, with the reason that it is accepted for; empty where it is new.

        RefusedError where the revision, or a file at it, cannot be read.
        """
        paths = tuple(each.path for each in config.files)
        if self._revision is not None and paths != self._paths:
            self._paths, self._same = paths, all(map(self._is_as_it_was, paths))
            if self._same:
                self._older = Counter()
            elif len(paths) == 1:
                self._older = self._at_revision(paths[0], self._revision)
            else:
                self._older = self._whole_then(config, self._revision)
        device = device_of(config)
        if self._baseline is not None:
            device = self._baseline.device_of(config)
            self._baseline.accepted.checked(device)
        keys = Keys(config.files, device)
        return [(key := keys.of(one), self._reason(one, key)) for one in findings]

    def _reason(self, finding: Diagnostic, key: Key) -> str:
        # A baseline is used up by what is in the older revision, too: its entry is no idle one.
        accepted = self._baseline is not None and self._baseline.accepted.takes(
            key, finding.severity
        )
        known = _known(finding, key)
        if self._same or self._older[known] > 0:
            self._older[known] -= 1
            return f"it is in {self._revision} as well"
        if accepted and self._baseline is not None:
            return f"{self._baseline.path} accepts it"
        return ""

    def left_over(self) -> list[Key]:
        """What the baseline accepts of the devices that were checked, and was not found."""
        return self._baseline.accepted.left_over() if self._baseline is not None else []

    def _is_as_it_was(self, path: str) -> bool:
        if path == self._wanted.stdin_name or self._names is None or os.path.islink(path):
            return False
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return False
        return self._names.same(path, data)

    def _at_revision(self, path: str, revision: str) -> Counter[_Known]:
        known: Counter[_Known] = Counter()
        if path == self._wanted.stdin_name or self._names is None:
            return known
        older = self._names.name_of(path)
        if not older:
            return known
        try:
            source = read_revision(f"{revision}:{older}", self._wanted.max_size)
        except EmptyError:
            return known
        plan = self._wanted.plans.of(path)
        for config in configs_in(source, plan):
            known += _all_known(config, plan)
        return known

    def _whole_then(self, config: Config, revision: str) -> Counter[_Known]:
        """What was known of a device of several files: of those that were there then."""
        older: dict[str, SourceText] = {}
        for file in config.files:
            name = self._names.name_of(file.path) if self._names is not None else ""
            if file.path == self._wanted.stdin_name:
                return Counter()
            with suppress(EmptyError):
                if name:
                    source = read_revision(f"{revision}:{name}", self._wanted.max_size)
                    older[file.path] = source
        if not older:
            return Counter()
        plan = self._wanted.plans.of(config.files[0].path)
        device = Several(config.name, tuple(older))
        try:
            return _all_known(whole(device, plan, self._wanted.max_size, older.__getitem__), plan)
        except UnreadableError:
            raise
        except RefusedError as error:
            words = f"Note: nothing is known of {config.name} at {revision}: {error.message}"
            click.echo(printable(words), err=True)
            return Counter()


def _all_known(config: Config, plan: Plan) -> Counter[_Known]:
    keys = Keys(config.files, "")
    return Counter(_known(one, keys.of(one)) for one in findings_of(config, plan, Demands()))


def _known(finding: Diagnostic, key: Key) -> _Known:
    """What a finding is known by where one release of ours has said both."""
    return key._replace(device=""), finding.message, finding.severity
