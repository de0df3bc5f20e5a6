"""The classes that traffic is made up for: those of the output, or those of an input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qosc.fields import Field
from qosc.ir import Attachment, Device, Interval, RuleList, Stage, Test, TrafficClass
from qosc.ir import Policy as IrPolicy
from qosc.ir.leaves import resolve
from qosc.packets import ClassRegion, PacketSpace, Region, partition
from qosc.scenario import Class, Policy
from qosc.scenario import RuleList as Rules
from qosc.scenario import Stage as Made
from qosc.scenario.model import has_queues
from qosc.scenario.pipeline import MAX_LEVELS
from qosc.source import NOWHERE, Span
from qosc.targets.sim.words import clean

__all__ = ["Target", "Wanted", "target_of"]

_MOST_RULES = 64


@dataclass(frozen=True, slots=True)
class Wanted:
    """A class or rule: the packets that belong there, and what the scenario makes of it.

    `path` are the names of it and of the classes that it is in; the one with the lowest `rank` is
    the best served.
    """

    name: str
    path: tuple[str, ...]
    taken: Region
    rank: tuple[int, int, int]
    default: bool = False
    """Whether it is for the packets that are in no other, or the platform's and not the text's."""
    origin: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Target:
    """What traffic is made up for: a stage of the output or of an input, and its classes.

    `before` are the stages of the same side that packets pass first. `made` is the stage as the
    scenario has it; None where there is none.
    """

    wanted: tuple[Wanted, ...]
    before: tuple[Stage, ...] = ()
    made: Policy | Rules | None = None
    more: int = 0
    """Rules for which no traffic is made up, as they are too many."""


def target_of(
    device: Device, space: PacketSpace, stages: tuple[Stage, ...], made: tuple[Made, ...]
) -> Target:
    """The stage with queues, or else the last with meters, or else the last policy."""
    chosen = _chosen(device, space, stages, made)
    if chosen is None:
        whole = Wanted("traffic", (), space.everything, (0, 0, 0), default=True)
        return Target((whole,), stages)
    number, model = chosen
    stage = stages[number]
    if isinstance(stage, RuleList):
        assert isinstance(model, Rules)  # noqa: S101 - they were paired
        wanted, more = _rules(space, stage, model)
        return Target(wanted, stages[:number], model, more)
    policy = resolve(device, stage.policy)
    assert isinstance(policy, IrPolicy) and isinstance(model, Policy)  # noqa: S101, PT018
    classes = tuple(_classes(partition(space, policy), model, (), (policy.name,)))
    return Target(classes, stages[:number], model)


def _chosen(
    device: Device, space: PacketSpace, stages: tuple[Stage, ...], made: tuple[Made, ...]
) -> tuple[int, Made] | None:
    pairs = list(_paired(device, stages, made))
    # Hosts send IPv4: of a policer for each family that of IPv4 is looked at.
    sent = [pair for pair in pairs if _takes_ipv4(space, stages[pair[0]])]
    for fits in (has_queues, _meters, lambda model: isinstance(model, Policy)):
        for number, model in (*reversed(sent), *reversed(pairs)):
            if fits(model):
                return number, model
    return None


def _takes_ipv4(space: PacketSpace, stage: Stage) -> bool:
    """Whether a policer of a stage is for packets of IPv4; True where it is no list of rules."""
    if not isinstance(stage, RuleList):
        return True
    ipv4 = space.region(Test(Field.VERSION, (Interval(4, 4),)))
    return any(
        rule.policer is not None and not (space.region(rule.match) & ipv4).is_empty()
        for rule in stage.rules
    )


def _paired(
    device: Device, stages: tuple[Stage, ...], made: tuple[Made, ...]
) -> Iterator[tuple[int, Made]]:
    """Each stage of the config that the scenario has, with its place."""
    left = list(made)
    for number, stage in enumerate(stages):
        if not left:
            return
        model = left[0]
        if isinstance(stage, Attachment):
            policy = resolve(device, stage.policy)
            name = clean(policy.name) if isinstance(policy, IrPolicy) else None
            same = isinstance(model, Policy) and model.name == name
        else:
            same = isinstance(model, Rules) and model.feature == clean(stage.feature)
        if same:
            yield number, left.pop(0)


def _meters(model: Made) -> bool:
    if isinstance(model, Rules):
        return any(rule.police is not None for rule in model.rules)
    return any(
        each.police or (each.child is not None and _meters(each.child)) for each in model.classes
    )


def _rules(space: PacketSpace, stage: RuleList, model: Rules) -> tuple[tuple[Wanted, ...], int]:
    """The rules with meters; where there are none, all that the list lets pass."""
    left, wanted = space.everything, []
    for rule, each in zip(stage.rules, model.rules, strict=True):
        own = space.region(rule.match)
        if each.police is not None:
            wanted.append(
                Wanted(each.name, (each.name,), own & left, (1, 0, 0), origin=rule.origin)
            )
        if rule.policer is None and rule.verdict != "continue":
            left -= own
    return tuple(wanted[:_MOST_RULES]), max(len(wanted) - _MOST_RULES, 0)


def _classes(
    parts: tuple[ClassRegion, ...], model: Policy, above: tuple[str, ...], seen: tuple[str, ...]
) -> Iterator[Wanted]:
    for part, each in zip(parts, model.classes, strict=True):
        path = (*above, each.name)
        child = each.child if len(seen) < MAX_LEVELS else None
        below = part.children() if child is not None else ()
        if child is not None and below:
            yield from _classes(below, child, path, (*seen, child.name))
        else:
            traffic_class = part.traffic_class
            yield Wanted(
                " > ".join(path),
                path,
                part.taken,
                _rank(traffic_class, each),
                traffic_class.name == "class-default"
                or bool(traffic_class.default_by)
                or traffic_class.origin == NOWHERE,
                traffic_class.origin,
            )


def _rank(traffic_class: TrafficClass, made: Class) -> tuple[int, int, int]:
    """Of classes that are promised alike the one with most of the rest is served best."""
    queue = made.queue
    if queue is not None and queue.priority is not None:
        return 0, queue.priority.level, 0
    excess = traffic_class.excess.value if traffic_class.excess is not None else 0
    return 1, -(queue.guarantee_bps if queue is not None else 0), -excess
