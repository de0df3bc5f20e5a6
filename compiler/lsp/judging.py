"""How a text is judged: by every rule, or as a settings file says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from qosc.api import Config, check
from qosc.diagnostics import Diagnostic

__all__ = ["BY_EVERY_RULE", "Judge"]


def _as_it_is(config: Config) -> Config:
    return config


class Judge(NamedTuple):
    """What a command knows of a text beside the text itself.

    platform  The system whose defaults apply; None takes it from the config.
    wanted    Whether it is a config; None leaves that to its name and its text.
    prepared  The config with what settings say of it, such as the speed of links.
    findings  What is told of such a config.
    trouble   Why nothing can be told.
    """

    platform: str | None = None
    wanted: bool | None = None
    prepared: Callable[[Config], Config] = _as_it_is
    findings: Callable[[Config], Sequence[Diagnostic]] = check
    trouble: str = ""


BY_EVERY_RULE = Judge()
"""Where there are no settings."""
