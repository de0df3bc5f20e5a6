"""A path of the command line, as a config."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from qosc.api import (
    Config,
    NoSuchHostError,
    SeveralDevicesError,
    TooManyDevicesError,
    WrongPlatformError,
    devices,
    loads,
)
from qosc.cli.files import RefusedError, UnreadableError, read
from qosc.source import SourceText

__all__ = ["config_in", "config_of", "configs_in"]


def config_of(
    path: str, stdin_name: str, max_size: int, platform: str | None, host: str | None = None
) -> Config:
    """The config in a file, or in standard input for `-`; of several devices the one called `host`.

    RefusedError where there is none, or where there are several to choose from.
    """
    source = read(path, stdin_name, max_size)
    with _refused():
        return _read(loads(source, platform=platform, host=host))


def config_in(source: SourceText, platform: str | None) -> Config:
    """The config of the one device in a text; RefusedError where there are several."""
    with _refused(host_option=False):
        return _read(loads(source, platform=platform))


def configs_in(source: SourceText, platform: str | None) -> Iterator[Config]:
    """The configs of all devices in a text; RefusedError for a platform that it cannot be for."""
    with _refused():
        yield from devices(source, platform=platform)


def _read(config: Config) -> Config:
    if config.source.doubt is not None:
        what, remedy = config.source.doubt
        raise UnreadableError(config.source.path, f"it is {what}: {remedy}")
    return config


@contextmanager
def _refused(*, host_option: bool = True) -> Iterator[None]:
    try:
        yield
    except SeveralDevicesError as error:
        choose = "choose one with --host" if host_option else "cut it into a file for each"
        raise RefusedError(f"{error}; {choose}") from None
    except (NoSuchHostError, TooManyDevicesError, WrongPlatformError) as error:
        raise RefusedError(str(error)) from None
