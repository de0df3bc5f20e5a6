"""A port that trusts CoS, and has its phone send without a tag.

## What it does

Reports a port of a Catalyst with `switchport voice vlan untagged` and `mls qos trust
cos`, where the CoS of the port for frames without a tag is not set.

## Why it matters

CoS is a field of the 802.1Q tag. Without one, the frames of the phone have the CoS of the port, 0:
voice is taken for best effort here, and its DSCP is set by that.

## Example

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 switchport mode access
 switchport access vlan 10
 switchport voice vlan untagged
 ! qosc: ignore[QOS011] not in the model
 mls qos trust device cisco-phone
 mls qos trust cos
```

## Use instead

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 switchport mode access
 switchport access vlan 10
 switchport voice vlan 20
 ! qosc: ignore[QOS011] not in the model
 mls qos trust device cisco-phone
 mls qos trust cos
```

## Sources

- Cisco Catalyst 2960-X Consolidated Configuration Guide, Configuring QoS: packets from a phone
  carry CoS in the 802.1Q tag; untagged ones are assigned the default CoS of the port, which is 0.
- Cisco Catalyst 3750 Switch Software Configuration Guide (78-16180), Configuring Voice VLAN: a
  phone is told to send voice tagged in the voice VLAN, tagged in the access VLAN, or untagged.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import interfaces, place
from qosc.lint.facts.lines.policies import written

__all__ = ["RULE", "check"]

RULE = Rule("QOS963", "phone-without-tag", Severity.WARNING, "0.1")
_UNTAGGED = "switchport voice vlan untagged"
_TRUST = "mls qos trust cos"


def check(context: Context) -> Iterator[Diagnostic]:
    for port in context.once(interfaces):
        voice = next(port.starting(_UNTAGGED), None)
        if voice is None or not port.has(_TRUST):
            continue
        if port.has("mls qos cos ") or port.has("service-policy input "):
            continue  # frames without a tag have another CoS than 0
        yield RULE.at(
            place(context, voice[0]),
            f"{written(context, port)} trusts CoS; its phone sends without a tag",
            effect="voice has the CoS of the port, 0, and is taken for best effort",
            label="no tag, so no CoS",
            help="give the phone a voice VLAN, or trust DSCP",
        )
