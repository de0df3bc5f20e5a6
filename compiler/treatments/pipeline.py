"""Stages of ports, run on all packets at once: what a router does to each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.datapath.rates import base_of
from qosc.datapath.shares import Base
from qosc.fields import DS_VIEWS, LOSS_PRIORITIES, WIDTHS, Field
from qosc.ir import (
    Attachment,
    Device,
    Interval,
    Mark,
    Outcome,
    Policer,
    Policy,
    Port,
    Predicate,
    Rule,
    RuleList,
    Stage,
    TrafficClass,
    Verdict,
    Wred,
)
from qosc.ir.describe import describe, describe_match
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.budget import TOO_FAR_INSIDE, UndecidedError
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS
from qosc.packets.space import PacketSpace
from qosc.profiles.model import Profile
from qosc.source import NOWHERE, Span
from qosc.treatments.headers import Headers
from qosc.treatments.meters import COLOURS, Meter, actions
from qosc.treatments.queues import (
    Figures,
    Level,
    Queue,
    class_figures,
    curve_figure,
    names_above,
    queue_figures,
    with_above,
)
from qosc.treatments.tree import Bits, Outcomes, always, choose, merge, metered
from qosc.values import replace

__all__ = ["Done", "Hop", "Pipeline", "Side", "State", "Step"]


class Side(NamedTuple):
    """A device in a space of packets, with the platform whose defaults it has.

    `device` has units in their ports and its defaults filled in (`Config.joined_device`).
    """

    device: Device
    profile: Profile
    space: PacketSpace
    headers: Headers


class Hop(NamedTuple):
    """One direction of a port, with the stages that packets pass there."""

    port: Port
    stages: tuple[Stage, ...]
    output: bool


class Step(NamedTuple):
    """What was done to a packet at one place. `kind` is rule, class, mark, policer, colour, verdict
    or queue; `words` say it, `origin` is the config's line.
    """

    kind: str
    words: str
    origin: Span = NOWHERE


class State(NamedTuple):
    """What was done to a packet so far. `wrote` are bits of the space's variables."""

    wrote: Bits = Bits()
    queues: tuple[Queue, ...] = ()
    classes: tuple[str, ...] = ()
    """The innermost class of each policy passed, with those above it."""
    unknown: tuple[str, ...] = ()
    """What is not known of its treatment, in words."""
    trail: tuple[Step, ...] = ()
    """Kept only where packets are followed."""


class Done(NamedTuple):
    """The end of a packet's way."""

    dropped: bool
    state: State


Then = Callable[[State], Outcomes]


class _Class(NamedTuple):
    level: Level
    number: int
    which: str

    @property
    def found(self) -> TrafficClass:
        return self.level.policy.classes[self.number]


class Pipeline:
    """Runs the stages of some hops, one after the other, on the packets of `start`.

    With `tracing` the outcomes are not put together by what they come to, and each state has the
    steps that led to it: ask that of few packets.
    """

    def __init__(
        self, side: Side, hops: Sequence[Hop], start: Diagram, *, tracing: bool = False
    ) -> None:
        self._side, self._start, self._tracing = side, start, tracing
        self._stages = [
            (number, hop, stage) for number, hop in enumerate(hops) for stage in hop.stages
        ]
        self._bases = [
            base_of(side.device, hop.port, side.profile, output=hop.output) for hop in hops
        ]
        # What is written to packets and undone as they leave.
        keeps = kept_dscp(side.device) is not None
        self._undone = sum(1 << variable for variable in BITS[Field.DSCP]) if keeps else 0
        self._done: dict[object, Outcomes] = {}
        self._levels: dict[tuple[int, str, Base], Level] = {}
        self._kept: list[object] = []

    def outcomes(self) -> Outcomes:
        """What becomes of every packet: trees of `Metered` and `Done`, with the packets of each."""
        return self._stage(0, State())

    def _at(self, state: State, kind: str, words: str, origin: Span) -> State:
        if not self._tracing:
            return state
        return state._replace(trail=(*state.trail, Step(kind, words, origin)))

    def _meant(self, match: Predicate, state: State) -> Diagram:
        node = self._side.space.builder.node(match) & self._side.headers.everything
        return self._side.headers.before(node, state.wrote)

    # Stages

    def _stage(self, place: int, state: State) -> Outcomes:
        key = (place, state)
        if key not in self._done:
            self._done[key] = self._new_stage(place, state)
        return self._done[key]

    def _new_stage(self, place: int, state: State) -> Outcomes:
        if place == len(self._stages):
            left = state._replace(wrote=state.wrote.without(self._undone))
            return always(Done(dropped=False, state=left), self._start)
        number, _, stage = self._stages[place]

        def then(after: State) -> Outcomes:
            return self._stage(place + 1, after)

        if isinstance(stage, RuleList):
            return self._rules(stage, place, 0, state, then)
        policy = resolve(self._side.device, stage.policy)
        if not isinstance(policy, Policy):
            return then(self._gone(stage, state))
        base = self._bases[number]
        return self._policy(policy, base, f"{number} {place} {policy.name}", number, state, then)

    def _gone(self, stage: Attachment, state: State) -> State:
        words = f"{stage.policy.target} {stage.policy.name} is not in the text"
        state = self._at(state, "class", words, stage.origin)
        return state._replace(unknown=(*state.unknown, words))

    # Lists of rules

    def _rules(self, rules: RuleList, place: int, first: int, state: State, then: Then) -> Outcomes:
        result: Outcomes = {}
        left = self._start
        for number in range(first, len(rules.rules)):
            rule = rules.rules[number]
            hit = self._meant(rule.match, state) & left
            if not hit.satisfiable():
                continue

            def again(after: State, following: int = number + 1) -> Outcomes:
                key = ("rules", place, following, after)
                if key not in self._done:
                    self._done[key] = self._rules(rules, place, following, after, then)
                return self._done[key]

            words = f"{rules.feature}, rule {number + 1}: {self._words(rule.match)}"
            here = self._at(state, "rule", words, rule.origin)
            if rule.undefined:
                gone = f"{rule.undefined} is not known"
                here = here._replace(unknown=(*here.unknown, gone))
            which = f"{place} {number}"
            where = f"{rules.feature}, rule {number + 1 - _unwritten(rules)}"
            merge(result, self._rule(rule, (which, where), place, here, then, again), hit)
            left &= ~hit
            if not left.satisfiable():
                return result
        if rules.otherwise_drop:
            words = f"{rules.feature}: no rule matches, dropped"
            over = self._at(state, "verdict", words, rules.origin)
            merge(result, always(Done(dropped=True, state=over), left), left)
        else:
            merge(result, then(state), left)
        return result

    def _rule(
        self, rule: Rule, which: tuple[str, str], place: int, state: State, then: Then, again: Then
    ) -> Outcomes:
        base = self._bases[self._stages[place][0]]

        def ends(verdict: Verdict, after: State) -> Outcomes:
            if verdict is Verdict.DROP:
                return self._dropped(after, rule.origin)
            return again(after) if verdict is Verdict.CONTINUE else then(after)

        def meters(after: State) -> Outcomes:
            if rule.policer is None:
                return ends(rule.verdict, after)
            return self._policer(rule.policer, which, base, after, ends)

        return self._marks(rule.marks, state, meters)

    def _dropped(self, state: State, origin: Span) -> Outcomes:
        over = self._at(state, "verdict", "dropped", origin)
        return always(Done(dropped=True, state=over), self._start)

    # Policies

    def _policy(
        self, policy: Policy, base: Base, which: str, hop: int, state: State, then: Then
    ) -> Outcomes:
        result: Outcomes = {}
        for packets, classes in self._choices(policy, base, which, self._start, state, ()):
            merge(result, self._classes(classes, hop, state, then), packets)
        return result

    def _level(self, policy: Policy, base: Base) -> Level:
        key = (id(policy), policy.name, base)
        if key not in self._levels:
            self._kept.append(policy)
            self._levels[key] = Level(self._side.device, policy, base, self._side.profile)
        return self._levels[key]

    def _choices(
        self,
        policy: Policy,
        base: Base,
        which: str,
        packets: Diagram,
        state: State,
        above: tuple[_Class, ...],
    ) -> list[tuple[Diagram, tuple[_Class, ...]]]:
        """Disjoint sets of packets with the class of each level; no class: none takes them."""
        result: list[tuple[Diagram, tuple[_Class, ...]]] = []
        level = self._level(policy, base)
        for number, found in enumerate(policy.classes):
            hit = self._meant(found.match, state) & packets
            if not hit.satisfiable():
                continue
            packets &= ~hit
            own = f"{which} > {number}"
            here = (*above, _Class(level, number, own))
            child = self._child(found, here)
            if child is None or found.drop:
                result.append((hit, here))
            else:
                result += self._choices(child, base.below(found), own, hit, state, here)
            if not packets.satisfiable():
                return result
        result.append((packets, above))
        return result

    def _child(self, found: TrafficClass, classes: tuple[_Class, ...]) -> Policy | None:
        child = resolve(self._side.device, found.child) if found.child is not None else None
        names = {each.level.policy.name for each in classes}
        if not isinstance(child, Policy) or child.name in names:
            return None
        if len(classes) >= POLICY_LEVELS:
            raise UndecidedError(TOO_FAR_INSIDE)
        return child

    def _classes(self, classes: tuple[_Class, ...], hop: int, state: State, then: Then) -> Outcomes:
        if not classes:
            return then(state)
        for each in classes:
            words = f"class {each.found.name} of {each.level.policy.title}"
            words += f": {self._words(each.found.match)}"
            state = self._at(state, "class", words, each.found.origin)
            child = each.found.child
            if child is not None and not isinstance(resolve(self._side.device, child), Policy):
                gone = f"{child.target} {child.name} is not in the text"
                state = state._replace(unknown=(*state.unknown, gone))
        name = " > ".join(each.found.name for each in classes)
        state = state._replace(classes=(*state.classes, name))

        def queued(after: State) -> Outcomes:
            return self._queue(classes, hop, after, then)

        return self._in_turn(classes, 0, state, queued)

    def _in_turn(
        self, classes: tuple[_Class, ...], place: int, state: State, then: Then
    ) -> Outcomes:
        if place == len(classes):
            return then(state)
        each = classes[place]
        found = each.found
        if found.drop:
            return self._dropped(state, found.origin)

        def policed(number: int) -> Then:
            def run(after: State) -> Outcomes:
                if number == len(found.policers):
                    return self._in_turn(classes, place + 1, after, then)

                def ends(verdict: Verdict, last: State) -> Outcomes:
                    if verdict is Verdict.DROP:
                        return self._dropped(last, found.policers[number].origin)
                    return policed(number + 1)(last)

                name = " > ".join(one.found.name for one in classes[: place + 1])
                which = f"{each.which} policer {number}", f"class {name}"
                policer = found.policers[number]
                return self._policer(policer, which, each.level.base, after, ends)

            return run

        return self._marks(found.marks, state, policed(0))

    # Queues

    def _queue(self, classes: tuple[_Class, ...], hop: int, state: State, then: Then) -> Outcomes:
        """The packets with the queue that they wait in, by the limit and the curve of each."""
        way = self._queued(classes)
        if not way:
            return then(state)
        last, link = way[-1], self._bases[hop].whole
        found, base, platform = last.found, last.level.base, self._side.profile.name
        levels = tuple(class_figures(each.level, each.number) for each in way)
        own = with_above(levels[-1], levels[:-1])
        names = tuple(each.found.name for each in way)
        name, around = " > ".join(names), names_above(names, levels)

        def put(figures: Figures, after: State) -> Outcomes:
            queue = Queue((*own, *figures), last.which, name, found.origin, around)
            told = self._at(after, "queue", _queue_words(queue), found.origin)
            return then(told._replace(queues=(*told.queues, queue)))

        def limited(curve: Figures) -> Outcomes:
            plain = next((one for one in found.limits if one.match is None), None)
            result = put((*queue_figures(found, base, plain, link, platform), *curve), state)
            for limit in reversed(found.limits):
                if limit.match is not None:
                    figures = (*queue_figures(found, base, limit, link, platform), *curve)
                    result = choose(self._meant(limit.match, state), put(figures, state), result)
            return result

        if found.wred is None:
            return limited(())
        return self._by_curve(found.wred, found, base, link, state, limited)

    def _by_curve(
        self,
        wred: Wred,
        found: TrafficClass,
        base: Base,
        link: int | None,
        state: State,
        limited: Callable[[Figures], Outcomes],
    ) -> Outcomes:
        """What is not IP counts as precedence 0 (Cisco IOS Quality of Service Solutions
        Configuration Guide, "Congestion Avoidance Overview", WRED).
        """
        other = next((curve for curve in wred.curves if not curve.values), None)
        result = limited((("early drop", curve_figure(wred, other, found, base, link)),))
        if wred.field is None:
            return result
        builder, headers = self._side.space.builder, self._side.headers
        for curve in reversed(wred.curves):
            if not curve.values:
                continue
            node = builder.false
            for value in curve.values:
                node |= builder.value(wred.field, Interval(value, value))
                if value == 0 and wred.field in DS_VIEWS:
                    node |= ~builder.have("ip")
            here = headers.before(node & headers.everything, state.wrote)
            figure = curve_figure(wred, curve, found, base, link)
            result = choose(here, limited((("early drop", figure),)), result)
        return result

    def _queued(self, classes: tuple[_Class, ...]) -> tuple[_Class, ...]:
        """The classes down to that whose queue packets wait in; none: the policy has no queues.

        A class without a queue waits with the last class of its level (Cisco, Class-Based Weighted
        Fair Queueing: packets of no class with a queue are class-default's).
        """
        way: list[_Class] = []
        for each in classes:
            level, number = each.level, each.number
            if not any(level.queued):
                break
            if not level.queued[number]:
                number = len(level.policy.classes) - 1
                way.append(_Class(level, number, f"{each.which.rpartition(' > ')[0]} > {number}"))
                return (*way, *self._last_below(way[-1]))
            way.append(each)
            if not level.divided(number):
                break
        return tuple(way)

    def _last_below(self, each: _Class) -> tuple[_Class, ...]:
        """The last classes of the policies inside a class, as far as those have queues."""
        way: list[_Class] = []
        while each.level.divided(each.number) and len(way) < POLICY_LEVELS:
            child = resolve(self._side.device, each.found.child) if each.found.child else None
            if not isinstance(child, Policy) or not child.classes:
                break
            level = self._level(child, each.level.base.below(each.found))
            last = len(child.classes) - 1
            each = _Class(level, last, f"{each.which} > {last}")
            way.append(each)
        return tuple(way)

    # Meters and marks

    def _policer(
        self,
        policer: Policer,
        which: tuple[str, str],
        base: Base,
        state: State,
        ends: Callable[[Verdict, State], Outcomes],
    ) -> Outcomes:
        meter, outcomes = actions(policer, which[0], base, which[1])
        state = self._at(state, "policer", str(meter), policer.origin)

        def outcome(found: Outcome, number: int) -> Outcomes:
            words = f"{COLOURS[number]}: {describe(found)}"
            here = self._at(state, "colour", words, found.origin)
            return self._marks(found.marks, here, lambda after: ends(found.verdict, after))

        made = [outcome(found, number) for number, found in enumerate(outcomes)]
        inert = len({(found.verdict, found.marks) for found in outcomes}) == 1
        if inert and not policer.shared:
            return made[0]
        colours = policer.meter.colours
        if colours is None:
            return metered(meter, made, self._start)
        green = self._meant(colours.green, state)
        yellow = self._side.space.builder.false
        if colours.yellow is not None:
            yellow = self._meant(colours.yellow, state)
        comes = [
            metered(_coming(meter, "green"), made, self._start),
            metered(_coming(meter, "yellow"), made[1:] or made, self._start),
        ]
        return choose(green, comes[0], choose(yellow, comes[1], made[-1]))

    def _marks(self, marks: tuple[Mark, ...], state: State, then: Then) -> Outcomes:
        if not marks:
            return then(state)
        mark, rest = marks[0], marks[1:]
        state = self._at(state, "mark", describe(mark), mark.origin)

        def go(after: State) -> Outcomes:
            return self._marks(rest, after, then)

        if mark.table is None:
            return self._write(mark, state, go)
        if mark.table.source not in WIDTHS:
            return go(self._unwritten(mark, state))
        result = go(state)
        for number in range(1 << WIDTHS[mark.table.source]):
            value = mark.table.value(number)
            if value is None:
                continue
            has = self._side.space.builder.value(mark.table.source, Interval(number, number))
            plain = Mark(mark.field, value, mark.origin, mark.name)
            packets = self._side.headers.before(has, state.wrote)
            if (packets & self._start).satisfiable():
                result = choose(packets, self._write(plain, state, go), result)
        return result

    def _write(self, mark: Mark, state: State, then: Then) -> Outcomes:
        value: int | None = mark.value
        if mark.name and mark.field not in WIDTHS:
            value = self._side.space.builder.code(mark.field, mark.name)
        elif mark.field is Field.LOSS_PRIORITY and mark.name in LOSS_PRIORITIES:
            value = LOSS_PRIORITIES.index(mark.name)
        made = None if value is None else self._side.headers.write(mark.field, value)
        if made is None:
            return then(self._unwritten(mark, state))
        bits, have = made
        wrote = then(state._replace(wrote=state.wrote.then(*bits)))
        if have == self._side.space.builder.true:
            return wrote
        return choose(self._side.headers.before(have, state.wrote), wrote, then(state))

    def _unwritten(self, mark: Mark, state: State) -> State:
        words = f"{describe(mark)} is not followed"
        return state._replace(unknown=(*state.unknown, words))

    def _words(self, match: Predicate) -> str:
        if not self._tracing:
            return ""
        return describe_match(match, lambda name: resolve(self._side.device, name))


def _coming(meter: Meter, colour: str) -> Meter:
    return replace(meter, comes=colour)


def _unwritten(rules: RuleList) -> int:
    """How many rules stand before those of the text: one passes what is of another family."""
    first = rules.rules[0]
    return int(first.origin == rules.origin and first.policer is None and not first.marks)


def _queue_words(queue: Queue) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in queue.figures)
    return f"queue of class {queue.name}" + (f": {figures}" if figures else "")
