"""A policy on input of one port, and on output of all the others that have it.

## What it does

Reports a port that has a policy in the other direction than at least three others have the same
policy, or one that does the same kinds of things to classes of the same names, where none of them
has such a policy in both directions. A port whose description speaks of upload or
download has its own direction. Policies with queues on input are the matter of
[queueing-on-input](QOS443.md).

## Why it matters

Packets in the direction that was meant are not limited or marked at this port, and those in the
other one are.

## Example

```ios
policy-map LIMIT
 class class-default
  police 5000000 156250 conform-action transmit exceed-action drop
interface GigabitEthernet0/0.1
 encapsulation dot1Q 1
 service-policy output LIMIT
interface GigabitEthernet0/0.2
 encapsulation dot1Q 2
 service-policy output LIMIT
interface GigabitEthernet0/0.3
 encapsulation dot1Q 3
 service-policy input LIMIT
interface GigabitEthernet0/0.4
 encapsulation dot1Q 4
 service-policy output LIMIT
```

## Use instead

```ios
policy-map LIMIT
 class class-default
  police 5000000 156250 conform-action transmit exceed-action drop
interface GigabitEthernet0/0.1
 encapsulation dot1Q 1
 service-policy output LIMIT
interface GigabitEthernet0/0.2
 encapsulation dot1Q 2
 service-policy output LIMIT
interface GigabitEthernet0/0.3
 encapsulation dot1Q 3
 service-policy output LIMIT
interface GigabitEthernet0/0.4
 encapsulation dot1Q 4
 service-policy output LIMIT
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `service-policy`: the policy is applied
  to the packets of the direction that is named.
- The config itself: the ports that have the same policy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Device, Port, PortKind, Stage
from qosc.lint.engine.rule import Context, Rule
from qosc.patterns import pattern
from qosc.source import NOWHERE
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS612", "direction-unlike-others", Severity.WARNING, "0.1")

_LEAST = 3
_WAY = pattern(r"(?i)\b(?:up|down)(?:load|stream)|\b(?:in|out)(?:bound|put)\b|\b(?:in|e)gress\b")


class _Spot(NamedTuple):
    port: Port
    direction: str
    stage: Stage


def check(context: Context) -> Iterator[Diagnostic]:
    groups: dict[Hashable, list[_Spot]] = {}
    for port in context.index.busy:
        if port.kind is PortKind.CONTROL_PLANE:
            continue
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                key = _likeness(context.device, stage)
                if key is not None:
                    groups.setdefault((key, port.kind), []).append(_Spot(port, direction, stage))
    for group in groups.values():
        ways = {way: [one for one in group if one.direction == way] for way in ("input", "output")}
        few, many = sorted(ways.values(), key=len)
        if len(few) != 1 or len(many) < _LEAST or few[0].stage.origin == NOWHERE:
            continue
        (one,) = few
        if _WAY.search(one.port.description):
            continue
        if (one.port.output if one.direction == "input" else one.port.input) or any(
            (other.port.input if one.direction == "input" else other.port.output) for other in many
        ):
            continue
        policy = context.device.policies.get(_name(one.stage))
        if policy is not None and any(item.has_queue or item.child for item in policy.classes):
            continue
        yield RULE.at(
            one.stage.origin,
            f"{one.port.name} has {_title(one.stage)} on {one.direction}, {len(many)} others on "
            f"{many[0].direction}",
            effect=f"what {'leaves' if one.direction == 'input' else 'comes in'} there is not "
            "treated by it",
            label=f"on {one.direction}",
            related=(Label(many[0].stage.origin, f"on {many[0].direction}"),),
            help=f"write {many[0].direction} if it was meant",
        )


def _likeness(device: Device, stage: Stage) -> Hashable | None:
    """What a policy does, without its figures; the name of a filter. None: nothing to compare."""
    if not isinstance(stage, Attachment):
        return stage.feature if stage.feature.startswith("filter ") else None
    policy = device.policies.get(stage.policy.name)
    if policy is None or policy.feature:
        return None
    return tuple(
        (
            item.name,
            len(item.policers),
            len(item.marks),
            item.shaper is not None,
            item.child is None,
        )
        for item in policy.classes
    )


def _name(stage: Stage) -> str:
    return stage.policy.name if isinstance(stage, Attachment) else ""


def _title(stage: Stage) -> str:
    return f"policy-map {stage.policy.name}" if isinstance(stage, Attachment) else stage.feature
