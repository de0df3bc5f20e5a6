"""`qosc demo`: the main commands, run on an example."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import click

from qosc.cli import CLEAN, FINDINGS, INTERNAL
from qosc.cli.files import need_output

__all__ = ["command"]

_EXAMPLE = "wan-edge"
_COMMANDS = (
    ("check router.cfg", FINDINGS),
    ("diff router.cfg fixed.cfg", FINDINGS),
    ("show fixed.cfg", CLEAN),
    ("compile fixed.cfg --target tc --output wan-edge.sh", CLEAN),
    ("verify fixed.cfg --target tc", CLEAN),
    ("compile fixed.cfg --target sim --output wan-edge.yaml --ledger none", CLEAN),
    ("simulate wan-edge.yaml", CLEAN),
)
"""Each command with the status that it ends with."""


@click.command()
def command() -> int:
    """Check, compare, show, translate and simulate an example, in a temporary folder.

    The example is that of `qosc example wan-edge`. Nothing is left behind, and nothing else on the
    machine is changed.
    """
    from qosc.cli.commands.example import example_files

    need_output()
    with tempfile.TemporaryDirectory(prefix="qosc-demo-") as folder:
        for file in example_files(_EXAMPLE):
            (Path(folder) / file.name).write_text(file.text, encoding="utf-8")
        for words, wanted in _COMMANDS:
            click.echo(f"$ qosc {words}")
            sys.stdout.flush()
            # `-P`: a module in the folder where the demo is started is not taken for one of ours.
            argv = [sys.executable, "-P", "-m", "qosc", *words.split()]
            status = subprocess.run(argv, cwd=folder, check=False).returncode
            if status != wanted:
                click.echo(f"qosc {words} ended with {status}, not {wanted}", err=True)
                return INTERNAL
            click.echo()
    click.echo("`qosc example wan-edge` writes these files into a folder, to try them.")
    return CLEAN
