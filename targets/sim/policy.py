"""Rule lists and policies as stages of a scenario's port."""

from __future__ import annotations

from dataclasses import dataclass, replace

from qosc.amounts import Depth, DepthUnit
from qosc.datapath import assumed
from qosc.datapath.lengths import counts_packet_alone
from qosc.datapath.queues.depths import buffer_note, open_rate
from qosc.datapath.shares import Base, Part, divide
from qosc.ir import Algorithm, Device, QueueLimit, Rule, RuleList, Stage, TrafficClass
from qosc.ir import Policy as IrPolicy
from qosc.ir.leaves import child_paths, join, queued_classes, queues_below, resolve
from qosc.ledger import Cursor, Fidelity
from qosc.scenario import Class, Limit, Policy
from qosc.scenario import Rule as ScenarioRule
from qosc.scenario import RuleList as ScenarioRules
from qosc.scenario.pipeline import MAX_LEVELS
from qosc.targets.entries import looked_at_again, police_order
from qosc.targets.sim.droppers import enter_depth, held_bytes, lower_fair_queue, lower_wred
from qosc.targets.sim.match import lower_match
from qosc.targets.sim.options import SimOptions
from qosc.targets.sim.police import (
    MOST,
    FindMatch,
    SharedNames,
    enter_marks,
    lower_marks,
    lower_policer,
)
from qosc.targets.sim.shares import Service, lower_queue, rule_of, service, weights
from qosc.targets.sim.words import Names, clean, origin

__all__ = ["Context", "lower_stage"]

_QUEUEING = (
    "guarantee",
    "excess",
    "priority",
    "shaper",
    "limits",
    "wred",
    "fair-queue",
    "quantum",
    "level",
    "excess-level",
)
_DIVIDED = "the queues are those of the child policy, here and there"
_NOT_PROPAGATED = (
    "first among the classes of its own policy; some platforms serve such a packet before those of "
    "the parent's other classes, too (Cisco 10000 Series QoS guide and Juniper CoS guide, priority "
    "propagation)"
)
_ENDLESS = Depth(0)
"""Cisco IOS QoS Solutions Command Reference, priority-list queue-limit: 0 is no limit."""
_RESERVED = (
    "each queue has a buffer of its own here: what it is sure of when the ports of the switch have "
    "used up their common pool depends on all of them"
)


@dataclass(frozen=True, slots=True)
class Context:
    """What the lowering of one pipeline needs to know. Percentages are of `link` bit/s."""

    device: Device
    options: SimOptions
    link: int
    meters: SharedNames
    output: bool
    contended: bool = False
    """Whether other queues share the port with those of this policy, which is a child."""


def lower_stage(context: Context, stage: Stage, cursor: Cursor) -> ScenarioRules | Policy | None:
    """A stage, with an entry for each of its leaves; None where nothing of it can be applied."""
    if isinstance(stage, RuleList):
        return _rules(context, stage, cursor)
    policy = resolve(context.device, stage.policy)
    if not isinstance(policy, IrPolicy):
        note = f"there is no policy-map {clean(stage.policy.name)}: nothing is applied"
        cursor.rest(Fidelity.UNKNOWN, note, "nothing")
        return None
    base = Base(context.link, None, context.output)
    return _policy(context, policy, cursor, base, (policy.name,))


def _rules(context: Context, stage: RuleList, cursor: Cursor) -> ScenarioRules:
    paths = child_paths(join(cursor.path, "rules"), stage.rules)
    again = looked_at_again(context.device, stage)
    alone = counts_packet_alone(context.options.profile.name, stage.feature)
    rules = tuple(
        _rule(context, rule, Cursor(cursor.ledger, path), number, note, alone=alone)
        for number, (rule, path, note) in enumerate(
            zip(stage.rules, paths, again, strict=True), start=1
        )
    )
    cursor.at("otherwise-drop").rest(Fidelity.EXACT, "", "drop what no rule takes")
    return ScenarioRules(
        kind="rules",
        feature=clean(stage.feature),
        rules=rules,
        origin=origin(stage.origin),
        otherwise="drop" if stage.otherwise_drop else "transmit",
    )


def _match_in(context: Context) -> FindMatch:
    """How a predicate becomes a match, with an entry for each of its leaves."""
    undefined = context.options.undefined_access_list
    return lambda match, cursor: lower_match(context.device, match, undefined, cursor)


def _rule(
    context: Context, rule: Rule, cursor: Cursor, number: int, again: str, *, alone: bool | None
) -> ScenarioRule:
    match = lower_match(
        context.device, rule.match, context.options.undefined_access_list, cursor.at("match")
    )
    police = None
    if rule.policer is not None:
        at = cursor.at("policer")
        find = _match_in(context)
        police = lower_policer(
            rule.policer, context.link, at, context.meters, find, again, alone=alone
        )
    enter_marks(cursor.at("marks"))
    cursor.rest(Fidelity.EXACT)
    return ScenarioRule(
        name=f"rule {number}",
        match=match,
        police=police,
        set=lower_marks(rule.marks),
        then=rule.verdict.value,
        origin=origin(rule.origin),
    )


def _policy(
    context: Context,
    policy: IrPolicy,
    cursor: Cursor,
    base: Base,
    seen: tuple[str, ...],
) -> Policy | None:
    if not policy.classes:
        cursor.rest(Fidelity.EXACT)
        return None
    unsure = context.options.profile.excess.value is None
    served = service(policy.classes, unsure=unsure)
    own = [context.output and one for one in queued_classes(context.device, policy, seen)]
    below = replace(context, contended=context.contended or sum(own) > 1)
    rule = rule_of(context.options.profile.excess_rule)
    parts = divide(policy.classes, base, context.options.profile, own)
    shares = weights(policy.classes, parts, rule)
    names = Names()
    classes: list[Class] = []
    paths = child_paths(cursor.path, policy.classes)
    for index, (traffic_class, path) in enumerate(zip(policy.classes, paths, strict=True)):
        at = Cursor(cursor.ledger, path)
        classes.append(
            _class(
                context,
                traffic_class,
                at,
                base,
                seen,
                names.take(traffic_class.name),
                parts[index],
                shares[index],
                queued=own[index],
                served=served,
                below=below,
            )
        )
    cursor.rest(Fidelity.EXACT)
    return Policy(
        kind="policy",
        name=clean(policy.name),
        excess=rule,
        classes=tuple(classes),
        origin=origin(policy.origin),
    )


def _class(
    context: Context,
    traffic_class: TrafficClass,
    cursor: Cursor,
    base: Base,
    seen: tuple[str, ...],
    name: str,
    part: Part,
    weight: int | None,
    *,
    queued: bool,
    served: Service,
    below: Context,
) -> Class:
    match = lower_match(
        context.device,
        traffic_class.match,
        context.options.undefined_access_list,
        cursor.at("match"),
    )
    enter_marks(cursor.at("marks"))
    polices = []
    paths = child_paths(join(cursor.path, "policers"), traffic_class.policers)
    for policer, path in zip(traffic_class.policers, paths, strict=True):
        at = Cursor(cursor.ledger, path)
        order = (
            police_order(context.options.profile)
            if _child_polices(context, traffic_class, seen)
            else ""
        )
        if order and policer.meter.algorithm is not Algorithm.CAR:
            at.at("meter").enter("algorithm", Fidelity.UNKNOWN, order)
        police = lower_policer(policer, base.whole, at, context.meters, _match_in(context))
        if police is not None:
            polices.append(police)
    queue, inner = None, base.whole or 0
    if not context.output:
        _refuse(cursor, _QUEUEING, "an input policy has no queues")
    elif queued:
        if traffic_class.priority is not None and context.contended:
            cursor.at("priority").enter("level", Fidelity.UNKNOWN, _NOT_PROPAGATED)
        queue, inner = lower_queue(traffic_class, base, part, weight, cursor, served)
        if _child_queues(context, traffic_class, seen):
            for unused in ("limits", "wred", "fair-queue"):
                cursor.at(unused).rest(Fidelity.APPROX, _DIVIDED, "not used")
        else:
            pace = base.pace(traffic_class) or inner
            limits = _limits(context, traffic_class, pace, cursor)
            at = cursor.at("wred")
            queue = queue.model_copy(
                update={
                    "limits": limits,
                    "early_drop": lower_wred(traffic_class.wred, pace, context.link, limits, at),
                    "flow_queues": lower_fair_queue(
                        traffic_class, context.options.profile, cursor.at("fair-queue")
                    ),
                }
            )
    child = _child(below, traffic_class, cursor, seen, base.below(traffic_class))
    _refuse(cursor, ("quantum", "level", "excess-level"), "the class has no queue of its own")
    cursor.rest(Fidelity.EXACT)
    return Class(
        name=name,
        match=match,
        set=lower_marks(traffic_class.marks),
        police=tuple(polices),
        drop=traffic_class.drop,
        queue=queue,
        child=child,
        origin=origin(traffic_class.origin),
    )


def _refuse(cursor: Cursor, names: tuple[str, ...], note: str) -> None:
    for name in names:
        cursor.at(name).rest(Fidelity.UNSUPPORTED, note, "nothing")


def _child_queues(context: Context, traffic_class: TrafficClass, seen: tuple[str, ...]) -> bool:
    return len(seen) < MAX_LEVELS and queues_below(context.device, traffic_class, seen)


def _child_polices(context: Context, traffic_class: TrafficClass, seen: tuple[str, ...]) -> bool:
    """Whether a policer of the class has one of a child policy behind it."""
    child = (
        resolve(context.device, traffic_class.child) if traffic_class.child is not None else None
    )
    if not isinstance(child, IrPolicy) or child.name in seen or len(seen) >= MAX_LEVELS:
        return False
    return any(
        each.policers or _child_polices(context, each, (*seen, child.name))
        for each in child.classes
    )


def _child(
    context: Context, traffic_class: TrafficClass, cursor: Cursor, seen: tuple[str, ...], base: Base
) -> Policy | None:
    if traffic_class.child is None:
        return None
    at = cursor.at("child", f"{traffic_class.child.target} {traffic_class.child.name}")
    child = resolve(context.device, traffic_class.child)
    if not isinstance(child, IrPolicy) or child.name in seen:
        note = f"there is no policy-map {clean(traffic_class.child.name)}, or it refers to itself"
        at.rest(Fidelity.UNKNOWN, note, "nothing")
        return None
    if len(seen) >= MAX_LEVELS:
        at.rest(Fidelity.UNSUPPORTED, f"policies nest to {MAX_LEVELS} levels", "nothing")
        return None
    return _policy(context, child, at, base, (*seen, child.name))


def _limits(
    context: Context, traffic_class: TrafficClass, rate: int, cursor: Cursor
) -> tuple[Limit, ...]:
    limits = traffic_class.limits
    if not any(limit.match is None for limit in limits):
        limits = (*limits, QueueLimit(assumed.depth(context.options.profile)))
    paths = child_paths(join(cursor.path, "limits"), traffic_class.limits)
    made = []
    for index, limit in enumerate(limits):
        match = None
        if index < len(paths):
            at = Cursor(cursor.ledger, paths[index])
            at.at("reserved").rest(Fidelity.UNKNOWN, _RESERVED, "nothing")
            if limit.depth == _ENDLESS:
                at.exact("depth", "0 is no limit")
            else:
                profile = context.options.profile
                unsure = buffer_note(limit.depth, profile)
                unsure = unsure or open_rate(limit.depth, rate, context.link, profile)
                enter_depth(limit.depth, rate, context.link, at, "depth", unsure)
            if limit.match is not None:
                undefined = context.options.undefined_access_list
                match = lower_match(context.device, limit.match, undefined, at.at("match"))
        size = MOST if limit.depth == _ENDLESS else min(max(limit.depth.value, 0), MOST)
        if limit.depth.unit is DepthUnit.PACKETS:
            made.append(Limit(packets=size, match=match, origin=origin(limit.origin)))
        else:
            held = min(max(held_bytes(limit.depth, rate, context.link) or 0, 0), MOST)
            made.append(Limit(bytes=held, match=match, origin=origin(limit.origin)))
    return tuple(made)
