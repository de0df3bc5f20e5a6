"""The files of a program."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from qosc.targets.base import OutputFile
from qosc.targets.ns3.columns import columns
from qosc.targets.ns3.literals import comment, json_literal
from qosc.targets.ns3.model import TABLES, Program, Row

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["build_files", "program_name", "render", "runtime"]

_FOLDER = "qosc"
_RUNTIME = (
    "conditioning.h",
    "droppers.h",
    "headers.h",
    "meters.h",
    "ns3-applications.h",
    "ns3-device.h",
    "ns3-disc.h",
    "ns3-sources.h",
    "ns3-tcp.h",
    "port.h",
    "program.h",
    "result.h",
    "run.cc",
    "scheduler.h",
    "stats.h",
    "tables.h",
)


def program_name(name: str) -> str:
    """A name for a program's file: letters, digits and dashes.

    >>> program_name('../"); x')
    'x'
    """
    letters = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:80] or "program"
    return (
        f"{letters}-program" if letters in {"all", "clean", "qosc", "test", "install"} else letters
    )


def render(program: Program) -> str:
    """The C++ text of a program."""
    tables = program.tables
    shown = []
    for name, (kind, counted) in TABLES.items():
        if name == "texts":
            rows = [f"{{{json_literal(text)}}}" for text in tables.texts]
        else:
            rows = [_row(row, plain=kind == "int") for row in tables.rows(name)]
        # An array has at least one element; nothing refers to this one.
        padded = rows or (["0"] if kind == "int" else ["{}"])
        shown.append(
            {
                "name": name,
                "type": kind,
                "counted": counted,
                "number": len(rows),
                "rows": padded,
                "columns": ", ".join(columns().get(kind, ())),
            }
        )
    return (
        _environment()
        .get_template("program.cc.j2")
        .render(
            tables=shown,
            remarks=[comment(line) for line in program.remarks],
            seed=program.seed,
            duration=program.duration,
            warm_up=program.warm_up,
            scenario=program.scenario,
            strip=int(program.strip),
            occupancy=program.occupancy,
        )
    )


def _row(row: Row, *, plain: bool) -> str:
    cells = [f"{cell:d}" if isinstance(cell, int) else cell.value for cell in row]
    return cells[0] if plain else f"{{{', '.join(cells)}}}"


def build_files(programs: list[str]) -> tuple[OutputFile, ...]:
    """The Makefile and CMakeLists.txt of programs of these names."""
    return tuple(
        OutputFile(name, _environment().get_template(f"{name}.j2").render(programs=programs))
        for name in ("CMakeLists.txt", "Makefile")
    )


@cache
def runtime() -> tuple[OutputFile, ...]:
    """Our own C++ files, which every program needs."""
    home = files(__package__) / "include" / _FOLDER
    return tuple(
        OutputFile(f"{_FOLDER}/{name}", (home / name).read_text(encoding="utf-8"))
        for name in _RUNTIME
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(str(files(__package__) / "templates")),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - C++: literals.py escapes what is not ours
    )
