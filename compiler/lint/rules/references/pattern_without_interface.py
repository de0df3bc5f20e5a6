"""A binding of class of service to an interface, or a unit, that is not there.

## What it does

Reports each `class-of-service interfaces` entry with a wildcard that fits none of the interfaces
that the text has, and each `unit` of an entry where the text has the interface and none of
the units that the entry names.

## Why it matters

JunOS does not check such patterns when it commits. The schedulers, classifiers and rewrite rules
below one that fits nothing are in force nowhere, and the interfaces keep the defaults.

## Example

```junos
class-of-service {
    interfaces {
        xe-* {
            unit * {
                classifiers { dscp default; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    interfaces {
        ge-* {
            unit * {
                classifiers { dscp default; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, Applying Scheduler Maps Overview: wildcards stand for
  interfaces and units, and are not validated.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import objects

__all__ = ["RULE", "check"]

RULE = Rule("QOS014", "pattern-without-interface", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    for kind, name, uses in context.once(objects).missing():
        if kind == "interface":
            like = "is called" if "." in name else "has a name like"
            yield RULE.at(
                uses[0].origin,
                f"no interface of this config {like} {name[:50]}",
                effect="the class of service below it is in force nowhere",
                label="fits no interface",
                help="name an interface or a unit that is there, or remove the entry",
            )
