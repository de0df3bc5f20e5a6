"""Models and packets drawn from a seed, and plain tests of one field."""

import dataclasses
import random

from hypothesis import strategies as st

from qosc.fields import WIDTHS, Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Reference,
    RefKind,
    Test,
)
from tests.laws.packets.packet_oracle import build

__all__ = ["DICE", "NBAR", "UNDEFINED", "Dice", "on"]

FIELDS = [
    Field.VERSION,
    Field.SRC4,
    Field.DST4,
    Field.SRC6,
    Field.PROTOCOL,
    Field.DSCP,
    Field.PRECEDENCE,
    Field.TOS,
    Field.ECN,
    Field.SRC_PORT,
    Field.DST_PORT,
    Field.TCP_FLAGS,
    Field.ICMP_TYPE,
    Field.FRAGMENT,
    Field.LENGTH,
    Field.COS,
    Field.VLAN,
    Field.MPLS_EXP,
    Field.QOS_GROUP,
    Field.ETHERTYPE,
    Field.INPUT_INTERFACE,
]
LIKELY = {
    Field.VERSION: [4, 6],
    Field.PROTOCOL: [1, 2, 6, 17, 47, 58, 132],
    Field.ETHERTYPE: [0x800, 0x806, 0x86DD],
    Field.FRAGMENT: [0, 1],
}
UNDEFINED = Reference(RefKind.ACCESS_LIST, "nowhere")
NBAR = Opaque("protocol", "http")


class Dice:
    """Draws models and packets from a seed. Plain code: it is quicker than nested strategies."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311
        self.one_of = self.random.choice

    def some(self, draw, least, most):
        return tuple(draw() for _ in range(self.random.randint(least, most)))

    def number(self, field):
        top = (1 << WIDTHS[field]) - 1
        return self.one_of([*LIKELY.get(field, (0, 1, top)), self.random.randint(0, top)])

    def value(self, field):
        if field is Field.INPUT_INTERFACE:
            return Named(self.one_of("abc"))
        one, other = self.number(field), self.number(field)
        if self.random.random() < 0.5:
            return Interval(min(one, other), max(one, other))
        return Masked(one & other, other)

    def test(self):
        field = self.one_of(FIELDS)
        return Test(field, self.some(lambda: self.value(field), 1, 3))

    def leaf(self):
        return self.one_of([self.test, self.test, lambda: self.one_of([Anything(), NBAR])])()

    def tree(self, leaf, depth=3):
        shape = self.random.random()
        if depth == 0 or shape < 0.4:
            return leaf()
        if shape < 0.55:
            return Not(self.tree(leaf, depth - 1))
        kind = self.one_of([AllOf, AnyOf])
        return kind(self.some(lambda: self.tree(leaf, depth - 1), 0, 3))

    def predicate(self):
        return self.tree(self.leaf_or_name)

    def leaf_or_name(self):
        return self.one_of(REFERENCES) if self.random.random() < 0.5 else self.leaf()

    def device(self):
        entries = self.some(self.entry, 1, 6)
        return Device(
            access_lists={"10": AccessList("10", entries)},
            class_maps={"c": ClassMap("c", AllOf(self.some(self.leaf, 1, 3)))},
        )

    def entry(self):
        return AccessEntry(self.random.random() < 0.6, self.tree(self.test, 2))

    def packet(self):
        drawn = {field: self.number(field) for field in FIELDS if field in WIDTHS}
        drawn[Field.VERSION] = self.one_of([4, 4, 6, 0])
        drawn[Field.INPUT_INTERFACE] = self.one_of(["a", "b", "c", ""])
        layers = {layer for layer in ("tagged", "labelled") if self.random.random() < 0.5}
        for field in (Field.COS, Field.VLAN):
            if "tagged" not in layers:
                drawn.pop(field)
        if "labelled" not in layers:
            drawn.pop(Field.MPLS_EXP)
        assumes = tuple(item for item in (NBAR, UNDEFINED) if self.random.random() < 0.5)
        return dataclasses.replace(build(drawn, frozenset(layers)), assumes=assumes)


REFERENCES = [
    Reference(RefKind.ACCESS_LIST, "10"),
    Reference(RefKind.CLASS_MAP, "c"),
    UNDEFINED,
]
DICE = st.integers(0, 1 << 48).map(Dice)


def on(field, low, high=None):
    return Test(field, (Interval(low, low if high is None else high),))
