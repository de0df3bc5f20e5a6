"""Queues with nothing above them that makes packets wait.

## What it does

On IOS, reports a policy with guarantees or priorities that is applied on output of a subinterface
or a tunnel without a shaper around it, and before HQF (12.4(20)T) and on IOS XE one inside a class
of another policy that has no shaper and no queue.

## Why it matters

Packets wait where the physical interface is full, not on a subinterface or a tunnel. The router
rejects such a policy (`CBWFQ : Not supported on subinterfaces`), and nothing is queued by it. Nor
do they wait in a class that only polices (`Hierarchy supported only if shaping is configured in
this class`). A shaper above the queues is what fills them.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority 256
interface FastEthernet0/0
 bandwidth 100000
interface FastEthernet0/0.10
 encapsulation dot1Q 10
 service-policy output QUEUES
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority 256
policy-map TO-BRANCH
 class class-default
  shape average 2000000
  service-policy QUEUES
interface FastEthernet0/0
 bandwidth 100000
interface FastEthernet0/0.10
 encapsulation dot1Q 10
 service-policy output TO-BRANCH
```

## Sources

- Cisco, Applying QoS Features to Ethernet Subinterfaces (tech note 10105): what is queued on a
  subinterface needs a shaper above it.
- NetworkLessons, CBWFQ not supported on Sub-Interfaces: the router's answers to a policy without a
  shaper, and to one inside a class without one.
- TAC on an ASR 1004, quoted on the NANOG list on 9 May 2013: "Cannot attach queuing-based child
  policy to a non-queuing based class".
- Cisco, Distribution of Remaining Bandwidth Using Ratio: subinterfaces share a link by
  `bandwidth remaining ratio`.
- Cisco, Policies Aggregation - MQC: the policies of subinterfaces queue in fragments, which a class
  of the physical interface's policy shapes together (`fragment`, `service-fragment`).
- Cisco cBR Software Configuration Guide, Generic Routing Encapsulation: the same of a tunnel.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Policy, Port, PortKind, TrafficClass
from qosc.ir.resolve import POLICY_LEVELS
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS441", "queueing-without-shaper", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if context.profile.queues_on_logical_ports.value:
        return
    for port in context.device.ports.values():
        for stage in port.output if _logical(port) else ():
            asked = _queues(context, stage.policy.name) if isinstance(stage, Attachment) else None
            if isinstance(stage, Attachment) and asked is not None:
                kind = "tunnel" if port.kind is PortKind.INTERFACE else "subinterface"
                yield RULE.at(
                    stage.policy.origin,
                    f"policy-map {stage.policy.name} queues on {kind} {port.name} without a shaper",
                    effect="the router rejects it there: packets are not queued by class",
                    label="no shaper above the queues",
                    related=(Label(asked, "this class queues"),),
                    help="apply a policy with `shape average` in class-default and this policy "
                    "inside it",
                )
    if not context.profile.takes.child_needs_shaper:
        return  # a published config of release 15.2 polices above queues
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is not None and any(spot.direction == "output" for spot in spots):
            yield from _inside(context, policy)


def _inside(context: Context, policy: Policy) -> Iterator[Diagnostic]:
    """Policies that queue inside classes which neither shape nor queue."""
    for traffic_class in () if policy.feature else policy.classes:
        child = traffic_class.child
        if child is None or traffic_class.shaper is not None or _asked(traffic_class) is not None:
            continue
        asked = _queues(context, child.name)
        if traffic_class.part_of_rest is None and asked is not None:
            who = context.profile.takes.child_needs_shaper
            yield RULE.at(
                child.origin,
                f"policy-map {child.name} queues in class {traffic_class.name}, "
                "which has no shaper",
                effect=f"{who} rejects it: packets are not queued by class",
                label="no shaper above the queues",
                related=(Label(asked, "this class queues"),),
                help="give the class `shape average`",
            )


def _logical(port: Port) -> bool:
    """Whether a port has no queue of its own. An ATM or Frame Relay circuit has."""
    if port.kind is PortKind.INTERFACE:
        return port.name.startswith("Tunnel")
    return port.kind is PortKind.SUBINTERFACE and not port.name.startswith("ATM")


def _queues(context: Context, name: str) -> Span | None:
    """Where a policy, or one inside it, asks for a queue that no class around it shapes."""
    level, seen = [name], {name}
    for _ in range(POLICY_LEVELS):
        below: list[str] = []
        for each in level:
            policy = context.device.policies.get(each)
            if policy is None or policy.feature or _is_fragment(context, policy):
                continue
            for traffic_class in policy.classes:
                asked = _asked(traffic_class) if traffic_class.shaper is None else None
                if asked is not None:
                    return asked
                if traffic_class.shaper is None and traffic_class.child is not None:
                    below.append(traffic_class.child.name)
        level = [each for each in dict.fromkeys(below) if each not in seen]
        seen.update(level)
    return None


def _is_fragment(context: Context, policy: Policy) -> bool:
    """Whether the class of a service fragment shapes what the policy leaves unshaped."""
    lines = {one.origin for one in context.device.residue if " fragment " in one.text}
    return any(traffic_class.origin in lines for traffic_class in policy.classes)


def _asked(traffic_class: TrafficClass) -> Span | None:
    for part in (traffic_class.guarantee, traffic_class.part_of_rest):
        # A ratio is what IOS XE shares a link among its subinterfaces by.
        if part is not None and not part.default_by and part.base is not RateBase.RATIO:
            return part.origin
    return traffic_class.priority.origin if traffic_class.priority is not None else None
