"""An entry for a /24 of a network that is larger, where another entry has all of it.

## What it does

Reports an entry of a list that a class on input uses, whose source is the first /24 of the network
of a port with the policy, where the network has a shorter prefix (/23 to /16) and another entry of
the same policy has all of it. A remark above the entry that says `only`, `first` or `part` settles
it.

## Why it matters

The hosts in the rest of the network miss the class: a part of the phones has no voice mark, though
all of them have that of signaling.

## Example

```ios
hostname r1
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
ip access-list extended CALLS
 permit tcp 10.1.20.0 0.0.1.255 any eq 5060
class-map match-all VOICE
 match access-group name PHONES
class-map match-all SIGNALING
 match access-group name CALLS
policy-map LAN
 class VOICE
  set dscp ef
 class SIGNALING
  set dscp cs3
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.254.0
 service-policy input LAN
```

## Use instead

```ios
hostname r1
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.1.255 any range 16384 32767
ip access-list extended CALLS
 permit tcp 10.1.20.0 0.0.1.255 any eq 5060
class-map match-all VOICE
 match access-group name PHONES
class-map match-all SIGNALING
 match access-group name CALLS
policy-map LAN
 class VOICE
  set dscp ef
 class SIGNALING
  set dscp cs3
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.254.0
 service-policy input LAN
```

## Sources

- Cisco IOS Security Command Reference, `permit (IP)`: ones in the source-wildcard are bits that are
  not compared.
- RFC 4632, section 3: prefixes are of any length.
- The config itself: the network of the port, and the other entry.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AccessEntry, Attachment, Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.connected import asked_network, networks_behind
from qosc.lint.facts.port_networks import Network
from qosc.lint.facts.walk import lists_of
from qosc.patterns import pattern
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS901", "part-of-own-network", Severity.WARNING, "0.1")

_OCTETS = 0xFFFFFF00
_SHORTEST = 16
_MOST = 200
"""So many ports of one policy are looked at."""


def check(context: Context) -> Iterator[Diagnostic]:
    seen: dict[str, int] = {}
    reported: set[object] = set()
    for port in context.index.busy:
        for stage in port.input:
            if not isinstance(stage, Attachment):
                continue
            name = stage.policy.name
            seen[name] = seen.get(name, 0) + 1
            policy = context.device.policies.get(name)
            if policy is None or seen[name] > _MOST:
                continue
            for network in networks_behind(context, port.name):
                if _SHORTEST <= network.mask.bit_count() < _OCTETS.bit_count():
                    for finding in _told(context, policy, network, port.name):
                        if finding.primary not in reported:
                            reported.add(finding.primary)
                            yield finding


def _told(context: Context, policy: Policy, network: Network, port: str) -> Iterator[Diagnostic]:
    parts: list[AccessEntry] = []
    whole: AccessEntry | None = None
    for item in policy.classes:
        for access_list in lists_of(context.device, item.match):
            for entry in access_list.entries:
                if _is_meant(context, entry):
                    continue
                asked = asked_network(entry.match, Field.SRC4) if entry.permit else None
                if asked == (network.value, _OCTETS):
                    parts.append(entry)
                elif asked == (network.value, network.mask):
                    whole = entry
    for entry in parts if whole is not None else ():
        yield RULE.at(
            entry.origin,
            f"an entry of {policy.title[:40]} has a /24 of {network}, the network of {port[:30]}",
            effect="packets of the other hosts of the network miss the class",
            label="a part of the network",
            related=(Label(whole.origin, "this entry has all of it"),) if whole is not None else (),
            help="write the wildcard of the whole network if it was meant",
        )


def _is_meant(context: Context, entry: AccessEntry) -> bool:
    """Whether the remark above an entry says that it takes a part."""
    number = entry.origin.line - 1
    if context.source is None or entry.origin == NOWHERE or number < 1:
        return False
    said = context.source.line(number).lower().partition("remark ")[2]
    return _MEANT.search(said) is not None


_MEANT = pattern(r"(?i)\b(?:only|first|part|half|alone|just)\b")
