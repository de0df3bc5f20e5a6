"""One packet followed through a scenario's stages, with each meter's answer chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.fields import Field
from qosc.scenario import Action, Class, Match, Police, Policy, Rule, RuleList, Stage
from qosc.simulator.conditioning import freeze_marks
from qosc.simulator.match import Predicate, compile_match
from qosc.simulator.packet import Header, Headers

__all__ = ["Followed", "Turn"]

_MOST = 300
"""So many ways through the meters are tried for one packet."""


class Turn(NamedTuple):
    """A meter that a packet passes, and the colour that it must get: 0 conforms, 1 exceeds, 2
    violates.
    """

    police: Police
    colour: int


class Followed:
    """Follows packets; it is the scenario that is asked, not the config that it was made of."""

    def __init__(self) -> None:
        self._headers = Headers()
        self._made: dict[int, tuple[Match, Predicate]] = {}
        self._left = 0

    @property
    def gave_up(self) -> bool:
        """Whether the last packet had more ways through meters than are tried."""
        return self._left < 0

    def turns(
        self,
        values: dict[Field, int | str],
        length: int,
        stages: tuple[Stage, ...],
        goal: Policy | RuleList | None,
        path: tuple[str, ...],
    ) -> tuple[Turn, ...] | None:
        """The meters on the way of a packet to the class `path` of `goal`, behind the stages; None
        if it does not get there.
        """
        self._left = _MOST
        start = self._headers.header(dict(values))
        for header, turns in self._through(stages, start, length):
            if goal is None or self._is_in(goal, path, header, length):
                return turns
        return None

    def _through(
        self, stages: tuple[Stage, ...], header: Header, length: int
    ) -> Iterator[tuple[Header, tuple[Turn, ...]]]:
        """The headers that a packet can have behind the stages, with the meters' answers."""
        if not stages:
            yield header, ()
            return
        first, rest = stages[0], stages[1:]
        if isinstance(first, Policy):
            ways = self._classes(self._chain(first, header, length), header, length)
        else:
            ways = self._rules(first, 0, header, length)
        for after, turns in ways:
            for last, more in self._through(rest, after, length):
                yield last, (*turns, *more)

    def _is_in(
        self, goal: Policy | RuleList, path: tuple[str, ...], header: Header, length: int
    ) -> bool:
        if isinstance(goal, Policy):
            return tuple(each.name for each in self._chain(goal, header, length)) == path
        return self._comes_to(goal, 0, path[0], header, length)

    def _comes_to(
        self, rules: RuleList, first: int, name: str, header: Header, length: int
    ) -> bool:
        """Whether a rule of the list looks at the packet and takes it."""
        for number in range(first, len(rules.rules)):
            rule = rules.rules[number]
            if not self._holds(rule.match, header, length):
                continue
            if rule.name == name:
                return True
            return any(
                then == "continue" and self._comes_to(rules, number + 1, name, after, length)
                for after, _, then in self._of_rule(rule, header)
            )
        return False

    def _holds(self, match: Match, header: Header, length: int) -> bool:
        made = self._made.get(id(match))
        if made is None:
            made = self._made[id(match)] = (match, compile_match(match))
        return made[1](header.values, length)

    def _chain(self, policy: Policy, header: Header, length: int) -> tuple[Class, ...]:
        for each in policy.classes:
            if self._holds(each.match, header, length):
                below = self._chain(each.child, header, length) if each.child is not None else ()
                return (each, *below)
        return ()

    def _classes(
        self, classes: tuple[Class, ...], header: Header, length: int
    ) -> Iterator[tuple[Header, tuple[Turn, ...]]]:
        if not classes:
            yield header, ()
            return
        first, rest = classes[0], classes[1:]
        if first.drop:
            return
        header = header.marked(freeze_marks(first.set))
        for after, turns, _ in self._police(first.police, header):
            for last, more in self._classes(rest, after, length):
                yield last, (*turns, *more)

    def _rules(
        self, rules: RuleList, first: int, header: Header, length: int
    ) -> Iterator[tuple[Header, tuple[Turn, ...]]]:
        for number in range(first, len(rules.rules)):
            rule = rules.rules[number]
            if not self._holds(rule.match, header, length):
                continue
            for after, turns, then in self._of_rule(rule, header):
                if then != "continue":
                    yield after, turns
                    continue
                for last, more in self._rules(rules, number + 1, after, length):
                    yield last, (*turns, *more)
            return
        if rules.otherwise != "drop":
            yield header, ()

    def _of_rule(
        self, rule: Rule, header: Header
    ) -> Iterator[tuple[Header, tuple[Turn, ...], str]]:
        if rule.police is not None:
            yield from self._police((rule.police,), header)
        elif rule.then != "drop":
            yield header.marked(freeze_marks(rule.set)), (), rule.then

    def _police(
        self, police: tuple[Police, ...], header: Header
    ) -> Iterator[tuple[Header, tuple[Turn, ...], str]]:
        """The answers of meters in turn, none of which drops the packet; the last verdict."""
        if not police:
            yield header, (), "transmit"
            return
        first, rest = police[0], police[1:]
        for colour, action in enumerate(_actions(first)):
            self._left -= 1
            if action.then == "drop" or self._left < 0:
                continue
            after = header.marked(freeze_marks(action.set))
            turn = Turn(first, colour)
            if not rest:
                yield after, (turn,), action.then
                continue
            for last, turns, then in self._police(rest, after):
                yield last, (turn, *turns), then


def _actions(police: Police) -> tuple[Action, ...]:
    outcomes = (police.conform, police.exceed)
    return outcomes if police.violate is None else (*outcomes, police.violate)
