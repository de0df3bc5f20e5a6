"""A map, a group, a time range or a list that a line of Cisco names and nothing defines.

## What it does

Reports `ip policy route-map`, `match ip address` in that route-map, the `track` of its next hop and
the `ip sla` of that object, `table` in a line that sets a mark, `object-group` and `time-range` in
an access list, `group-object`, `mls qos dscp-mutation`, `class-vc`, and `ip access-group`, where
the text defines nothing of that name. For `ip access-group` it is an info unless a list has nearly
that name.

## Why it matters

Without the route-map packets are routed as usual, and nothing marks them. Without the table or
mutation map the mark is not written. Without the group the entry matches nothing, or is rejected;
without the time range it is in force at all times. An access group without its list passes
everything. Nothing of it is seen until calls are bad.

## Example

```ios
hostname r1
object-group network SERVER
 10.1.1.0 255.255.255.0
ip access-list extended ERP
 permit tcp any object-group SERVERS eq 3200
class-map match-all ERP
 match access-group name ERP
policy-map WAN
 class ERP
  bandwidth percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
end
```

## Use instead

```ios
hostname r1
object-group network SERVERS
 10.1.1.0 255.255.255.0
ip access-list extended ERP
 permit tcp any object-group SERVERS eq 3200
class-map match-all ERP
 match access-group name ERP
policy-map WAN
 class ERP
  bandwidth percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
end
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `ip policy route-map`, `set (table)`
  and `table-map (value mapping)`: each names what another line defines.
- Cisco IOS Security Command Reference, `object-group`: a group is defined before an entry names it;
  `ip access-group`: where the access list does not exist, all packets pass.
- Cisco 10000 Series Router Software Configuration Guide, Restrictions for Time-Based ACLs: an entry
  that names a time range that does not exist is active.
- Cisco IOS IP Routing: Protocol-Independent Command Reference, `set ip next-hop
  verify-availability`: the next hop is used while the tracked object is up; `track ip sla`.
- Catalyst 3750 Command Reference, `mls qos dscp-mutation`: names a map of `mls qos map`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import AccessList
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.references import Named, References, references
from qosc.lint.facts.names import nearest

__all__ = ["RULE", "check"]

RULE = Rule("QOS018", "undefined-map-or-group", Severity.WARNING, "0.1")

_PLACEHOLDER = frozenset("$<>?*{}")
_MOST = 200


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.device.complete or not context.profile.ios_statements.value:
        return
    every = references(source)
    reported: set[tuple[str, str]] = set()
    for each in every.named:
        if len(reported) == _MOST:
            return
        known = every.defined[each.kind]
        missing = each.name not in known and _PLACEHOLDER.isdisjoint(each.name)
        if missing and (each.kind, each.name) not in reported and _counts(context, every, each):
            reported.add((each.kind, each.name))
            near = nearest(each.name, known) if len(known) < _MOST else ""
            meant = context.device.access_lists.get(near) if each.kind == "access-list" else None
            yield _finding(each, near, meant)


def _counts(context: Context, known: References, each: Named) -> bool:
    """Whether what names the object has to do with where packets go, and the model has it not. A
    text without any list is part of a config.
    """
    lists = context.device.access_lists
    if each.kind == "access-list" and (
        each.name in lists or not (known.defined[each.kind] or lists)
    ):
        return False
    return not each.within or each.within in known.steering


def _finding(each: Named, near: str, meant: AccessList | None) -> Diagnostic:
    idle = each.kind == "access-list" and not each.within and not near
    return RULE.at(
        each.place,
        f"reference to undefined {each.kind} {each.name[:50]}",
        effect=each.effect,
        label="not defined",
        related=(Label(meant.origin, "this list was probably meant"),) if meant is not None else (),
        severity=Severity.INFO if idle else Severity.WARNING,
        help=f"did you mean {near}?" if near else f"define {each.kind} {each.name[:60]}",
    )
