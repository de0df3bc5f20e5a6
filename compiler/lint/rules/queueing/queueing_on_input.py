"""A policy that queues, attached on input.

## What it does

On IOS, reports a policy applied on input, or inside such a one, that shapes a class or gives it a
guarantee or priority.

## Why it matters

A router queues what waits for a link. What comes in does not wait, so that the router rejects a
policy that queues or shapes there, and none of it works: its marks and its policers neither.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map LAN
 class VOICE
  priority percent 20
  set dscp ef
interface FastEthernet0/0
 service-policy input LAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map LAN
 class VOICE
  set dscp cs5
interface FastEthernet0/0
 service-policy input LAN
```

## Sources

- Cisco, QoS Policing on Catalyst 6500/6000 Series Switches: shaping can be applied on an outbound
  interface only, policing on both.
- Cisco IOS 12.0(5)T, Class-Based Weighted Fair Queueing: a service policy enables the feature when
  it is attached with `service-policy output`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS443", "queueing-on-input", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if context.profile.queues_on_input.value:
        return
    for name, applications in context.once(places).items():
        policy = context.device.policies.get(name)
        place = next((place for place in applications if place.direction == "input"), None)
        asked = _asked(policy) if policy is not None and not policy.feature else None
        if policy is None or place is None or asked is None:
            continue
        class_name, what, origin = asked
        yield RULE.at(
            origin,
            f"class {class_name} of {policy.title} {what} packets on input of {place.port.name}",
            effect="nothing is queued on input: the router rejects the policy there",
            label="for output only",
            related=(Label(place.origin, "the policy is applied on input"),),
            help="apply the policy on output, or leave only marks and policers in it",
        )


def _asked(policy: Policy) -> tuple[str, str, Span] | None:
    """The first class that asks for a queue, what it does, and where."""
    for traffic_class in policy.classes:
        if traffic_class.priority is not None:
            return traffic_class.name, "gives priority to", traffic_class.priority.origin
        for share in (traffic_class.guarantee, traffic_class.part_of_rest):
            if share is not None and not share.default_by:
                return traffic_class.name, "guarantees bandwidth to", share.origin
        if traffic_class.shaper is not None:
            return traffic_class.name, "shapes", traffic_class.shaper.origin
    return None
