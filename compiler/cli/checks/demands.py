"""What a site asks of its ports: the rules of each config, and what no port was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from qosc.diagnostics import LEVELS, Diagnostic
from qosc.render.printable import printable
from qosc.settings.plans import Plan

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.lint.engine.run import Own
    from qosc.requirements.rules import Idle, Requirements

__all__ = ["Demands"]


class Demands:
    """The demands of one run; without any, nothing is imported."""

    def __init__(self) -> None:
        self._made: Requirements | None = None

    def of(self, plan: Plan) -> Callable[[Config], Own] | None:
        """What makes the rules of a plan for a config; None where it has none."""
        if plan.settings is None or not plan.settings.file.require:
            return None
        if self._made is None:
            from qosc.requirements.rules import Requirements

            self._made = Requirements()
        return self._made.of(plan)

    def idle(self, *, in_whole: bool) -> Iterator[tuple[Config, Sequence[Diagnostic]]]:
        """The rows that had no port to look at, as findings about their settings file.

        A check of some files only (`in_whole` is false) may have none of the ports by rights: then
        they are told on standard error, and are no findings.
        """
        for one in self._made.idle() if self._made is not None else ():
            words = _words(one)
            if in_whole:
                yield _about(one, words)
            else:
                click.echo(printable(f"Note: {one.settings.path}: {words}"), err=True)


def _words(one: Idle) -> str:
    about = f"{one.row.code} ({one.row.text}) was asked of no port"
    if not one.checked:
        return f"{about}: no config that was checked is one of its files"
    return f"{about}: no port in {one.checked} of its files has such a name"


def _about(one: Idle, words: str) -> tuple[Config, Sequence[Diagnostic]]:
    from qosc.api import Config
    from qosc.ir import Device
    from qosc.settings.reading import place

    source = one.settings.source
    finding = Diagnostic(
        one.row.code,
        one.row.code.lower(),
        LEVELS[one.row.severity],
        words,
        place(source, "require", one.number),
        help="mend its patterns, or leave it out; a port that is shut down is not asked",
    )
    return Config(source, Device()), (finding,)
