"""A statement that JunOS does not commit beside another one, or with lists of unequal length.

## What it does

Reports an `interpolate` whose fill levels and drop probabilities are not equally many, and, on
platforms where a port has one of them, a classifier or rewrite rule of a second kind.

## Why it matters

The commit fails, and nothing of the change is in force. Where such a text comes from elsewhere than
a router, the statement and all that depends on it are missing on the device.

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

- Juniper, Class of Service User Guide, Configuring RED Drop Profiles: a fill level and a drop
  probability are a pair, also of interpolated profiles.
- Juniper, ACX Series Universal Metro Router Configuration Guide, Applying DSCP and DSCP IPv6
  Classifiers: dscp or inet-precedence together with dscp-ipv6 fails the commit.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.refused import is_refused

__all__ = ["RULE", "check"]

RULE = Rule("QOS017", "commit-fails", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for residue in context.device.residue:
        if not is_refused(residue):
            continue
        if residue.reason.startswith("the commit fails"):
            _, _, why = residue.reason.partition(": ")
            what, why = residue.text[:40], why.partition(", since ")[0]
            advice = "leave one of them out"
        else:
            what, why = f"drop-profile {residue.text[:30]}", residue.reason.partition(": ")[0]
            advice = "give each fill level its drop probability"
        yield RULE.at(
            residue.origin,
            f"the commit fails at {what}: {why}",
            label="refused",
            notes=(residue.reason,),
            help=advice,
        )
