"""A class that matches MPLS EXP on a port whose packets have no labels.

## What it does

Reports a class of a policy that matches by the EXP bits alone, where no interface that the policy
hangs on has a line on `mpls` or `tag-switching`, nor one of its subinterfaces; and where nothing in
the config turns labels on for all ports, as `mpls ldp autoconfig` and segment routing do.

## Why it matters

No packet is in the class: what was meant for its queue waits in class-default. On the way to a
customer the label is gone before the output policy looks.

## Example

```ios
class-map match-all GOLD
 match mpls experimental topmost 5
policy-map OUT
 class GOLD
  bandwidth percent 40
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output OUT
end
```

## Use instead

```ios
class-map match-all GOLD
 match mpls experimental topmost 5
policy-map OUT
 class GOLD
  bandwidth percent 40
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 mpls ip
 service-policy output OUT
end
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match mpls experimental topmost`: it
  works on packets with labels, and on output after the label is taken off nothing matches.
- RFC 3270, section 2.6.3: behind the last label a router goes by what is below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Attachment, Port, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.port_networks import block_lines
from qosc.lint.facts.titles import class_title
from qosc.lint.facts.walk import leaf_tests
from qosc.patterns import pattern
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS125", "exp-without-labels", Severity.WARNING, "0.1")

_LABELS = pattern(r"\s+(?:mpls|tag-switching|xconnect|ip rsvp)\b")
_EVERYWHERE = pattern(r"\s*(?:mpls ldp autoconfig|segment-routing|mpls traffic-eng auto)\b")


def check(context: Context) -> Iterator[Diagnostic]:
    source, device = context.source, context.device
    if source is None or not device.complete or not context.profile.ios_statements.value:
        return
    near = source.holding("mpls ldp autoconfig", "segment-routing", "mpls traffic-eng auto")
    if any(_EVERYWHERE.match(source.lines[index]) for index in near):
        return
    labelled: frozenset[str] | None = None
    for name, users in _users(context).items():
        policy = device.policies.get(name)
        asking = [] if policy is None else [one for one in policy.classes if _by_exp(context, one)]
        if policy is None or not asking:
            continue
        labelled = _labelled(context, source) if labelled is None else labelled
        if any(port.name in labelled for port, _ in users):
            continue
        port, origin = users[0]
        for item in asking:
            yield RULE.at(
                next(leaf_tests(device, item.match)).origin,
                f"{class_title(policy, item)} matches EXP, and {port.name[:40]} has no labels",
                effect="no packet there is in the class",
                label="by EXP alone",
                related=(Label(origin, "the policy is applied here"),),
                help="match what packets without a label have, or turn MPLS on at the port",
            )


def _by_exp(context: Context, item: TrafficClass) -> bool:
    tests = list(leaf_tests(context.device, item.match))
    exp = bool(tests) and all(test.field is Field.MPLS_EXP for test in tests)
    return exp and item.origin != NOWHERE


def _users(context: Context) -> dict[str, list[tuple[Port, Span]]]:
    """The ports of each policy that is applied, or is inside one that is, with the lines."""
    inside: dict[str, frozenset[str]] = {}
    users: dict[str, list[tuple[Port, Span]]] = {}
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            if not isinstance(stage, Attachment):
                continue
            name = stage.policy.name
            if name not in inside:
                inside[name] = _inside(context, name)
            for one in sorted(inside[name]):
                users.setdefault(one, []).append((port, stage.policy.origin))
    return users


def _inside(context: Context, name: str) -> frozenset[str]:
    """A policy and all that are inside it."""
    names, level = {name}, [name]
    while level:
        policy = context.device.policies.get(level.pop())
        for item in policy.classes if policy is not None else ():
            if item.child is not None and item.child.name not in names:
                names.add(item.child.name)
                level.append(item.child.name)
    return frozenset(names)


def _labelled(context: Context, source: SourceText) -> frozenset[str]:
    """The ports that may carry labels, themselves or on a part of them."""
    names: set[str] = set()
    for port in context.device.ports.values():
        lines = block_lines(source, port.origin.line)
        if port.name.lower().startswith("tunnel") or any(map(_LABELS.match, lines)):
            names.update((port.name, port.parent))
    return frozenset(names)
