"""A port's pipeline as the model means it, run on all packets at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from qosc.fields import DS_VIEWS, LOSS_PRIORITIES, WIDTHS, Field, ds_bits
from qosc.ir import (
    Attachment,
    Device,
    Mark,
    Outcome,
    Policer,
    Policy,
    Port,
    Predicate,
    RuleList,
    Stage,
    TrafficClass,
    Verdict,
)
from qosc.ir.leaves import child_paths, join, resolve
from qosc.ledger import Excuse
from qosc.packets.diagrams import Diagram
from qosc.source import Span
from qosc.verify.account import Account
from qosc.verify.packets.excused import Excused
from qosc.verify.packets.match import Predicates
from qosc.verify.packets.meters import MeterTree, Wanted, meter_tree
from qosc.verify.packets.space import MARK_PLACES, HeaderSpace
from qosc.verify.packets.tree import Leaf, Outcomes, State, always, choose, merge, metered

__all__ = ["Router"]

Then = Callable[[State], Outcomes]
_DS = (Field.DSCP, Field.PRECEDENCE, Field.TOS)


class _Class(NamedTuple):
    """A class with its path; a packet is in one of each level."""

    found: TrafficClass
    path: str


class Router:
    """Runs one direction of a port. `queues` names the queue of each class that has one.

    `bounds` are the buckets that bound priority classes. `rates` are what percentages of a class
    are taken of. `start` limits the packets; `tracing` keeps the places of the config; `last` comes
    after all stages.
    """

    def __init__(
        self,
        space: HeaderSpace,
        device: Device,
        port: Port,
        account: Account,
        predicates: Predicates,
        side: str,
        queues: Mapping[str, Hashable],
        bounds: Mapping[str, Wanted],
        rates: Mapping[str, int | None],
        link: int | None,
        start: Diagram | None = None,
        *,
        tracing: bool = False,
        last: Then | None = None,
    ) -> None:
        self._space, self._device, self._port = space, device, port
        self._account, self._predicates = account, predicates
        self._queues, self._bounds, self._rates, self._link = queues, bounds, rates, link
        self._start = space.true if start is None else start
        self._tracing, self._last = tracing, last
        self._base = join(port.name, side)
        self._stages: tuple[Stage, ...] = port.input if side == "input" else port.output
        self._paths = child_paths(self._base, self._stages)
        self._tags = side == "output" and account.carries(_sets_priority)
        self._done: dict[tuple[object, ...], Outcomes] = {}
        self._excuses = Excused(space, account, predicates)
        self.excused = space.false
        """Packets that a decision excuses; filled in by `outcomes`."""

    @property
    def missing(self) -> bool:
        """Whether the ledger says that nothing of this direction is in the artefact."""
        return self._account.all_missing(self._base)

    def outcomes(self, state: State | None = None) -> Outcomes:
        """What becomes of every packet; `state` is what was done to it before."""
        return self._stage(0, State() if state is None else state)

    def _kept(self, key: tuple[object, ...], make: Callable[[], Outcomes]) -> Outcomes:
        if key not in self._done:
            self._done[key] = make()
        return self._done[key]

    def _at(self, state: State, place: Span) -> State:
        return state.at(place) if self._tracing else state

    def _stage(self, number: int, state: State) -> Outcomes:
        if number == len(self._stages):
            if self._last is not None:
                return self._last(state)
            return always(Leaf(dropped=False, state=state), self._start)
        stage, path = self._stages[number], self._paths[number]

        def then(after: State) -> Outcomes:
            return self._stage(number + 1, after)

        def make() -> Outcomes:
            if isinstance(stage, RuleList):
                return self._rules(stage, path, 0, state, then)
            assert isinstance(stage, Attachment)  # noqa: S101
            policy = resolve(self._device, stage.policy)
            if not isinstance(policy, Policy):
                return then(state)
            return self._policy(policy, path, state, then)

        return self._kept((number, state), make)

    def _packets(self, match: Predicate, path: str, left: Diagram, state: State) -> Diagram:
        """The packets of `left` that match, as they are now."""
        return self._meant(match, join(path, "match"), left, state) & left

    def _meant(self, match: Predicate, place: str, left: Diagram, state: State) -> Diagram:
        """What matches, by the packets as they came; notes what is excused of those of `left`."""
        unseen = self._account.unseen(place)
        loose = self._excuses.of(match, place, unseen)
        if loose is not None:
            self.excused |= self._space.before(loose, state) & left
        return self._space.before(self._predicates.of(match, unseen), state)

    # Rule lists

    def _rules(self, rules: RuleList, path: str, first: int, state: State, then: Then) -> Outcomes:
        result: Outcomes = {}
        left = self._start
        paths = child_paths(join(path, "rules"), rules.rules)
        for place in range(first, len(rules.rules)):
            rule, own = rules.rules[place], paths[place]
            if self._is_left_out(rules, rule.policer, own):
                continue
            hit = self._packets(rule.match, own, left, state)
            if not hit.satisfiable():
                continue

            def again(after: State, following: int = place + 1) -> Outcomes:
                return self._kept(
                    (path, following, after),
                    lambda: self._rules(rules, path, following, after, then),
                )

            merge(
                result,
                self._rule(rules, place, own, self._at(state, rule.origin), then, again),
                hit,
            )
            left &= ~hit
            if not left.satisfiable():
                break
        if rules.otherwise_drop:
            merge(
                result, always(Leaf(dropped=True, state=self._at(state, rules.origin)), left), left
            )
        elif left.satisfiable():
            merge(result, then(state), left)
        return result

    def _is_left_out(self, rules: RuleList, policer: Policer | None, path: str) -> bool:
        """A rule whose meter is not in the artefact is not there either."""
        return (
            policer is not None
            and not rules.otherwise_drop
            and self._account.all_missing(join(path, "policer", "meter"))
        )

    def _rule(
        self, rules: RuleList, place: int, path: str, state: State, then: Then, again: Then
    ) -> Outcomes:
        rule = rules.rules[place]

        def ends(verdict: Verdict, after: State) -> Outcomes:
            if verdict is Verdict.DROP:
                return always(Leaf(dropped=True, state=after), self._start)
            return again(after) if verdict is Verdict.CONTINUE else then(after)

        def meters(after: State) -> Outcomes:
            if rule.policer is None:
                return ends(rule.verdict, after)
            return self._policer(rule.policer, join(path, "policer"), self._link, after, ends)

        return self._marks(rule.marks, join(path, "marks"), state, meters)

    # Policies

    def _policy(self, policy: Policy, path: str, state: State, then: Then) -> Outcomes:
        result: Outcomes = {}
        for packets, classes in self._choices(policy, path, self._start, state, ()):
            merge(result, self._classes(classes, state, then), packets)
        return result

    def _choices(
        self, policy: Policy, path: str, packets: Diagram, state: State, above: tuple[_Class, ...]
    ) -> list[tuple[Diagram, tuple[_Class, ...]]]:
        """Disjoint sets of packets with the class of each level; no class: none takes them."""
        result: list[tuple[Diagram, tuple[_Class, ...]]] = []
        for traffic_class, own in zip(
            policy.classes, child_paths(path, policy.classes), strict=True
        ):
            hit = self._packets(traffic_class.match, own, packets, state)
            if not hit.satisfiable():
                continue
            packets &= ~hit
            here = (*above, _Class(traffic_class, own))
            child = self._child(traffic_class, here)
            if child is None or traffic_class.drop:
                result.append((hit, here))
            else:
                below = join(own, "child", f"policy-map {child.name}")
                result += self._choices(child, below, hit, state, here)
            if not packets.satisfiable():
                return result
        result.append((packets, above))
        return result

    def _child(self, traffic_class: TrafficClass, classes: tuple[_Class, ...]) -> Policy | None:
        if traffic_class.child is None:
            return None
        policy = resolve(self._device, traffic_class.child)
        path = classes[-1].path + " > "
        if not isinstance(policy, Policy) or f"policy-map {policy.name} > " in path:
            return None
        return policy

    def _classes(self, classes: tuple[_Class, ...], state: State, then: Then) -> Outcomes:
        if self._queues:
            queue = next(
                (self._queues[c.path] for c in reversed(classes) if c.path in self._queues), None
            )
            state = state._replace(queue=queue or state.queue)
        for each in classes:
            state = self._at(state, each.found.origin)
        early = [each for each in classes if not self._is_late(each)]
        late = [each for each in reversed(classes) if self._is_late(each)]
        return self._in_turn((*early, *late), 0, state, then)

    def _is_late(self, each: _Class) -> bool:
        places = [join(each.path, "marks"), join(each.path, "policers")]
        return any(self._account.excuses(place, Excuse.PARENT_LAST) for place in places)

    def _in_turn(
        self, classes: tuple[_Class, ...], place: int, state: State, then: Then
    ) -> Outcomes:
        if place == len(classes):
            return then(state)
        item, path = classes[place]
        if item.drop and not self._account.missing(path, "drop"):
            return always(Leaf(dropped=True, state=state), self._start)

        def bounded(after: State) -> Outcomes:
            wanted = self._bounds.get(path)
            if wanted is None:
                return self._in_turn(classes, place + 1, after, then)
            drop = always(Leaf(dropped=True, state=self._at(after, wanted.origin)), self._start)
            return metered(wanted, self._in_turn(classes, place + 1, after, then), drop)

        def policed(number: int) -> Then:
            def run(after: State) -> Outcomes:
                if number == len(item.policers):
                    return bounded(after)
                own = child_paths(join(path, "policers"), item.policers)[number]
                if self._account.all_missing(join(own, "meter")):
                    return policed(number + 1)(after)

                def ends(verdict: Verdict, last: State) -> Outcomes:
                    if verdict is Verdict.DROP:
                        return always(Leaf(dropped=True, state=last), self._start)
                    return policed(number + 1)(last)

                base = self._rates.get(path, self._link)
                return self._policer(item.policers[number], own, base, after, ends)

            return run

        return self._marks(item.marks, join(path, "marks"), state, policed(0))

    # Meters and marks

    def _policer(
        self,
        policer: Policer,
        path: str,
        base: int | None,
        state: State,
        ends: Callable[[Verdict, State], Outcomes],
    ) -> Outcomes:
        state = self._at(state, policer.origin)

        def outcome(outcome: Outcome) -> Outcomes:
            return self._marks(
                outcome.marks,
                "",
                self._at(state, outcome.origin),
                lambda after: ends(outcome.verdict, after),
            )

        def run(tree: MeterTree | Outcome) -> Outcomes:
            if isinstance(tree, Outcome):
                return outcome(tree)
            return metered(tree.bucket, run(tree.conform), run(tree.exceed))

        if self._account.all_missing(join(path, "meter")):
            return outcome(policer.conform)
        trees = meter_tree(policer, path, base)
        colours = policer.meter.colours
        if colours is None or self._account.all_missing(join(path, "meter", "colours")):
            return run(trees.green)
        place = join(path, "meter", "colours")
        green = self._meant(colours.green, join(place, "green"), self._start, state)
        yellow = self._space.false
        if colours.yellow is not None:
            yellow = self._meant(colours.yellow, join(place, "yellow"), self._start, state)
        others = choose(yellow, run(trees.yellow), run(trees.red))
        return choose(green, run(trees.green), others)

    def _marks(self, marks: tuple[Mark, ...], path: str, state: State, then: Then) -> Outcomes:
        """Write the marks in order. Without `path` the ledger has no entry for each of them."""
        if not marks:
            return then(state)
        mark, rest = marks[0], marks[1:]
        state = self._at(state, mark.origin)

        def go(after: State) -> Outcomes:
            return self._marks(rest, path, after, then)

        tags = mark.field is Field.COS and self._tags
        if not (tags or _can_write(mark, self._space.classes)):
            return go(state)
        if mark.table is not None:
            return self._by_table(mark, state, go)
        return self._write(mark, state, go)

    def _write(self, mark: Mark, state: State, then: Then) -> Outcomes:
        if mark.field in _DS:
            bits = ds_bits(mark.field, mark.value)
            wrote = then(state._replace(ds=state.ds.then(*bits)))
            return choose(self._space.have("ip"), wrote, then(state))
        if mark.field is Field.COS:
            return then(state._replace(priority=mark.value))
        shift, width = MARK_PLACES[mark.field]
        value = _beside(mark, self._space.classes) << shift
        return then(state._replace(beside=state.beside.then(value, ((1 << width) - 1) << shift)))

    def _by_table(self, mark: Mark, state: State, then: Then) -> Outcomes:
        """A mark that takes its value from another field: each of its values in turn."""
        table = mark.table
        assert table is not None  # noqa: S101
        from qosc.ir import Interval

        rest = then(state)
        for number in range(1 << WIDTHS[table.source]):
            value = table.value(number)
            if value is None:
                continue
            has = self._space.builder.value(table.source, Interval(number, number))
            plain = Mark(mark.field, value, mark.origin, mark.name)
            rest = choose(self._space.before(has, state), self._write(plain, state, then), rest)
        return rest


def _sets_priority(value: object) -> bool:
    marks = value.marks if isinstance(value, Outcome) else (value,)
    return any(isinstance(each, Mark) and each.field is Field.COS for each in marks)


def _can_write(mark: Mark, classes: Mapping[str, int]) -> bool:
    """Whether Linux has a place for the mark; the ledger is held to it elsewhere."""
    if mark.field in _DS:
        return mark.table is None or mark.table.source in DS_VIEWS
    if mark.field not in MARK_PLACES:
        return False
    if mark.table is not None:
        return mark.table.source in DS_VIEWS or mark.table.source in MARK_PLACES
    return 0 <= _beside(mark, classes) < 1 << MARK_PLACES[mark.field][1]


def _beside(mark: Mark, classes: Mapping[str, int]) -> int:
    if mark.field is Field.FORWARDING_CLASS and mark.name:
        return classes.get(mark.name, mark.value)
    if mark.field is Field.LOSS_PRIORITY and mark.name in LOSS_PRIORITIES:
        return LOSS_PRIORITIES.index(mark.name)
    return mark.value
