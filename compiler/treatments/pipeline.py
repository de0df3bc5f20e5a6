"""Stages of ports, run on all packets at once: what a router does to each of them."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.datapath.shares import Base
from qosc.fields import Field
from qosc.ir import Attachment, Policy, Rule, RuleList, TrafficClass, Verdict
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.budget import TOO_FAR_INSIDE, UndecidedError
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS
from qosc.treatments.marks import Marks
from qosc.treatments.policing import Policing
from qosc.treatments.queueing import Queueing
from qosc.treatments.tree import Outcomes, always, merge
from qosc.treatments.walk import Chosen, Done, Hop, Side, State, Then, Walk

__all__ = ["Pipeline"]


class Pipeline:
    """Runs the stages of some hops, one after the other, on the packets of `start`.

    With `tracing` the outcomes are not put together by what they come to, and each state has the
    steps that led to it: ask that of few packets. With `inside` marks that the device undoes as
    packets leave are left as it works with them.
    """

    def __init__(
        self,
        side: Side,
        hops: Sequence[Hop],
        start: Diagram,
        *,
        tracing: bool = False,
        inside: bool = False,
    ) -> None:
        self._walk = Walk(side, hops, start, tracing=tracing)
        self._marks = Marks(self._walk)
        self._policing = Policing(self._walk, self._marks)
        self._queueing = Queueing(self._walk)
        self._stages = [
            (number, hop, stage) for number, hop in enumerate(hops) for stage in hop.stages
        ]
        # What is written to packets and undone as they leave.
        keeps = not inside and kept_dscp(side.device) is not None
        self._undone = sum(1 << variable for variable in BITS[Field.DSCP]) if keeps else 0
        self._done: dict[object, Outcomes] = {}

    def outcomes(self) -> Outcomes:
        """What becomes of every packet: trees of `Metered` and `Done`, with the packets of each."""
        return self._stage(0, State())

    # Stages

    def _stage(self, place: int, state: State) -> Outcomes:
        key = (place, state)
        if key not in self._done:
            self._done[key] = self._new_stage(place, state)
        return self._done[key]

    def _new_stage(self, place: int, state: State) -> Outcomes:
        if place == len(self._stages):
            left = state._replace(wrote=state.wrote.without(self._undone))
            return always(Done(dropped=False, state=left), self._walk.start)
        number, _, stage = self._stages[place]

        def then(after: State) -> Outcomes:
            return self._stage(place + 1, after)

        if isinstance(stage, RuleList):
            return self._rules(stage, place, 0, state, then)
        policy = resolve(self._walk.side.device, stage.policy)
        if not isinstance(policy, Policy):
            return then(self._gone(stage, state))
        base = self._walk.bases[number]
        return self._policy(policy, base, f"{number} {place} {policy.name}", number, state, then)

    def _gone(self, stage: Attachment, state: State) -> State:
        words = f"{stage.policy.target} {stage.policy.name} is not in the text"
        state = self._walk.at(state, "class", words, stage.origin)
        return state._replace(unknown=(*state.unknown, words))

    # Lists of rules

    def _rules(self, rules: RuleList, place: int, first: int, state: State, then: Then) -> Outcomes:
        result: Outcomes = {}
        left = self._walk.start
        for number in range(first, len(rules.rules)):
            rule = rules.rules[number]
            hit = self._walk.meant(rule.match, state) & left
            if not hit.satisfiable():
                continue

            def again(after: State, following: int = number + 1) -> Outcomes:
                key = ("rules", place, following, after)
                if key not in self._done:
                    self._done[key] = self._rules(rules, place, following, after, then)
                return self._done[key]

            words = f"{rules.feature}, rule {number + 1}: {self._walk.words(rule.match)}"
            here = self._walk.at(state, "rule", words, rule.origin)
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
            over = self._walk.at(state, "verdict", words, rules.origin)
            merge(result, always(Done(dropped=True, state=over), left), left)
        else:
            merge(result, then(state), left)
        return result

    def _rule(
        self, rule: Rule, which: tuple[str, str], place: int, state: State, then: Then, again: Then
    ) -> Outcomes:
        base = self._walk.bases[self._stages[place][0]]

        def ends(verdict: Verdict, after: State) -> Outcomes:
            if verdict is Verdict.DROP:
                return self._walk.dropped(after, rule.origin)
            return again(after) if verdict is Verdict.CONTINUE else then(after)

        def meters(after: State) -> Outcomes:
            if rule.policer is None:
                return ends(rule.verdict, after)
            return self._policing.passed(rule.policer, which, base, after, ends)

        return self._marks.written(rule.marks, state, meters)

    # Policies

    def _policy(
        self, policy: Policy, base: Base, which: str, hop: int, state: State, then: Then
    ) -> Outcomes:
        result: Outcomes = {}
        for packets, classes in self._choices(policy, base, which, self._walk.start, state, ()):
            merge(result, self._classes(classes, hop, state, then), packets)
        return result

    def _choices(
        self,
        policy: Policy,
        base: Base,
        which: str,
        packets: Diagram,
        state: State,
        above: tuple[Chosen, ...],
    ) -> list[tuple[Diagram, tuple[Chosen, ...]]]:
        """Disjoint sets of packets with the class of each level; no class: none takes them."""
        result: list[tuple[Diagram, tuple[Chosen, ...]]] = []
        level = self._walk.level(policy, base)
        for number, traffic_class in enumerate(policy.classes):
            hit = self._walk.meant(traffic_class.match, state) & packets
            if not hit.satisfiable():
                continue
            packets &= ~hit
            own = f"{which} > {number}"
            here = (*above, Chosen(level, number, own))
            child = self._child(traffic_class, here)
            if child is None or traffic_class.drop:
                result.append((hit, here))
            else:
                result += self._choices(child, base.below(traffic_class), own, hit, state, here)
            if not packets.satisfiable():
                return result
        result.append((packets, above))
        return result

    def _child(self, traffic_class: TrafficClass, classes: tuple[Chosen, ...]) -> Policy | None:
        child = (
            resolve(self._walk.side.device, traffic_class.child)
            if traffic_class.child is not None
            else None
        )
        names = {each.level.policy.name for each in classes}
        if not isinstance(child, Policy) or child.name in names:
            return None
        if len(classes) >= POLICY_LEVELS:
            raise UndecidedError(TOO_FAR_INSIDE)
        return child

    def _classes(self, classes: tuple[Chosen, ...], hop: int, state: State, then: Then) -> Outcomes:
        if not classes:
            return then(state)
        for each in classes:
            words = f"class {each.found.name} of {each.level.policy.title}"
            words += f": {self._walk.words(each.found.match)}"
            state = self._walk.at(state, "class", words, each.found.origin)
            child = each.found.child
            if child is not None and not isinstance(resolve(self._walk.side.device, child), Policy):
                gone = f"{child.target} {child.name} is not in the text"
                state = state._replace(unknown=(*state.unknown, gone))
        name = " > ".join(each.found.name for each in classes)
        state = state._replace(classes=(*state.classes, name))

        def queued(after: State) -> Outcomes:
            return self._queueing.put(classes, hop, after, then)

        return self._in_turn(classes, 0, state, queued)

    def _in_turn(
        self, classes: tuple[Chosen, ...], place: int, state: State, then: Then
    ) -> Outcomes:
        if place == len(classes):
            return then(state)
        each = classes[place]
        item = each.found
        if item.drop:
            return self._walk.dropped(state, item.origin)

        def policed(number: int) -> Then:
            def run(after: State) -> Outcomes:
                if number == len(item.policers):
                    return self._in_turn(classes, place + 1, after, then)

                def ends(verdict: Verdict, last: State) -> Outcomes:
                    if verdict is Verdict.DROP:
                        return self._walk.dropped(last, item.policers[number].origin)
                    return policed(number + 1)(last)

                name = " > ".join(one.found.name for one in classes[: place + 1])
                which = f"{each.which} policer {number}", f"class {name}"
                policer = item.policers[number]
                return self._policing.passed(policer, which, each.level.base, after, ends)

            return run

        return self._marks.written(item.marks, state, policed(0))


def _unwritten(rules: RuleList) -> int:
    """How many rules stand before those of the text: one passes what is of another family."""
    first = rules.rules[0]
    return int(first.origin == rules.origin and first.policer is None and not first.marks)
