"""`qosc check --fix` and `--diff`: fixes put into files, or shown."""

from __future__ import annotations

import difflib
import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import click

from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.checks.checked import Wanted, findings_of, found_units
from qosc.cli.checks.demands import Demands
from qosc.cli.configs import configs_in
from qosc.cli.files import RefusedError, read_any, unwritable
from qosc.diagnostics import Diagnostic
from qosc.lint.engine.fixing import Fixed, fixed
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.settings.plans import Plan
from qosc.source import SourceText
from qosc.values import replace

__all__ = ["Fixing", "fix_files"]


class Fixing(NamedTuple):
    """What the command line requests."""

    fix: bool
    diff: bool
    unsafe: bool


def fix_files(wanted: Wanted, fixing: Fixing, *, told_before: bool) -> int | None:
    """Fix the files, or show how; the exit status, or None where they are to be checked now.

    With --diff, 1 says that --fix would change a file, 2 that one could not be read.
    `told_before`: findings are passed over for having been there before.
    """
    _refuse(wanted, fixing, told_before=told_before)
    changed, settled, unsafe, unread = 0, 0, 0, False
    for path, plan in _files(wanted):
        try:
            data, fixes = _fixed(path, plan, wanted.max_size, unsafe=fixing.unsafe)
        except RefusedError as error:
            # A check of what is left tells it once more, and --diff would not.
            unread = True
            if fixing.diff:
                click.echo(printable(f"Error: {error.message}"), err=True)
            continue
        if fixes.trouble:
            click.echo(printable(f"Warning: {path} is not fixed: {fixes.trouble}"), err=True)
        unsafe += fixes.unsafe
        if fixes.data == data:
            continue
        changed, settled = changed + 1, settled + len(fixes.settled)
        if fixing.diff:
            for line in _difference(path, data, fixes.data):
                click.echo(line)
        else:
            _replace(path, data, fixes.data)
    _sum_up(fixing, changed, settled, unsafe)
    if not fixing.diff:
        return None
    return USAGE if unread else FINDINGS if changed else CLEAN


def _refuse(wanted: Wanted, fixing: Fixing, *, told_before: bool) -> None:
    if fixing.fix and fixing.diff:
        raise click.UsageError("--fix changes the files and --diff does not: give one of them")
    if not (fixing.fix or fixing.diff):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff")
    if "-" in wanted.paths and not wanted.skip_others:
        raise click.UsageError("standard input has no file to fix: name the file")
    if wanted.devices:
        raise click.UsageError("the files of --device are one config, and are not fixed together")
    if told_before:
        raise click.UsageError("a baseline and --against say what to show; fixes go by --select")


def _files(wanted: Wanted) -> Iterator[tuple[str, Plan]]:
    for each, device in found_units(wanted):
        if device is not None:
            # What is unused in one file may be used in the next.
            words = f"Note: the files of device {device.name} are one config, and are not fixed"
            click.echo(printable(words), err=True)
        elif not each.other and not each.trouble:
            yield each.path, wanted.plans.of(each.path)


def _fixed(path: str, plan: Plan, most: int, *, unsafe: bool) -> tuple[bytes, Fixed]:
    """The bytes of a file, and what becomes of them. RefusedError where it cannot be read."""
    source = read_any(path, max_size=most)
    if source.doubt is not None:
        return b"", Fixed(b"")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise RefusedError(f"cannot read {path!r}: {error.strerror}") from None

    def check(text: SourceText) -> Sequence[Diagnostic]:
        findings: list[Diagnostic] = []
        for config in configs_in(text, plan):
            # Places in a text that was made of the file's are no places of the file.
            own = config.read is None
            findings += (
                one if own else replace(one, fixes=())
                for one in findings_of(config, plan, Demands())
            )
        return findings

    return data, fixed(path, data, check, unsafe=unsafe)


def _difference(path: str, old: bytes, new: bytes) -> Iterator[str]:
    """A unified diff, fit for a terminal."""
    before, after = (SourceText.of(path, data).lines for data in (old, new))
    name = path.replace(os.sep, "/").lstrip("/")
    lines = difflib.unified_diff(before, after, f"a/{name}", f"b/{name}", lineterm="", n=3)
    yield from (printable(line) for line in lines)


def _replace(path: str, old: bytes, new: bytes) -> None:
    """Put new bytes in the place of a file: where a link leads to, with the mode and owner that it
    has. A file that was changed meanwhile is left alone.
    """
    real = os.path.realpath(path)
    part = ""
    try:
        with open(real, "rb") as file:
            about = os.fstat(file.fileno())
            if file.read() != old:
                raise RefusedError(f"{path!r} was changed while it was read; it is not fixed")
        if not os.access(real, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        number, part = tempfile.mkstemp(dir=os.path.dirname(real), prefix=".qosc-")
        with open(number, "wb") as out:
            out.write(new)
            with suppress(OSError):
                os.fchown(out.fileno(), about.st_uid, about.st_gid)
            os.fchmod(out.fileno(), stat.S_IMODE(about.st_mode))
        os.replace(part, real)
        part = ""
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        if part:
            with suppress(OSError):
                os.unlink(part)


def _sum_up(fixing: Fixing, changed: int, settled: int, unsafe: int) -> None:
    would = "would be fixed" if fixing.diff else "fixed"
    words = f"{many(settled, 'finding')} in {many(changed, 'file')} {would}" if changed else ""
    if not changed:
        words = "No fix to make" if fixing.unsafe or not unsafe else "No safe fix to make"
    if unsafe:
        words += f"; {unsafe} more with --unsafe-fixes, which changes what the router does"
    click.echo(f"{words}.", err=True)
