"""What is done to the packets of a class or rule once it is chosen: marks, meters, and the way on.

Each body has a chain of its own, or (where it is simple enough) is the action list of the
choosing filter itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from qosc.ir import Mark, Outcome, Verdict
from qosc.source import NOWHERE, Span
from qosc.targets.tc.lower.classify.cells import inside_key, inside_tag
from qosc.targets.tc.lower.classify.chains import CONTINUE, DROP, OK, PIPE, Chains, to
from qosc.targets.tc.lower.classify.match import Matcher
from qosc.targets.tc.lower.marks import mark_actions, table_cells, written_versions
from qosc.targets.tc.lower.police import Bucket, ColourStep, PoliceStep
from qosc.targets.tc.model import Action, Control, Flower, Gact, Matchall, Police

__all__ = ["MarkStep", "Step", "Ways", "emit_body", "inline_body"]


@dataclass(frozen=True, slots=True)
class MarkStep:
    """Marks that every packet gets."""

    marks: tuple[Mark, ...]


Step = MarkStep | PoliceStep


@dataclass(frozen=True, slots=True)
class Ways:
    """Where packets go: after the last step, and where an outcome leads to the next rule."""

    on: Control
    again: Control = OK
    tagged: bool = False
    """Whether frames with a VLAN tag come here, whose IP header has to be found behind it."""

    def after(self, outcome: Outcome) -> Control:
        """The way of an outcome in the last step."""
        return {Verdict.TRANSMIT: self.on, Verdict.DROP: DROP, Verdict.CONTINUE: self.again}[
            outcome.verdict
        ]


def inline_body(steps: tuple[Step, ...], ways: Ways, protocol: str) -> tuple[Action, ...] | None:
    """The whole body as the actions of one filter for one protocol; None where it branches."""
    actions: list[Action] = []
    way = ways.on
    for number, step in enumerate(steps):
        last = number == len(steps) - 1
        if isinstance(step, MarkStep):
            marks = step.marks
        else:
            if step.shared or step.colours is not None:
                return None
            if step.inner is not None:
                exceed = _straight_exceed(step, ways, last)
                if exceed is None:
                    return None
                actions.append(_police(step.inner, exceed, PIPE))
            if step.conform.verdict is not Verdict.TRANSMIT:
                if not last:
                    return None
                way = ways.after(step.conform)
            marks = step.conform.marks
        if any(mark.table is not None for mark in marks):
            return None
        if protocol not in ("ip", "ipv6") and written_versions(marks):
            return None
        actions += mark_actions(marks, protocol)
    return _finish(actions, way)


def _straight_exceed(step: PoliceStep, ways: Ways, last: bool) -> Control | None:
    """The way of what exceeds, where no filter has to follow for it.

    None for a jump: tc of iproute2 5.10 takes no other action behind
    `conform-exceed goto chain 2 / pipe` (seen on Debian 11).
    """
    if step.outer is not None or step.exceed.marks:
        return None
    if step.exceed.verdict is Verdict.DROP:
        return DROP
    way = ways.after(step.exceed) if last else None
    return None if way is None or way.chain is not None else way


def _police(bucket: Bucket, exceed: Control, conform: Control) -> Police:
    return Police(
        bucket.rate, bucket.burst, exceed, conform, packets=bucket.packets, index=bucket.index
    )


def _finish(actions: list[Action], way: Control) -> tuple[Action, ...]:
    """The actions and the way on after them."""
    final = actions[-1] if actions else None
    if isinstance(final, Police) and way.chain is None and not final.index:
        return (*actions[:-1], replace(final, conform=way))
    return (*actions, Gact(way))


def emit_body(
    chains: Chains, chain: int, steps: tuple[Step, ...], ways: Ways, origin: Span = NOWHERE
) -> None:
    """Put the steps into `chain`, which holds nothing else after them."""
    if not steps:
        chains.always(chain, ways.on, origin)
        return
    step, rest = steps[0], steps[1:]
    looks_up = isinstance(step, MarkStep) and any(mark.table for mark in step.marks)
    if isinstance(step, MarkStep) and not looks_up:
        _emit_marks(chains, chain, step.marks, CONTINUE if rest else ways.on, ways.tagged, origin)
        if rest:
            emit_body(chains, chain, rest, ways, origin)
        return
    if rest:
        following = chains.new()
        emit_body(chains, following, rest, ways, origin)
        ways = replace(ways, on=to(following))
    if isinstance(step, MarkStep):
        _emit_marks(chains, chain, step.marks, ways.on, ways.tagged, origin)
        return
    _emit_police(chains, chain, step, ways, step.origin or origin)


def _emit_marks(
    chains: Chains, chain: int, marks: tuple[Mark, ...], way: Control, tagged: bool, origin: Span
) -> None:
    """Write the marks in their order; `way` is not CONTINUE where one of them is looked up."""
    for number, mark in enumerate(marks):
        if mark.table is not None:
            before, after = marks[:number], marks[number + 1 :]
            if after:
                following = chains.new()
                _emit_marks(chains, following, after, way, tagged, origin)
                way = to(following)
            if before:
                own = chains.new()
                _emit_marks(chains, chain, before, to(own), tagged, origin)
                chain = own
            # A filter that wrote the value is the last that sees the packet here.
            for cell, actions in table_cells(mark):
                for one in (cell, *inside_tag(cell)) if tagged else (cell,):
                    chains.add(chain, one, (*actions, Gact(way)), origin)
            chains.always(chain, way, origin)
            return
    for protocol in written_versions(marks):
        actions = (*mark_actions(marks, protocol), Gact(way))
        chains.add(chain, (protocol, Matchall()), actions, origin)
        if tagged:
            inside = ("802.1Q", Flower((inside_key(protocol),)))
            chains.add(chain, inside, actions, origin)
    others = mark_actions(marks, "all")
    if way != CONTINUE or others:
        # What has been marked above and goes on gets the same bits of the mark again.
        chains.add(chain, ("all", Matchall()), (*others, Gact(way)), origin)


def _emit_colours(
    chains: Chains, chain: int, step: PoliceStep, colours: ColourStep, ways: Ways, origin: Span
) -> None:
    """Chains of their own for packets that come green and yellow; the red ones violate at once."""
    plain = replace(step, colours=None)
    red = step.violate or step.exceed
    ends = chains.new()
    _emit_outcome(chains, ends, red, ways, origin)
    greens = chains.new()
    _emit_police(chains, greens, plain, ways, origin)
    yellows = ends
    if colours.yellow is not None:
        yellows = chains.new()
        if colours.one_bucket:
            yellows = greens
        elif step.outer is None:
            _emit_outcome(chains, yellows, step.exceed, ways, origin)
        else:
            exceed = chains.new()
            _emit_outcome(chains, exceed, step.exceed, ways, origin)
            _emit_bucket(chains, yellows, step.outer, to(exceed), red, ways, origin)
    others = chains.new() if colours.yellow is not None else ends
    _emit_choice(chains, chain, colours.green, greens, others, origin)
    if colours.yellow is not None:
        _emit_choice(chains, others, colours.yellow, yellows, ends, origin)


def _emit_choice(
    chains: Chains, chain: int, matcher: Matcher, taken: int, others: int, origin: Span
) -> None:
    for cell, verdict in matcher.cells:
        chains.add(chain, cell, (Gact(to(taken if verdict else others)),), origin)
    chains.always(chain, to(others), origin)


def _emit_police(chains: Chains, chain: int, step: PoliceStep, ways: Ways, origin: Span) -> None:
    if step.colours is not None:
        _emit_colours(chains, chain, step, step.colours, ways, origin)
        return
    if step.inner is None:
        _emit_outcome(chains, chain, step.conform, ways, origin)
        return
    if step.outer is not None and step.violate is not None:
        inner = chains.new()
        two_colours = replace(step, outer=None, violate=None)
        _emit_bucket(chains, chain, step.outer, to(inner), step.violate, ways, origin)
        _emit_police(chains, inner, two_colours, ways, origin)
        return
    conform = ways.after(step.conform)
    if step.conform.marks:
        marking = chains.new()
        _emit_outcome(chains, marking, step.conform, ways, origin)
        conform = to(marking)
    _emit_bucket(chains, chain, step.inner, conform, step.exceed, ways, origin)


def _emit_bucket(
    chains: Chains,
    chain: int,
    bucket: Bucket,
    conform: Control,
    exceed: Outcome,
    ways: Ways,
    origin: Span,
) -> None:
    # The controls of a bucket that several filters share are the same for all of them.
    apart = bool(exceed.marks or bucket.index or ways.after(exceed).chain is not None)
    way = CONTINUE if apart else ways.after(exceed)
    police = _police(bucket, way, PIPE)
    chains.add(chain, ("all", Matchall()), _finish([police], conform), origin)
    if apart:
        _emit_outcome(chains, chain, exceed, ways, origin)


def _emit_outcome(chains: Chains, chain: int, outcome: Outcome, ways: Ways, origin: Span) -> None:
    way = ways.after(outcome)
    if way == DROP:
        chains.always(chain, DROP, origin)
    else:
        _emit_marks(chains, chain, outcome.marks, way, ways.tagged, origin)
