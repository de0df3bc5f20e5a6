"""Queues on an Ethernet port that is said to be slower than its line, without a shaper.

## What it does

On Cisco routers, reports a policy with queues on the output of an Ethernet interface whose
`bandwidth` is below the speed of its line by more than a tenth, where no class shapes above the
queues.

## Why it matters

`bandwidth` tells routing protocols and percentages of a speed, and slows nothing. Packets wait, and
classes matter, when the line itself is full: on a GigabitEthernet port with `bandwidth 10000` that
is at 1 Gbit/s. Behind a modem or a provider's handover of 10 Mbit/s the packets are lost or wait
there, where voice has no priority, and the policy on the router never acts.

## Example

```ios ios-15
class-map match-any VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority percent 20
interface GigabitEthernet0/0
 bandwidth 10000
 service-policy output WAN
```

## Use instead

```ios ios-15
class-map match-any VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority percent 20
policy-map TO-PROVIDER
 class class-default
  shape average 10000000
  service-policy WAN
interface GigabitEthernet0/0
 bandwidth 10000
 service-policy output TO-PROVIDER
```

## Sources

- Cisco IOS Interface and Hardware Component Command Reference, `bandwidth`: it sets a parameter for
  higher-level protocols and does not change the speed of the interface.
- B. Lovell (Cisco), cisco-nsp, 1 July 2010: what the `bandwidth` of an interface has an effect on.
- Cisco, HQF FAQ from a live webcast: without back-pressure of the port packets pass by the queues.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import show_rate
from qosc.datapath.lines import Evidence, line_rate
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Policy, PortKind
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS446", "bandwidth-without-shaper", Severity.WARNING, "0.1")

_SURE = (Evidence.KIND, Evidence.SAID, Evidence.SETTINGS)


def check(context: Context) -> Iterator[Diagnostic]:
    if context.profile.bandwidth_sets_speed.value:
        return
    for port in context.index.busy:
        said = port.bandwidth.bits_per_second(None) if port.bandwidth is not None else None
        if port.kind is not PortKind.INTERFACE or port.bandwidth is None or said is None:
            continue
        line = line_rate(context.device, port, context.profile)
        if line is None or line.evidence not in _SURE or said * 10 > line.rate * 9:
            continue
        for stage in port.output:
            policy = (
                resolve(context.device, stage.policy) if isinstance(stage, Attachment) else None
            )
            asked = _asked(policy) if isinstance(policy, Policy) else None
            if isinstance(stage, Attachment) and asked is not None:
                yield RULE.at(
                    stage.policy.origin,
                    f"policy-map {stage.policy.name} queues without a shaper on {port.name}",
                    effect=f"its queues fill at {show_rate(line.rate)} only: `bandwidth` of "
                    f"{show_rate(said)} does not slow the port",
                    label="no shaper above the queues",
                    related=(
                        Label(port.bandwidth.origin, "for percentages only"),
                        Label(asked, "this class queues"),
                    ),
                    help=f"if no more than {show_rate(said)} get through, apply a policy with "
                    f"`shape average {said}` in class-default and this policy inside it",
                )


def _asked(policy: Policy) -> Span | None:
    """Where a class without a shaper asks for a queue; None in a list or a policy without one."""
    if policy.feature:
        return None
    for traffic_class in policy.classes:
        for part in (
            (traffic_class.guarantee, traffic_class.part_of_rest, traffic_class.priority)
            if not traffic_class.shaper
            else ()
        ):
            if part is not None and not getattr(part, "default_by", ""):
                return part.origin
    return None
