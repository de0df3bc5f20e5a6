"""The manual page has every command and option, and no line of it is a macro by accident."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from qosc.cli import cli

PAGE = Path(__file__).parents[3] / "docs" / "man" / "qosc.1"
MACROS = {".TH", ".SH", ".SS", ".B", ".BI", ".I", ".RI", ".PP", ".TP", ".nf", ".fi", '.\\"'}


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        elif command is not None:
            yield f"{path} {name}", command


def test_every_command_has_its_section_with_every_option() -> None:
    text = PAGE.read_text(encoding="ascii").replace("\\-", "-")
    sections = dict(re.findall(r"^\.SS (.*)\n((?:(?!\.S[SH]).*\n)*)", text, re.MULTILINE))
    wanted = dict(commands(cli, "qosc"))
    assert set(sections) == set(wanted)
    for name, command in wanted.items():
        options = [one for one in command.params if isinstance(one, click.Option)]
        for option in options:
            assert re.search(
                rf"^\.BI? \"?{re.escape(option.opts[0])}\b", sections[name], re.MULTILINE
            )


def test_words_of_the_program_are_no_macros() -> None:
    for line in PAGE.read_text(encoding="ascii").splitlines():
        assert not line.startswith("'")
        assert not line.startswith(".") or line.split()[0] in MACROS, line


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_groff_has_nothing_to_say() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-z", str(PAGE)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
