"""A policer whose one bucket limits several interfaces together.

## What it does

Reports a filter with a policer that several interfaces apply, where the filter is not
`interface-specific`: the policer's rate is for the sum of their packets.

## Why it matters

One customer who sends much takes the rate of all others. Who meant the rate for each interface gets
a fraction of it. On routers with several forwarding engines the sum is taken for each of them, so
the total also depends on where the interfaces are plugged.

## Example

```junos
firewall {
    family inet {
        filter customer {
            term all {
                then { policer ten-megabit; accept; }
            }
        }
    }
    policer ten-megabit {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 625k; }
        then discard;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input customer; } } } }
    ge-0/0/1 { unit 0 { family inet { filter { input customer; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter customer {
            interface-specific;
            term all {
                then { policer ten-megabit; accept; }
            }
        }
    }
    policer ten-megabit {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 625k; }
        then discard;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input customer; } } } }
    ge-0/0/1 { unit 0 { family inet { filter { input customer; } } } }
}
```

## Sources

- Juniper, Interface-Specific Firewall Filter Instances Overview, and Hierarchical Policer Applied
  as Filter Action: a filter that several interfaces of one forwarding engine apply has its policers
  act on their sum, unless it says `interface-specific`.
- Juniper, CLI Reference, `filter-specific`: without it each term has a policer of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Port, Rule, RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.engine.rule import Rule as LintRule

__all__ = ["RULE", "check"]

RULE = LintRule("QOS308", "policer-shared-between-ports", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    users: dict[str, list[tuple[Port, RuleList, Rule]]] = {}
    for port in context.device.ports.values():
        for stage in (*port.input, *port.output):
            if isinstance(stage, RuleList) and stage.otherwise_drop:
                for rule in stage.rules:
                    if rule.policer is not None and rule.policer.shared:
                        users.setdefault(rule.policer.shared, []).append((port, stage, rule))
    reported: set[object] = set()
    for uses in users.values():
        # A bucket for the units of one interface is shared on purpose.
        links = {port.parent or port.name for port, _, _ in uses}
        _, stage, rule = uses[0]
        if len(links) > 1 and rule.origin not in reported:
            reported.add(rule.origin)
            yield _finding(uses, stage, rule)


def _finding(uses: list[tuple[Port, RuleList, Rule]], stage: RuleList, rule: Rule) -> Diagnostic:
    ports = list(dict.fromkeys(port.name for port, _, _ in uses))
    rate = rule.policer.meter.cir if rule.policer is not None else None
    more = len(ports) - 2
    words = ", ".join(ports[:2]) + (f" and {more} more" if more > 0 else "")
    return RULE.at(
        rule.origin,
        f"a policer of {stage.feature[:30]} limits {words} together to {rate}",
        effect="one of them can use up the rate of the others",
        label="one bucket for all",
        related=tuple(Label(port.origin, "applies it") for port, _, _ in uses[:2]),
        help="say interface-specific in the filter if the rate is meant for each interface",
    )
