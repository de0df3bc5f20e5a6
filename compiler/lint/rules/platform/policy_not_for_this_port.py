"""A policy where none works: output of a Catalyst 3750, queues on a VLAN, bundle or loopback.

## What it does

Reports `service-policy output` on a Catalyst 3750, 3560 or 2960, and on the VLAN interface of a
Catalyst switch, a port channel of a Catalyst 3650, 3850, 4500 or 9000, or a loopback interface of
any IOS device, a policy that queues or shapes.

## Why it matters

These switches queue by `srr-queue` on output and have policies on input alone; a VLAN interface has
no queue on any of them, a port channel has those of its member ports, and nothing leaves by a
loopback interface. The line is rejected, or taken and does nothing.

## Example

```ios cat3750
mls qos
class-map match-all VOICE
 match ip dscp ef
policy-map OUT
 class VOICE
  police 1000000 8000 exceed-action drop
interface GigabitEthernet1/0/1
 switchport mode access
 mls qos trust dscp
 service-policy output OUT
```

## Use instead

```ios cat3750
mls qos
class-map match-all VOICE
 match ip dscp ef
policy-map IN
 class VOICE
  police 1000000 8000 exceed-action drop
interface GigabitEthernet1/0/1
 switchport mode access
 service-policy input IN
```

## Sources

- Cisco, Catalyst 3750-X and 3560-X Switch Command Reference, `service-policy`: a policy map is
  applied to the input of a port or of a VLAN interface; the output keyword is not supported. The
  same in those of the Catalyst 3750 and 3560.
- Cisco, Catalyst 3850 QoS Configuration Guide, Restrictions for QoS on Wired Targets: only marking
  policies on VLAN interfaces.
- Cisco, Catalyst 4500 Series Software Configuration Guide 15.0(2)SG, QoS Action Restrictions:
  queueing only on physical ports; a port channel or a VLAN can have policing or marking, no
  queueing. Taken to hold for the Catalyst 3650, 3850 and 9000.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Port
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.queued import asks_for_queue

__all__ = ["RULE", "check"]

RULE = Rule("QOS514", "policy-not-for-this-port", Severity.WARNING, "0.1")

_MADE = ("loopback", "null")
_TAKEN = "so documented for the Catalyst 4500, and taken to hold for the Catalyst 3850 and 9000"


def check(context: Context) -> Iterator[Diagnostic]:
    takes = context.profile.takes
    if not takes.queues_nowhere:
        return
    for port in context.index.busy:
        for stage in port.output:
            policy = (
                context.device.policies.get(stage.policy.name)
                if isinstance(stage, Attachment)
                else None
            )
            if policy is None or policy.feature or not isinstance(stage, Attachment):
                continue
            asked = asks_for_queue(policy)
            if port.name.lower().startswith(_MADE) and asked is not None:
                why = "has no queues"
            elif not takes.switch:
                continue
            elif not takes.output_policies:
                why = "supports no policy on output"
            elif _is_vlan(port) and asked is not None:
                why = "is a VLAN interface, which has no queues"
            elif not takes.bundle_queues and _is_bundle(port) and asked is not None:
                why = "is a port channel, which has no queues"
            else:
                continue
            yield RULE.at(
                stage.policy.origin,
                f"policy-map {policy.name}: {port.name} {why}",
                label="rejected",
                related=(Label(asked, "this class queues"),) if asked is not None else (),
                notes=(_TAKEN,) if takes.wired_refusals and _is_bundle(port) else (),
                help="queue by `srr-queue` on the port, and police on input"
                if not takes.output_policies
                else "queue on the member ports"
                if _is_bundle(port)
                else "queue on the physical ports",
            )


def _is_bundle(port: Port) -> bool:
    return port.name.lower().startswith(("port-channel", "po"))


def _is_vlan(port: Port) -> bool:
    return port.name.lower().startswith("vlan")
