"""A term of a JunOS filter that matches a port and no protocol.

## What it does

Reports a term of a `family inet` or `inet6` filter with `port`, `source-port` or `destination-port`
and no `protocol`, `next-header` or other condition that only TCP or UDP packets meet.

## Why it matters

JunOS compares the bytes where TCP and UDP have their ports, whatever the packet is. Packets of
other protocols with such bytes match too, and later fragments may; for both the term was not meant.
`qosc trace` says of such packets that the term may match; all else (`qosc diff`, what is emitted)
takes them not to.

## Example

```junos
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input dns; } } } }
}
firewall {
    family inet {
        filter dns {
            term dns {
                from { destination-port 53; }
                then { forwarding-class network-control; accept; }
            }
            term rest { then accept; }
        }
    }
}
```

## Use instead

```junos
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input dns; } } } }
}
firewall {
    family inet {
        filter dns {
            term dns {
                from { protocol udp; destination-port 53; }
                then { forwarding-class network-control; accept; }
            }
            term rest { then accept; }
        }
    }
}
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Firewall Filter
  Match Conditions for IPv4 Traffic: with `destination-port`, the `protocol udp` or `protocol tcp`
  statement is recommended in the same term.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir.bare_ports import asks_bare_ports
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import applied, where

__all__ = ["RULE", "check"]

RULE = Rule("QOS121", "port-without-protocol", Severity.INFO, "0.1")

_SHOWN = 6


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        if not applied_list.stage.feature.startswith(("filter inet ", "filter inet6 ")):
            continue
        origins = list(
            dict.fromkeys(
                one.origin for one in applied_list.stage.rules if asks_bare_ports(one.match)
            )
        )
        if not origins:
            continue
        more = f" and {len(origins) - 1} more" if len(origins) > 1 else ""
        yield RULE.at(
            origins[0],
            f"this term{more} of {applied_list.stage.feature[:50]} match a port and no protocol"
            if more
            else f"this term of {applied_list.stage.feature[:50]} matches a port and no protocol",
            label="of any protocol",
            related=tuple(Label(one, "here too") for one in origins[1:_SHOWN]),
            notes=(f"applied to {where(applied_list)}",),
            help="add `protocol tcp` or `protocol udp`",
        )
