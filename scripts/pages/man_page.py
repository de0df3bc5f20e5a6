"""The manual page `docs/man/qosc.1`: every command with its options, from the program itself."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from qosc.cli import cli

__all__ = ["page"]

HEAD = r""".\" Written by scripts/gen_docs.py from the program; change it there.
.TH QOSC 1 "" "qosc" "User commands"
.SH NAME
qosc \- a compiler for router QoS configuration
.SH SYNOPSIS
.B qosc
.I COMMAND
.RI [ OPTIONS ]
.RI [ ARGUMENTS ]
.SH DESCRIPTION
Reads configs of Cisco IOS, IOS XE, IOS XR and NX-OS and of Juniper JunOS. It checks a config, shows
and compares what it does to packets, and translates it into a Linux tc script, an ns-3 program or a
scenario for its own simulator.
.SH COMMANDS
"""
TAIL = r""".SH EXIT STATUS
.TP
.B 0
nothing found, nothing lost
.TP
.B 1
findings, differences, or values that would be lost
.TP
.B 2
wrong usage, or input that cannot be read
.TP
.B 3
a bug in qosc
.TP
.B 130
interrupted by Ctrl-C
.SH FILES
.TP
.B qosc.toml, pyproject.toml
Settings, in the folder of a config or above it, up to the folder that has a .git.
.TP
.B qosc-baseline.json
The findings that
.B qosc baseline write
accepts.
.TP
.B /run/qosc
What tc scripts have applied to interfaces.
.SH ENVIRONMENT
.TP
.B NO_COLOR, FORCE_COLOR
Never, or always, colour what goes to a terminal.
.TP
.B QOSC_STATE
The folder in place of /run/qosc.
"""


def page() -> str:
    """The page, for man."""
    context = click.Context(cli, info_name="qosc")
    lines: list[str] = []
    for name, command in _commands(cli, context, "qosc"):
        lines += [".SS " + _plain(name), ".B " + _plain(name)]
        lines += [f".I {_plain(one.make_metavar(context))}" for one in command.params if _bare(one)]
        lines += [".PP", *_paragraphs(command.help or "")]
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                lines += [".TP", _name(option), _help(option)]
    return HEAD + "".join(f"{line}\n" for line in lines) + TAIL


def _commands(
    group: click.Group, context: click.Context, path: str
) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, context, f"{path} {name}")
        elif command is not None:
            yield f"{path} {name}", command


def _bare(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Argument)


def _name(option: click.Option) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return f".B {_plain(names)}"
    kind = option.type
    shown = option.metavar or (
        f"[{'|'.join(map(str, kind.choices))}]" if isinstance(kind, click.Choice) else "TEXT"
    )
    if option.metavar is None and isinstance(kind, click.types.IntParamType):
        shown = "N"
    cut = _plain(shown).replace("|", "|\\:")  # a long list may end its line there
    return f'.BI "{_plain(names)} " "{cut}"'


def _help(option: click.Option) -> str:
    said = option.help or ""
    if option.show_default and option.default is not None:
        said += f" [default: {option.default}]"
    return _plain(said)


def _paragraphs(text: str) -> Iterator[str]:
    """The help of a command: its paragraphs, without what click alone understands."""
    for part in inspect.cleandoc(text.partition("\f")[0]).split("\n\n"):
        listed = part.startswith("\b\n")
        said = part.removeprefix("\b\n")
        yield from (
            (".nf", *map(_plain, said.split("\n")), ".fi")
            if listed
            else (_plain(" ".join(said.split())),)
        )
        yield ".PP"


def _plain(text: str) -> str:
    """Text that troff shows as it is."""
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
