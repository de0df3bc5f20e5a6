"""Queue-sets of the Catalyst 3560 and 3750: how the queues of a port divide its buffers, and where
a code point is dropped.

A threshold is a percentage of what a queue is allotted, and may be above 100: the rest comes from a
pool that all ports share. What a queue holds at most is its maximum threshold, so a code point is
dropped from the fill threshold/maximum on (Catalyst 3750 Switch Command Reference, `mls qos
queue-set output threshold`). How large the buffers are is not documented.
"""

from __future__ import annotations

from collections.abc import Mapping

from qosc.amounts import PPM, Depth, DepthUnit
from qosc.fields import Field
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import Rejected, number
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import DropCurve, QueueLimit, Wred
from qosc.profiles.switches import switch_facts
from qosc.source import NOWHERE, Span

__all__ = ["QueueSets", "drop_points"]

_SOURCE = "Catalyst 3750 command reference"
_FAMILY = "cat3750"
_MOST = 3200
"""Percent; releases before 12.2(25)SEE took 400."""


class QueueSets:
    """What the config says of queue-sets 1 and 2."""

    def __init__(self) -> None:
        self._buffers: dict[int, tuple[tuple[int, ...], Line]] = {}
        self._thresholds: dict[tuple[int, int], tuple[tuple[int, ...], Line]] = {}

    def line(self, line: Line, node: Node) -> None:
        """`mls qos queue-set output N buffers|threshold`; raises `Rejected`."""
        words = node.words()
        if not words:
            raise Rejected(None, "a queue-set has a number")
        group = number(words[0], 1, 2, "a queue-set", _SOURCE)
        if node.name == "buffers":
            self._buffers.pop(group, None)
            if not line.negated:
                if len(words) != 5:
                    raise Rejected(None, "a percentage for each of the four queues is needed")
                parts = tuple(number(word, 0, 100, "a share", _SOURCE) for word in words[1:])
                if sum(parts) != 100:
                    raise Rejected(None, f"the buffers of a port are 100 %, not {sum(parts)} %")
                self._buffers[group] = (parts, line)
            return
        if len(words) < 2:
            raise Rejected(None, "a queue is missing")
        queue = number(words[1], 1, 4, "a queue", _SOURCE)
        self._thresholds.pop((group, queue), None)
        if not line.negated:
            if len(words) != 6:
                raise Rejected(None, "two thresholds, what is reserved and the most are needed")
            low, high, kept, most = (
                number(word, 1, 100 if at == 2 else _MOST, "a threshold", _SOURCE)
                for at, word in enumerate(words[2:])
            )
            self._thresholds[(group, queue)] = ((low, high, kept, most), line)

    def of_queue(
        self, group: int, queue: int, field: Field, values: Mapping[int, tuple[int, ...]]
    ) -> tuple[tuple[QueueLimit, ...], Wred | None]:
        """The limit and the drop points of a queue: the defaults in a set that the config leaves
        alone beside the other one; nothing where it has no line on either.

        `values` are the code points of each threshold, values of `field`.
        """
        facts = switch_facts(_FAMILY)
        given = bool(self._thresholds or self._buffers)
        if not given or facts.buffers is None or facts.thresholds is None:
            return (), None
        parts, part_at, part_by = facts.buffers.value or (), NOWHERE, _FAMILY
        if group in self._buffers:
            parts, line = self._buffers[group]
            part_at, part_by = line.span(), ""
        marks, mark_at, mark_by = (facts.thresholds.value or ())[queue - 1], NOWHERE, _FAMILY
        if (group, queue) in self._thresholds:
            thresholds, line = self._thresholds[(group, queue)]
            marks, mark_at, mark_by = thresholds, line.span(), ""  # type: ignore[assignment]
        low, high, kept, most = marks
        by = _FAMILY if mark_by and part_by else ""
        own = parts[queue - 1] * 100
        origin = part_at or mark_at
        steps = {1: low, 2: high, 3: most}
        used = {min(steps[number], most) for number, points in values.items() if points}
        # Where all code points of a queue have one threshold, that is all the queue ever holds.
        top = used.pop() if len(used) == 1 else most
        limit = QueueLimit(
            Depth(own * top, DepthUnit.SHARE, by, origin),
            origin=origin,
            reserved=Depth(own * kept, DepthUnit.SHARE, by, mark_at or origin),
        )
        shares = {number: step * PPM // top for number, step in steps.items()}
        return (limit,), drop_points(field, values, shares, mark_at or origin)


def drop_points(
    field: Field, values: Mapping[int, tuple[int, ...]], steps: Mapping[int, int], origin: Span
) -> Wred | None:
    """Tail drop by code point: those of threshold t are dropped from the fill `steps[t]` on.

    `steps` are in parts per million of the queue; a queue that is full drops all.
    """
    curves = tuple(
        DropCurve(values[number], None, None, origin=origin, points=((step, PPM),))
        for number, step in steps.items()
        if step < PPM and values.get(number)
    )
    return Wred(field, curves, 0, origin=origin) if curves else None
