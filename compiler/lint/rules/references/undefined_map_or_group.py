"""A route-map, a table-map or an object-group of Cisco that does not exist.

## What it does

Reports `ip policy route-map`, `table` in a line that sets a mark, and `object-group` in an access
list of a class, or in another group, where the text has no such route-map, table-map or group.

## Why it matters

Without the route-map packets are routed as usual, and nothing marks them. Without the table the
mark is not written. Without the group the entry matches nothing, or is rejected. Nothing of it
is seen until calls are bad.

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
- Cisco IOS Security Command Reference, `object-group`: a group is defined before an entry names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.names import nearest
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS018", "undefined-map-or-group", Severity.WARNING, "0.1")

_DEFINED = pattern(r"(route-map|table-map|object-group)[ ]+(\S.*)", re.IGNORECASE)
_KINDS = frozenset(("network", "service", "ip", "security", "v4-network", "v6-network", "tcp-udp"))
_USED = (
    ("route-map", pattern(r"\s+ip(?:v6)? policy route-map[ ]+(\S+)", re.IGNORECASE)),
    ("table-map", pattern(r"\s++set[- ][^!]*\btable[ ]+(\S+)", re.IGNORECASE)),
    ("object-group", pattern(r"\s+group-object[ ]+(\S+)", re.IGNORECASE)),
    (
        "object-group",
        pattern(
            r"(?:\s+(?:\d+[ ]+)?|access-list[ ]+\d+[ ]+)(?:permit|deny)[ ][^!]*?"
            r"\bobject-group[ ]+(\S+)",
            re.IGNORECASE,
        ),
    ),
)
_NEAR = ("route-map", "table-map", "table ", "object-group", "group-object")
"""One of these is in each line that one of the patterns takes."""
_EFFECTS = {
    "route-map": "packets are routed as usual, and nothing marks them",
    "table-map": "the mark is not written",
    "object-group": "the line matches nothing, or is rejected",
}
_PLACEHOLDER = frozenset("$<>?*{}")
_MOST = 200


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.device.complete or not context.profile.ios_statements.value:
        return
    defined: dict[str, dict[str, None]] = {kind: {} for kind in _EFFECTS}
    used: dict[tuple[str, str], tuple[int, int]] = {}
    for index in source.holding(*_NEAR):
        number, line = source.number(index), source.lines[index]
        if line[:1] not in (" ", "\t"):
            said = _DEFINED.match(line)
            if said is not None:
                words = [word for word in said[2].split() if word.lower() not in _KINDS]
                defined[said[1].lower()].update(dict.fromkeys(words[:1]))
        for kind, expression in _USED:
            found = expression.match(line)
            if found is not None:
                used.setdefault((kind, found[1]), (number, found.start(1)))
    for (kind, name), (number, start) in list(used.items())[:_MOST]:
        if name in defined[kind] or not _PLACEHOLDER.isdisjoint(name):
            continue
        near = nearest(name, defined[kind]) if len(defined[kind]) < _MOST else ""
        place = Span(source.path, number, start + 1, number, start + 1 + len(name))
        yield RULE.at(
            place,
            f"reference to undefined {kind} {name[:50]}",
            effect=_EFFECTS[kind],
            label="not defined",
            help=f"did you mean {near}?" if near else f"define {kind} {name[:60]}",
        )
