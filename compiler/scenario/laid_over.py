"""What is wrong with a scenario that a user's own traffic was laid over, at its place in their
file: the scenario itself is made by a program, and nobody has it before their eyes.
"""

from __future__ import annotations

from itertools import islice

from qosc.diagnostics import Diagnostic
from qosc.scenario.check import check
from qosc.scenario.explain import MOST, REFERENCE, diagnostic, ordered, place_of
from qosc.scenario.loading import load, load_model
from qosc.scenario.model import Scenario
from qosc.scenario.overlay import Overlay
from qosc.scenario.reader import read
from qosc.source import SourceText
from qosc.values import replace

__all__ = ["load_laid_over"]

_Place = tuple[int | str, ...]


def load_laid_over(
    made: SourceText, overlay: Overlay, given: SourceText
) -> Scenario | tuple[Diagnostic, ...]:
    """The scenario in `made`, or its faults, each in one of the two texts.

    `overlay` is what `given` holds. What is wrong in the part that comes from there has its place
    there; the rest has it in `made`.
    """
    scenario = load_model(made.text, made.path, Scenario)
    if isinstance(scenario, tuple):
        return scenario
    faults = list(islice(check(scenario), MOST))
    if not faults:
        return scenario
    mine = [(_in_overlay(place, scenario, overlay), message) for place, message in faults]
    if any(place is None for place, _ in mine):
        # What the program itself made wrong is told as of any scenario.
        return load(made.text, made.path)
    tree = read(given)
    note = f"hosts, links and ports are those of {made.path}, which is made of the config"
    return ordered(
        [
            replace(diagnostic(REFERENCE, message, place_of(tree, place or ())[0]), notes=(note,))
            for place, message in mine
        ]
    )


def _in_overlay(place: _Place, scenario: Scenario, overlay: Overlay) -> _Place | None:
    """A place of the scenario as one of the overlay; None where that has no part in it."""
    head, *rest = place
    if head == "traffic":
        return place
    if head == "measure" and overlay.measure is None and overlay.duration_ms is not None:
        return ("duration_ms",)
    if head in ("measure", "duration_ms", "seed", "name"):
        return place if getattr(overlay, str(head)) is not None else None
    at = rest[0] if rest else None
    if head == "nodes" and isinstance(at, int):
        name = scenario.nodes[at].name
        return ("addresses", name) if name in overlay.addresses else None
    if head == "links" and isinstance(at, int):
        name = scenario.links[at].name
        return ("delays_us", name) if name in overlay.delays_us else None
    return None
