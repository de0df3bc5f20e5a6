"""A path of the command line, as a config."""

from __future__ import annotations

from qosc.api import Config, WrongPlatformError, loads
from qosc.cli.files import RefusedError, read
from qosc.source import SourceText

__all__ = ["config_in", "config_of"]


def config_of(path: str, stdin_name: str, max_size: int, platform: str | None) -> Config:
    """The config in a file, or in standard input for `-`; RefusedError where there is none."""
    return config_in(read(path, stdin_name, max_size), platform)


def config_in(source: SourceText, platform: str | None) -> Config:
    """The config in a text; RefusedError for a platform that it cannot be for."""
    try:
        return loads(source, platform=platform)
    except WrongPlatformError as error:
        raise RefusedError(str(error)) from None
