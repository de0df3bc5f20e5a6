"""Policies: choosing the class of a packet, then its queue, then its marks and meters.

Classes are chosen from the packet as it came: all marks of a policy are written after the choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from qosc.datapath.shares import Base
from qosc.ir import Anything, Policy, TrafficClass
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Excuse, Fidelity
from qosc.targets.entries import police_order
from qosc.targets.tc.lower.body import MarkStep, Step, Ways, emit_body, inline_body
from qosc.targets.tc.lower.classify.chains import DROP, OK, Chains, to
from qosc.targets.tc.lower.classify.match import Matcher, finder, lower_match
from qosc.targets.tc.lower.context import Context, child_policy
from qosc.targets.tc.lower.marks import mark_fate
from qosc.targets.tc.lower.police import PoliceStep, lower_policer
from qosc.targets.tc.lower.queueing.queues import Queues
from qosc.targets.tc.model import Action, Control, Gact, Handle, Hook, SkbPriority

__all__ = ["lower_policy"]


_LATE = (
    "done after the marks and meters of the child policy; which of the two a router does first "
    "depends on its platform"
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a policy's classes are chosen: what the parent class still has to do, the way, and what
    percentages are of.
    """

    chain: int
    before: tuple[Step, ...]
    way: Control
    base: Base


def lower_policy(
    context: Context,
    chains: Chains,
    entry: int,
    policy: Policy,
    cursor: Cursor,
    way: Control,
    queues: Queues,
) -> None:
    """Choose among the classes in chain `entry`; `way` leads to the next stage."""
    base = Base(context.link, output=chains.hook is Hook.EGRESS)
    _choose(context, chains, policy, cursor, _Place(entry, (), way, base), queues)


def _choose(
    context: Context, chains: Chains, policy: Policy, cursor: Cursor, place: _Place, queues: Queues
) -> None:
    here = place.chain
    paths = child_paths(cursor.path, policy.classes)
    for number, (traffic_class, path) in enumerate(zip(policy.classes, paths, strict=True)):
        below = Cursor(cursor.ledger, path)
        matcher = lower_match(
            context.device,
            traffic_class.match,
            context.options.undefined_access_list,
            below.at("match"),
            tags=context.tags,
            kernel=context.kernel,
            budget=context.budget,
        )
        steps = (*place.before, *_steps(context, chains, traffic_class, below, place, queues))
        last = number == len(policy.classes) - 1
        here = _emit_class(
            context,
            chains,
            traffic_class,
            matcher,
            steps,
            below,
            replace(place, chain=here),
            queues,
            last=last,
        )
    if place.way != OK and not (policy.classes and isinstance(policy.classes[-1].match, Anything)):
        chains.always(here, place.way, policy.origin)


def _is_late(context: Context, traffic_class: TrafficClass, path: str, *, bounded: bool) -> bool:
    """Whether the class has marks and a meter, and a child policy whose own come first."""
    if traffic_class.drop or child_policy(context.device, traffic_class, path) is None:
        return False
    writes = bool(traffic_class.marks) or any(
        outcome is not None and outcome.marks
        for policer in traffic_class.policers
        for outcome in (policer.conform, policer.exceed, policer.violate)
    )
    return writes and (bounded or bool(traffic_class.policers))


def _child_polices(context: Context, traffic_class: TrafficClass, path: str) -> bool:
    """Whether packets of the class meet a policer of a child policy, at whatever depth."""
    child = None if traffic_class.drop else child_policy(context.device, traffic_class, path)
    if child is None:
        return False
    policy, below = child
    return any(
        each.policers or _child_polices(context, each, inner)
        for each, inner in zip(policy.classes, child_paths(below, policy.classes), strict=True)
    )


def _steps(
    context: Context,
    chains: Chains,
    traffic_class: TrafficClass,
    cursor: Cursor,
    place: _Place,
    queues: Queues,
) -> tuple[Step, ...]:
    steps: list[Step] = []
    bound = queues.bounds.get(cursor.path)
    late = _LATE if _is_late(context, traffic_class, cursor.path, bounded=bound is not None) else ""
    for path, mark in zip(
        child_paths(join(cursor.path, "marks"), traffic_class.marks),
        traffic_class.marks,
        strict=True,
    ):
        fidelity, note, got = mark_fate(mark)
        if late and fidelity is not Fidelity.UNSUPPORTED:
            fidelity, note = Fidelity.UNKNOWN, f"{note}; {late}" if note else late
        cursor.ledger.enter(path, fidelity, note, got)
    if traffic_class.marks:
        steps.append(MarkStep(traffic_class.marks))
    again = bool(traffic_class.policers) and _child_polices(context, traffic_class, cursor.path)
    assumed = late or (police_order(context.options.profile) if again else "")
    for path, policer in zip(
        child_paths(join(cursor.path, "policers"), traffic_class.policers),
        traffic_class.policers,
        strict=True,
    ):
        step = lower_policer(
            policer,
            place.base.whole,
            chains.hook,
            Cursor(cursor.ledger, path),
            finder(context),
            assumed,
            kernel=context.kernel,
            common=context.common,
        )
        if step is not None:
            steps.append(step)
    if late:
        for part in ("marks", "policers"):
            cursor.excuse(part, Excuse.PARENT_LAST)
    if traffic_class.drop:
        cursor.exact("drop")
    if bound is not None:
        steps.append(bound)
    return tuple(steps)


def _emit_class(
    context: Context,
    chains: Chains,
    traffic_class: TrafficClass,
    matcher: Matcher,
    steps: tuple[Step, ...],
    cursor: Cursor,
    place: _Place,
    queues: Queues,
    *,
    last: bool,
) -> int:
    """Returns the chain in which the next class belongs."""
    own = steps[len(place.before) :]
    child = None if traffic_class.drop else child_policy(context.device, traffic_class, cursor.path)
    if child is not None:
        way, queue, steps = (
            _enter_child(
                context,
                chains,
                child,
                own,
                replace(place, base=place.base.below(traffic_class)),
                queues,
                cursor,
            ),
            None,
            (),
        )
    else:
        way, queue = (DROP if traffic_class.drop else place.way), queues.ids.get(cursor.path)
    if not matcher.cells:
        return place.chain
    here = place.chain
    following = chains.new() if matcher.negatives and not last else None
    actions = _actions(
        chains,
        matcher,
        () if traffic_class.drop else steps,
        Ways(way, tagged=context.tags),
        queue,
        traffic_class,
    )
    beside = to(following) if following is not None else place.way
    count = len(matcher.cells)
    notes = (f"class {traffic_class.name}: {count} filters",) if count > 1 else ()
    for cell, verdict in matcher.cells:
        chains.add(here, cell, actions if verdict else (Gact(beside),), traffic_class.origin, notes)
    if following is None:
        return here
    chains.always(here, to(following), traffic_class.origin)
    return following


def _actions(
    chains: Chains,
    matcher: Matcher,
    steps: tuple[Step, ...],
    ways: Ways,
    queue: Handle | None,
    traffic_class: TrafficClass,
) -> tuple[Action, ...]:
    chosen: tuple[Action, ...] = (SkbPriority(queue),) if queue is not None else ()
    if not steps:
        return (*chosen, Gact(ways.on))
    positive = matcher.positive
    if len(positive) == 1:
        inline = inline_body(steps, ways, positive[0][0])
        if inline is not None:
            return (*chosen, *inline)
    body = chains.new()
    emit_body(chains, body, steps, ways, traffic_class.origin)
    return (*chosen, Gact(to(body)))


def _enter_child(
    context: Context,
    chains: Chains,
    child: tuple[Policy, str],
    own: tuple[Step, ...],
    place: _Place,
    queues: Queues,
    cursor: Cursor,
) -> Control:
    """The way into a child policy, with the parent's own steps before, after or inside it. `place`
    has the base of the child.
    """
    policy, path = child
    below = Cursor(cursor.ledger, path)
    inner = chains.new()
    if not own or not any(_writes(step) for step in own):
        # Meters that write nothing can come first: the child still sees the packet as it came.
        _choose(context, chains, policy, below, replace(place, chain=inner), queues)
        if not own:
            return to(inner)
        body = chains.new()
        emit_body(chains, body, own, Ways(to(inner), tagged=context.tags), policy.origin)
        return to(body)
    if all(isinstance(step, MarkStep) for step in own):
        inside = replace(place, chain=inner, before=(*place.before, *own))
        _choose(context, chains, policy, below, inside, queues)
        return to(inner)
    # Marks and a meter in the parent: once for all children, after the child's own.
    body = chains.new()
    emit_body(chains, body, own, Ways(place.way, tagged=context.tags), policy.origin)
    _choose(context, chains, policy, below, replace(place, chain=inner, way=to(body)), queues)
    return to(inner)


def _writes(step: Step) -> bool:
    if isinstance(step, PoliceStep):
        outcomes = (step.conform, step.exceed, step.violate)
        return any(outcome is not None and outcome.marks for outcome in outcomes)
    return bool(step.marks)
