"""A name of a code point that another kind of code point has.

## What it does

Reports a classifier or rewrite rule that names a code point by an alias which its own kind does not
have and another kind has, such as `af41` in a classifier of kind `exp`.

## Why it matters

The aliases of each kind are of its own: `ef` is 101110 as a DSCP and 010 as an EXP value. A name
that the kind does not have makes the commit fail, and the packets that were meant stay in the class
of queue 0.

## Example

```junos
class-of-service {
    classifiers {
        exp core {
            import default;
            forwarding-class expedited-forwarding {
                loss-priority low code-points cs5;
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { exp core; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        exp core {
            import default;
            forwarding-class expedited-forwarding {
                loss-priority low code-points 101;
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { exp core; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, Default Aliases for CoS Value Bit Patterns Overview: the
  table of aliases has a column for each kind of code point.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir.device import Name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import elsewhere, objects

__all__ = ["RULE", "check"]

RULE = Rule("QOS015", "alias-of-another-family", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    known = context.once(objects)
    for kind, name, uses in known.missing():
        word, _, own = kind.partition(" ")
        other = elsewhere(known, kind, name) if word == "alias" else ""
        for use in uses if other else ():
            yield _finding(use, own, other.partition(" ")[2])


def _finding(use: Name, own: str, other: str) -> Diagnostic:
    return RULE.at(
        use.origin,
        f"{use.by[:40]}: code point {use.name} is an alias of {other}, not of {own}",
        effect="the commit fails, or these packets keep the default class",
        label=f"no alias of {own}",
        help=f"write the bits, or define the alias for {own}",
    )
