"""A class or a term that no packet can match.

## What it does

Reports a class of a policy in force whose access list has deny entries only, and a term of a filter
that marks or polices packets with the addresses of a prefix-list without a prefix. What contradicts
itself is the matter of [contradictory-match](QOS103.md) and [contradictory-term](QOS117.md), a
class-map without a line that of [empty-class-map](QOS008.md).

## Why it matters

As a classifier, `deny` leaves a packet out of the class: a list that denies and permits nothing
takes none. What the class does is done to no packet.

## Example

```ios
ip access-list extended PEER-TO-PEER
 deny tcp any any eq 6881
 deny udp any any eq 6881
class-map match-all SCAVENGER
 match access-group name PEER-TO-PEER
policy-map OUT
 class SCAVENGER
  police 64000 8000 conform-action transmit exceed-action drop
interface Serial0/0
 service-policy output OUT
```

## Use instead

```ios
ip access-list extended PEER-TO-PEER
 permit tcp any any eq 6881
 permit udp any any eq 6881
class-map match-all SCAVENGER
 match access-group name PEER-TO-PEER
policy-map OUT
 class SCAVENGER
  police 64000 8000 conform-action transmit exceed-action drop
interface Serial0/0
 service-policy output OUT
```

## Sources

- Cisco Catalyst 3750-E and 3560-E Switch Software Configuration Guide, Classification Based on QoS
  ACLs: at a match with a deny action the list is skipped.
- Cisco IOS Quality of Service Solutions Command Reference, `match access-group`: packets are
  checked against the list to see whether they belong to the class.
- Cisco NCS 540 Series Modular QoS Command Reference, `match access-group`: there the deny action is
  ignored, and an entry matches all the same; lists of NCS are not looked at.
- Juniper, Firewall Filter Match Conditions Based on Address Fields: a packet whose address is in
  none of the given prefixes fails to match the whole term. Of a list without any no page speaks;
  Batfish (its pull request 1367) has it match nothing.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import AccessList, AllOf, AnyOf, ClassMap, Predicate, Reference
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import applied
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS604", "nothing-matches", Severity.WARNING, "0.1")

_LIST = pattern(r"\b(?:source-|destination-)?prefix-list\b")
_TERM = pattern(r"^\s*term\b")
_NEAR = 20
"""So many lines of a term are looked at."""


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for name in context.once(places):
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            yield from _class(context, item.name, item.match, reported)
    for applied_list in context.once(applied):
        for rule in applied_list.stage.rules:
            parts = rule.match.operands if isinstance(rule.match, AllOf) else (rule.match,)
            empty = any(isinstance(one, AnyOf) and not one.operands for one in parts)
            acts = rule.policer is not None or bool(rule.marks)
            if empty and acts and rule.origin != NOWHERE and rule.origin not in reported:
                reported.add(rule.origin)
                place = _list_of(context, rule.origin)
                if place is None:
                    continue
                yield RULE.at(
                    place,
                    f"this term of {applied_list.stage.feature[:60]} matches no packet",
                    effect="what it does is done to no packet",
                    label="its list is empty",
                    help="give the list its prefixes, or take the term out",
                )


def _list_of(context: Context, origin: Span) -> Span | None:
    """The prefix-list of a term; the term itself where there is no text.

    None where the term has none, or one with exceptions, of which `contradictory-term` speaks.
    """
    source = context.source
    if source is None:
        return origin
    for number in range(origin.line, origin.line + _NEAR):
        line = source.line(number)
        if number > origin.line and _TERM.search(line) is not None:
            break
        match = _LIST.search(line)
        if match is None:
            continue
        inside = number + 1 if line.rstrip().endswith("{") else number
        words = source.line(inside)
        if "except" in words:
            return None
        start = match.start() if inside == number else len(words) - len(words.lstrip())
        return source.span(inside, start, len(words.rstrip()))
    return None


def _class(
    context: Context, name: str, match: Predicate, reported: set[Span]
) -> Iterator[Diagnostic]:
    """The finding on a class whose every line is a list that permits nothing."""
    class_map = resolve(context.device, match) if isinstance(match, Reference) else None
    if not isinstance(class_map, ClassMap) or not class_map.match.operands:
        return
    lists = []
    for line in class_map.match.operands:
        resolved = resolve(context.device, line) if isinstance(line, Reference) else None
        denies = (
            isinstance(resolved, AccessList)
            and bool(resolved.entries)
            and not any(entry.permit for entry in resolved.entries)
        )
        if denies and isinstance(line, Reference) and isinstance(resolved, AccessList):
            lists.append((line, resolved))
        elif isinstance(class_map.match, AnyOf):
            return
    if not lists or lists[0][0].origin in reported:
        return
    line, resolved = lists[0]
    reported.add(line.origin)
    yield RULE.at(
        line.origin,
        f"class {name[:40]} matches nothing: access-list {resolved.name[:30]} denies only",
        effect="a packet that the list denies is not of the class",
        label="permits nothing",
        related=(Label(resolved.entries[0].origin, "denied, so not of the class"),),
        help="write permit for what the class is for",
    )
