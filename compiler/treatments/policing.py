"""Policers that packets pass, with what is done to each colour."""

from __future__ import annotations

from collections.abc import Callable

from qosc.datapath.shares import Base
from qosc.ir import Outcome, Policer, Verdict
from qosc.ir.describe import describe
from qosc.treatments.marks import Marks
from qosc.treatments.meters import COLOURS, Meter, actions
from qosc.treatments.tree import Outcomes, choose, metered
from qosc.treatments.walk import State, Walk
from qosc.values import replace

__all__ = ["Policing"]


class Policing:
    """Sends the packets of a walk through policers."""

    def __init__(self, walk: Walk, marks: Marks) -> None:
        self._walk, self._marks = walk, marks

    def passed(
        self,
        policer: Policer,
        which: tuple[str, str],
        base: Base,
        state: State,
        ends: Callable[[Verdict, State], Outcomes],
    ) -> Outcomes:
        """What `ends` says of each colour; `which` names the meter and where it stands."""
        meter, outcomes = actions(policer, which[0], base, which[1])
        state = self._walk.at(state, "policer", str(meter), policer.origin)

        def outcome(outcome: Outcome, number: int) -> Outcomes:
            words = f"{COLOURS[number]}: {describe(outcome)}"
            here = self._walk.at(state, "colour", words, outcome.origin)
            return self._marks.written(
                outcome.marks, here, lambda after: ends(outcome.verdict, after)
            )

        made = [outcome(each, number) for number, each in enumerate(outcomes)]
        inert = len({(each.verdict, each.marks) for each in outcomes}) == 1
        if inert and not policer.shared:
            return made[0]
        colours = policer.meter.colours
        if colours is None:
            return metered(meter, made, self._walk.start)
        green = self._walk.meant(colours.green, state)
        yellow = self._walk.side.space.builder.false
        if colours.yellow is not None:
            yellow = self._walk.meant(colours.yellow, state)
        comes = [
            metered(_coming(meter, "green"), made, self._walk.start),
            metered(_coming(meter, "yellow"), made[1:] or made, self._walk.start),
        ]
        return choose(green, comes[0], choose(yellow, comes[1], made[-1]))


def _coming(meter: Meter, colour: str) -> Meter:
    return replace(meter, comes=colour)
