"""A drop threshold of a queue-set above the most that the queue may hold.

## What it does

Reports a line `mls qos queue-set output ... threshold` whose first or second drop threshold is
above its maximum.

## Why it matters

The queue ends at its maximum: the threshold is never met, and packets that were to be dropped
before others are dropped with them.

## Example

```ios cat3750
hostname sw
mls qos
mls qos queue-set output 1 threshold 2 400 400 50 200
interface FastEthernet0/1
 mls qos trust dscp
```

## Use instead

```ios cat3750
hostname sw
mls qos
mls qos queue-set output 1 threshold 2 100 200 50 400
interface FastEthernet0/1
 mls qos trust dscp
```

## Sources

- Cisco, Catalyst 3750 Switch Command Reference, mls qos queue-set output threshold: drop-threshold
  percentages can exceed 100 percent and can be up to the maximum.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.switches.switch_ports import trusting
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS522", "threshold-above-maximum", Severity.WARNING, "0.1")

_LINE = pattern(
    r"mls qos queue-set output [12] threshold ([1-4]) (\d{1,4}) (\d{1,4}) \d{1,4} (\d{1,4})\s*"
)


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    for number, line in source.numbered() if source is not None and trusting(context) else ():
        said = _LINE.fullmatch(line)
        if said is None or source is None:
            continue
        first, second, most = (int(said[group]) for group in (2, 3, 4))
        above = 2 if first > most else 3
        if max(first, second) > most:
            yield RULE.at(
                source.span(number, *said.span(above)),
                f"queue {said[1]} drops from {said[above]} % on, and holds {most} % at most",
                effect="all its packets are dropped at the maximum alike",
                label=f"above {most}",
                help="raise the maximum, or lower the threshold",
            )
