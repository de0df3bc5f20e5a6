"""Which access list was meant by a number or a name that no list has.

Each list gets points for what speaks for it, and each point comes with its reason in words. The
name alone is poor evidence for a number: 105 is as near to 165 as it is to 106. What the list
matches, and who else needs it, says more.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.fields import Field, code_point_name
from qosc.ir import AccessList, RefKind, RuleList
from qosc.ir.resolve import references_of
from qosc.lint.engine.index import Use
from qosc.lint.engine.rule import Context
from qosc.lint.facts.marking.code_points import CodePoint, code_points_of_lists, matched_code_points
from qosc.lint.facts.names import nearness
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["Candidate", "likeliest_list", "proposals"]

_ENOUGH = 4
"""A list with fewer points is not proposed: no name but an unused one reaches three."""
_MOST = 20_000
"""So many pairs of a reference and a list are weighed; a text with more gets fewer proposals."""
_STEM = pattern(r"^(?P<stem>.*?)(?P<digits>\d{1,6})(?P<tail>\D*)$")


class Candidate(NamedTuple):
    """A list that may have been meant, with its points and what speaks for it."""

    found: AccessList
    points: int
    reasons: tuple[str, ...]


class _Member(NamedTuple):
    """A class of a row (pre1, pre2, ...), with a list that it matches."""

    name: str
    number: int
    found: AccessList


class _Family(NamedTuple):
    """The class that refers, by its number, and the others of its row."""

    number: int
    members: tuple[_Member, ...]
    pairs: tuple[_Member, ...]
    """Those whose list stands for the code point of their number."""
    numbers: tuple[int, ...]
    """The numbers of their lists, in rising order."""


def proposals(context: Context) -> dict[Span, Candidate]:
    """The list that was meant, by the place of the reference. Use through `context.once`."""
    missing = [
        (name, use) for name, uses in context.index.undefined(RefKind.ACCESS_LIST) for use in uses
    ]
    proposed = {}
    for name, use in missing[: _MOST // (len(context.device.access_lists) + 1)]:
        candidate = likeliest_list(context, name, use)
        if candidate is not None:
            proposed[use.reference.origin] = candidate
    return proposed


def likeliest_list(context: Context, name: str, use: Use) -> Candidate | None:
    """The access list that was most probably meant where `use` says `name`, if any stands out."""
    family = _family(context, use)
    candidates = [
        _weigh(context, name, access_list, family)
        for access_list in context.device.access_lists.values()
    ]
    best = max(candidates, key=lambda candidate: candidate.points, default=None)
    return best if best is not None and best.points >= _ENOUGH else None


def _weigh(
    context: Context, name: str, access_list: AccessList, family: _Family | None
) -> Candidate:
    reasons: list[str] = []
    points = nearness(name, access_list.name)
    if points:
        reasons.append(f"its name is near to {name}")
    code_point = context.once(code_points_of_lists)[access_list.name]
    idle = (
        not context.index.uses_of(RefKind.ACCESS_LIST, access_list.name)
        and access_list.name not in context.device.mentions
    )
    if idle:
        points += 3
        reasons.append(_idle_reason(access_list, code_point))
    if family is not None:
        points += _weigh_family(context, access_list, family, reasons)
    if idle and code_point is not None:
        marker = _marker(context, code_point)
        if marker:
            points += 2
            reasons.append(f"{marker} sets {_show(code_point)}, which no class matches")
    return Candidate(access_list, points, tuple(reasons))


def _idle_reason(access_list: AccessList, code_point: CodePoint | None) -> str:
    if code_point is None:
        return f"access-list {access_list.name} is there, and nothing refers to it"
    return f"access-list {access_list.name} matches {_show(code_point)}, and nothing refers to it"


def _weigh_family(
    context: Context, access_list: AccessList, family: _Family, reasons: list[str]
) -> int:
    """Points for how the list fits between those of the neighbouring classes."""
    points = 0
    stands_for = context.once(code_points_of_lists)
    code_point = stands_for[access_list.name]
    pairs = family.pairs
    fits = code_point is not None and code_point[1] == family.number
    if fits and len(pairs) >= 2 and len(pairs) * 2 > len(family.members):
        points += 5
        some = ", ".join(f"{member.name} with {member.found.name}" for member in pairs[:4])
        more = " and others" if len(pairs) > 4 else ""
        reasons.append(
            f"the classes beside it match the {_word(code_point)} in their name "
            f"({some}{more}), and {access_list.name} is the list for {family.number}"
        )
    numbers = family.numbers
    number = _number(access_list.name)
    runs_on_but_for_one = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers)
    if runs_on_but_for_one and numbers[0] < number < numbers[-1] and number not in numbers:
        points += 2
        reasons.append(
            f"the classes beside it use {numbers[0]} to {numbers[-1]}, all but {access_list.name}"
        )
    return points


def _number(name: str) -> int:
    """The number of a numbered list; 0 for a name."""
    return int(name) if name.isdecimal() and len(name) < 6 else 0


def _family(context: Context, use: Use) -> _Family | None:
    """The class-map that refers, as one of a row of classes (pre1, pre2, ...)."""
    own = use.by.removeprefix("class-map ")
    parts = _STEM.match(own) if own in context.device.class_maps else None
    if parts is None:
        return None
    row = context.once(_rows).get((parts["stem"], parts["tail"]), ())
    members = tuple(member for member in row if member.name != own)
    if not members:
        return None
    stands_for = context.once(code_points_of_lists)
    pairs = tuple(
        member
        for member in members
        if (stands_for[member.found.name] or (None, -1))[1] == member.number
    )
    numbers = {_number(member.found.name) for member in members} - {0}
    return _Family(int(parts["digits"]), members, pairs, tuple(sorted(numbers)))


def _rows(context: Context) -> dict[tuple[str, str], list[_Member]]:
    """The classes whose names differ in a number only, with the lists that they match."""
    rows: dict[tuple[str, str], list[_Member]] = {}
    for class_map in context.device.class_maps.values():
        parts = _STEM.match(class_map.name)
        for reference in references_of(class_map.match) if parts is not None else ():
            access_list = context.device.access_lists.get(reference.name)
            if (
                reference.target is RefKind.ACCESS_LIST
                and access_list is not None
                and parts is not None
            ):
                row = rows.setdefault((parts["stem"], parts["tail"]), [])
                row.append(_Member(class_map.name, int(parts["digits"]), access_list))
    return rows


def _marker(context: Context, wanted: CodePoint) -> str:
    """Who writes a code point that no class matches; empty where a class does match it."""
    if wanted in context.once(matched_code_points):
        return ""
    return context.once(_markers).get(wanted, "")


def _markers(context: Context) -> dict[CodePoint, str]:
    """Who writes each code point: the first that does."""
    markers: dict[CodePoint, str] = {}
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            outcomes = [
                outcome
                for policer in traffic_class.policers
                for outcome in (policer.conform, policer.exceed, policer.violate)
                if outcome is not None
            ]
            marks = [*traffic_class.marks, *(mark for o in outcomes for mark in o.marks)]
            for mark in (mark for mark in marks if mark.table is None):
                markers.setdefault((mark.field, mark.value), f"class {traffic_class.name}")
    for port in context.device.ports.values():
        for stage in (*port.input, *port.output):
            for rule in stage.rules if isinstance(stage, RuleList) else ():
                policer = rule.policer
                outcomes = [policer.conform, policer.exceed] if policer is not None else []
                for mark in (*rule.marks, *(mark for o in outcomes for mark in o.marks)):
                    markers.setdefault((mark.field, mark.value), f"the rate-limit of {port.name}")
    return markers


def _word(code_point: CodePoint | None) -> str:
    return "DSCP" if code_point is not None and code_point[0] is Field.DSCP else "precedence"


def _show(code_point: CodePoint) -> str:
    return f"{_word(code_point)} {code_point_name(*code_point)}"
