"""What happens to a packet, step by step: the output of `qosc trace`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qosc.amounts import show_rate
from qosc.datapath.queues.flows import with_default_flows
from qosc.datapath.shares import Base
from qosc.fields import DS_VIEWS, Field, code_point_name
from qosc.ir import Opaque, Port
from qosc.ir.describe import describe
from qosc.packets import Packet, describe_region, vocabulary
from qosc.render import figures
from qosc.render.figures import Defaults
from qosc.render.layout import hung
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.shows.policies import View, called, service_words
from qosc.render.style import Style
from qosc.render.table import table
from qosc.source import NOWHERE, SourceText, Span
from qosc.trace.bare_terms import bare_terms
from qosc.trace.beside import kept_beside
from qosc.trace.route import BESIDE, Trace, code_points, headers
from qosc.trace.steps import (
    Dropped,
    Entered,
    Kept,
    Level,
    Marked,
    Matched,
    Metered,
    Step,
    Unmatched,
    Way,
)
from qosc.trace.to_itself import is_plane
from qosc.trace.travellers import Packets
from qosc.trace.unfollowed import undecided
from qosc.trace.words import matches_of

__all__ = ["Shown", "ending", "step_words"]

_FEW = 4
"""Code points that are told one by one."""


class _Inline(Defaults):
    """Says beside a figure that the config does not give it."""

    def mark(self, by: str) -> str:
        return " (default)" if by else ""


@dataclass(frozen=True)
class Shown:
    """Shows a trace of a config. With `brief`, its ways have one line each and no steps.

    `parts` are the files of the config where it has several.
    """

    trace: Trace
    source: SourceText
    style: Style
    brief: bool = False
    parts: tuple[SourceText, ...] = ()

    def lines(self) -> Iterator[str]:
        """The packet, the ways that it can go, and the steps of each."""
        ways = self.trace.ways
        yield from self._hung("Packet: ", f"{self.trace.packets.words}; all else is any")
        for note in self.trace.route.notes():
            yield from self._hung("Note: ", printable(note))
        yield ""
        if len(ways) == 1:
            yield from ([] if self.brief else self._steps(ways[0]))
            yield from self._hung("Result: ", self._result(ways[0]))
            yield from self._conditions(ways[0])
            return
        yield f"The packets go {len(ways)} ways:"
        yield from self._table()
        for number, way in enumerate(() if self.brief else ways, 1):
            yield ""
            yield from self._way(number, way)

    def _hung(self, lead: str, text: str) -> Iterator[str]:
        first, *rest = hung(lead, text, self.style.columns)
        yield self.style.paint("bold", first[: len(lead)]) + first[len(lead) :]
        yield from rest

    def _table(self) -> Iterator[str]:
        several = len({headers(way.traveller.region) for way in self.trace.ways}) > 1
        rows = [
            (
                str(number),
                self.region(way) if several else "",
                "; ".join((*self.met(way), *self.given(way))),
                self._result(way),
            )
            for number, way in enumerate(self.trace.ways, 1)
        ]
        heads = ("way", "packets", "meters and conditions", "result")
        yield from table(heads, rows, self.style)

    def _way(self, number: int, way: Way[Packets]) -> Iterator[str]:
        yield from self._hung(f"Way {number}: ", self.region(way))
        yield from hung("  such as ", str(self.witness(way)), self.style.columns)
        yield from self._steps(way)
        yield from self._hung("  Result: ", self._result(way))
        yield from self._conditions(way)

    def region(self, way: Way[Packets]) -> str:
        """The packets of a way in the words of the config."""
        route = self.trace.route
        stages = (
            *(route.entered.input if route.entered is not None else ()),
            *(route.left.output if route.left is not None else ()),
        )
        words = [
            *self.trace.packets.tests,
            *vocabulary(route.device, *matches_of(route.device, stages)),
        ]
        labels = not self.trace.packets.unlabelled
        return describe_region(headers(way.traveller.region, labels=labels), words)

    def witness(self, way: Way[Packets]) -> Packet | None:
        """A packet of a way, as the wire has it."""
        return headers(way.traveller.region).witness()

    # Steps

    def _steps(self, way: Way[Packets]) -> Iterator[str]:
        number = 0
        for step in way.steps:
            number += 1
            yield from self._step(number, step_words(step, self._view()), self.places(step))
        for at, level in enumerate(way.queue):
            number += 1
            words = level_words(level, self._view(), inner=at == 0)
            yield from self._step(number, words, (level_place(level),))
        left = self.trace.route.left
        if not (way.queue or way.dropped or left is None or is_plane(left)):
            yield from self._step(number + 1, self._queue_of(left), ())

    def _queue_of(self, port: Port) -> str:
        """The queue of a port whose output no policy divides."""
        profile = self.trace.route.profile
        flows = with_default_flows(self.trace.route.device, port, profile).fair_queue
        if flows is None:
            return "queue of the port: no policy divides it"
        by = f" (default of {printable(flows.default_by)})" if flows.default_by else ""
        return f"queue of its flow: the port has fair queueing by flow{by}"

    def _step(self, number: int, words: str, places: tuple[Span, ...]) -> Iterator[str]:
        yield from hung(f"{number:3}. ", words, self.style.columns, hang=5)
        for place in dict.fromkeys(places):
            if place == NOWHERE:
                continue
            text, lead = self._quoted(place)
            for line in hung(lead, text, self.style.columns, hang=9):
                yield self.style.paint("dim", line)

    def _quoted(self, place: Span) -> tuple[str, str]:
        """A line of the config, and what leads it; of several files with the name of its own."""
        if not self.parts:
            return self.source.line(place.line).strip(), f"     line {place.line}: "
        of = next((part for part in self.parts if part.path == place.path), None)
        text = of.line(place.line).strip() if of is not None else ""
        return text, f"     {printable(place.path)}:{place.line}: "

    def places(self, step: Step) -> tuple[Span, ...]:
        """The lines of the config that a step comes from."""
        origins = [step.origin]
        if isinstance(step, Matched):
            origins += [reason.origin for reason in step.reasons]
        real = (place for place in origins if place != NOWHERE)
        return tuple({(place.path, place.line): place for place in real}.values())

    def _view(self) -> View:
        route = self.trace.route
        return View(route.device, route.profile, self.style, Base(None))

    # What becomes of it

    def _result(self, way: Way[Packets]) -> str:
        left = self.trace.route.left
        plane = is_plane(left)
        return "; ".join(ending(way, inside=left is None or plane, plane=plane))

    def _conditions(self, way: Way[Packets]) -> Iterator[str]:
        for words in self.given(way):
            yield from self._hung("Not decided: ", words)

    def given(self, way: Way[Packets]) -> tuple[str, ...]:
        """The conditions outside the model that a way depends on, and how."""
        region = way.traveller.region
        fields = []
        for condition in region.conditions():
            holds = region.space.region(condition)
            name = (
                f"{condition.feature} {condition.argument}"
                if isinstance(condition, Opaque)
                else f"{condition.target} {condition.name} (undefined)"
            )
            if region <= holds:
                fields.append(f"where {name} matches")
            elif not region.meets(holds):
                fields.append(f"where {name} does not match")
            else:
                fields.append(f"{name} may match")
        route = self.trace.route
        beside = kept_beside(route, way, self.trace.region) if len(self.trace.ways) > 1 else ()
        return (*fields, *beside, *bare_terms(route, way), *undecided(route, way))

    def met(self, way: Way[Packets]) -> tuple[str, ...]:
        """What the meters find on a way."""
        return tuple(
            f"{step.colour.value} at line {step.origin.line}"
            for step in way.steps
            if isinstance(step, Metered)
        )


def step_words(step: Step, view: View) -> str:
    """A step in words."""
    if isinstance(step, Entered):
        by = f" (default of {step.default_by})" if step.default_by else ""
        return f"{step.side} of {step.port}: {step.title}{by}"
    if isinstance(step, Matched):
        return _matched(step)
    if isinstance(step, Unmatched):
        then = "dropped" if step.dropped else "goes on unchanged"
        return f"none of {many(step.rules, 'rule')} of {step.title} matches: {then}"
    if isinstance(step, Metered):
        return _metered(step, view)
    if isinstance(step, Marked):
        return describe(step.mark)
    if isinstance(step, Kept):
        return "leaves with the DSCP that it came with: that of the switch is not written"
    return f"dropped: {step.why}"


def _matched(step: Matched) -> str:
    who = f"{step.name} of {step.inside}" if step.kind == "rule" else f"class {step.name}"
    if step.kind == "class":
        who += f" of {step.inside}"
    passed = f"{step.passed} before it {_do(step.passed)} not match"
    before = f" ({passed})"
    why = "; ".join(reason.words for reason in step.reasons)
    if step.name == "another family":
        return f"packets of {step.name} pass {step.inside}"
    if step.by_default:
        why = "takes what is left" if step.passed else "takes any packet"
        return f"{who} {why}{before if step.passed else ''}"
    return f"{who} matches: {why}{before if step.passed else ''}"


def _do(count: int) -> str:
    return "does" if count == 1 else "do"


def _metered(step: Metered, view: View) -> str:
    policer, junos = step.policer, view.junos
    verdicts = {"drop": "discard", "transmit": "accept"} if junos else {}
    parts = [figures.meter(policer.meter, step.base, _Inline())]
    for name, outcome in (
        ("conform", policer.conform),
        ("exceed", policer.exceed),
        ("violate", policer.violate),
    ):
        if outcome is not None:
            parts.append(f"{name}: {figures.outcome(outcome, verdicts)}")
    return f"police {'; '.join(parts)}. This packet {step.colour.value}"


def level_words(level: Level, view: View, *, inner: bool) -> str:
    """A class of the scheduler in words: the queue itself, or a class around it."""
    here = View(view.device, view.profile, view.style, level.base)
    traffic_class, part = level.found, level.part
    what = "queue of" if inner else "inside"
    name = f"{what} class {traffic_class.name} of {called(level.policy)}"
    if level.shared and inner:
        name += ", which the packet's own class leaves it to"
    words = [service_words(here, level.policy, traffic_class, _Inline())]
    if inner and part.sure is not None and part.asked is None and traffic_class.shaper is None:
        words.append(f"{show_rate(part.sure)} when all queues are busy")
    said = "; ".join(filter(None, words))
    return f"{name}: {said}" if said else name


def level_place(level: Level) -> Span:
    """The line of a class of the scheduler."""
    return level.found.origin


def ending(way: Way[Packets], *, inside: bool, plane: bool = False) -> tuple[str, ...]:
    """What becomes of the packets of a way: sent or dropped, in which queue, with which marks.

    With `inside`, what the device keeps beside a packet counts as one; with `plane` its way ends at
    the device itself.
    """
    last = way.steps[-1] if way.steps else None
    if way.dropped:
        why = f" by {last.why}" if isinstance(last, Dropped) else ""
        return (f"dropped{why}",)
    words = ["goes to the router itself" if plane else "sent"]
    if way.queue:
        inner = way.queue[0]
        words.append(f"queue of class {inner.found.name} of {called(inner.policy)}")
    words += _marks(way, inside=inside)
    return tuple(words)


def _marks(way: Way[Packets], *, inside: bool) -> Iterator[str]:
    points = code_points(way)
    written = {step.mark.field: step.mark for step in way.steps if isinstance(step, Marked)}
    if any(isinstance(step, Kept) for step in way.steps):
        written = {field: mark for field, mark in written.items() if field not in DS_VIEWS}
    if 0 < len(points) <= _FEW:
        named = ", ".join(code_point_name(Field.DSCP, value) for value in points)
        yield f"leaves with dscp {named}"
    elif Field.DSCP not in written and Field.PRECEDENCE not in written:
        yield "dscp as it came"
    else:
        yield f"leaves with one of {len(points)} DSCPs"
    for field, mark in written.items():
        if field not in DS_VIEWS and (inside or field not in BESIDE):
            yield describe(mark).removeprefix("set ")
