"""Marks that are written to packets, field by field."""

from __future__ import annotations

from qosc.fields import LOSS_PRIORITIES, WIDTHS, Field
from qosc.ir import Interval, Mark
from qosc.ir.describe import describe
from qosc.treatments.tree import Outcomes, choose
from qosc.treatments.walk import State, Then, Walk

__all__ = ["Marks"]


class Marks:
    """Writes marks on the packets of a walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def written(self, marks: tuple[Mark, ...], state: State, then: Then) -> Outcomes:
        """What `then` says of the packets with `marks` written one after the other."""
        if not marks:
            return then(state)
        mark, rest = marks[0], marks[1:]
        state = self._walk.at(state, "mark", describe(mark), mark.origin)

        def go(after: State) -> Outcomes:
            return self.written(rest, after, then)

        if mark.table is None:
            return self._write(mark, state, go)
        if mark.table.source not in WIDTHS:
            return go(self._unwritten(mark, state))
        result = go(state)
        for number in range(1 << WIDTHS[mark.table.source]):
            value = mark.table.value(number)
            if value is None:
                continue
            has = self._walk.side.space.builder.value(mark.table.source, Interval(number, number))
            plain = Mark(mark.field, value, mark.origin, mark.name)
            packets = self._walk.side.headers.before(has, state.wrote)
            if (packets & self._walk.start).satisfiable():
                result = choose(packets, self._write(plain, state, go), result)
        return result

    def _write(self, mark: Mark, state: State, then: Then) -> Outcomes:
        value: int | None = mark.value
        if mark.name and mark.field not in WIDTHS:
            value = self._walk.side.space.builder.code(mark.field, mark.name)
        elif mark.field is Field.LOSS_PRIORITY and mark.name in LOSS_PRIORITIES:
            value = LOSS_PRIORITIES.index(mark.name)
        made = None if value is None else self._walk.side.headers.write(mark.field, value)
        if made is None:
            return then(self._unwritten(mark, state))
        bits, have = made
        wrote = then(state._replace(wrote=state.wrote.then(*bits)))
        if have == self._walk.side.space.builder.true:
            return wrote
        return choose(self._walk.side.headers.before(have, state.wrote), wrote, then(state))

    def _unwritten(self, mark: Mark, state: State) -> State:
        words = f"{describe(mark)} is not followed"
        return state._replace(unknown=(*state.unknown, words))
