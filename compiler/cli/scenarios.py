"""Scenario documents of the command line, read, or their faults printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from qosc.cli.files import read
from qosc.render.style import Style, wants_colour
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.diagnostics import Diagnostic
    from qosc.lab.expected import Expected
    from qosc.scenario import Overlay, Scenario

__all__ = ["read_expected", "read_overlay", "read_scenario", "sound_scenario"]

T = TypeVar("T")


def read_scenario(path: str, color: str) -> Scenario | None:
    """The scenario in a file (- for standard input); None after its faults were printed."""
    from qosc.scenario import load

    return _sound(load, read(path), color)


def read_overlay(path: str, color: str) -> Overlay | None:
    """The traffic in a file; None after its faults were printed."""
    from qosc.scenario import load_overlay

    return _sound(load_overlay, read(path), color)


def read_expected(path: str, color: str) -> Expected | None:
    """The expected figures in a file; None after its faults were printed."""
    from qosc.lab.expected import load_expected

    return _sound(load_expected, read(path), color)


def sound_scenario(name: str, text: str, color: str) -> Scenario | None:
    """A scenario that traffic was laid over; None after its faults were printed."""
    from qosc.scenario import load

    return _sound(load, SourceText(name, text), color)


def _sound(
    load: Callable[[str, str], T | tuple[Diagnostic, ...]], source: SourceText, color: str
) -> T | None:
    loaded = load(source.text, source.path)
    if isinstance(loaded, tuple):
        _print(loaded, source, color)
        return None
    return loaded


def _print(faults: Sequence[Diagnostic], source: SourceText, color: str) -> None:
    from qosc.render.text import full

    style = Style(wants_colour(color, sys.stderr))
    for fault in faults:
        lines = full(fault, {source.path: source}, style)
        click.echo("\n".join(lines) + "\n", err=True, color=style.colour)
