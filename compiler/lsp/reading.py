"""A text of an editor, read and checked."""

from __future__ import annotations

import os
from functools import cached_property

from qosc.api import Config, TooManyDevicesError, WrongPlatformError, devices
from qosc.diagnostics import Diagnostic
from qosc.frontends.likeness import looks_like_config
from qosc.lsp.judging import BY_EVERY_RULE, Judge
from qosc.lsp.objects import Occurrence, occurrences
from qosc.source import SUFFIXES, SourceText

__all__ = ["MOST", "Reading", "is_wanted"]

MOST = 4_000_000
"""Characters of a text that is read while it is typed: some 100 000 lines."""


class Reading:
    """One version of a text: its configs, what rules find in them, and where its names stand.

    `trouble` says why a text is not checked; it may have no configs then. What only some questions
    need is worked out when it is first asked for.
    """

    def __init__(self, path: str, text: str, judge: Judge = BY_EVERY_RULE) -> None:
        self.source = SourceText.of(path, text)
        self.trouble = ""
        self.configs: tuple[Config, ...] = ()
        self.findings: tuple[tuple[Diagnostic, str], ...] = ()
        """Each finding with the name of its device, which is empty where the text has one only."""
        if len(text) > MOST:
            self.trouble = (
                f"not checked while it is edited: it has more than {MOST // 1_000_000} million "
                "characters; `qosc check` reads it"
            )
            return
        try:
            self.configs = tuple(
                judge.prepared(config) for config in devices(self.source, platform=judge.platform)
            )
        except (TooManyDevicesError, WrongPlatformError) as error:
            self.trouble = str(error)
            return
        if judge.trouble:
            self.trouble = judge.trouble
            return
        several = len(self.configs) > 1
        self.findings = tuple(
            (finding, config.host if several else "")
            for config in self.configs
            for finding in judge.findings(config)
        )

    @cached_property
    def names(self) -> tuple[Occurrence, ...]:
        """Where objects are defined and used, in the order of the text."""
        return tuple(sorted(one for config in self.configs for one in occurrences(config)))

    def config_at(self, line: int) -> Config | None:
        """The config that a line (from 1) belongs to."""
        for config in self.configs:
            if config.source.numbers is None or line in config.source.numbers:
                return config
        return None


def is_wanted(path: str, text: str) -> bool:
    """Whether a text is checked: its name is that of a config, or it reads like one. The README
    beside the configs is not, though the editor hands it over.
    """
    name = os.path.basename(path).lower()
    return name.endswith(SUFFIXES) or (
        os.path.splitext(name)[1] not in (".md", ".rst", ".adoc") and looks_like_config(text)
    )
