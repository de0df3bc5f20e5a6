"""A policy on a port of a Catalyst 3850 or 9000 that these switches reject.

## What it does

Reports, in policies applied to ports of a Catalyst 3650, 3850 or 9000: a class with a queue whose
packets an access list matches; a policer of one rate and three colours; and a policer that marks
what exceeds by anything but a table-map.

## Why it matters

The switch rejects the line as it is entered, or the policy where `service-policy` applies it. The
port is without what the config says, which may be seen in the log alone.

## Example

```ios cat9000
ip access-list extended BACKUP
 permit tcp any any eq 873
class-map match-any BACKUP
 match access-group name BACKUP
policy-map OUT
 class BACKUP
  bandwidth remaining percent 10
 class class-default
  bandwidth remaining percent 90
interface GigabitEthernet1/0/1
 service-policy output OUT
```

## Use instead

```ios cat9000
ip access-list extended BACKUP
 permit tcp any any eq 873
class-map match-any BACKUP
 match access-group name BACKUP
class-map match-any BULK
 match dscp cs1
policy-map IN
 class BACKUP
  set dscp cs1
policy-map OUT
 class BULK
  bandwidth remaining percent 10
 class class-default
  bandwidth remaining percent 90
interface GigabitEthernet1/0/1
 service-policy output OUT
interface GigabitEthernet1/0/2
 service-policy input IN
```

## Sources

- Cisco 200729, Common QoS Error Messages on Catalyst 3850, with IOS XE 3.3.5SE: queueing is
  supported only with classification by DSCP, CoS, QoS group or precedence, a 1-rate-3-color policer
  is not supported, and markdown is supported with a table-map alone. Taken to hold for the
  Catalyst 9000, which shares the ASIC of the 3850 (Cisco 200594); a later release may take more.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Device, Policer, Policy, Reference, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.queued import queue_of
from qosc.lint.facts.titles import class_title
from qosc.lint.facts.walk import lists_of
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS521", "policy-rejected-by-switch", Severity.WARNING, "0.1")

_EFFECT = "the switch rejects the line or the whole policy, and the port is without it"
_LEVELS = 4
_RELEASE = "so recorded on a Catalyst 3850 with IOS XE 3.3.5SE; a later release may take it"


def check(context: Context) -> Iterator[Diagnostic]:
    device = context.device
    if not context.profile.takes.wired_refusals:
        return
    seen: set[str] = set()
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            if isinstance(stage, Attachment) and not stage.default_by:
                applied = Label(stage.policy.origin, f"applied to {port.name}")
                for policy in _nested(device, stage.policy, seen, _LEVELS):
                    yield from _of(device, policy, applied)


def _nested(device: Device, reference: Reference, seen: set[str], levels: int) -> Iterator[Policy]:
    """A policy and those inside it, each once."""
    policy = device.policies.get(reference.name)
    if policy is None or policy.feature or reference.name in seen or not levels:
        return
    seen.add(reference.name)
    yield policy
    for item in policy.classes:
        if item.child is not None:
            yield from _nested(device, item.child, seen, levels - 1)


def _of(device: Device, policy: Policy, applied: Label) -> Iterator[Diagnostic]:
    for item in policy.classes:
        title = class_title(policy, item)
        queue = queue_of(item)
        match = _listed(device, item)
        if queue is not None and match:
            yield RULE.at(
                queue,
                f"{title} has a queue for packets of access list {match}",
                effect=_EFFECT,
                label="not by an access list",
                related=(applied,),
                notes=(_RELEASE,),
                help="set a DSCP by the access list on input, and match that DSCP here",
            )
        for policer in item.policers:
            yield from _policer(policer, title, applied)


def _listed(device: Device, item: TrafficClass) -> str:
    """The access list that a class goes by; empty where it goes by none."""
    return next((access_list.name for access_list in lists_of(device, item.match)), "")


def _policer(policer: Policer, title: str, applied: Label) -> Iterator[Diagnostic]:
    violate = policer.violate
    if violate is not None and not violate.default_by and policer.meter.pir is None:
        yield RULE.at(
            _place(violate.origin, policer),
            f"{title} has a policer of one rate and three colours",
            effect=_EFFECT,
            label="a third colour of one rate",
            related=(applied,),
            notes=(_RELEASE,),
            help="leave out `violate-action`, or give it a `pir`",
        )
    for mark in policer.exceed.marks:
        if mark.table is None:
            yield RULE.at(
                _place(mark.origin, policer),
                f"{title} marks what exceeds its rate without a table-map",
                effect=_EFFECT,
                label="a value, no table-map",
                related=(applied,),
                notes=(_RELEASE,),
                help="write a table-map, and `exceed-action set-dscp-transmit dscp table` its name",
            )
            break


def _place(span: Span, policer: Policer) -> Span:
    return span if span.line else policer.origin
