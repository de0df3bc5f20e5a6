"""Queueing: the tree of HTB classes for an output policy and its children."""

from __future__ import annotations

from dataclasses import dataclass, field

from qosc.datapath.shares import Base
from qosc.ir import Policy, TrafficClass
from qosc.ir.leaves import child_paths, has_queues, queued_classes, resolve
from qosc.ledger import Cursor, Fidelity
from qosc.source import NOWHERE, Span
from qosc.targets.tc.lower.classify.reach import class_values, marks_itself, written_after
from qosc.targets.tc.lower.context import Context, child_policy
from qosc.targets.tc.lower.police import PoliceStep
from qosc.targets.tc.lower.queueing.bounds import bound_priority, bucket_of, buckets
from qosc.targets.tc.lower.queueing.droppers import lower_leaf_queue
from qosc.targets.tc.lower.queueing.entries import enter_rates, refuse_queues
from qosc.targets.tc.lower.queueing.shares import HtbRates, errors, quanta, share_out
from qosc.targets.tc.lower.queueing.strict import lower_bands, only_strict
from qosc.targets.tc.lower.stacked import class_step
from qosc.targets.tc.model import Command, Handle, Htb, HtbClass
from qosc.targets.tc.predict import QUEUE_LEVELS

__all__ = ["Queues", "has_queues", "lower_queues", "too_many"]

_CLASSES_MOST = 60_000


@dataclass(slots=True)
class Queues:
    """The commands of a tree; by the ledger's path of a class its queue, and the policer that
    bounds its priority.
    """

    commands: list[Command] = field(default_factory=list)
    ids: dict[str, Handle] = field(default_factory=dict)
    bounds: dict[str, PoliceStep] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    rewritten: bool = False
    """Whether marks are written between the choice of a class and its queue, by more than it."""
    next_minor: int = 0x10
    default: int = 0


def too_many(context: Context, policy: Policy) -> bool:
    """Whether the classes are more than there are class ids."""
    return _count(context, policy, ()) > _CLASSES_MOST // class_step(context.port)


def _count(context: Context, policy: Policy, seen: tuple[str, ...]) -> int:
    total = len(policy.classes)
    for traffic_class in policy.classes:
        child = (
            resolve(context.device, traffic_class.child)
            if traffic_class.child is not None
            else None
        )
        if isinstance(child, Policy) and child.name not in seen and len(seen) < QUEUE_LEVELS:
            total += _count(context, child, (*seen, policy.name))
    return total


def lower_queues(
    context: Context, policy: Policy, cursor: Cursor, base_rate: int, link_rate: int
) -> Queues:
    """The whole tree below the root, whose rate and ceiling are `link_rate`; percentages are of
    `base_rate`. Both in bit/s.
    """
    queues = Queues(rewritten=written_after(context.port, policy))
    root = Handle(1)
    top = Handle(1, 1)
    bucket = bucket_of(link_rate, context.frame)
    main = HtbClass(
        top,
        root,
        link_rate,
        link_rate,
        bucket,
        bucket,
        quantum=context.frame,
        linklayer=context.atm,
    )
    queues.commands.append(Command(main, context.port.origin, ("the link",)))
    if only_strict(policy):
        bands, queues.ids = lower_bands(context, policy, cursor, top, link_rate, bucket)
        queues.commands += bands
        queues.default = top.minor
    else:
        _level(context, queues, policy, cursor, top, Base(base_rate), 1, ceiling=link_rate)
    start = Command(Htb(root, queues.default, context.stab), context.port.origin)
    queues.commands.insert(0, start)
    return queues


def _level(
    context: Context,
    queues: Queues,
    policy: Policy,
    cursor: Cursor,
    parent: Handle,
    base: Base,
    level: int,
    *,
    ceiling: int,
) -> None:
    """The classes of one policy. One without a queue of its own has that of the default class."""
    profile = context.options.profile
    own = queued_classes(context.device, policy)
    classes = tuple(
        traffic_class for traffic_class, queued in zip(policy.classes, own, strict=True) if queued
    )
    divided, above = share_out(classes, base, profile, ceiling)
    waiting = [
        rates
        for rates, traffic_class in zip(divided, classes, strict=True)
        if not traffic_class.priority
    ]
    sizes = quanta([rates.weight for rates in waiting], context.frame)[0]
    off = errors([(s.prio, s.weight, size) for s, size in zip(waiting, sizes, strict=True)])
    turn = iter(sizes)
    part = iter(divided)
    guests: list[tuple[TrafficClass, str]] = []
    paths = child_paths(cursor.path, policy.classes)
    for number, (traffic_class, path) in enumerate(zip(policy.classes, paths, strict=True)):
        if not own[number]:
            guests.append((traffic_class, path))
            continue
        rates = next(part)
        quantum = context.frame if traffic_class.priority is not None else next(turn)
        below = Cursor(cursor.ledger, path)
        classid = Handle(1, queues.next_minor)
        queues.next_minor += class_step(context.port)
        burst, cburst = buckets(context, traffic_class, rates, base)
        node = HtbClass(
            classid=classid,
            parent=parent,
            rate=rates.rate,
            ceil=rates.ceil,
            burst=burst,
            cburst=cburst,
            prio=rates.prio,
            quantum=quantum,
            linklayer=context.atm,
        )
        queues.commands.append(
            Command(node, _origin(traffic_class), (f"class {traffic_class.name}",))
        )
        error = off.get(rates.prio)
        enter_rates(context, traffic_class, rates, quantum, error, above, below, node)
        bound = bound_priority(context, traffic_class, rates, base, below)
        if bound is not None:
            queues.bounds[path] = bound
        reach = None
        if not queues.rewritten and not (guests and number == len(own) - 1):
            undefined = context.options.undefined_access_list
            reach = class_values(context.device, policy.classes, number, undefined, context.budget)
        _below(
            context,
            queues,
            traffic_class,
            below,
            classid,
            rates,
            level,
            reach,
            base.below(traffic_class),
        )
    for traffic_class, path in guests:
        # The default class is the last, so that its leaf is the last that was made.
        _use(context, queues, traffic_class, path, Handle(1, queues.default))


def _origin(traffic_class: TrafficClass) -> Span:
    """The line that gives a class its place in the schedule, or else the class's own."""
    parts = (
        traffic_class.priority,
        traffic_class.guarantee,
        traffic_class.excess,
        traffic_class.shaper,
    )
    origins = (part.origin for part in parts if part is not None)
    return next((origin for origin in origins if origin != NOWHERE), traffic_class.origin)


def _below(
    context: Context,
    queues: Queues,
    traffic_class: TrafficClass,
    cursor: Cursor,
    classid: Handle,
    rates: HtbRates,
    level: int,
    reach: frozenset[int] | None,
    base: Base,
) -> None:
    """The child policy of a class, or its queue."""
    inner = child_policy(context.device, traffic_class, cursor.path)
    if inner is not None:
        child, place = inner
        below = Cursor(cursor.ledger, place)
        if has_queues(context.device, child) and level < QUEUE_LEVELS:
            # A class with children has no queue of its own.
            for name in ("limits", "wred", "fair_queue"):
                if getattr(traffic_class, name):
                    cursor.at(name.replace("_", "-")).rest(
                        Fidelity.APPROX,
                        "the queues are those of the child policy, here and there",
                        "not used",
                    )
            outside, queues.rewritten = (
                queues.rewritten,
                queues.rewritten or marks_itself(traffic_class),
            )
            _level(
                context,
                queues,
                child,
                below,
                classid,
                base,
                level + 1,
                ceiling=rates.ceil,
            )
            queues.rewritten = outside
            return
        if has_queues(context.device, child):
            refuse_queues(child, below, f"policies are lowered {QUEUE_LEVELS} levels deep")
        _use_for_children(context, queues, child, below, classid)
    queues.ids[cursor.path] = classid
    # The last queue of all is the default class's, at whatever depth.
    queues.default = classid.minor
    # Without a guarantee a class's rate is a stopgap of ours; what it can send at is its ceiling.
    pace = rates.rate if rates.asked else rates.ceil
    queues.commands.append(lower_leaf_queue(context, traffic_class, cursor, classid, pace, reach))


def _use_for_children(
    context: Context, queues: Queues, policy: Policy, cursor: Cursor, classid: Handle
) -> None:
    """All classes of a child policy without queues share the parent's queue."""
    for traffic_class, path in zip(
        policy.classes, child_paths(cursor.path, policy.classes), strict=True
    ):
        _use(context, queues, traffic_class, path, classid)


def _use(
    context: Context, queues: Queues, traffic_class: TrafficClass, path: str, classid: Handle
) -> None:
    """A class, and all below it, share a queue that exists."""
    queues.ids[path] = classid
    inner = child_policy(context.device, traffic_class, path)
    if inner is not None:
        child, place = inner
        below = Cursor(context.ledger, place)
        refuse_queues(child, below, f"policies are lowered {QUEUE_LEVELS} levels deep")
        _use_for_children(context, queues, child, below, classid)
