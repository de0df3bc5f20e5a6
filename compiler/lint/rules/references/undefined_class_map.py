"""A policy-map names a class-map that does not exist.

## What it does

Looks at each `class NAME` of a policy-map and at each nested `match class-map NAME`, and reports
the names that no class-map of the config has. Names are compared as the router compares them: with
their case.

## Why it matters

The class takes no packet: what should have been guaranteed, policed or marked is treated as
`class-default`. A router may also refuse the line, and then the class is missing from the policy.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class Voice
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `class (policy-map)`: the class must
  have been made with `class-map`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import RefKind
from qosc.lint.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS001", "undefined-class-map", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for name, uses in context.index.undefined(RefKind.CLASS_MAP):
        for use in uses:
            yield RULE.at(
                use.reference.origin,
                f"{use.by} names class-map {name}, which does not exist",
                label="no such class-map",
            )
