"""What the classes of a device write, and which classes take packets by one field alone."""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import Interval, Mark, Masked, Policy, TrafficClass
from qosc.lint.engine.rule import Context
from qosc.lint.facts.effect.pairs import pieces
from qosc.lint.facts.places import places
from qosc.lint.facts.walk import leaf_tests, lists_of, sole_tests
from qosc.source import NOWHERE
from qosc.tuples import NamedTuple

__all__ = ["CARRIED", "Taken", "policies_on", "taken_values", "words_of", "written_marks"]

CARRIED = (Field.DSCP, Field.PRECEDENCE, Field.COS, Field.MPLS_EXP, Field.QOS_GROUP)
"""Marks by which one policy hands a packet to another."""
_PLAIN = frozenset(
    ("mark", "set", "lan", "wan", "q", "queue", "match", "class", "cm", "cmap", "map", "traffic")
) | frozenset(("in", "out", "input", "output", "ingress", "egress", "dscp", "apps", "app", "edge"))


class Taken(NamedTuple):
    """A class that takes packets by the values of one field alone."""

    policy: Policy
    item: TrafficClass
    field: Field
    values: frozenset[int]


def words_of(name: str) -> frozenset[str]:
    """The words that say what a class is for."""
    return frozenset(word for word in pieces(name) if word not in _PLAIN)


def taken_values(context: Context, policy: Policy, item: TrafficClass) -> Taken | None:
    """The class by its field and values; None where it matches more than one field."""
    known = context.once(_known)
    # By identity, since to hash a class takes as long as this; what is kept keeps its identity.
    kept = known.get((id(policy), id(item)))
    if kept is None:
        kept = known[(id(policy), id(item))] = (policy, item, _taken(context, policy, item))
    return kept[2]


def _known(_context: Context) -> dict[tuple[int, int], tuple[Policy, TrafficClass, Taken | None]]:
    """The answers of `taken_values` so far: several rules ask for the same classes."""
    return {}


def _taken(context: Context, policy: Policy, item: TrafficClass) -> Taken | None:
    device = context.device
    tests = [one for one in leaf_tests(device, item.match) if one.field is not Field.VERSION]
    sole = list(sole_tests(device, item.match))
    fields = {one.field for one in tests}
    if len(fields) != 1 or len(sole) != len(tests) or next(lists_of(device, item.match), None):
        return None
    values: set[int] = set()
    for test in tests:
        for one in test.values:
            if isinstance(one, Interval) and one.high - one.low < 64:
                values.update(range(one.low, one.high + 1))
            elif isinstance(one, Masked):
                values.add(one.value)
            else:
                return None
    return Taken(policy, item, fields.pop(), frozenset(values))


def written_marks(item: TrafficClass) -> list[Mark]:
    """The marks that packets of a class have which conform to its rate, each with its place."""
    marks = list(item.marks)
    for policer in item.policers:
        marks += policer.conform.marks
    return [one for one in marks if one.table is None and one.origin != NOWHERE]


def policies_on(context: Context, direction: str) -> list[Policy]:
    """The policies that work in a direction, those inside others as well."""
    policies = []
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is not None and any(one.direction == direction for one in spots):
            policies.append(policy)
    return policies
