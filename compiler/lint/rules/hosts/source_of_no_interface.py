"""A rule for packets from another address than that of the interface that it is for.

## What it does

Reports a rule of a Policy Agent file whose source addresses leave out the address of each interface
on which it marks, polices or blocks.

## Why it matters

A host sends with the address of the interface unless it is told otherwise, by a program that binds
another address or by SOURCEVIPA, which is only for connections that the host itself opens. Where
neither holds no packet matches: in the tests of Cisco and IBM the responses of a terminal server
left with the interface's address, and a rule for the virtual address (VIPA) of the host takes none
of them.

## Example

```policy-agent
ServiceCategories interactive
{
  Interface   192.0.2.1
  OutgoingTOS 11000000
}
ServicePolicyRules terminals
{
  SourceAddressRange 198.51.100.1
  SourcePortRange    700 719
  ServiceReference   interactive
}
```

## Use instead

```policy-agent
ServiceCategories interactive
{
  Interface   192.0.2.1
  OutgoingTOS 11000000
}
ServicePolicyRules terminals
{
  SourceAddressRange 192.0.2.1
  SourcePortRange    700 719
  ServiceReference   interactive
}
```

## Sources

- Cisco and IBM, a white paper of March 2000 on QoS between OS/390 and Cisco routers, appendices D
  and E: rule1 is for source 135.1.1.1, and the packets have source 133.10.30.1.
- IBM, z/OS V2R2 Communications Server, IP Configuration Guide, Sysplex-wide source VIPAs for TCP
  connections: a VIPA is the source where SOURCEVIPA is enabled and an application issues a
  connect() without a bind().
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Interval, Masked, Predicate, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import parts
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS131", "source-of-no-interface", Severity.INFO, "0.1")

_TOLD = 20


def check(context: Context) -> Iterator[Diagnostic]:
    found: dict[Span, tuple[Span, list[str]]] = {}
    reached: set[Span] = set()
    for port in context.index.busy:
        address = _address(port.name)
        if address is None:
            continue
        for stage in port.output:
            for rule in stage.rules if isinstance(stage, RuleList) else ():
                test = _sources(rule.match)
                if test is None or any(_holds(value, address) for value in test.values):
                    reached.add(rule.origin)
                else:
                    found.setdefault(rule.origin, (test.origin, []))[1].append(port.name)
    idle = [place for origin, place in found.items() if origin not in reached]
    for place, names in idle[:_TOLD]:
        others = f" and {len(names) - 1} more" if len(names) > 1 else ""
        yield RULE.at(
            place,
            f"these are not packets from {names[0]}{others}, the interface that the rule is for",
            label="another source",
            notes=("right for a program that binds this address, or connects by SOURCEVIPA",),
            help="give the interface's address, or leave the source out",
        )


def _address(name: str) -> int | None:
    """The address that a port is called by."""
    try:
        return int(IPv4Address(name))
    except AddressValueError:
        return None


def _sources(match: Predicate) -> Test | None:
    for part in parts(match):
        if isinstance(part, Test) and part.field is Field.SRC4:
            return part
    return None


def _holds(value: object, number: int) -> bool:
    if isinstance(value, Masked):
        return number & value.mask == value.value & value.mask
    return isinstance(value, Interval) and value.low <= number <= value.high
