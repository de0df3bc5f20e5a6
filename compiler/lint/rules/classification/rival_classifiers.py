"""Two classifiers of one unit that JunOS does not allow together.

## What it does

Reports `classifiers dscp` beside `classifiers inet-precedence` on one interface.

## Why it matters

Both look at the same byte of IPv4. The commit fails, or one of the two is never used.

## Example

```junos
class-of-service {
    classifiers {
        dscp d { import default; }
        inet-precedence p { import default; }
    }
    interfaces {
        ge-0/0/0 {
            unit 0 { classifiers { dscp d; inet-precedence p; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet; } }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp d { import default; }
    }
    interfaces {
        ge-0/0/0 {
            unit 0 { classifiers { dscp d; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet; } }
}
```

## Sources

- Juniper, Class of Service User Guide, Applying Behavior Aggregate Classifiers to Logical
  Interfaces, table 1: dscp and inet-precedence cannot be together on a logical interface.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Port, RuleList
from qosc.ir.device import Name
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS118", "rival-classifiers", Severity.ERROR, "0.1")

_KINDS = ("dscp", "inet-precedence")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.junos_statements:
        return
    for port in context.index.busy:
        kinds = dict(_classifiers(port))
        if not all(kind in kinds for kind in _KINDS):
            continue
        first, second = (_line(context, kind, kinds[kind], port) for kind in _KINDS)
        if first is None or second is None:
            continue
        yield RULE.at(
            max(first.origin, second.origin),
            f"{port.name} has classifiers of both dscp and inet-precedence",
            effect="the commit fails",
            label="the second",
            related=(Label(min(first.origin, second.origin), "the first"),),
            help="keep one of them",
        )


def _classifiers(port: Port) -> Iterator[tuple[str, str]]:
    for stage in port.input:
        if isinstance(stage, RuleList) and stage.feature.startswith("classifiers "):
            _, kind, name = stage.feature.split(" ", 2)
            if not stage.default_by:
                yield kind, name


def _line(context: Context, kind: str, name: str, port: Port) -> Name | None:
    """Where the port names a classifier."""
    by = port.name.replace(".", " unit ")
    uses = [
        one
        for one in context.device.names
        if one.kind == f"classifier {kind}" and one.name == name and one.by
    ]
    return next((one for one in uses if one.by == by), None)
