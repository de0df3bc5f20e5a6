"""`qosc diff`: what happens to packets that did not happen before?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from qosc.cli import CLEAN, FINDINGS
from qosc.cli.files import RefusedError, need_output
from qosc.cli.options import colour_option, format_option, size_option, stdin_option
from qosc.cli.pairs import Inputs, pairs, pairs_against
from qosc.cli.settings import plans_for, settings_options
from qosc.platforms import NAMES
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import style_for

if TYPE_CHECKING:
    from qosc.changes import Changes
    from qosc.cli.pairs import Pair
    from qosc.render.style import Style

__all__ = ["command"]

_NAMED = 6
"""So many files that are left out are named; more are counted."""


@click.command()
@click.argument("paths", nargs=-1, metavar="OLD NEW")
@click.option("--against", metavar="REV", help="Compare each path with itself at this revision.")
@click.option(
    "--skip-others", is_flag=True, help="With --against: pass over files that are no configs."
)
@click.option(
    "--map",
    "mapped",
    metavar="OLD=NEW",
    multiple=True,
    help="Two ports that are one, as Gi0/1=ge-0/0/1.",
)
@click.option("--host", metavar="NAME", help="Only the router of that name, of several in a text.")
@click.option(
    "--old-platform",
    type=click.Choice(NAMES, case_sensitive=False),
    help="The old router's system, for its defaults; else taken from the config.",
)
@click.option(
    "--new-platform",
    type=click.Choice(NAMES, case_sensitive=False),
    help="The new router's system.",
)
@settings_options
@click.option("--expect", metavar="FILE", help="Changes that are meant; any other fails.")
@click.option("--write-expect", metavar="FILE", help="Write the changes found as those meant.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 also where something differs.")
@format_option("text", "json", "markdown")
@stdin_option
@size_option
@colour_option
def command(
    paths: tuple[str, ...],
    against: str | None,
    skip_others: bool,
    mapped: tuple[str, ...],
    host: str | None,
    old_platform: str | None,
    new_platform: str | None,
    expect: str | None,
    write_expect: str | None,
    exit_zero: bool,
    form: str,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Show which packets NEW treats differently from OLD, and how.

    OLD and NEW are files, folders, - for standard input, or REV:PATH for a file or folder in git;
    with --against REV, paths and the revision to compare them with. They may be of different
    vendors. What only reads otherwise is no change.

    Exit status: 0 the same, 1 something differs, is not decided or is on one side only, 2 they
    cannot be compared.
    """
    if exit_zero and write_expect is None:
        need_output()
    old, new = _both(paths, against, skip_others=skip_others)
    inputs = Inputs(max_size, stdin_filename, old_platform, new_platform, host, plans_for())
    given = _mapped(mapped)
    every = (
        pairs(old, new, inputs)
        if against is None
        else pairs_against(against, paths, inputs, skip_others=skip_others)
    )
    compared: list[tuple[Pair, Changes | None]] = []
    empty: dict[str, None] = {}
    others: dict[str, None] = {}
    for pair in every:
        empty.update(dict.fromkeys(pair.empty))
        others.update(dict.fromkeys(pair.others))
        if pair.old is not None or pair.new is not None:
            compared.append((pair, _compared(pair, given)))
    nothing_else = not compared and (bool(empty) or not skip_others)
    _tell_left_out(list(empty), list(others), nothing_else=nothing_else)
    if skip_others and not compared:
        return CLEAN
    meant = None
    if expect is not None or write_expect is not None:
        from qosc.cli import expected

        if write_expect is not None:
            expected.write(write_expect, compared, (old, new))
        meant = expected.read(expect) if expect is not None else None
    style = style_for(sys.stdout, color)
    _show(compared, meant, form, (old, new), style)
    same = all(changes is not None and changes.same for _, changes in compared)
    if meant is not None:
        from qosc.cli import expected

        same = expected.met(compared, meant)
    return CLEAN if same or exit_zero else FINDINGS


def _both(paths: Sequence[str], against: str | None, *, skip_others: bool) -> tuple[str, str]:
    """What is old and what is new, as the report calls them."""
    if against is not None:
        if not paths:
            raise click.UsageError("with --against, give one path or several")
        if ("-" in paths and not skip_others) or against.startswith("-"):
            raise click.UsageError("--against takes a revision and a path")
        return (f"{against}:{paths[0]}", paths[0]) if len(paths) == 1 else (against, "this tree")
    if skip_others:
        raise click.UsageError("--skip-others goes with --against")
    if len(paths) != 2:
        raise click.UsageError("give OLD and NEW, or paths with --against REV")
    return paths[0], paths[1]


def _tell_left_out(empty: Sequence[str], others: Sequence[str], *, nothing_else: bool) -> None:
    """Name and count the files of folders in which nothing stands, and those that are no configs;
    RefusedError where there are no others.
    """
    listed = [
        f"{many(len(paths), kind)} {outcome}: {_named(paths)}"
        for paths, kind, outcome in (
            (empty, "empty file", "not compared"),
            (others, "other file", "passed over"),
        )
        if paths
    ]
    if listed and nothing_else:
        raise RefusedError("; ".join(listed))
    for words in listed:
        click.echo(printable(f"{words}."), err=True)


def _named(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return ", ".join(map(repr, paths[:_NAMED])) + more


def _mapped(mapped: tuple[str, ...]) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in mapped:
        before, _, after = one.partition("=")
        if not before.strip() or not after.strip():
            raise click.UsageError(f"--map takes OLD=NEW, not {one!r}")
        if before.strip() in names or after.strip() in names.values():
            raise click.UsageError(f"--map names a port of {one!r} twice")
        names[before.strip()] = after.strip()
    return names


def _compared(pair: Pair, given: dict[str, str]) -> Changes | None:
    """The changes of a pair; None where one side has no such device."""
    from qosc.addresses import addresses
    from qosc.changes import NoSuchPortError, changes
    from qosc.ir.leaves import ModelTooLargeError

    if pair.old is None or pair.new is None:
        return None
    try:
        return changes(
            (pair.old.joined_device, pair.old.profile),
            (pair.new.joined_device, pair.new.profile),
            given,
            (addresses(pair.old), addresses(pair.new)),
            pair.name,
            (pair.old.text.lines, pair.new.text.lines),
        )
    except (NoSuchPortError, ModelTooLargeError) as error:
        raise RefusedError(str(error)) from None


def _show(
    pairs: list[tuple[Pair, Changes | None]],
    meant: dict[str, str] | None,
    form: str,
    paths: tuple[str, str],
    style: Style,
) -> None:
    shown = [(pair.name, pair.old is not None, changes, pair.contents) for pair, changes in pairs]
    if form == "json":
        from qosc.render.changes.as_json import as_json

        click.echo(as_json(paths, shown, meant))
        return
    if form == "markdown":
        from qosc.render.changes.markdown import as_markdown

        click.echo(as_markdown(paths, shown, meant))
        return
    from qosc.render.changes.text import report

    for line in report(shown, meant, style):
        click.echo(line, color=style.colour)
    for pair, changes in pairs:
        for note in changes.notes if changes is not None else ():
            name = f"{pair.name}: " if pair.name else ""
            click.echo(printable(f"{name}{note[:1].upper()}{note[1:]}."), err=True)
