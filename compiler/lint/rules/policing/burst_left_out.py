"""A policer of JunOS with a rate and no burst.

## What it does

Reports a two-color policer that a filter or a port applies, whose limit has a bandwidth and no
`burst-size-limit`.

## Why it matters

Juniper gives the statement as a part of the limit that is not optional, and no default for it: such
a policer is not accepted at commit, or the text is only a part of the config. What it would let
through at once is not known, so that figures and artefacts rest on a guess of ours.

## Example

```junos
firewall {
    family inet {
        filter edge {
            term all {
                then { policer ten-megabit; accept; }
            }
        }
    }
    policer ten-megabit {
        if-exceeding { bandwidth-limit 10m; }
        then discard;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter edge {
            term all {
                then { policer ten-megabit; accept; }
            }
        }
    }
    policer ten-megabit {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 625k; }
        then discard;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Sources

- Juniper, CLI Reference, if-exceeding (Policer): a bandwidth-limit or bandwidth-percent, and a
  burst-size-limit, which does not stand in the brackets of what may be left out; burst-size-limit
  (Policer): no default.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Algorithm, Meter, RuleList
from qosc.lint.engine.rule import Context, Rule
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS309", "burst-left-out", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.burst_required:
        return
    reported: set[Span] = set()
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            for rule in stage.rules if isinstance(stage, RuleList) else ():
                meter = rule.policer.meter if rule.policer is not None else None
                if meter is not None and _lacks(meter) and meter.origin not in reported:
                    reported.add(meter.origin)
                    yield _finding(meter)


def _lacks(meter: Meter) -> bool:
    """Whether it is the limit of a two-color policer, and has no burst of its own."""
    if meter.algorithm is not Algorithm.SINGLE_BUCKET:
        return False
    return meter.cbs is None or bool(meter.cbs.default_by)


def _finding(meter: Meter) -> Diagnostic:
    taken = f"; taken to be {meter.cbs}" if meter.cbs is not None else ""
    return RULE.at(
        meter.origin,
        f"the policer has a bandwidth-limit of {meter.cir} and no burst-size-limit",
        effect=f"JunOS has no default for it{taken}",
        label="no burst-size-limit",
        help="give burst-size-limit: no less than ten times the MTU, and than what the interface "
        "sends in 5 ms",
    )
