"""QoS is on, and every port resets the marks that its queues go by.

## What it does

Reports a Catalyst switch with QoS on where no port trusts anything, no input policy marks packets,
and the queues at the output tell packets apart by their marks. It is silent where AutoQoS is on at
a port: it writes lines that trust, which such a text may leave out.

## Why it matters

With QoS on, a port that trusts nothing gives each packet the internal DSCP 0, and the switch writes
that into the packet. Voice loses its mark here and for all the way on, and everything waits in the
same queue.

## Example

```ios cat3750
mls qos
interface GigabitEthernet0/1
 priority-queue out
interface GigabitEthernet0/2
 priority-queue out
```

## Use instead

```ios cat3750
mls qos
interface GigabitEthernet0/1
 mls qos trust dscp
 priority-queue out
interface GigabitEthernet0/2
 priority-queue out
```

## Sources

- Cisco, Catalyst 3550 Multilayer Switch Software Configuration Guide, table 20-2: with QoS on, the
  DSCP and CoS of egress traffic are 0 by default; the port trust state is untrusted.
- Cisco, Catalyst 4500 Series Software Configuration Guide, table 27-3: the same.
- Cisco, Catalyst 3750 Switch Software Configuration Guide, table 36-5: what AutoQoS writes.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Port, RuleList
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.switches.trusted_devices import lone_devices

__all__ = ["RULE", "check"]

RULE = Rule("QOS511", "marks-reset-everywhere", Severity.WARNING, "0.1")

_UNTRUSTED = "mls qos untrusted"


def check(context: Context) -> Iterator[Diagnostic]:
    ports = [port for port in context.device.ports.values() if port.input or port.output]
    reset = [stage for port in ports for stage in port.input if _resets(stage)]
    if not reset or any(not _resets(stage) for port in ports for stage in port.input):
        return
    resetting = {port.name for port in ports if any(map(_resets, port.input))}
    if resetting <= set(context.once(lone_devices).values()):
        return  # QOS517 tells why
    if any(residue.text.lstrip().startswith("auto qos ") for residue in context.device.residue):
        return
    queued = [port for port in ports if _tells_apart(context, port)]
    if not queued:
        return
    kept = kept_dscp(context.device) is not None
    left = "" if kept else " and leaves without a mark"
    count = len(reset)
    which = f"all {count} ports reset" if count > 1 else "the only port resets"
    yield RULE.at(
        reset[0].origin,
        f"`mls qos` is on and {which} the marks of all packets to DSCP 0",
        effect=f"all packets are in one queue of {queued[0].name}{left}",
        label="makes every port untrusted",
        related=(Label(queued[0].origin, "its queues go by marks"),),
        help="trust dscp or cos on the ports whose marks can be trusted",
    )


def _resets(stage: object) -> bool:
    return (
        isinstance(stage, RuleList)
        and stage.feature == _UNTRUSTED
        and not any(mark.value for rule in stage.rules for mark in rule.marks)
    )


def _tells_apart(context: Context, port: Port) -> bool:
    for stage in port.output:
        if isinstance(stage, Attachment):
            policy = context.device.policies.get(stage.policy.name)
            child = policy.classes[0].child if policy is not None else None
            if policy is not None and (len(policy.classes) > 1 or child is not None):
                return True
    return False
