"""A statement that JunOS does not commit beside another one, or with lists of unequal length.

## What it does

Reports an `interpolate` whose fill levels and drop probabilities are not equally many, and, on
platforms where a port has one of them, a classifier or rewrite rule of a second kind. The lists
of `interpolate` are a warning: what a commit says of them is not recorded.

## Why it matters

A commit that fails leaves nothing of the change in force. Where such a text comes from elsewhere
than a router, the statement and all that depends on it are missing on the device. A fill level
without its probability is no point of a curve, so that the queue does not drop as it was meant to.

## Example

```junos
class-of-service {
    drop-profiles {
        early {
            interpolate {
                fill-level [ 30 60 90 ];
                drop-probability [ 10 90 ];
            }
        }
    }
}
```

## Use instead

```junos
class-of-service {
    drop-profiles {
        early {
            interpolate {
                fill-level [ 30 60 90 ];
                drop-probability [ 10 50 90 ];
            }
        }
    }
    schedulers {
        rest {
            transmit-rate percent 100;
            drop-profile-map loss-priority any protocol any drop-profile early;
        }
    }
    scheduler-maps {
        core { forwarding-class best-effort scheduler rest; }
    }
}
```

## Sources

- Juniper, CLI Reference, `fill-level` (class-of-service): the fill-level and drop-probability
  statements are configured in related pairs.
- Juniper, ACX Series Universal Metro Router Configuration Guide, Applying DSCP and DSCP IPv6
  Classifiers: dscp or inet-precedence together with dscp-ipv6 fails the commit.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Residue, ResidueKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.refused import is_refused

__all__ = ["RULE", "check"]

RULE = Rule("QOS017", "commit-fails", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for residue in context.device.residue:
        if not is_refused(residue):
            continue
        if residue.kind is ResidueKind.RIVALS:
            _, _, why = residue.reason.partition(": ")
            what, why = residue.text[:40], why.partition(", since ")[0]
        else:
            yield _unequal(residue)
            continue
        yield RULE.at(
            residue.origin,
            f"the commit fails at {what}: {why}",
            label="rejected",
            notes=(residue.reason,),
            help="leave one of them out",
        )


def _unequal(residue: Residue) -> Diagnostic:
    """A warning: no recorded commit is known that says what JunOS does with such lists."""
    return RULE.at(
        residue.origin,
        f"drop-profile {residue.text[:30]} is no curve: {residue.reason.partition(': ')[0]}",
        severity=Severity.WARNING,
        label="not in pairs",
        notes=(residue.reason,),
        help="give each fill level its drop probability",
    )
