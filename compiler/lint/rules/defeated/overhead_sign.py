"""A shaper that takes from each packet what another one adds.

## What it does

Reports a shaper with `account user-defined` and a negative figure, where another shaper of the text
has the same figure without the sign.

## Why it matters

The shaper counts packets as shorter than they are: it sends more than the circuit carries, most of
all with small packets, and the carrier drops what is above, of all classes.

## Example

```ios
hostname ce
policy-map WAN-A
 class class-default
  ! qosc: ignore[QOS011] not in the model
  shape average 100000000 account user-defined 24
policy-map WAN-B
 class class-default
  ! qosc: ignore[QOS011] not in the model
  shape average 50000000 account user-defined -24
interface GigabitEthernet0/0
 service-policy output WAN-A
interface GigabitEthernet0/1
 service-policy output WAN-B
```

## Use instead

```ios
hostname ce
policy-map WAN-A
 class class-default
  ! qosc: ignore[QOS011] not in the model
  shape average 100000000 account user-defined 24
policy-map WAN-B
 class class-default
  ! qosc: ignore[QOS011] not in the model
  shape average 50000000 account user-defined 24
interface GigabitEthernet0/0
 service-policy output WAN-A
interface GigabitEthernet0/1
 service-policy output WAN-B
```

## Sources

- Cisco, QoS: Policing and Shaping Configuration Guide, Overhead Accounting: a user-defined
  offset is the number of bytes that the router adds to each packet,
  or subtracts from it if it is negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, place
from qosc.lint.facts.lines.policies import applied, written
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS967", "overhead-sign", Severity.WARNING, "0.1")
_OFFSET = pattern(r"shape .*\baccount user-defined ([+-]?)(\d{1,3})(?: |$)")


def check(context: Context) -> Iterator[Diagnostic]:
    added: dict[str, int] = {}
    taken: list[tuple[Block, str, int]] = []
    for policy in context.once(applied).values():
        for number, line in policy.lines:
            said = _OFFSET.match(line)
            if said is None:
                continue
            if said[1] == "-":
                taken.append((policy, said[2], number))
            else:
                added.setdefault(said[2], number)
    for policy, figure, number in taken:
        if figure != "0" and figure in added:
            yield RULE.at(
                place(context, number),
                f"policy-map {written(context, policy)} takes {figure} bytes from each packet, "
                "another adds them",
                effect="the shaper sends more than its rate, and the carrier drops the rest",
                label="shorter than they are",
                related=(Label(place(context, added[figure]), "adds them"),),
                help=f"write {figure}, if the circuits are alike",
            )
