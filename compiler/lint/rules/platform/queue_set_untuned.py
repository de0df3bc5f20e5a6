"""A port of a Catalyst in a queue-set that nothing tunes, where another queue-set is tuned.

## What it does

Reports `queue-set 2` on a port where the config has lines `mls qos queue-set output 1` and none of
queue-set 2; ports without such a line are in queue-set 1, which is told in the same way where only
queue-set 2 is tuned and no port is in it.

## Why it matters

The buffers and thresholds that were worked out have no effect on that port: it keeps the defaults,
and drops in bursts that the others hold.

## Example

```ios cat3750
hostname access-1
mls qos queue-set output 1 threshold 2 100 100 50 200
mls qos
interface GigabitEthernet0/1
 queue-set 2
 mls qos trust dscp
```

## Use instead

```ios cat3750
hostname access-1
mls qos
interface GigabitEthernet0/1
 mls qos trust dscp
```

## Sources

- Cisco, Catalyst 3750 Switch Command Reference, `queue-set`: a port is in queue-set 1 by default;
  `mls qos queue-set output`: the lines tune one queue-set.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS519", "queue-set-untuned", Severity.WARNING, "0.1")

_TUNED = pattern(r"mls qos queue-set output ([12]) (?:threshold|buffers)\b")
_USED = pattern(r"\s+queue-set ([12])\b")


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.profile.takes.switch:
        return
    if not context.device.complete or "mls qos" not in source.lines:
        return
    tuned: dict[str, Span] = {}
    used: dict[str, Span] = {}
    for number, line in source.numbered():
        said, port = _TUNED.match(line), _USED.match(line)
        span = said or port
        if span is not None:
            place = Span(source.path, number, span.start(1) + 1, number, span.end(1) + 1)
            (tuned if said is not None else used).setdefault(span[1], place)
    if len(tuned) != 1:
        return
    ((known, by),) = tuned.items()
    other = "2" if known == "1" else "1"
    if other in used or (known == "2" and not used):
        at = used.get(other, by)
        what = "queue-set 2" if other in used else "queue-set 1, where every port is,"
        yield RULE.at(
            at,
            f"{what} has its defaults, and queue-set {known} is tuned",
            label="of another queue-set",
            related=(Label(by, f"tunes queue-set {known}"),) if other in used else (),
            help=f"tune queue-set {other}, or put the port into queue-set {known}",
        )
