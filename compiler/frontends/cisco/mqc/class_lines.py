"""A class of a policy-map, while its lines are read."""

from __future__ import annotations

from qosc.amounts import Rate
from qosc.fields import Field
from qosc.frontends.cisco.mqc.wred import WredLines
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.table import statements
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    Anything,
    FairQueue,
    Mark,
    Opaque,
    Policer,
    Predicate,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    TrafficClass,
)
from qosc.source import Span

__all__ = ["CLASS_DEFAULT", "CLEARED", "ClassLines"]

CLASS_DEFAULT = "class-default"
_CLASS_MAP = RefKind.CLASS_MAP
CLEARED = {
    row.keyword: tuple(name.removeprefix("TrafficClass.") for name in row.gives.split())
    for row in statements(Mode.POLICY_CLASS)
    if row.grammar in ("policy_map", "set")
}
"""What `no` and the keyword of a statement take away."""


class ClassLines:
    """A class while its lines are read. The last line of a kind holds."""

    __slots__ = (
        "child",
        "child_of_meter",
        "class_map",
        "drop",
        "excess",
        "fair_queue",
        "fragment",
        "guarantee",
        "limits",
        "marks",
        "name",
        "origin",
        "police",
        "police_line",
        "police_told",
        "priority",
        "priority_line",
        "shaper",
        "shares",
        "wred",
    )

    def __init__(self, name: str, origin: Span) -> None:
        self.name = name
        self.class_map = name
        self.origin = origin
        self.marks: dict[Field, Mark] = {}
        self.police: Policer | None = None
        self.police_line: Line | None = None
        self.child_of_meter = False
        """Whether percentages of the child policy are of the policer."""
        self.police_told: int | None = None
        """What was said of the line, as a place in `Account.residue`, where it is not modelled."""
        self.drop = False
        self.guarantee: Rate | None = None
        self.excess: Rate | None = None
        self.priority: Priority | None = None
        self.priority_line: Line | None = None
        self.shaper: Shaper | None = None
        self.limits: dict[object, QueueLimit] = {}
        self.wred: WredLines | None = None
        self.fair_queue: FairQueue | None = None
        self.child: Reference | None = None
        self.fragment = ""
        """The service fragment whose packets the class takes, instead of a class-map's."""
        self.shares: list[tuple[Line, Node]] = []
        """Lines that say a part of the queue-limit, which may come behind them."""

    def value(self, name_at: Span) -> TrafficClass:
        """The class of the model; `name_at` is the place where the policy names it."""
        default = self.name == CLASS_DEFAULT
        match: Predicate
        if default:
            match = Anything(name_at)
        elif self.fragment:
            match = Opaque("service-fragment", self.fragment, name_at)
        else:
            match = Reference(_CLASS_MAP, self.class_map, name_at)
        return TrafficClass(
            name=self.name,
            match=match,
            marks=tuple(self.marks.values()),
            policers=(self.police,) if self.police is not None else (),
            drop=self.drop,
            guarantee=self.guarantee,
            excess=self.excess,
            priority=self.priority,
            shaper=self.shaper,
            limits=tuple(self.limits.values()),
            wred=self.wred.value() if self.wred is not None else None,
            fair_queue=self.fair_queue,
            child=self.child,
            origin=self.origin,
            metered=self.child_of_meter and self.police is not None and self.child is not None,
        )

    def clear(self, keyword: str, kind: list[str]) -> None:
        """`no bandwidth`, `no shape average`, `no set`: everything of that kind goes."""
        for field in CLEARED[keyword]:
            if field == "guarantee" and "remaining" in kind:
                continue
            if field == "excess" and kind and "remaining" not in kind:
                continue
            if field in ("marks", "limits"):
                getattr(self, field).clear()
            else:
                setattr(self, field, False if field == "drop" else None)
