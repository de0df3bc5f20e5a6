"""EF in another queue than the one that `priority-queue out` makes strict.

## What it does

Reports a switch port with a strict queue whose maps put DSCP EF, or CoS 5 where the port goes by
CoS, into another queue.

## Why it matters

Voice waits in a queue that takes its turn, and what is in the strict queue is served before it:
often CS5 alone, or nothing.

## Example

```ios cat3750
mls qos
mls qos srr-queue output dscp-map queue 3 threshold 3 46
interface FastEthernet1/0/1
 switchport mode access
 mls qos trust dscp
 srr-queue bandwidth shape 0 0 0 0
 priority-queue out
```

## Use instead

```ios cat3750
mls qos
mls qos srr-queue output dscp-map queue 1 threshold 3 46
interface FastEthernet1/0/1
 switchport mode access
 mls qos trust dscp
 srr-queue bandwidth shape 0 0 0 0
 priority-queue out
```

## Sources

- Cisco, Catalyst 3750 Switch Software Configuration Guide, Configuring the Egress Expedite Queue:
  queue 1 is served until it is empty before the others.
- RFC 4594, section 4.1: telephony has EF.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Attachment, Interval, Policy, Test, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import leaf_tests
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS516", "ef-outside-expedite-queue", Severity.WARNING, "0.1")

_VOICE = {Field.DSCP: (46, "DSCP 46 (ef)"), Field.COS: (5, "CoS 5")}


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for port in context.index.busy if context.profile.takes.switch else ():
        for stage in port.output:
            policy = (
                context.device.policies.get(stage.policy.name)
                if isinstance(stage, Attachment)
                else None
            )
            first = [one for one in policy.classes if one.priority] if policy else []
            strict = first[0] if len(first) == 1 else None  # else all take turns by rank
            if policy is None or not policy.feature or strict is None or not strict.priority:
                continue
            elsewhere = _elsewhere(context, policy)
            if elsewhere is None or elsewhere[0].priority is not None:
                continue
            item, test, what = elsewhere
            origin = _map_line(context, test.field) or strict.priority.origin
            if origin not in reported:
                reported.add(origin)
                yield RULE.at(
                    origin,
                    f"{what} is in {item.name} of {port.name}, and {strict.name} is the strict one",
                    label="not the strict queue",
                    related=(Label(strict.priority.origin, f"makes {strict.name} strict"),),
                    help=f"map it to {strict.name}",
                )


def _map_line(context: Context, field: Field) -> Span | None:
    """The last line that maps the code point of voice to a queue; None where it is a default."""
    source = context.source
    value = str(_VOICE[field][0])
    word = f"{field.value}-map"
    if source is None:
        return None
    for number, line in reversed(tuple(source.numbered())):
        words = line.split()
        if word in words and "queue" in words and value in words[words.index("queue") + 2 :]:
            return source.span(number, 0, len(line))
    return None


def _elsewhere(context: Context, policy: Policy) -> tuple[TrafficClass, Test, str] | None:
    """The first queue that takes voice by its code point, with the test that does."""
    for item in policy.classes:
        for test in leaf_tests(context.device, item.match):
            value, what = _VOICE.get(test.field, (None, ""))
            for each in test.values if value is not None else ():
                if isinstance(each, Interval) and each.low <= (value or 0) <= each.high:
                    return item, test, what
    return None
