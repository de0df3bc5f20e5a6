"""A class of conferences whose list takes the UDP ports of their media for TCP ports.

## What it does

Reports an entry that permits `tcp` to the ports 3478 to 3481, in a list by which a class matches,
where the list has no entry of `udp` with these ports.

## Why it matters

Audio and video go to the relays of a conference by UDP on these ports, and by TCP on port 443 where
UDP is blocked: the class sees no media, which are sent as best effort.

## Example

```ios
class-map match-all CONFERENCE
 match access-group name RELAYS
policy-map IN
 class CONFERENCE
  set dscp af41
interface GigabitEthernet0/0
 ip address 10.0.10.1 255.255.255.0
 service-policy input IN
ip access-list extended RELAYS
 permit tcp 10.0.10.0 0.0.0.255 192.0.2.0 0.0.0.255 range 3478 3481
```

## Use instead

```ios
class-map match-all CONFERENCE
 match access-group name RELAYS
policy-map IN
 class CONFERENCE
  set dscp af41
interface GigabitEthernet0/0
 ip address 10.0.10.1 255.255.255.0
 service-policy input IN
ip access-list extended RELAYS
 permit udp 10.0.10.0 0.0.0.255 192.0.2.0 0.0.0.255 range 3478 3481
```

## Sources

- Microsoft, endpoints of Office 365 (endpoints.office.com), service area Skype: UDP ports 3478 to
  3481 for media, and TCP port 443.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, place
from qosc.lint.facts.lines.policies import named, written

__all__ = ["RULE", "check"]

RULE = Rule("QOS969", "media-by-tcp", Severity.WARNING, "0.1")
_PORTS = " range 3478 3481"
_LISTS = ("ip access-list extended ", "ipv6 access-list ")


def check(context: Context) -> Iterator[Diagnostic]:
    matched = {
        line.split()[-1]
        for block in named(context, "class-map").values()
        for _, line in block.starting("match access-group name ")
    }
    for block in context.once(blocks):
        if not block.head.startswith(_LISTS) or block.head.split()[-1] not in matched:
            continue
        entries = [each for each in block.lines if each[1].endswith(_PORTS)]
        if any("permit udp " in line for _, line in entries):
            continue
        first = next((each for each in entries if "permit tcp " in each[1]), None)
        if first is not None:
            yield RULE.at(
                place(context, first[0]),
                f"list {written(context, block)} takes tcp to 3478-3481: media are udp there",
                effect="audio and video of conferences are not in the class",
                label="no media by this",
                help="write udp",
            )
