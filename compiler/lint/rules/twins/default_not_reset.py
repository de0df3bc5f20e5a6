"""A policy that leaves the marks of all other packets, where its twin resets them.

## What it does

Reports a policy on input whose class-default sets nothing, where another one on input has at least
two of its classes with the same marks and resets the DSCP or precedence of class-default.
A policy that says that it trusts, by its name, description or the description of its port, is left
out.

## Why it matters

Whoever is behind the one port may mark packets EF himself, and they are in the queue of voice from
here on. Behind the other ports that is not so.

## Example

```ios
hostname sw
ip access-list extended ERP
 permit tcp any any eq 1521
ip access-list extended UPDATES
 permit tcp any any eq 8530
class-map match-any ERP
 match access-group name ERP
class-map match-any UPDATES
 match access-group name UPDATES
policy-map DESK
 class ERP
  set dscp af21
 class UPDATES
  set dscp cs1
 class class-default
  set dscp default
policy-map ROOM
 class ERP
  set dscp af21
 class UPDATES
  set dscp cs1
interface GigabitEthernet1/0/1
 switchport access vlan 10
 service-policy input DESK
interface GigabitEthernet1/0/2
 switchport access vlan 10
 service-policy input ROOM
```

## Use instead

```ios
hostname sw
ip access-list extended ERP
 permit tcp any any eq 1521
ip access-list extended UPDATES
 permit tcp any any eq 8530
class-map match-any ERP
 match access-group name ERP
class-map match-any UPDATES
 match access-group name UPDATES
policy-map DESK
 class ERP
  set dscp af21
 class UPDATES
  set dscp cs1
 class class-default
  set dscp default
policy-map ROOM
 class ERP
  set dscp af21
 class UPDATES
  set dscp cs1
 class class-default
  set dscp default
interface GigabitEthernet1/0/1
 switchport access vlan 10
 service-policy input DESK
interface GigabitEthernet1/0/2
 switchport access vlan 10
 service-policy input ROOM
```

## Sources

- RFC 2475, section 2.3.4.2: the ingress node is to assume that incoming traffic may not conform,
  and to be prepared to condition it.
- The config itself: its other policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Mark, Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import policies_on, written_marks
from qosc.lint.facts.places import places
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS925", "default-not-reset", Severity.WARNING, "0.1")

_DEFAULT = "class-default"
_MARKS = (Field.DSCP, Field.PRECEDENCE)
_LEAST = 2
_MOST = 40


def check(context: Context) -> Iterator[Diagnostic]:
    policies = [one for one in policies_on(context, "input") if not one.feature][:_MOST]
    resetting = [(one, mark) for one in policies if (mark := _reset(one)) is not None]
    for policy in policies:
        if _handles_rest(policy) or _trusts(context, policy):
            continue
        own = _marks(policy)
        for other, mark in resetting:
            if len(own & _marks(other)) >= _LEAST:
                yield RULE.at(
                    policy.origin,
                    f"{policy.title[:50]} keeps the marks of class-default; its twin resets them",
                    effect=f"{other.title} has the same classes, and sets 0 for all other packets",
                    label="all other packets keep their marks",
                    related=(Label(mark.origin, "the twin resets them here"),),
                    help="reset the mark in class-default, if the port is not trusted",
                )
                break


def _handles_rest(policy: Policy) -> bool:
    """Whether class-default does something, or the policy marks nothing by itself."""
    for item in policy.classes:
        if item.name == _DEFAULT and (item.marks or item.policers or item.drop or item.child):
            return True
    return False


def _trusts(context: Context, policy: Policy) -> bool:
    """Whether a text of the policy or of its ports says that marks are trusted."""
    spots = context.once(places).get(policy.name, ())
    texts = [policy.name, policy.description, *(spot.port.description for spot in spots)]
    return any(_TRUST.search(text) is not None for text in texts)


_TRUST = pattern(r"(?i)(?<!un)(?<!not )(?<!non-)trust|own marks|marks? (?:its|their) own")


def _reset(policy: Policy) -> Mark | None:
    for item in policy.classes:
        if item.name == _DEFAULT:
            return next((m for m in written_marks(item) if m.field in _MARKS and not m.value), None)
    return None


def _marks(policy: Policy) -> set[tuple[str, Field, int]]:
    return {
        (item.name, mark.field, mark.value)
        for item in policy.classes
        if item.name != _DEFAULT
        for mark in written_marks(item)
    }
