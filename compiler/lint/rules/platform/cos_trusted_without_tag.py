"""A switch port that trusts the CoS of frames which have no tag.

## What it does

Reports `mls qos trust cos` on a port of a Catalyst in access mode without a voice VLAN and without
a CoS of its own (`mls qos cos`).

## Why it matters

A frame without a tag has no CoS. The switch takes the port's own, 0 unless it is set: whatever the
hosts mark, their packets are of DSCP 0 from there on.

## Example

```ios cat3750
hostname access-1
mls qos
interface GigabitEthernet0/1
 switchport mode access
 switchport access vlan 20
 mls qos trust cos
```

## Use instead

```ios cat3750
hostname access-1
mls qos
interface GigabitEthernet0/1
 switchport mode access
 switchport access vlan 20
 mls qos trust dscp
```

## Sources

- Cisco, Catalyst 3750 Switch Software Configuration Guide, Configuring the Trust State on Ports:
  for a port that trusts CoS, a packet without a tag gets the default CoS of the port, which is 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.port_networks import block_lines
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS520", "cos-trusted-without-tag", Severity.WARNING, "0.1")

_TRUST = "mls qos trust cos"
_TAGGED = (
    "switchport voice",
    "mls qos cos",
    "mls qos trust device",
    "auto qos",
    "switchport trunk",
)
"""Lines that bring frames with a tag, or another CoS."""


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.profile.takes.switch:
        return
    if not context.device.complete or "mls qos" not in source.lines:
        return
    for port in context.index.busy:
        lines = list(block_lines(source, port.origin.line))
        words = [" ".join(line.split()).lower() for line in lines]
        if "switchport mode access" not in words or _TRUST not in words or port.shutdown:
            continue
        if any(word.startswith(_TAGGED) for word in words):
            continue
        at = words.index(_TRUST)
        number = port.origin.line + 1 + at
        start = len(lines[at]) - len(lines[at].lstrip())
        place = Span(source.path, number, start + 1, number, len(lines[at].rstrip()) + 1)
        yield RULE.at(
            place,
            f"{port.name} trusts CoS and has frames without a tag",
            effect="frames without a tag have no CoS: the packets of the port become DSCP 0",
            label="no tag here",
            help="trust dscp, or give the port a voice VLAN if a phone stands there",
        )
