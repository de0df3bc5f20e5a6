"""Scenario documents of the command line, read, or their faults printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from qosc.cli.files import read
from qosc.render.style import Style, wants_colour
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.diagnostics import Diagnostic
    from qosc.scenario import Overlay, Scenario

__all__ = ["read_overlay", "read_scenario", "runs"]


def read_scenario(path: str, color: str) -> Scenario | None:
    """The scenario in a file (- for standard input); None after its faults were printed."""
    from qosc.scenario import load

    source = read(path)
    loaded = load(source.text, source.path)
    if isinstance(loaded, tuple):
        _print(loaded, source, color)
        return None
    return loaded


def read_overlay(path: str, color: str) -> Overlay | None:
    """The traffic in a file; None after its faults were printed."""
    from qosc.scenario import load_overlay

    source = read(path)
    loaded = load_overlay(source.text, source.path)
    if isinstance(loaded, tuple):
        _print(loaded, source, color)
        return None
    return loaded


def runs(name: str, text: str, color: str) -> bool:
    """Whether a scenario that traffic was laid over is sound; else its faults were printed."""
    from qosc.scenario import load

    loaded = load(text, name)
    if isinstance(loaded, tuple):
        _print(loaded, SourceText(name, text), color)
        return False
    return True


def _print(faults: Sequence[Diagnostic], source: SourceText, color: str) -> None:
    from qosc.render.text import full

    style = Style(wants_colour(color, sys.stderr))
    for fault in faults:
        lines = full(fault, {source.path: source}, style)
        click.echo("\n".join(lines) + "\n", err=True, color=style.colour)
