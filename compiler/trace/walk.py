"""Packets through the stages of a port, in the elements of RFC 3290.

A policy classifies a packet as it came to the policy, at each of its levels; a mark is seen by
what comes after. The rules of a list see the marks of the rules before them. Each colour that a
meter may find is a way of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from qosc.datapath.shares import Base
from qosc.ir import (
    Anything,
    Device,
    Mark,
    Not,
    Outcome,
    Policer,
    Policy,
    RuleList,
    Stage,
    Verdict,
)
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.budget import TOO_FAR_INSIDE, UndecidedError
from qosc.profiles import Profile
from qosc.trace.queues import Chosen, levels
from qosc.trace.reasons import reasons
from qosc.trace.steps import (
    Colour,
    Entered,
    Marked,
    Matched,
    Metered,
    Unmatched,
    Way,
)
from qosc.trace.travellers import Traveller

__all__ = ["MOST", "TooManyWaysError", "Walk"]

T = TypeVar("T", bound=Traveller)

MOST = 512
"""Ways that are followed at once."""


class TooManyWaysError(ValueError):
    """The packets go more ways than are worth following: more has to be said of them."""

    def __init__(self) -> None:
        super().__init__(f"the packets go more than {MOST} ways")


@dataclass(frozen=True)
class Walk(Generic[T]):
    """Follows packets on one port in one direction.

    With `meters` false each meter is taken to be kept to, so that one packet has one way.
    """

    device: Device
    profile: Profile
    port: str
    side: str
    base: Base
    meters: bool = True

    def stages(self, stages: Iterable[Stage], ways: Iterable[Way[T]]) -> list[Way[T]]:
        """What becomes of some ways at the stages of the port, one after the other.

        Raises TooManyWaysError and UndecidedError.
        """
        going = list(ways)
        for stage in stages:
            done: list[Way[T]] = []
            for way in going:
                done += [way] if way.dropped else self._stage(stage, way)
                if len(done) > MOST:
                    raise TooManyWaysError
            going = done
        return going

    def _stage(self, stage: Stage, way: Way[T]) -> Iterable[Way[T]]:
        if isinstance(stage, RuleList):
            entered = Entered(self.port, self.side, stage.feature, stage.origin, stage.default_by)
            return self._rules(stage, way.passing(entered))
        policy = resolve(self.device, stage.policy)
        if not isinstance(policy, Policy):
            title = f"policy-map {stage.policy.name}, which is not defined"
            return [way.passing(Entered(self.port, self.side, title, stage.origin))]
        entered = Entered(self.port, self.side, policy.title, stage.origin, stage.default_by)
        return self._policy(policy, way.passing(entered))

    # Lists of rules

    def _rules(self, rules: RuleList, way: Way[T]) -> list[Way[T]]:
        done: list[Way[T]] = []
        waiting = [(way, 0)]
        while waiting:
            left, first = waiting.pop()
            rest: T | None = left.traveller
            again: list[tuple[Way[T], int]] = []
            for number in range(first, len(rules.rules)):
                hit, rest = left.traveller.split(rules.rules[number].match)
                if hit is not None:
                    for after, verdict in self._rule(rules, number, first, left.of(hit)):
                        if verdict is Verdict.CONTINUE and not after.dropped:
                            again.append((after, number + 1))
                        else:
                            done.append(after)
                if rest is None:
                    break
                left = left.of(rest)
            if rest is not None:
                done.append(self._unmatched(rules, left, len(rules.rules) - first))
            waiting += reversed(again)
            if len(done) + len(waiting) > MOST:
                raise TooManyWaysError
        return done

    def _unmatched(self, rules: RuleList, way: Way[T], looked_at: int) -> Way[T]:
        dropped = rules.otherwise_drop
        step = Unmatched(rules.feature, looked_at, dropped, rules.origin)
        way = way.passing(step)
        return way.ended(f"{rules.feature}: no rule matches", rules.origin) if dropped else way

    def _rule(
        self, rules: RuleList, number: int, first: int, way: Way[T]
    ) -> Iterator[tuple[Way[T], Verdict]]:
        rule = rules.rules[number]
        name = _name(rules, number)
        matched = Matched(
            kind="rule",
            name=name,
            inside=rules.feature,
            passed=number - first,
            reasons=reasons(self.device, rule.match, way.traveller),
            origin=rule.origin,
            by_default=isinstance(rule.match, Anything),
        )
        way = _marked(way.passing(matched), rule.marks)
        if rule.policer is None:
            if rule.verdict is Verdict.DROP:
                way = way.ended(f"{name} of {rules.feature}", rule.origin)
            yield way, rule.verdict
            return
        yield from self._police(rule.policer, way, self.base)

    # Policies

    def _policy(self, policy: Policy, way: Way[T]) -> list[Way[T]]:
        done: list[Way[T]] = []
        for traveller, chosen, matched in self._choices(policy, way.traveller, self.base, ()):
            # What is chosen is said first; then marks and meters work, from the outside in.
            here = [way.of(traveller).passing(*matched)]
            for each in chosen:
                here = [after for one in here for after in self._class(each, one)]
            queue = levels(self.device, self.profile, chosen) if self.side == "output" else ()
            done += [one.queued(queue) if queue and not one.dropped else one for one in here]
            if len(done) > MOST:
                raise TooManyWaysError
        return done

    def _choices(
        self, policy: Policy, traveller: T, base: Base, above: tuple[Chosen, ...]
    ) -> Iterator[tuple[T, tuple[Chosen, ...], tuple[Matched, ...]]]:
        """Packets with the class that takes them at each level."""
        left: T | None = traveller
        for number, traffic_class in enumerate(policy.classes):
            if left is None:
                return
            hit, left = left.split(traffic_class.match)
            if hit is None:
                continue
            here = (*above, Chosen(policy, traffic_class, base))
            why = reasons(self.device, traffic_class.match, hit)
            rest = isinstance(traffic_class.match, Anything)
            step = Matched(
                kind="class",
                name=traffic_class.name,
                inside=policy.title,
                passed=number,
                reasons=why,
                origin=traffic_class.origin,
                by_default=rest,
            )
            child = (
                resolve(self.device, traffic_class.child)
                if traffic_class.child is not None
                else None
            )
            known = {each.policy.name for each in here}
            if traffic_class.drop or not isinstance(child, Policy) or child.name in known:
                yield hit, here, (step,)
                continue
            if len(here) >= POLICY_LEVELS:
                raise UndecidedError(TOO_FAR_INSIDE)
            for inner, chosen, steps in self._choices(child, hit, base.below(traffic_class), here):
                yield inner, chosen, (step, *steps)
        if left is not None:
            yield left, above, ()

    def _class(self, each: Chosen, way: Way[T]) -> list[Way[T]]:
        """What a class does to a packet before it is queued."""
        if way.dropped:
            return [way]
        traffic_class = each.found
        if traffic_class.drop:
            return [way.ended(f"drop in class {traffic_class.name}", traffic_class.origin)]
        ways = [_marked(way, traffic_class.marks)]
        for policer in traffic_class.policers:
            ways = [
                after
                for one in ways
                for after, _ in (
                    [(one, None)] if one.dropped else self._police(policer, one, each.base)
                )
            ]
        return ways

    # Meters and marks

    def _police(
        self, policer: Policer, way: Way[T], base: Base
    ) -> Iterator[tuple[Way[T], Verdict]]:
        for traveller, first in self._coloured(policer, way.traveller):
            outcomes = list(_outcomes(policer))[first:] or list(_outcomes(policer))[-1:]
            for colour, outcome in outcomes if self.meters else outcomes[:1]:
                origin = policer.origin
                step = Metered(policer, base, colour, origin)
                after = _marked(way.of(traveller).passing(step), outcome.marks)
                if outcome.verdict is Verdict.DROP:
                    after = after.ended(f"the policer, which the packet {colour.value}", origin)
                yield after, outcome.verdict

    def _coloured(self, policer: Policer, traveller: T) -> Iterator[tuple[T, int]]:
        """The packets by the colour that they have as they come: the first outcome open to each."""
        colours = policer.meter.colours
        if colours is None:
            yield traveller, 0
            return
        green, rest = traveller.split(colours.green)
        if green is not None:
            yield green, 0
        if rest is not None and colours.yellow is not None:
            yellow, rest = rest.split(colours.yellow)
            if yellow is not None:
                yield yellow, 1
        if rest is not None:
            yield rest, 2


def _name(rules: RuleList, number: int) -> str:
    """What a rule is called; the first of a JunOS filter may let other families pass beside it."""
    if not rules.feature.startswith("filter "):
        return f"rule {number + 1}"
    beside = isinstance(rules.rules[0].match, Not) and not rules.rules[0].marks
    if beside and not number:
        return "another family"
    return f"term {number + 1 - beside}"


def _outcomes(policer: Policer) -> Iterator[tuple[Colour, Outcome]]:
    yield Colour.CONFORM, policer.conform
    yield Colour.EXCEED, policer.exceed
    if policer.violate is not None:
        yield Colour.VIOLATE, policer.violate


def _marked(way: Way[T], marks: tuple[Mark, ...]) -> Way[T]:
    traveller = way.traveller
    for mark in marks:
        traveller = traveller.write(mark)
    return way.of(traveller).passing(*(Marked(mark, mark.origin) for mark in marks))
