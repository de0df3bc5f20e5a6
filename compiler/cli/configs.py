"""A path of the command line, as a config."""

from __future__ import annotations

import os
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
from qosc.cli.settings import plan_of, prepared
from qosc.render.printable import printable
from qosc.settings.plans import Plan, Settings
from qosc.source import SourceText

__all__ = ["config_in", "config_of", "configs_in", "tell", "tell_part"]


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


def tell(plan: Plan) -> None:
    """Say on standard error, once, what a settings file adds to the command line."""
    if plan.settings is None:
        return
    said = [f"platform {plan.platform}"] if plan.platform_by_file else []
    said += [f"{row.speed} of {', '.join(row.interfaces)}" for row in plan.links]
    words = printable(f"From {plan.settings.path}: {'; '.join(said)}.")
    known: set[str] = click.get_current_context().meta.setdefault("qosc.told", set())
    if said and words not in known:
        known.add(words)
        click.echo(words, err=True)


def tell_part(plan: Plan) -> None:
    """Say on standard error that a file is read alone, of which the settings make one device with
    others.
    """
    settings = plan.settings
    if settings is None or not settings.file.devices:
        return
    known: dict[str, dict[str, str]]
    known = click.get_current_context().meta.setdefault("qosc.parts", {})
    if settings.path not in known:
        known[settings.path] = dict(_parts(settings))
    # Once for each file: a file and what it was are read by one command.
    words = known[settings.path].pop(plan.name, "")
    if words:
        click.echo(printable(words), err=True)


def _parts(settings: Settings) -> Iterator[tuple[str, str]]:
    for row in settings.file.devices:
        names = [os.path.normpath(name) for name in row.files]
        files = ",".join(map(settings.at, names))
        for name in names if len(names) > 1 else ():
            words = (
                f"Note: {settings.at(name)} is one file of device {row.name} "
                f"({settings.path}), and is read alone here; {row.name}={files} is all of it"
            )
            yield name, words


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
