"""A path of the command line, as a config."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

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
from qosc.cli.settings import plan_of, prepared, tell, tell_part
from qosc.settings.plans import Plan
from qosc.source import SourceText

__all__ = ["config_given", "config_in", "config_of", "configs_in"]


def config_of(
    path: str, stdin_name: str, max_size: int, platform: str | None, host: str | None = None
) -> Config:
    """The config in a file, or in standard input for `-`; of several devices the one called `host`;
    of the files of one device (NAME=FILE,FILE) all of them.

    The settings file of the config says its platform where `platform` does not, and how fast its
    links are; what it says is told on standard error. RefusedError where there is no config, or
    where there are several to choose from. UsageError for a host where there is one device only.
    """
    if "=" in path:
        from qosc.cli.checks.several import several_in, whole

        several = several_in(path)
        if several is not None and host is not None:
            raise click.UsageError(f"{path} is one router: leave --host out")
        if several is not None:
            return whole(several, plan_of(several.paths[0], stdin_name, platform), max_size)
    source = read(path, stdin_name, max_size)
    plan = plan_of(path, stdin_name, platform)
    with _refused(plan):
        config = _read(loads(source, platform=plan.platform, host=host))
    tell(plan)
    tell_part(plan)
    return prepared(config, plan)


def config_given(
    file: str | None,
    device: str | None,
    stdin_name: str,
    max_size: int,
    platform: str | None,
    host: str | None,
) -> Config:
    """The one config of a command: of FILE, or of the files of --device. UsageError where both are
    given, or none; else as `config_of` and `whole`.
    """
    if device is None:
        if file is None:
            from qosc.cli.suggest import unnamed

            raise click.UsageError(
                f"name a FILE, or several with --device NAME=FILE,FILE\n\n{unnamed()}"
            )
        return config_of(file, stdin_name, max_size, platform, host)
    if file is not None or host is not None:
        other = "FILE" if file is not None else "--host"
        raise click.UsageError(f"--device names the files of one router: leave {other} out")
    from qosc.cli.checks.several import several_of, whole

    (one,) = several_of((device,), ())
    return whole(one, plan_of(one.paths[0], stdin_name, platform), max_size)


def config_in(source: SourceText, platform: str | None) -> Config:
    """The config of the one device in a text; RefusedError where there are several."""
    with _refused(host_option=False):
        return _read(loads(source, platform=platform))


def configs_in(source: SourceText, plan: Plan) -> Iterator[Config]:
    """The configs of all devices in a text, with the platform and the links of its plan;
    RefusedError for a platform that it cannot be for.
    """
    with _refused(plan):
        for config in devices(source, platform=plan.platform):
            yield prepared(config, plan)


def _read(config: Config) -> Config:
    if config.source.doubt is not None:
        what, remedy = config.source.doubt
        raise UnreadableError(config.source.path, f"it is {what}: {remedy}")
    return config


@contextmanager
def _refused(plan: Plan | None = None, *, host_option: bool = True) -> Iterator[None]:
    try:
        yield
    except SeveralDevicesError as error:
        choose = "choose one with --host" if host_option else "cut it into a file for each"
        raise RefusedError(f"{error}; {choose}") from None
    except (NoSuchHostError, TooManyDevicesError) as error:
        raise RefusedError(str(error)) from None
    except WrongPlatformError as error:
        by = plan.settings if plan is not None and plan.platform_by_file else None
        raise RefusedError(f"{error} (by {by.path})" if by is not None else str(error)) from None
