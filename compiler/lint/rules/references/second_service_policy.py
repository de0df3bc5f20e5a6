"""A second service-policy in one direction of an interface.

## What it does

Reports a `service-policy` line for a direction of an interface that has another policy already.
On IOS and NX-OS that is an error: the first policy stays, and everything is checked and compiled
with it. On other systems the later line is taken to replace the earlier one, with a warning. So
does a second `police` or `priority` of a class.

## Why it matters

A router has one policy in each direction. IOS rejects the second line, so that a script of changes
which does not remove the old policy first leaves it in force, and the new one has no effect.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map OLD
 class VOICE
  priority 128
policy-map NEW
 class VOICE
  priority 256
interface Serial0/0
 bandwidth 1024
 service-policy output OLD
 service-policy output NEW
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map NEW
 class VOICE
  priority 256
interface Serial0/0
 bandwidth 1024
 service-policy output NEW
```

## Sources

- ansible-collections/cisco.ios, issue 109: on IOS a new policy-map cannot be applied without
  removing the old one by name first.
- Cisco Nexus 7000 Series NX-OS Quality of Service Configuration Guide, Attaching and Detaching a
  QoS Policy Action: one policy per interface, direction and type.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import ResidueKind
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS016", "second-service-policy", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for residue in context.device.residue:
        if residue.rival is None or residue.kind is ResidueKind.REPEATED:
            continue
        refused = residue.rival < residue.origin
        in_class = residue.context == "policy-map class"
        source = context.source
        first = " ".join(source.line(residue.rival.line).split()) if source is not None else ""
        whose = "a class has one such line" if in_class else "a direction of an interface has one"
        kept = (
            ": the last one is taken to hold"
            if in_class
            else " policy; no public source says which of the two lines this system keeps"
        )
        yield RULE.at(
            residue.origin,
            residue.reason,
            severity=None if refused else Severity.WARNING,
            label="rejected" if refused else "replaced",
            related=(Label(residue.rival, f"this {'line' if in_class else 'policy'} is in force"),),
            notes=(f"{whose} policy" if refused else whose + kept,),
            help=f"to replace it, write `no {first}` before this line"
            if refused
            else "leave one of the two lines",
        )
