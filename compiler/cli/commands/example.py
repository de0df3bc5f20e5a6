"""`qosc example`: write one of the examples that come with the package."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import click

from qosc.cli import CLEAN
from qosc.cli.files import RefusedError, need_output
from qosc.render.numbers import many
from qosc.targets.base import OutputFile

__all__ = ["command", "example_files", "example_names"]


@click.command()
@click.argument("name", required=False)
@click.option(
    "--output", "-o", metavar="FOLDER", help="Where to write the files [the example's name]."
)
@click.option("--force", is_flag=True, help="Overwrite files that qosc did not write.")
def command(name: str | None, output: str | None, force: bool) -> int:
    """Write the example NAME into a folder: configs, traffic, scenarios and their page.

    Without NAME, list the examples.
    """
    if name is None:
        if output is not None or force:
            raise click.UsageError("--output and --force go with the NAME of an example")
        need_output()
        for one in example_names():
            click.echo(f"{one:<20}  {_title(one)}")
        return CLEAN
    from qosc.cli.output import write_files

    files = example_files(name)
    folder = name if output is None else output
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise RefusedError(f"{folder!r} is no folder")
    write_files(files, os.path.join(folder, ""), force=force)
    for file in files:
        click.echo(os.path.join(folder, file.name))
    return CLEAN


def example_names() -> tuple[str, ...]:
    """The names of the examples."""
    return tuple(sorted(one.name for one in files("qosc.examples").iterdir() if _is_example(one)))


def example_files(name: str) -> tuple[OutputFile, ...]:
    """The files of an example, in the order of their names. UsageError where there is none."""
    if name not in example_names():
        from difflib import get_close_matches

        near = get_close_matches(name, example_names(), 1)
        meant = f" Did you mean `{near[0]}`?" if near else " `qosc example` lists them."
        raise click.UsageError(f"no example called {name!r}.{meant}")
    return tuple(sorted(_read(files("qosc.examples") / name), key=lambda file: file.name))


def _is_example(one: Traversable) -> bool:
    return one.is_dir() and not one.name.startswith(("_", "."))


def _read(folder: Traversable) -> Iterator[OutputFile]:
    for one in folder.iterdir():
        if one.is_file() and not one.name.startswith("."):
            yield OutputFile(one.name, one.read_text(encoding="utf-8"))


def _title(name: str) -> str:
    """The title of the example's page; its files where it has none."""
    texts = {file.name: file.text for file in example_files(name)}
    if "README.md" in texts:
        return texts["README.md"].partition("\n")[0].lstrip("# ")
    return many(len(texts), "file")
