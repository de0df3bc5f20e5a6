"""A scenario from its text, or what is wrong with it at line and column."""

from __future__ import annotations

from itertools import islice
from typing import TypeVar

from pydantic import ValidationError

from qosc.diagnostics import Diagnostic, Severity
from qosc.scenario.base import Model
from qosc.scenario.check import NOTHING_MEASURED, check
from qosc.scenario.doubts import doubts
from qosc.scenario.explain import (
    ABOUT,
    DOUBT,
    MOST,
    REFERENCE,
    SYNTAX,
    diagnostic,
    explained,
    ordered,
    place_of,
)
from qosc.scenario.model import Scenario
from qosc.scenario.overlay import Overlay
from qosc.scenario.reader import Fault, Tree, read
from qosc.source import NOWHERE, SourceText

__all__ = ["ABOUT", "doubts_of", "faults_of", "load", "load_model", "load_overlay", "reference"]

M = TypeVar("M", bound=Model)


def load(text: str, path: str) -> Scenario | tuple[Diagnostic, ...]:
    """The scenario in `text`, or its faults in the order of their places; never raises.

    `path` names the text in the diagnostics.
    """
    scenario, faults, tree = _shaped(SourceText(path, text), Scenario)
    if scenario is None:
        return faults
    return faults_of(scenario, tree) or scenario


def load_overlay(text: str, path: str) -> Overlay | tuple[Diagnostic, ...]:
    """The overlay in `text`, or its faults; as `load`. What it names is checked once it is laid
    over a scenario.
    """
    overlay = load_model(text, path, Overlay)
    if (
        isinstance(overlay, Overlay)
        and overlay.duration_ms is not None
        and overlay.measure is not None
    ):
        place = ("measure", "warm_up_ms")
        if overlay.measure.warm_up_ms >= overlay.duration_ms:
            return (reference(text, path, place, NOTHING_MEASURED),)
    return overlay


def load_model(text: str, path: str, model: type[M]) -> M | tuple[Diagnostic, ...]:
    """A document of any model in `text`, or its faults; as `load`."""
    loaded, faults, _ = _shaped(SourceText(path, text), model)
    return faults if loaded is None else loaded


def faults_of(scenario: Scenario, tree: Tree | None) -> tuple[Diagnostic, ...]:
    """What is wrong with a scenario whose shape is right, at its place in `tree` where given."""
    return ordered(
        [
            diagnostic(REFERENCE, message, place_of(tree, place)[0] if tree else NOWHERE)
            for place, message in islice(check(scenario), MOST)
        ]
    )


def doubts_of(scenario: Scenario, text: str, path: str) -> tuple[Diagnostic, ...]:
    """Warnings about a scenario that was loaded from `text`: what no router can do."""
    every_doubt = list(islice(doubts(scenario), MOST))
    if not every_doubt:
        return ()
    tree = read(SourceText(path, text))
    return ordered(
        [
            diagnostic(DOUBT, message, place_of(tree, place)[0], severity=Severity.WARNING)
            for place, message in every_doubt
        ]
    )


def reference(
    text: str,
    path: str,
    place: tuple[int | str, ...],
    message: str,
    kind: tuple[str, str] = REFERENCE,
    help_: str = "",
) -> Diagnostic:
    """A fault at a place of a document that is sound in itself: a name that leads nowhere, or one
    of another `kind` (code and name). A place that is not in the text is the nearest one above it.
    """
    span = place_of(read(SourceText(path, text)), place)[0]
    return diagnostic(kind, message, span, help_=help_)


def _shaped(
    source: SourceText, model: type[M]
) -> tuple[M | None, tuple[Diagnostic, ...], Tree | None]:
    try:
        tree = read(source)
    except Fault as fault:
        return None, (diagnostic(SYNTAX, fault.message, fault.span, help_=fault.help),), None
    try:
        return model.model_validate(tree.plain()), (), tree
    except ValidationError as error:
        return None, explained(tree, error, model), tree
