"""Queueing: the tree of HTB classes for an output policy and its children."""

from __future__ import annotations

from dataclasses import dataclass, field

from qosc.amounts import PPM, show_rate
from qosc.datapath.doubts import BY_SHAPING_RATES
from qosc.datapath.lines import Evidence
from qosc.datapath.shapers import shaped
from qosc.datapath.shares import Base
from qosc.ir import Outcome, Policy, TrafficClass, Verdict
from qosc.ir.leaves import child_paths, has_queues, join, queued_classes, resolve
from qosc.ledger import Cursor, Fidelity
from qosc.source import NOWHERE, Span
from qosc.targets.tc.lower.classify.reach import class_values, marks_itself, written_after
from qosc.targets.tc.lower.context import Context, child_policy
from qosc.targets.tc.lower.police import PoliceStep, plain_bucket
from qosc.targets.tc.lower.queueing.droppers import lower_leaf_queue
from qosc.targets.tc.lower.queueing.schedule import enter_ranks, off_ratio
from qosc.targets.tc.lower.queueing.shares import HtbRates, errors, quanta, share_out
from qosc.targets.tc.lower.queueing.strict import lower_bands, only_strict
from qosc.targets.tc.lower.stacked import class_step
from qosc.targets.tc.model import Command, Handle, Htb, HtbClass
from qosc.targets.tc.predict import QUEUE_LEVELS, burst_for, kernel_burst

__all__ = ["Queues", "has_queues", "lower_queues", "refuse_queues", "too_many"]

_CLASSES_MOST = 60_000
_SLACK_MICROSECONDS = 2_000
"""A bucket of the scheduler covers this time beside one frame, for the latency of its timer."""


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


def refuse_queues(policy: Policy, cursor: Cursor, note: str) -> None:
    """UNSUPPORTED for all that the classes say of queues."""
    for traffic_class, path in zip(
        policy.classes, child_paths(cursor.path, policy.classes), strict=True
    ):
        for name in _QUEUE_PARTS:
            if getattr(traffic_class, name) is not None:
                Cursor(cursor.ledger, join(path, name.replace("_", "-"))).rest(
                    Fidelity.UNSUPPORTED, note, "nothing"
                )


_QUEUE_PARTS = (
    "guarantee",
    "excess",
    "priority",
    "shaper",
    "limits",
    "wred",
    "fair_queue",
    "level",
    "excess_level",
    "quantum",
)


def lower_queues(
    context: Context, policy: Policy, cursor: Cursor, base_rate: int, link_rate: int
) -> Queues:
    """The whole tree below the root, whose rate and ceiling are `link_rate`; percentages are of
    `base_rate`. Both in bit/s.
    """
    queues = Queues(rewritten=written_after(context.port, policy))
    root = Handle(1)
    top = Handle(1, 1)
    bucket = _bucket(link_rate, context.frame)
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
        _level(context, queues, policy, cursor, top, Base(base_rate), 1, link_rate=link_rate)
    start = Command(Htb(root, queues.default, context.stab), context.port.origin)
    queues.commands.insert(0, start)
    return queues


def _bucket(rate: int, frame: int) -> int:
    return burst_for(rate, frame + rate * _SLACK_MICROSECONDS // 8_000_000)


def _level(
    context: Context,
    queues: Queues,
    policy: Policy,
    cursor: Cursor,
    parent: Handle,
    base: Base,
    level: int,
    *,
    link_rate: int,
) -> None:
    """The classes of one policy. One without a queue of its own has that of the default class."""
    profile = context.options.profile
    own = queued_classes(context.device, policy)
    classes = tuple(
        traffic_class for traffic_class, queued in zip(policy.classes, own, strict=True) if queued
    )
    divided, above = share_out(classes, base, profile, link_rate)
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
        burst, cburst = _buckets(context, traffic_class, rates, base)
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
        _enter_shares(context, traffic_class, rates, quantum, error, above, below, node)
        _bound_priority(context, queues, traffic_class, rates, base, below)
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
                link_rate=rates.ceil,
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


def _buckets(
    context: Context, traffic_class: TrafficClass, rates: HtbRates, base: Base
) -> tuple[int, int]:
    """The depths of the buckets of rate and ceil, in bytes to ask for."""
    ceil = _bucket(rates.ceil, context.frame)
    bounds = shaped(traffic_class.shaper, base.above(traffic_class.shaper))
    if bounds is not None and bounds.burst:
        ceil = burst_for(rates.ceil, bounds.burst)
    rate = _bucket(rates.rate, context.frame)
    bound = base.bound(traffic_class)
    if bound is not None and bound.burst:
        # What its policer lets through at once must go at once too. With a smaller bucket, where
        # the guarantees beside it fill the link, a burst would stand in the queue for ever.
        rate = max(rate, burst_for(rates.rate, bound.burst + context.frame))
    return rate, ceil


def _enter_shares(
    context: Context,
    traffic_class: TrafficClass,
    rates: HtbRates,
    quantum: int,
    error: int | None,
    above: int,
    cursor: Cursor,
    node: HtbClass,
) -> None:
    got = f"rate {show_rate(rates.rate // 8 * 8)}, ceil {show_rate(rates.ceil // 8 * 8)}"
    notes = [_counted(context)]
    if above:
        notes.append(f"the guarantees are {show_rate(above)} above the rate: all scaled down alike")
    if traffic_class.guarantee is not None:
        if rates.asked is None:
            cursor.enter("guarantee", Fidelity.UNSUPPORTED, "counts packets, or has no base", got)
        else:
            profile = context.options.profile
            turns = "" if error is None else f", in turns of {quantum} bytes"
            notes.insert(0, f"what is left is shared {profile.excess_words}{turns}")
            if error is not None and error > PPM // 1000:
                notes.append(f"the turns are {off_ratio(error)}")
            known = profile.excess.value is not None
            fidelity = Fidelity.APPROX if known else Fidelity.UNKNOWN
            cursor.enter("guarantee", fidelity, "; ".join(notes), got)
    if traffic_class.excess is not None:
        note = f"shared in turns of {quantum} bytes, {off_ratio(error)}"
        # The ledger adds what is not known of it.
        assumed = traffic_class.excess.default_by == BY_SHAPING_RATES
        cursor.enter("excess", Fidelity.UNKNOWN if assumed else Fidelity.APPROX, note, got)
    enter_ranks(context, traffic_class, rates.prio, quantum, error, cursor)
    if traffic_class.shaper is not None:
        bucket = kernel_burst(node.ceil, node.cburst)
        note = (
            f"the same bound of rate * t + {bucket} bytes; sent evenly, where a router sends once "
            "in an interval: the delay differs by less than that"
        )
        port_rate = context.line
        if port_rate is not None and port_rate.evidence in (Evidence.NOTHING, Evidence.POLICY):
            note += (
                "; the link is taken to be no slower than the shapers, as nothing says its speed"
            )
        if traffic_class.shaper.committed is None:
            unknown = "no public source gives the burst of a shaper that does not say it"
            got = f"ceil {show_rate(rates.ceil // 8 * 8)}, {bucket} bytes"
            cursor.at("shaper").rest(Fidelity.UNKNOWN, unknown, got)
        cursor.at("shaper").rest(Fidelity.ENVELOPE, note, f"ceil {show_rate(rates.ceil // 8 * 8)}")


def _counted(context: Context) -> str:
    if context.atm is not None or context.stab is not None:
        return (
            "counted in whole ATM cells; a router counts the packet with LLC/SNAP but neither cell "
            "headers nor padding (Cisco, What Bytes Are Counted by IP to ATM CoS Queueing), so "
            "that its guarantee is larger by 53/48 and the padding"
        )
    return "lengths include the 14 bytes of an Ethernet header"


def _bound_priority(
    context: Context,
    queues: Queues,
    traffic_class: TrafficClass,
    rates: HtbRates,
    base: Base,
    cursor: Cursor,
) -> None:
    """The policer of a priority class."""
    if traffic_class.priority is None:
        return
    place = cursor.at("priority")
    got = f"prio {rates.prio}, rate {show_rate(rates.rate // 8 * 8)}"
    rate, burst = traffic_class.priority.rate, traffic_class.priority.burst
    if rate is None:
        note = "the other classes keep their guarantees, which a router would let it take"
        place.rest(Fidelity.APPROX, note, got)
        return
    place.enter(
        "level",
        Fidelity.APPROX,
        f"a packet waits for at most what is being sent: {context.frame} bytes, and for the "
        "buckets of the other classes",
        got,
    )
    asked = base.bound(traffic_class)
    if asked is None or asked.rate < 8:
        place.rest(Fidelity.UNSUPPORTED, "the rate cannot be worked out", "no bound")
        return
    bucket = plain_bucket(asked.rate, asked.burst or context.frame)
    drop = Outcome(Verdict.DROP, origin=traffic_class.priority.origin)
    bound = PoliceStep(
        bucket, Outcome(Verdict.TRANSMIT), drop, origin=traffic_class.priority.origin
    )
    queues.bounds[cursor.path] = bound
    note = (
        "policed at all times, where a router polices only while the link is congested: differs "
        "when more than the rate is offered to a link that is not full"
    )
    real = kernel_burst(bucket.rate, bucket.burst)
    place.enter(
        "rate", Fidelity.APPROX, note, f"{got}, policed at {show_rate(asked.rate // 8 * 8)}"
    )
    if burst is not None:
        place.enter("burst", Fidelity.APPROX, note, f"{real} bytes")
    place.rest(Fidelity.APPROX, note, got)
