"""Queue lines of one family of switches, on a switch of another.

## What it does

Reports lines of weighted round robin (`wrr-queue`, `rcv-queue`, `min-reserve`) in a config whose
ports are tuned by `srr-queue` and `queue-set`, or the other way round; the family with fewer lines
is told.

## Why it matters

A Catalyst has one of the two: the 2950, 3550 and 6500 have WRR, the 2960, 3560 and 3750 have SRR.
It rejects the lines of the other, so that the queues keep the weights that they had.

## Example

```ios
hostname s1
mls qos
interface FastEthernet1/0/1
 switchport mode access
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 0 0 0 0
 mls qos trust dscp
interface FastEthernet1/0/2
 switchport mode access
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 0 0 0 0
 mls qos trust dscp
interface FastEthernet1/0/3
 switchport mode access
 wrr-queue bandwidth 10 20 30 40
 mls qos trust dscp
```

## Use instead

```ios
hostname s1
mls qos
interface FastEthernet1/0/1
 switchport mode access
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 0 0 0 0
 mls qos trust dscp
interface FastEthernet1/0/3
 switchport mode access
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 0 0 0 0
 mls qos trust dscp
```

## Sources

- Cisco, Catalyst 3750 Switch Command Reference: `srr-queue bandwidth share`, `queue-set`; it has no
  `wrr-queue`.
- Cisco, Catalyst 3550 Multilayer Switch Command Reference (12.1(4)EA1): `wrr-queue bandwidth`
  on its ports; it has no `srr-queue`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS623", "queue-lines-of-another-switch", Severity.WARNING, "0.1")

_LINE = pattern(
    r"\s*(?:(?P<wrr>(?:wrr|rcv)-queue|mls qos min-reserve)"
    r"|(?P<srr>srr-queue|queue-set|mls qos (?:srr-queue|queue-set)))[ ]"
)
_OTHER = {"wrr": "srr-queue", "srr": "wrr-queue"}
_MOST = 3


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    takes = context.profile.takes
    if source is None or takes.junos_statements or not takes.cisco_lines:
        return
    found: dict[str, list[int]] = {"wrr": [], "srr": []}
    for index in source.holding("wrr-queue ", "srr-queue ", "queue-set ", "min-reserve "):
        said = _LINE.match(source.lines[index])
        if said is not None:
            found[said.lastgroup or ""].append(source.number(index))
    few = min(found, key=lambda family: len(found[family]))
    most = max(len(lines) for lines in found.values())
    if not found[few] or len(found[few]) == most:
        return
    for number in found[few][:_MOST]:
        yield RULE.at(
            source.words(number),
            f"a line of another switch: the queues of this one are tuned by `{_OTHER[few]}`",
            effect="the switch rejects it, and the queue keeps the weights that it had",
            label="not of this switch",
            help="write it with the words of the other ports",
        )
