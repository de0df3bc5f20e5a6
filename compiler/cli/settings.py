"""Settings files on the command line: which are read, and what is refused of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from qosc.patterns import pattern
from qosc.settings.plans import NOTHING, Given, Plan, Plans, Settings

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.settings.form import File
    from qosc.source import SourceText

__all__ = [
    "fresh_plans",
    "plan_of",
    "plans_for",
    "prepared",
    "settings_options",
    "tell",
    "tell_part",
]

F = TypeVar("F", bound=Callable[..., Any])

_KEY = "qosc.settings"
_MOST = 1
"""MB of a settings file."""
_TABLE = pattern(
    r"""^[ \t\[]*+ ["']? tool ["']? [ \t]*+ (?: [=\]] | \. [ \t]*+ ["']? qosc )""",
    re.VERBOSE | re.MULTILINE,
)
"""How `[tool.qosc]` can begin, in all the ways of TOML."""


def settings_options(function: F) -> F:
    """--settings and --isolated: which settings files count. `plans_for` knows what was given."""
    function = click.option(
        "--isolated",
        is_flag=True,
        expose_value=False,
        callback=_noted,
        help="Read no settings file.",
    )(function)
    return click.option(
        "--settings",
        metavar="FILE",
        expose_value=False,
        callback=_noted,
        help="Settings in place of qosc.toml, or [tool.qosc] of pyproject.toml, above each config.",
    )(function)


def _noted(context: click.Context, option: click.Parameter, value: object) -> None:
    context.meta.setdefault(_KEY, {})[option.name] = value


def plans_for(given: Given = NOTHING) -> Plans:
    """The plans of the configs of this command; of one without these options, those without any
    file. UsageError for options that exclude each other, FaultsError for a file that is none.
    """
    return fresh_plans(given)()


def fresh_plans(given: Given = NOTHING) -> Callable[[], Plans]:
    """What makes these plans anew, from the settings files as they are then: for a command that
    lives long. It may be asked in any thread. UsageError for --settings without a name, and beside
    --isolated.
    """
    context = click.get_current_context(silent=True)
    noted = context.meta.get(_KEY) if context is not None else None
    if noted is None:
        return lambda: Plans(given)
    pinned, isolated = noted.get("settings"), noted.get("isolated", False)
    if pinned is not None and isolated:
        raise click.UsageError("--settings and --isolated exclude each other")
    if pinned == "":
        raise click.UsageError("--settings needs the name of a file; it is empty here")
    return lambda: Plans(given, _read, pinned=pinned, isolated=isolated)


def _read(path: str, table: bool) -> tuple[File, SourceText] | None:
    from qosc.cli.files import EmptyError, read

    try:
        source = read(path, max_size=_MOST)
    except EmptyError:
        if table:
            return None
        raise
    # What has no settings is not worth the readers of TOML and of the form.
    if table and _TABLE.search(source.text) is None:
        return None
    from qosc.settings.reading import load

    loaded = load(source, table=table)
    if isinstance(loaded, tuple):
        from qosc.cli.scenarios import FaultsError
        from qosc.source import SourceText as Text

        # A file that is nothing of ours, named by mistake, is not copied into a log.
        ours = path.endswith(".toml")
        raise FaultsError(loaded, source if ours else Text("", ""))
    return None if loaded is None else (loaded, source)


def plan_of(path: str, stdin_name: str, platform: str | None) -> Plan:
    """The plan of the one config of a command. What it takes from a settings file is told."""
    return plans_for(Given(platform=platform)).of(stdin_name if path == "-" else path)


def prepared(config: Config, plan: Plan) -> Config:
    """The config with what the settings say of its links; what they do not is told."""
    if not plan.links or plan.settings is None:
        return config
    from qosc.render.printable import printable
    from qosc.settings.speeds import with_speeds

    speeds, told = with_speeds(config, plan.links)
    for words in told:
        text = f"Warning: {plan.settings.path} and {config.source.path}: {words}"
        click.echo(printable(text), err=True)
    return speeds


def tell(plan: Plan) -> None:
    """Say on standard error, once, what a settings file adds to the command line."""
    if plan.settings is None:
        return
    from qosc.render.printable import printable

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
    from qosc.render.printable import printable

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
