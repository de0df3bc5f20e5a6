"""A configuration group about QoS that gives the device no statement.

## What it does

Reports a group of JunOS with class of service or filters which no `apply-groups` names, where
others of the text are applied. It is told for information where none is, and not at all where a
group is applied that is not defined. Reports one that is applied where nothing inherits from it,
since its patterns fit no interface or class of the text, or all that it says is written there
already; and an `apply-groups-except` for a group that is not applied at a level above it.

## Why it matters

The group counts only where it is applied. The ports it was written for have default queues, or no
filter; or a port that was to be left out of it inherits it still.

## Example

```junos
groups {
    SITE { system { host-name edge; } }
    MARKS {
        class-of-service {
            interfaces {
                <xe-*> { unit 0 { rewrite-rules { dscp default; } } }
            }
        }
    }
}
apply-groups [ SITE MARKS ];
class-of-service {
    interfaces { ge-0/0/0 { unit 0 { classifiers { dscp default; } } } }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Use instead

```junos
groups {
    SITE { system { host-name edge; } }
    MARKS {
        class-of-service {
            interfaces {
                <ge-*> { unit 0 { rewrite-rules { dscp default; } } }
            }
        }
    }
}
apply-groups [ SITE MARKS ];
class-of-service {
    interfaces { ge-0/0/0 { unit 0 { classifiers { dscp default; } } } }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Sources

- Juniper, CLI User Guide, Configuration Groups Overview: statements of a group are inherited where
  it is applied; Disable Inheritance of a Configuration Group: `apply-groups-except` is for a group
  that is applied at a higher level.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import span_of
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS630", "group-without-effect", Severity.WARNING, "0.1")

_OF_QOS = frozenset(("class-of-service", "firewall"))
_OF_CHASSIS = pattern(r"(?:re|node)[01]|member|global|junos")
"""Groups that the system applies, or one of its routing engines, by how their names begin."""
_VARIABLE = "${"


def check(context: Context) -> Iterator[Diagnostic]:
    groups = context.statements.groups
    if not context.device.complete or not (groups.held or groups.excepted):
        return
    applied = {one.words[-1] for one in groups.applied}
    if not any(_VARIABLE in name for name in applied):
        for name, (begin, stanzas) in groups.held.items():
            if _OF_QOS.isdisjoint(stanzas) or _OF_CHASSIS.match(name) or "when" in stanzas:
                continue
            if name not in applied and not applied <= groups.held.keys():
                continue  # it may be meant by the name that is not defined, which QOS012 tells
            if name not in applied:
                why, level = "is not applied", None if applied else Severity.INFO
            elif name not in groups.giving:
                why, level = "is applied where nothing inherits from it", None
            else:
                continue
            yield RULE.at(
                span_of(context, begin.line),
                f"group {name[:40]} {why}",
                effect="its class of service and filters are in force nowhere",
                label="gives no statement",
                help="apply it at a level that has what it names, or take it out",
                severity=level,
            )
    nested = {one.words[-1] for one in groups.applied if one.words[0] == "groups"}
    places = {tuple(one.words) for one in groups.applied}
    for one in groups.excepted:
        level_words, name = one.words[:-1], one.words[-1]
        if level_words[:1] == ("groups",) or name not in groups.held or name not in applied:
            continue
        above = ((*level_words[:count], name) for count in range(len(level_words)))
        if any(place in places for place in above) or name in nested:
            continue
        yield RULE.at(
            span_of(context, one.line),
            f"apply-groups-except {name[:40]}: the group is not applied above this level",
            effect="nothing is left out here",
            label="of no effect",
            help="name the group that is applied above, or take the line out",
        )
