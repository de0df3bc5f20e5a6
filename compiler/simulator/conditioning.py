"""Rules, classes, meters and markers: what happens to a packet before it queues."""

from __future__ import annotations

from collections.abc import Callable

from qosc.fields import Field
from qosc.scenario.pipeline import (
    Action,
    Class,
    Colours,
    LookUp,
    Police,
    Policy,
    RuleList,
    Stage,
)
from qosc.scenario.values import single_value
from qosc.simulator.match import Classifier
from qosc.simulator.meters import GREEN, RED, YELLOW, Meter, SingleBucket, build_meter
from qosc.simulator.packet import Header, LookedUp, Packet
from qosc.simulator.stats import ClassCount

__all__ = [
    "ClassStep",
    "Marks",
    "SharedMeters",
    "Step",
    "build_policy",
    "build_stage",
    "drop",
    "freeze_marks",
    "mark",
]

Marks = tuple[tuple[Field, int | str | LookedUp], ...]
NewCount = Callable[[str, str, str], ClassCount]
"""Makes the counter of (policy, class, origin)."""
SharedMeters = dict[str, Meter]
"""The meters of one node that several policers count with, by name."""
Step = Callable[[Packet, int], bool]
"""Treats a packet at a time (ns); False when it was dropped (and counted)."""

TRANSMIT, DROP, CONTINUE = 0, 1, 2
_VERDICTS = {"transmit": TRANSMIT, "drop": DROP, "continue": CONTINUE}


def freeze_marks(marks: dict[Field, int | str | LookUp]) -> Marks:
    """Marks as a key."""
    return tuple(
        (
            field,
            LookedUp(value.source, value.map, value.otherwise)
            if isinstance(value, LookUp)
            else single_value(field, value),
        )
        for field, value in marks.items()
    )


def mark(packet: Packet, marks: Marks, count: ClassCount) -> None:
    """Write the marks, and count the packet when that changes it."""
    after = packet.header.marked(marks)
    if after is not packet.header:
        packet.header = after
        count.marked_packets += 1
        count.marked_bytes += packet.length
        packet.flow.marked_packets += 1
        packet.flow.marked_bytes += packet.length


def drop(packet: Packet, count: ClassCount, reason: str) -> None:
    """Lose the packet."""
    count.dropped(packet.length, reason)
    packet.flow.dropped(packet.length, reason)


class PoliceStep:
    """A meter with its three actions."""

    __slots__ = ("actions", "before", "counters", "draw", "extra", "factor", "meter")

    def __init__(self, model: Police, extra: int, count: ClassCount, shared: SharedMeters) -> None:
        self.meter = build_meter(model.meter)
        if model.shared:
            self.meter = shared.setdefault(model.shared, self.meter)
        bucket = self.meter if isinstance(self.meter, SingleBucket) else None
        self.draw = bucket.draw if bucket is not None and model.draws_all else None
        """Instead of the meter's `colour`, where a packet of any colour takes tokens."""
        self.before = _colours(model.meter.colours)
        """The colour that a packet comes with; None: all are green."""
        # What the meter is told of a packet is its length, or 1 where it counts packets.
        own = extra if model.accounting_bytes is None else model.accounting_bytes
        self.factor, self.extra = (0, 1) if model.meter.in_packets else (1, own)
        self.counters = count.add_meter()
        red = model.violate or model.exceed
        self.actions = tuple(_action(each) for each in (model.conform, model.exceed, red))

    def __call__(self, packet: Packet, now: int, count: ClassCount) -> int:
        """The verdict on the packet, which is marked; a dropped one is counted."""
        length = packet.length * self.factor + self.extra
        if self.draw is not None:
            colour = self.draw(now, length)
        else:
            before = GREEN if self.before is None else self.before(packet.header, packet.length)
            colour = self.meter.colour(now, length, before)
        counter = self.counters[colour]
        counter[0] += 1
        counter[1] += packet.length
        marks, verdict = self.actions[colour]
        if verdict == DROP:
            drop(packet, count, "police")
        elif marks:
            mark(packet, marks, count)
        return verdict


def _colours(model: Colours | None) -> Classifier[int] | None:
    if model is None:
        return None
    entries = [(model.green, GREEN)]
    if model.yellow is not None:
        entries.append((model.yellow, YELLOW))
    return Classifier(entries, RED)


def _action(model: Action) -> tuple[Marks, int]:
    return freeze_marks(model.set), _VERDICTS[model.then]


class RuleStep:
    """One rule of a list."""

    __slots__ = ("count", "marks", "police", "verdict")

    def __init__(
        self, marks: Marks, verdict: int, police: PoliceStep | None, count: ClassCount
    ) -> None:
        self.marks = marks
        self.verdict = verdict
        self.count = count
        self.police = police

    def __call__(self, packet: Packet, now: int) -> int:
        """The verdict."""
        count = self.count
        count.arrived(packet.length)
        if self.police is not None:
            return self.police(packet, now, count)
        if self.verdict == DROP:
            drop(packet, count, "rule")
        elif self.marks:
            mark(packet, self.marks, count)
        return self.verdict


def build_rules(model: RuleList, extra: int, new_count: NewCount, shared: SharedMeters) -> Step:
    """The step of a list of rules."""
    steps: list[RuleStep] = []
    for number, rule in enumerate(model.rules, start=1):
        count = new_count(model.feature or "rules", rule.name or f"rule {number}", rule.origin)
        police = PoliceStep(rule.police, extra, count, shared) if rule.police else None
        steps.append(RuleStep(freeze_marks(rule.set), _VERDICTS[rule.then], police, count))
    refuse = None
    if model.otherwise == "drop":
        # Packets that no rule takes have a line of their own in the result.
        count = new_count(model.feature or "rules", "(no rule)", model.origin)
        refuse = RuleStep((), DROP, None, count)
    # From each place in the list, the next rule that matches.
    finders = [
        Classifier([(rule.match, i) for i, rule in enumerate(model.rules) if i >= first], -1)
        for first in range(len(model.rules) if _continues(model) else 1)
    ]

    def step(packet: Packet, now: int) -> bool:
        at = 0
        while at < len(finders):
            index = finders[at](packet.header, packet.length)
            if index < 0:
                break
            verdict = steps[index](packet, now)
            if verdict != CONTINUE:
                return verdict == TRANSMIT
            at = index + 1
        return refuse is None or refuse(packet, now) == TRANSMIT

    return step


def _continues(model: RuleList) -> bool:
    for rule in model.rules:
        if rule.then == "continue":
            return True
        police = rule.police
        if police is not None and "continue" in (
            police.conform.then,
            police.exceed.then,
            (police.violate or police.exceed).then,
        ):
            return True
    return False


class ClassStep:
    """The marks and policers of one class of a policy, then those of a child without queues."""

    __slots__ = ("child", "count", "discard", "marks", "polices")

    def __init__(self, model: Class, extra: int, count: ClassCount, shared: SharedMeters) -> None:
        self.child: PolicyStep | None = None
        self.count = count
        self.discard = model.drop
        self.marks = freeze_marks(model.set)
        self.polices = [PoliceStep(each, extra, count, shared) for each in model.police]

    def __call__(self, packet: Packet, now: int, entered: Header) -> bool:
        """False when the packet was dropped. It came to the policy with the header `entered`."""
        count = self.count
        count.arrived_packets += 1
        count.arrived_bytes += packet.length
        if self.discard:
            drop(packet, count, "class")
            return False
        if self.marks:
            mark(packet, self.marks, count)
        for police in self.polices:
            if police(packet, now, count) == DROP:
                return False
        return self.child is None or self.child.choose(packet, now, entered)


class PolicyStep:
    """A policy that has no queues."""

    __slots__ = ("find", "steps")

    def __init__(self, find: Classifier[int], steps: list[ClassStep]) -> None:
        self.find = find
        self.steps = steps

    def __call__(self, packet: Packet, now: int) -> bool:
        """False when the packet was dropped."""
        return self.choose(packet, now, packet.header)

    def choose(self, packet: Packet, now: int, entered: Header) -> bool:
        """The same for a packet that came to the outermost policy with the header `entered`.

        Every level classifies the packet as it came: marks that the levels above write do not move
        it to another class.
        """
        index = self.find(entered, packet.length)
        return index < 0 or self.steps[index](packet, now, entered)


def build_policy(
    model: Policy, extra: int, new_count: NewCount, shared: SharedMeters, above: str = ""
) -> PolicyStep:
    """The step of a policy that has no queues: each class, then its child."""
    title = f"{above}{model.name or 'policy'}"
    steps: list[ClassStep] = []
    for each in model.classes:
        step = ClassStep(each, extra, new_count(title, each.name, each.origin), shared)
        if each.child is not None:
            inner = f"{title} > {each.name} > "
            step.child = build_policy(each.child, extra, new_count, shared, inner)
        steps.append(step)
    return PolicyStep(
        Classifier([(each.match, i) for i, each in enumerate(model.classes)], -1), steps
    )


def build_stage(model: Stage, extra: int, new_count: NewCount, shared: SharedMeters) -> Step:
    """The step of a stage without queues."""
    if isinstance(model, RuleList):
        return build_rules(model, extra, new_count, shared)
    return build_policy(model, extra, new_count, shared)
