"""Scenario documents of the command line, read, or their faults printed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from qosc.cli.files import RefusedError, read
from qosc.patterns import pattern
from qosc.render.style import style_for
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.diagnostics import Diagnostic
    from qosc.lab.expected import Expected
    from qosc.scenario import Overlay, Scenario
    from qosc.scenario.links import Links

__all__ = [
    "FaultsError",
    "fault_at",
    "read_expected",
    "read_links",
    "read_overlay",
    "read_scenario",
    "sound_scenario",
    "tell",
]

T = TypeVar("T")


class FaultsError(RefusedError):
    """Faults of a document, shown with its lines."""

    def __init__(self, faults: Sequence[Diagnostic], source: SourceText) -> None:
        super().__init__(faults[0].message if faults else "")
        self.faults, self.source = faults, source

    def show(self, file: IO[Any] | None = None) -> None:
        """Print them all."""
        from qosc.render.text import full

        for fault in self.faults:
            lines = full(fault, {self.source.path: self.source})
            click.echo("\n".join(lines) + "\n", file=file, err=file is None)


def fault_at(
    source: SourceText, place: tuple[int | str, ...], kind: tuple[str, str], message: str
) -> FaultsError:
    """What is refused of a sound document, at a place of it; `kind` is a code and its name. What
    stands after the first semicolon of the message is its help.
    """
    from qosc.scenario.loading import reference

    title, _, help_ = message.partition("; ")
    return FaultsError([reference(source.text, source.path, place, title, kind, help_)], source)


def read_scenario(path: str, color: str) -> tuple[Scenario, SourceText] | None:
    """The scenario in a file (- for standard input) and its text, its warnings printed; None after
    its faults were printed. RefusedError for a router config, with what to do instead.
    """
    from qosc.scenario import load
    from qosc.scenario.loading import doubts_of

    source = read(path)
    if _is_config(source.text):
        raise RefusedError(
            f"{path} is a router config, not a scenario; make a scenario of it with "
            f"`qosc compile {path} --target sim --output scenario.yaml`"
        )
    loaded = _sound(load, source, color)
    if loaded is None:
        return None
    tell(doubts_of(loaded, source.text, source.path), source, color)
    return loaded, source


_CONFIG = pattern(
    r"^(?:(?:policy-map|class-map|interface|hostname|access-list|ip access-list|version|set "
    r"(?:class-of-service|interfaces|firewall|system))[ \t]+\S[^:\n]*$"
    r"|(?:class-of-service|interfaces|firewall|system)[ \t]*\{)",
    re.MULTILINE,
)
"""A line at the left margin that IOS or JunOS has, and YAML of ours never."""


def _is_config(text: str) -> bool:
    return _CONFIG.search(text) is not None


def read_overlay(path: str, color: str) -> tuple[Overlay, SourceText] | None:
    """The traffic in a file, and its text; None after its faults were printed."""
    from qosc.scenario import load_overlay

    source = read(path)
    overlay = _sound(load_overlay, source, color)
    return None if overlay is None else (overlay, source)


def read_links(path: str, color: str) -> Links | None:
    """What joins routers, in a file; None after its faults were printed."""
    from qosc.scenario.links import load_links

    return _sound(load_links, read(path), color)


def read_expected(path: str, color: str) -> Expected | None:
    """The expected figures in a file; None after its faults were printed."""
    from qosc.lab.expected import load_expected

    return _sound(load_expected, read(path), color)


def sound_scenario(
    name: str, text: str, overlay: Overlay, given: SourceText | None, color: str
) -> Scenario | None:
    """A scenario that traffic was laid over; None after its faults were printed, at their places in
    the file that was `given`.
    """
    from qosc.scenario import load
    from qosc.scenario.laid_over import load_laid_over

    made = SourceText(name, text)
    if given is None:
        return _sound(load, made, color)
    loaded = load_laid_over(made, overlay, given)
    if isinstance(loaded, tuple):
        paths = {fault.primary.path for fault in loaded}
        tell(loaded, given if given.path in paths else made, color)
        return None
    return loaded


def _sound(
    load: Callable[[str, str], T | tuple[Diagnostic, ...]], source: SourceText, color: str
) -> T | None:
    loaded = load(source.text, source.path)
    if isinstance(loaded, tuple):
        # A file that is nothing of ours, named by mistake, is not copied into a log.
        ours = any(word in source.text for word in _OURS)
        tell(loaded, source if ours else SourceText("", ""), color)
        return None
    return loaded


_OURS = ("schema", "qosc/", "traffic:", "nodes:", "experiments:", "links:")
"""One of these words is in each document of ours, however broken."""


def tell(faults: Sequence[Diagnostic], source: SourceText, color: str) -> None:
    """Print findings about a document, with its lines, on standard error."""
    from qosc.render.text import full

    style = style_for(sys.stderr, color)
    for fault in faults:
        lines = full(fault, {source.path: source}, style)
        click.echo("\n".join(lines) + "\n", err=True, color=style.colour)
