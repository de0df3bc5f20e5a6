"""A policer as what it does where it is applied: its buckets in figures, its actions by colour."""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

from qosc.amounts import Burst
from qosc.datapath.meters import buckets
from qosc.datapath.shares import Base
from qosc.ir import Algorithm, Outcome, Policer
from qosc.source import NOWHERE, Span
from qosc.treatments.figures import Figure, burst_figure, rate_figure
from qosc.values import dataclass

__all__ = ["COLOURS", "Meter", "MeterActions", "actions"]

COLOURS = ("conforming", "exceeding", "violating")
"""What a packet is called by the branch of its meter."""


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter in figures. `figures` holds pairs of name and figure (`rate`, `burst`,
    `excess burst`, `peak rate`, `peak burst`); `kind` is how it counts; `comes` the colour that a
    packet has when it comes, where the meter is colour-aware.

    `which` tells one bucket from another of the same figures on one device: a place, or the name of
    a bucket that several places share. `same` leaves it out. `where` says for people which it is.
    """

    kind: str
    figures: tuple[tuple[str, Figure], ...]
    comes: str
    which: str
    draws_all: bool = False
    origin: Span = field(default=NOWHERE, compare=False, repr=False)
    where: str = field(default="", compare=False, repr=False)

    def same(self, other: Meter) -> bool:
        """Whether both have the same figures, whichever buckets they are."""
        return self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        return self.kind, self.figures, self.comes, self.draws_all

    @property
    def known(self) -> bool:
        """Whether all of its figures are known."""
        return all(figure.known for _, figure in self.figures)

    def __str__(self) -> str:
        return ", ".join(
            str(figure) if name == "rate" else f"{name} {figure}" for name, figure in self.figures
        )


class MeterActions(NamedTuple):
    """A meter without its colour of arrival, and what is done to each colour."""

    meter: Meter
    outcomes: tuple[Outcome, ...]


def actions(policer: Policer, which: str, base: Base, where: str = "") -> MeterActions:
    """The meter of a policer at a place where percentages are of `base`; `where` is it in words.

    Of what decides nothing (a second bucket whose colours are treated alike) nothing is left, so
    that two ways to write one meter are equal.
    """
    meter, name = policer.meter, policer.shared or which
    sizes = buckets(meter, base.whole)
    violate = policer.violate or policer.exceed
    outcomes: tuple[Outcome, ...] = (policer.conform, policer.exceed)
    figures: list[tuple[str, Figure]] = [("rate", rate_figure(meter.cir, base, reserving=False))]
    _add(figures, "burst", meter.cbs, sizes.committed.depth)
    kind = "single-rate"
    if meter.algorithm is Algorithm.TRTCM and meter.pir is not None:
        peak = [("peak rate", rate_figure(meter.pir, base, reserving=False))]
        _add(peak, "peak burst", meter.pbs, sizes.peak.depth if sizes.peak else None)
        if _alike(policer.conform, policer.exceed) and not policer.shared:
            named = {"peak rate": "rate", "peak burst": "burst"}
            figures = [(named[word], figure) for word, figure in peak]
            outcomes = (policer.conform, violate)
        else:
            kind, figures = "two-rate", [*figures, *peak]
            outcomes = (policer.conform, policer.exceed, violate)
    elif meter.algorithm is Algorithm.SRTCM and policer.violate is not None:
        # Also of a bucket that others share: green packets alone draw on the committed bucket.
        if not _alike(policer.exceed, violate):
            kind = "single-rate, three colours"
            _add(
                figures,
                "excess burst",
                meter.ebs,
                sizes.excess.depth if sizes.excess else None,
            )
            outcomes = (policer.conform, policer.exceed, violate)
    elif meter.algorithm is Algorithm.CAR and sizes.at_once != sizes.committed.depth:
        kind = "single-rate, with debt"
        _add(
            figures,
            "extended burst",
            meter.ebs,
            sizes.excess.depth if sizes.excess else None,
        )
    at = policer.shared or where
    made = Meter(
        kind=kind,
        figures=tuple(figures),
        comes="",
        which=name,
        draws_all=policer.draws_all,
        origin=policer.origin,
        where=at,
    )
    return MeterActions(made, outcomes)


def _add(
    figures: list[tuple[str, Figure]], name: str, burst: Burst | None, size: int | None
) -> None:
    if burst is not None:
        figures.append((name, burst_figure(burst, size)))


def _alike(one: Outcome, two: Outcome) -> bool:
    return one.verdict is two.verdict and one.marks == two.marks
