"""`--device NAME=FILE,FILE`: several files that are the config of one device."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

import click

from qosc.api import Config
from qosc.cli.files import RefusedError, UnreadableError, read
from qosc.cli.settings import prepared, tell
from qosc.ir import Device
from qosc.patterns import pattern
from qosc.settings.plans import MOST_FILES, Plan
from qosc.source import SourceText, Span
from qosc.values import dataclass

__all__ = [
    "Several",
    "device_option",
    "devices_option",
    "several_in",
    "several_of",
    "whole",
]

_HOST = pattern(r"^[ \t]*+(?:set system )?host-?name[ \t]++([\w.-]++)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Several:
    """The files of one device, in their order."""

    name: str
    paths: tuple[str, ...]

    def holds(self, path: str) -> bool:
        """Whether a file is one of them, by whatever name."""
        return os.path.realpath(path) in map(os.path.realpath, self.paths)


def devices_option(function: Callable[..., int]) -> Callable[..., int]:
    """--device: several files as one device."""
    return click.option(
        "--device",
        "devices",
        multiple=True,
        metavar="NAME=FILE,FILE...",
        help="Files that are the config of one device, in the order in which they are loaded; "
        "several times for several devices.",
    )(function)


def device_option(function: Callable[..., int]) -> Callable[..., int]:
    """--device: several files as the one device of a command."""
    return click.option(
        "--device",
        metavar="NAME=FILE,FILE...",
        help="In place of FILE: files that are the config of one device, in the order in which "
        "they are loaded.",
    )(function)


def several_of(given: Sequence[str], paths: Sequence[str]) -> tuple[Several, ...]:
    """The devices of the option; UsageError for one that is not well formed, and for none where
    there are no paths either.
    """
    if not given and not paths:
        context = click.get_current_context()
        parameter = next(one for one in context.command.params if one.name == "paths")
        raise click.MissingParameter(ctx=context, param=parameter, param_hint="'PATHS...'")
    devices: dict[str, Several] = {}
    for words in given:
        one = _parsed(words, f"--device {words}")
        if one.name in devices:
            raise click.UsageError(f"--device {words}: there is a device {one.name} already")
        devices[one.name] = one
    return tuple(devices.values())


def several_in(path: str) -> Several | None:
    """The device that stands in place of one FILE of a command, as NAME=FILE,FILE; None for a path
    of one file. UsageError as `several_of`.
    """
    _, equals, rest = path.partition("=")
    if not equals or "," not in rest or os.path.lexists(path):
        return None
    return _parsed(path, path)


def _parsed(given: str, shown: str) -> Several:
    name, equals, rest = given.partition("=")
    paths = tuple(rest.split(","))
    if not equals or not name.strip() or not all(paths):
        raise click.UsageError(f"{shown}: NAME=FILE,FILE is needed")
    if "-" in paths:
        raise click.UsageError(f"{shown}: standard input cannot be one of the files")
    if len({os.path.realpath(path) for path in paths}) < len(paths):
        raise click.UsageError(f"{shown}: a file comes twice")
    if len(paths) > MOST_FILES:
        raise click.UsageError(f"{shown}: more than {MOST_FILES} files")
    return Several(name, paths)


def whole(
    given: Several,
    plan: Plan,
    max_size: int,
    reader: Callable[[str], SourceText] | None = None,
) -> Config:
    """The config of a device whose files are read one after the other, by `reader` where they are
    not those on disk.

    RefusedError for a file that cannot be read, for files of several systems or devices, and for
    a platform of another vendor.
    """
    from qosc import frontends
    from qosc.readings import of_files

    if reader is None:
        files = [read(path, max_size=max_size) for path in given.paths]
    else:
        files = [reader(path) for path in given.paths]
    parts = [_part(each) for each in files]
    texts = [text for text, _ in parts]
    junos = _one_system(given, texts)
    _one_host(given, texts)

    def load(text: SourceText) -> Device:
        wrong = frontends.mismatch(text, plan.platform) if plan.platform is not None else ""
        if wrong:
            raise RefusedError(wrong)
        return frontends.load(text, plan.platform)

    edits = all(text is file for text, file in zip(texts, files, strict=True))
    # What a router loads after another file begins at the top, wherever that one ended.
    between = "" if junos else "!"
    moves = [move for _, move in parts]
    several = of_files(given.name, files, texts, moves, load, between, edits=edits)
    tell(plan)
    return prepared(Config(files[0], several.moved(several.device), given.name, several), plan)


def _part(file: SourceText) -> tuple[SourceText, Callable[[Span], Span]]:
    """The text that is read of a file, and what leads from its places to the file."""
    from qosc.frontends import may_be_data

    if may_be_data(file.text):
        from qosc.frontends.junos.display.reading import with_braces
        from qosc.readings import moves_of_data, text_of_data

        written = with_braces(file)
        if written is not None and written.doubt is not None:
            raise UnreadableError(file.path, f"it is {written.doubt.what}: {written.doubt.remedy}")
        if written is not None:
            return text_of_data(file, written), moves_of_data(file, written)
    return file, lambda span: span


def _one_system(given: Several, texts: Sequence[SourceText]) -> bool:
    """Whether all are JunOS; RefusedError where one is, and another is not."""
    from qosc.frontends.detection.dialect import NO_HINT, detect

    by_junos: dict[bool, str] = {}
    for text in texts:
        guess = detect(text)
        if guess.dialect_reason != NO_HINT:
            by_junos.setdefault(guess.dialect == "junos", text.path)
    if len(by_junos) > 1:
        raise RefusedError(
            f"device {given.name}: {by_junos[True]} is a config of JunOS, and {by_junos[False]} of "
            "another system"
        )
    return True in by_junos


def _one_host(given: Several, texts: Sequence[SourceText]) -> None:
    names = {name.lower(): text.path for text in texts for name in _names(text)}
    if len(names) > 1:
        (first, here), (second, there), *_ = names.items()
        raise RefusedError(
            f"device {given.name}: {here} is of {first}, and {there} of {second}: give the files "
            "of one device"
        )


def _names(text: SourceText) -> Iterator[str]:
    for match in _HOST.finditer(text.text):
        yield match[1]
