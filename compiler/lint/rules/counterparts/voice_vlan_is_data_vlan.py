"""A port of JunOS whose phones are told the VLAN that the port has for data.

## What it does

Reports a port in `switch-options voip` whose voice VLAN is also its only VLAN for untagged frames,
where other ports of the text have another voice VLAN. Several such ports of one VLAN are a room
with phones alone.

## Why it matters

Phones of this port send into the data VLAN: their packets go past what the device does for voice by
its VLAN, and other hosts of the port are among them.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members STAFF
set interfaces ge-0/0/2 unit 0 family ethernet-switching vlan members STAFF
set switch-options voip interface ge-0/0/1.0 vlan PHONES
set switch-options voip interface ge-0/0/2.0 vlan STAFF
set vlans STAFF vlan-id 10
set vlans PHONES vlan-id 20
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members STAFF
set interfaces ge-0/0/2 unit 0 family ethernet-switching vlan members STAFF
set switch-options voip interface ge-0/0/1.0 vlan PHONES
set switch-options voip interface ge-0/0/2.0 vlan PHONES
set vlans STAFF vlan-id 10
set vlans PHONES vlan-id 20
```

## Sources

- Juniper, Understanding 802.1X and LLDP and LLDP-MED on EX Series Switches: the switch tells the
  phone its voice VLAN.
- Juniper, Deploying IP Telephony with EX-Series Switches (application note): one VLAN for voice and
  data is for phones without LLDP-MED. Thus the finding is for information.
- The config itself: the voice VLAN of its other ports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS952", "voice-vlan-is-data-vlan", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    voice: dict[str, tuple[str, int]] = {}
    for stanza in ("switch-options", "ethernet-switching-options"):
        for one, rest in below(context, stanza, "voip", "interface"):
            if rest[1:2] == ("vlan",) and len(rest) > 2:
                voice[rest[0]] = (rest[2], one.line)
    if len({name for name, _ in voice.values()}) < 2:
        return
    data: dict[str, set[str]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[-3:-1] == ("vlan", "members"):
            data.setdefault(f"{one.words[1]}.{rest[0]}", set()).add(rest[-1])
    alone = Counter(name for port, (name, _) in voice.items() if data.get(port) == {name})
    for port, (name, line) in voice.items():
        other = next((each for each in voice.values() if each[0] != name), None)
        if data.get(port) == {name} and alone[name] == 1 and other is not None:
            yield RULE.at(
                span_of(context, line),
                f"{port}: the voice VLAN {name} is its data VLAN",
                effect="phones send into the data VLAN, past what is done for voice by its VLAN",
                label="the data VLAN",
                related=(Label(span_of(context, other[1]), f"others have {other[0]}"),),
                help=f"write {other[0]}, if it was meant",
            )
