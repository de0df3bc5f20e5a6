"""The pairs of configs that `diff` compares: files, folders, revisions, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from qosc.api import Config, check
from qosc.cli.configs import configs_in
from qosc.cli.discover import is_config
from qosc.cli.files import EmptyError, RefusedError, read
from qosc.cli.folders import configs_of, is_config_at
from qosc.cli.revisions import Older, is_revision, read_revision, split_revision
from qosc.cli.settings import tell, tell_part
from qosc.settings.plans import Plan, Plans
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.cli.checks.several import Several

__all__ = ["Inputs", "Pair", "pairs", "pairs_against"]


class Inputs(NamedTuple):
    """How configs are read."""

    max_size: int
    stdin_name: str
    old_platform: str | None
    new_platform: str | None
    host: str | None
    plans: Plans


class Pair(NamedTuple):
    """Two configs of one device; None: that side has none of it. `name` is the file or the host.

    Of a folder, `empty` are the files of it in which nothing stands, and `others` those that are no
    configs: neither is an error there.
    """

    name: str
    old: Config | None
    new: Config | None
    empty: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def contents(self) -> str:
        """Digits that follow from the lines of a device that is on one side only."""
        from qosc.changes.contents import of_lines

        only = self.old if self.new is None else self.new if self.old is None else None
        return "" if only is None else of_lines(only.text.lines)


class _NoConfigError(RefusedError):
    """A text that is no router config."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path} cannot be compared: {why}")
        self.path = path


def pairs(old: str, new: str, inputs: Inputs) -> Iterator[Pair]:
    """The pairs of two paths. RefusedError where there is nothing to compare."""
    before, after = configs_of(old), configs_of(new)
    if (before is None) != (after is None):
        raise RefusedError(f"cannot compare a folder with a file: {old!r}, {new!r}")
    if before is None or after is None:
        if old == new == "-":
            raise RefusedError("standard input can be one of the two configs, not both")
        yield from _devices(old, new, inputs)
        return
    names = sorted({*before.configs, *after.configs})
    if not names:
        raise RefusedError(f"no config in {old!r} and none in {new!r}")
    yield Pair("", None, None, others=(*before.others, *after.others))
    for name in names:
        ends = before.configs.get(name), after.configs.get(name)
        yield from _devices(*ends, inputs, name, in_folder=True)


def pairs_against(
    revision: str, paths: Sequence[str], inputs: Inputs, *, skip_others: bool = False
) -> Iterator[Pair]:
    """The pairs of files and folders with what they are at a revision; a new file has no old side,
    a deleted one no new side.

    With `skip_others`, files that are no configs are passed over. RefusedError as for `pairs`.
    """
    single = len(paths) == 1 and not skip_others
    names = Older(revision)
    for path in paths:
        here = os.path.join(".", path) if path == "-" else path
        if os.path.isdir(here):
            yield from pairs(f"{revision}:{path}", path, inputs)
        elif not (skip_others and os.path.isfile(here) and not is_config(here)):
            before = names.name_of(path)
            old = f"{revision}:{before}" if before else None
            if old is None or os.path.lexists(here):
                yield from _devices(old, here, inputs, "" if single else path)
            else:
                yield from _deleted(old, "" if single else path, inputs, skip_others=skip_others)


def _deleted(old: str, name: str, inputs: Inputs, *, skip_others: bool) -> Iterator[Pair]:
    """What was a file or a folder at a revision and is none now."""
    inside = configs_of(old)
    if inside is None:
        if not skip_others or is_config_at(old):
            yield from _devices(old, None, inputs, name)
        return
    yield Pair("", None, None, others=inside.others)
    for each, path in sorted(inside.configs.items()):
        yield from _devices(path, None, inputs, f"{name}/{each}".lstrip("/"), in_folder=True)


def _devices(
    old: str | None, new: str | None, inputs: Inputs, name: str = "", *, in_folder: bool = False
) -> Iterator[Pair]:
    empty: list[str] = []
    others: list[str] = []
    sides: list[dict[str, Config]] = []
    for path, platform in ((old, inputs.old_platform), (new, inputs.new_platform)):
        try:
            sides.append(_configs(path, inputs, platform))
        except EmptyError as error:
            if not in_folder:
                raise
            empty.append(error.path)
            sides.append({})
        except _NoConfigError as error:
            if not in_folder:
                raise
            others.append(error.path)
            sides.append({})
    before, after = sides
    if len(before) <= 1 and len(after) <= 1:
        one, two = (next(iter(each.values()), None) for each in sides)
        yield Pair(name, one, two, tuple(empty), tuple(others))
        return
    if empty or others:
        yield Pair("", None, None, tuple(empty), tuple(others))
    for host in dict.fromkeys((*before, *after)):
        yield Pair(f"{name} {host}".strip(), before.get(host), after.get(host), tuple(empty))


def _configs(path: str | None, inputs: Inputs, platform: str | None) -> dict[str, Config]:
    if path is None:
        return {}
    if "=" in path:
        from qosc.cli.checks.several import several_in

        several = several_in(path)
        if several is not None:
            return _of_several(several, inputs, platform)
    source = _source(path, inputs)
    by_name: dict[str, Config] = {}
    # What a file was at a revision is judged by the settings of today, as what it is now.
    plan = _plan(inputs.stdin_name if path == "-" else _today(path), inputs, platform)
    tell(plan)
    tell_part(plan)
    for config in configs_in(source, plan):
        host = config.name
        if inputs.host is not None and host.lower() != inputs.host.lower():
            continue
        by_name[_free(host, by_name)] = config
    if not by_name:
        raise RefusedError(f"{path} holds no device {inputs.host!r}")
    for config in by_name.values():
        for one in check(config, select=("QOS009",)):
            raise _NoConfigError(path, one.message)
    return by_name


def _plan(path: str, inputs: Inputs, platform: str | None) -> Plan:
    plan = inputs.plans.of(path)
    if platform is None:
        return plan
    return replace(plan, platform=platform, platform_by_file=False)


def _of_several(several: Several, inputs: Inputs, platform: str | None) -> dict[str, Config]:
    """The one device of several files."""
    from qosc.cli.checks.several import whole

    if inputs.host is not None:
        raise click.UsageError(f"{several.name} has several files and is one: leave --host out")
    plan = _plan(several.paths[0], inputs, platform)
    return {several.name: whole(several, plan, inputs.max_size)}


def _today(path: str) -> str:
    return split_revision(path)[1] if is_revision(path) else path


def _free(host: str, configs: dict[str, Config]) -> str:
    """A name for one more device, where several of a text are called alike."""
    number, name = 1, host
    while name in configs:
        number += 1
        name = f"{host} ({number})"
    return name


def _source(path: str, inputs: Inputs) -> SourceText:
    if is_revision(path):
        return read_revision(path, inputs.max_size)
    if path != "-" and not os.path.lexists(path) and path.count(":") == 1:
        raise click.UsageError(f"no file {path!r}, and no revision with such a file")
    return read(path, inputs.stdin_name, inputs.max_size)
