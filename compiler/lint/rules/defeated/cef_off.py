"""Marking, or classes by application, on a router without Cisco Express Forwarding.

## What it does

Reports `no ip cef` where a port has a policy that sets marks, or that has a class with
`match protocol`.

## Why it matters

Class-based marking and NBAR need Cisco Express Forwarding: packets are not marked and not told
apart by application, so that the classes that depend on it stay empty.

## Example

```ios
hostname r1
no ip cef
class-map match-all CALLS
 match access-group 120
policy-map IN
 class CALLS
  set dscp ef
 class class-default
  set dscp default
interface FastEthernet0/0
 ip address 10.0.20.1 255.255.255.0
 service-policy input IN
access-list 120 permit udp 10.0.20.0 0.0.0.255 any range 16384 32767
```

## Use instead

```ios
hostname r1
ip cef
class-map match-all CALLS
 match access-group 120
policy-map IN
 class CALLS
  set dscp ef
 class class-default
  set dscp default
interface FastEthernet0/0
 ip address 10.0.20.1 255.255.255.0
 service-policy input IN
access-list 120 permit udp 10.0.20.0 0.0.0.255 any range 16384 32767
```

## Sources

- Cisco, When is CEF Required for Quality of Service? (document 4800): the class-based features,
  NBAR among them, are supported on routers that run CEF.
- Cisco IOS Quality of Service Solutions Configuration Guide, Release 12.4: class-based marking and
  NBAR have Cisco Express Forwarding on the router or the interface as a prerequisite.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.lint.facts.lines.policies import applied, classes, named, written

__all__ = ["RULE", "check"]

RULE = Rule("QOS961", "cef-off", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    switches = [block for block in context.once(blocks) if block.head in ("ip cef", "no ip cef")]
    if not switches or switches[-1].head == "ip cef":
        return
    asking = named(context, "class-map")
    for policy in context.once(applied).values():
        need = _need(policy, asking)
        if need:
            yield RULE.at(
                place(context, switches[-1].number),
                f"CEF is off, and policy-map {written(context, policy)} needs it for {need}",
                effect="packets are not marked, and not told apart by application",
                label="switched off",
                help="write `ip cef`",
            )
            return


def _need(policy: Block, asking: dict[str, Block]) -> str:
    """What a policy does that needs CEF, or nothing."""
    for one in classes(policy):
        if any(line.startswith("set ") for _, line in one.lines):
            return "marking"
        if one.name in asking and asking[one.name].has("match protocol "):
            return "`match protocol`"
    return ""
