"""What a device does to packets, in plain words: the output of `qosc show`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qosc.amounts import PPM, show_rate
from qosc.datapath import link_rate
from qosc.datapath.lines import Evidence, line_rate
from qosc.datapath.rates import why_unknown
from qosc.datapath.shapers import sent_rate
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    Anything,
    Attachment,
    ClassMap,
    Device,
    FairQueue,
    Interval,
    Meter,
    Outcome,
    Policer,
    Policy,
    Port,
    Reference,
    Rule,
    RuleList,
    Shaper,
    Stage,
    Test,
    TrafficClass,
    Verdict,
    Wred,
)
from qosc.ir.describe import describe, describe_match
from qosc.ir.leaves import resolve
from qosc.profiles import Profile
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import PLAIN, Style
from qosc.render.table import table

__all__ = ["show_loose_policies", "show_port", "show_ports"]

_LEVELS = 4
"""Routers take three levels of policies."""


def show_port(
    device: Device, port: Port, profile: Profile, style: Style = PLAIN,
    shown: set[str] | None = None,
) -> Iterator[str]:  # fmt: skip
    """One port: its link, then each stage of its pipelines in the order packets see them.

    Default lists of rules that are in `shown` are named only; those that are printed are added.
    """
    words = f" ({printable(port.description)})" if port.description else ""
    unit = f" with its unit {printable(port.unit)}" if port.unit else ""
    speed = _speed(device, port, profile)
    yield style.paint("bold", f"{printable(port.name)}{words}{unit}: {speed}")
    for fact in _facts(port):
        yield f"  {fact}"
    for direction, stages in (("input", port.input), ("output", port.output)):
        for stage in stages:
            yield ""
            yield from _stage(device, direction, stage, profile, style, shown)


def show_ports(
    device: Device, ports: Iterable[Port], profile: Profile, style: Style = PLAIN
) -> Iterator[str]:
    """Each port with an empty line behind it; those with default classifiers alone in one block."""
    plain: dict[tuple[Stage, ...], list[Port]] = {}
    shown: set[str] = set()
    for port in ports:
        stages = (*port.input, *port.output)
        by_default = all(isinstance(one, RuleList) and one.default_by for one in stages)
        if stages and by_default and not any(_facts(port)):
            plain.setdefault(stages, []).append(port)
        else:
            yield from show_port(device, port, profile, style, shown)
            yield ""
    for stages, alike in plain.items():
        names = [printable(port.name) for port in alike[:_NAMED]]
        more = len(alike) - len(names)
        if more:
            names.append(f"and {many(more, 'more port')}")
        yield style.paint("bold", f"{', '.join(names)}: defaults only")
        for stage in stages:
            yield ""
            yield from _stage(device, "input", stage, profile, style, shown)
        yield ""


_NAMED = 8
"""Ports that are named where many have nothing but defaults."""


def _speed(device: Device, port: Port, profile: Profile) -> str:
    """The speed of a port's line, and what percentages are of where that is something else."""
    rate = link_rate(device, port, profile)
    if rate is None:
        why = why_unknown(port, profile)
        return f"speed unknown ({why})" if why else "speed unknown"
    line = line_rate(device, port, profile)
    if line is None or line.evidence is not Evidence.KIND or line.rate == rate:
        return show_rate(rate)
    return f"{show_rate(line.rate)} (bandwidth {show_rate(rate)}: percentages only)"


def show_loose_policies(device: Device, style: Style = PLAIN) -> Iterator[str]:
    """The policies that nothing applies: what they would do."""
    used = {
        stage.policy.name
        for port in device.ports.values()
        for stage in (*port.input, *port.output)
        if isinstance(stage, Attachment)
    } | {
        traffic_class.child.name
        for policy in device.policies.values()
        for traffic_class in policy.classes
        if traffic_class.child is not None
    }
    for policy in device.policies.values():
        if policy.name not in used:
            yield style.paint("bold", f"{_called(policy)}, applied to no interface")
            yield from _policy(device, policy, style, ())
            yield ""
    applied = {
        stage.feature
        for port in device.ports.values()
        for stage in (*port.input, *port.output)
        if isinstance(stage, RuleList)
    }
    for feature, rules in device.rule_lists.items():
        if feature not in applied:
            yield style.paint("bold", f"{printable(feature)}, applied to no interface")
            yield from _rules(device, rules, style)
            yield ""


def _facts(port: Port) -> Iterator[str]:
    if port.shutdown:
        yield "shut down"
    if port.atm is not None:
        contract = (f"{name} {value}" for name, value in (
            ("peak", port.atm.peak), ("sustained", port.atm.sustained),
            ("burst cells", port.atm.burst_cells)) if value is not None)  # fmt: skip
        yield f"ATM {port.atm.category}: {', '.join(contract)} (rates count whole cells)"
    if port.max_reserved is not None:
        yield f"guarantees may take {port.max_reserved} of the link together"
    if port.fair_queue is not None:
        yield f"fair queueing by flow{_default(_flows(port.fair_queue))}"
    if port.within is not None:
        yield f"{printable(port.within.name)}: the ports of the set share what it says"
    for one in port.beside:
        yield printable(str(one))
    for name, depth in (("hold queue in", port.hold_queue_in), ("hold queue out",
                        port.hold_queue_out), ("transmit ring", port.tx_ring)):  # fmt: skip
        if depth is not None:
            yield f"{name}: {depth}"


def _default(words: str) -> str:
    return f" ({words})" if words else ""


def _flows(fair: FairQueue) -> str:
    return f"{fair.flows} queues" if fair.flows else ""


def _stage(
    device: Device, direction: str, stage: Stage, profile: Profile, style: Style,
    shown: set[str] | None = None,
) -> Iterator[str]:  # fmt: skip
    if isinstance(stage, RuleList):
        unless = ", unless it says continue" if _goes_on(stage) else ""
        name = printable(stage.feature)
        if stage.default_by and shown is not None:
            if name in shown:
                yield f"  {direction}: {name}, as above"
                return
            shown.add(name)
        yield f"  {direction}: {name}, the first rule that matches decides{unless}"
        if stage.default_by:
            yield f"  (default of {stage.default_by})"
        yield from _rules(device, stage, style)
        return
    yield from _attachment(device, direction, stage, profile, style)


def _rules(device: Device, rules: RuleList, style: Style) -> Iterator[str]:
    rows = [
        (
            str(number),
            describe_match(rule.match, lambda ref: resolve(device, ref)),
            _meter(rule.policer.meter) if rule.policer else "",
            _verdict(rule),
            _exceed(rule.policer) if rule.policer else "",
        )
        for number, rule in enumerate(rules.rules, start=1)
    ]
    yield from _indented(table(("rule", "matches", "meter", "conform", "exceed"), rows, style))
    if _drops_rest(rules):
        yield "  What no rule takes is dropped."


def _goes_on(rules: RuleList) -> bool:
    """Whether some rule hands packets to the next one."""
    return any(
        Verdict.CONTINUE in (rule.policer.conform.verdict, rule.policer.exceed.verdict)
        if rule.policer is not None
        else rule.verdict is Verdict.CONTINUE
        for rule in rules.rules
    )


def _drops_rest(rules: RuleList) -> bool:
    """Whether packets that no rule takes are dropped, and not one rule takes them all."""
    return rules.otherwise_drop and not any(
        isinstance(rule.match, Anything) and rule.verdict is not Verdict.CONTINUE
        for rule in rules.rules
    )


def _verdict(rule: Rule) -> str:
    if rule.policer is not None:
        return describe(rule.policer.conform)
    return ", ".join([*(describe(mark) for mark in rule.marks), rule.verdict.value])


def _exceed(policer: Policer) -> str:
    words = describe(policer.exceed)
    return f"{words}; violate: {describe(policer.violate)}" if policer.violate else words


def _attachment(
    device: Device, direction: str, stage: Attachment, profile: Profile, style: Style
) -> Iterator[str]:
    policy = resolve(device, stage.policy)
    name = printable(stage.policy.name)
    if not isinstance(policy, Policy):
        yield f"  {direction}: policy-map {name}, which is not defined"
        return
    yield f"  {direction}: {_called(policy)}, the first class that matches decides"
    if stage.default_by:
        yield f"  (default of {stage.default_by})"
    yield from _policy(device, policy, style, ())
    # Shares of the rest, where some class has one, say it by themselves.
    found = policy.classes
    if len(found) > 1 and any(c.guarantee for c in found) and not any(c.excess for c in found):
        yield f"  What the guarantees leave is shared {profile.excess_words}."


def _called(policy: Policy) -> str:
    """What the config calls a policy."""
    return printable(policy.feature or f"policy-map {policy.name}")


def _policy(
    device: Device, policy: Policy, style: Style, seen: tuple[Reference, ...]
) -> Iterator[str]:
    rows = [_class_row(device, traffic_class) for traffic_class in policy.classes]
    heads = ("class", "matches", "police", "guarantee", "queue", "mark")
    yield from _indented(table(heads, rows, style))
    for traffic_class in policy.classes:
        child = traffic_class.child
        if child is None or child in seen:
            continue
        if len(seen) == _LEVELS:
            yield f"  inside class {printable(traffic_class.name)}: more policies, not shown"
            continue
        inner = resolve(device, child)
        called = (
            _called(inner) if isinstance(inner, Policy) else f"policy-map {printable(child.name)}"
        )
        yield f"  inside class {printable(traffic_class.name)}: {called}"
        if isinstance(inner, Policy):
            yield from _indented(_policy(device, inner, style, (*seen, child)))


def _class_row(device: Device, traffic_class: TrafficClass) -> tuple[str, ...]:
    return (
        traffic_class.name,
        _matches(device, traffic_class),
        "drop" if traffic_class.drop else "; ".join(map(_policer, traffic_class.policers)),
        _service(traffic_class),
        _queue(traffic_class, below=_queues_below(device, traffic_class)),
        ", ".join(describe(mark) for mark in traffic_class.marks),
    )


def _matches(device: Device, traffic_class: TrafficClass) -> str:
    if traffic_class.name == "class-default":
        return "everything else"
    match = traffic_class.match
    if isinstance(match, Reference):
        target = resolve(device, match)
        if isinstance(target, ClassMap):
            return describe_match(target.match, lambda ref: resolve(device, ref))
    return describe_match(match, lambda ref: resolve(device, ref))


def _service(traffic_class: TrafficClass) -> str:
    parts = []
    priority = traffic_class.priority
    if priority is not None:
        policed = any(one.exceed.verdict is Verdict.DROP for one in traffic_class.policers)
        unbounded = ", policed" if policed else ", not bounded"
        bound = f" up to {priority.rate}" if priority.rate else unbounded
        level = f" level {priority.level}" if priority.level != 1 else ""
        burst = f", burst {priority.burst}" if priority.burst else ""
        parts.append(f"strict priority{level}{bound}{burst}")
    if traffic_class.guarantee is not None:
        parts.append(f"at least {traffic_class.guarantee}")
    if traffic_class.excess is not None:
        parts.append(str(traffic_class.excess))
    if traffic_class.default_by and not parts:
        parts.append("no scheduler, nothing guaranteed")
    if traffic_class.shaper is not None:
        parts.append(_shaped(traffic_class.shaper))
    if traffic_class.level is not None:
        parts.append(f"within it, rank {traffic_class.level}")
    if traffic_class.excess_level is not None:
        parts.append(f"above it, rank {traffic_class.excess_level}")
    return "; ".join(parts)


def _shaped(shaper: Shaper) -> str:
    """What a shaper sends, and the bursts that the config gives it or that make its rate."""
    sent = sent_rate(shaper)
    words = f"shaped to {sent}"
    if shaper.peak:
        words = f"shaped to {'the peak' if sent is None else f'{sent}, the peak'} of {shaper.rate}"
    bursts = [
        f"{name} {burst}"
        for name, burst in (("Bc", shaper.committed), ("Be", shaper.excess))
        if burst is not None and (shaper.peak or not burst.default_by)
    ]
    return f"{words}, {', '.join(bursts)}" if bursts else words


def _queues_below(device: Device, traffic_class: TrafficClass) -> bool:
    """Whether the classes of the child policy have the queues."""
    child = traffic_class.child
    policy = resolve(device, child) if child is not None else None
    return isinstance(policy, Policy) and any(
        found.has_queue or found.child is not None for found in policy.classes
    )


def _queue(traffic_class: TrafficClass, *, below: bool) -> str:
    parts = []
    for limit in traffic_class.limits:
        if below and limit.depth.default_by:
            continue
        only = f" for {describe_match(limit.match)}" if limit.match else ""
        why = f" (default of {limit.depth.default_by})" if limit.depth.default_by else ""
        parts.append(f"{limit.depth}{only}{why}")
    if traffic_class.wred is not None:
        parts += _early(traffic_class.wred)
    if traffic_class.fair_queue is not None:
        parts.append(describe(traffic_class.fair_queue))
    return "; ".join(parts)


def _early(wred: Wred) -> Iterator[str]:
    """Early drop; of the queues of a switch also where their thresholds are."""
    points = [curve for curve in wred.curves if curve.values and len(curve.points) in (1, 2)]
    if wred.field not in _TAGS or len(points) < len(wred.curves) or not points:
        yield f"WRED by {wred.field or 'depth alone'}"
        return
    for curve in points:
        which = describe_match(Test(wred.field, tuple(_runs(curve.values))))
        first, last = curve.points[0][0], curve.points[-1][0]
        if first == last and first < PPM:
            yield f"{which} dropped when {first / 10_000:.3g} % full"
        elif first < last:
            early = f"from {first / 10_000:.3g} % to {last / 10_000:.3g} % full"
            yield f"{which} dropped early, {early}"


_TAGS = (Field.COS, Field.DSCP, Field.PRECEDENCE)
"""What the queues of a switch tell packets apart by."""


def _runs(values: tuple[int, ...]) -> list[Interval]:
    found: list[Interval] = []
    for value in sorted(values):
        if found and found[-1].high == value - 1:
            found[-1] = Interval(found[-1].low, value)
        else:
            found.append(Interval(value, value))
    return found


def _meter(meter: Meter) -> str:
    parts = [str(meter.cir)]
    if meter.algorithm is Algorithm.CAR:
        # The extended burst counts from zero: one that is not above the burst lends nothing.
        lent = None if meter.ebs == meter.cbs else meter.ebs
        excess = ("extended to", lent)
    else:
        excess = ("excess burst", meter.ebs)
    for name, value in (("burst", meter.cbs), excess, ("peak", meter.pir),
                        ("peak burst", meter.pbs)):  # fmt: skip
        if value is not None:
            parts.append(f"{name} {value}")
    if meter.colours is not None:
        green, yellow = meter.colours.green, meter.colours.yellow
        parts.append(f"green as it comes: {describe_match(green)}")
        if yellow is not None:
            parts.append(f"yellow: {describe_match(yellow)}")
        parts.append("red: all else")
    return ", ".join(parts)


def _policer(policer: Policer) -> str:
    def outcome(name: str, value: Outcome | None) -> str:
        return f", {name}: {describe(value)}" if value is not None else ""

    return (
        _meter(policer.meter)
        + outcome("conform", policer.conform)
        + outcome("exceed", policer.exceed)
        + outcome("violate", policer.violate)
    )


def _indented(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f"  {line}"
