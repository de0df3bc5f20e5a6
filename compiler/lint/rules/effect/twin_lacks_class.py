"""A policy like another one of the device, but for a class that it lacks.

## What it does

Compares the policies on output of a Cisco device whose classes have the same names and the same
kinds of statements. Reports one that lacks a single class that the other one has (three classes at
least), where both are in force. It is a warning where the device itself sets the mark by which the
class takes its packets, and for information else: so with a class of scavenger traffic (DSCP 8 or
1), which loses nothing in class-default, and where the policy's description names the class.

## Why it matters

When traffic moves to the other line, as it does when the first one fails, the packets of the class
are in class-default there.

## Example

```ios
access-list 101 permit udp any any eq 5060
class-map match-all SIP
 match access-group 101
class-map match-any VOICE
 match dscp ef
class-map match-any SIGNALING
 match dscp cs3
class-map match-any DATA
 match dscp af21
policy-map LAN
 class SIP
  set dscp cs3
policy-map MAIN
 class VOICE
  priority 200
 class SIGNALING
  bandwidth 50
 class DATA
  bandwidth 400
policy-map BACKUP
 class VOICE
  priority 100
 class DATA
  bandwidth 200
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 service-policy output MAIN
interface Serial0/1
 service-policy output BACKUP
```

## Use instead

```ios
access-list 101 permit udp any any eq 5060
class-map match-all SIP
 match access-group 101
class-map match-any VOICE
 match dscp ef
class-map match-any SIGNALING
 match dscp cs3
class-map match-any DATA
 match dscp af21
policy-map LAN
 class SIP
  set dscp cs3
policy-map MAIN
 class VOICE
  priority 200
 class SIGNALING
  bandwidth 50
 class DATA
  bandwidth 400
policy-map BACKUP
 class VOICE
  priority 100
 class SIGNALING
  bandwidth 25
 class DATA
  bandwidth 200
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 service-policy output MAIN
interface Serial0/1
 service-policy output BACKUP
```

## Sources

- Cisco IOS Quality of Service Solutions Configuration Guide, Configuring Weighted Fair Queueing:
  packets that no class of the policy takes are in class-default.
- The config itself: its other policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import policies_on, taken_values, written_marks

__all__ = ["RULE", "check"]

RULE = Rule("QOS610", "twin-lacks-class", Severity.WARNING, "0.1")

_LEAST = 3
_MOST = 40
_DEFAULT = "class-default"
_LESS = frozenset((1, 8))
"""The code points of less than best effort (RFC 8622, RFC 4594)."""


def check(context: Context) -> Iterator[Diagnostic]:
    twins: dict[frozenset[str], list[Policy]] = {}
    for policy in policies_on(context, "output"):
        names = frozenset(item.name for item in policy.classes if item.name != _DEFAULT)
        if not policy.feature and _LEAST - 1 <= len(names) <= _MOST:
            twins.setdefault(names, []).append(policy)
    if len(twins) < 2:
        return
    set_here = {
        (mark.field, mark.value)
        for policy in policies_on(context, "input")
        for item in policy.classes
        for mark in written_marks(item)
    }
    for names, policies in twins.items():
        for name in sorted(names) if len(names) >= _LEAST else ():
            lacking = twins.get(names - {name}, [])
            if len(lacking) != 1 or not _alike(policies[0], lacking[0]):
                continue
            yield _finding(context, name, policies[0], lacking[0], set_here)


def _alike(one: Policy, other: Policy) -> bool:
    """Whether the classes that both have do the same kinds of things."""
    kinds = {item.name: _kind(item) for item in one.classes}
    return all(kinds[item.name] == _kind(item) for item in other.classes if item.name != _DEFAULT)


def _kind(item: TrafficClass) -> tuple[bool, ...]:
    return (
        item.priority is not None,
        item.guarantee is not None and not item.guarantee.default_by,
        item.part_of_rest is not None and not item.part_of_rest.default_by,
        bool(item.policers),
        item.shaper is not None,
        bool(item.marks),
    )


def _finding(
    context: Context,
    name: str,
    whole: Policy,
    lacking: Policy,
    set_here: set[tuple[Field, int]],
) -> Diagnostic:
    item = next(one for one in whole.classes if one.name == name)
    taken = taken_values(context, whole, item)
    sent = taken is not None and any((taken.field, value) in set_here for value in taken.values)
    less = taken is not None and taken.field is Field.DSCP and taken.values <= _LESS
    if less or name.lower() in lacking.description.lower():
        sent = False  # left out on purpose, as it may well be
    return RULE.at(
        lacking.origin,
        f"{lacking.title} lacks class {name[:30]}, in all else it is like {whole.title[:50]}",
        effect="there the packets of the class are in class-default",
        label="differs in this alone",
        related=(Label(item.origin, "the class of the other policy"),),
        help=f"add class {name[:30]} if it was forgotten",
        severity=None if sent else Severity.INFO,
    )
