"""A line that concerns QoS, is understood, and is not in the model.

## What it does

Reports each line that the program recognises as QoS and does not model. Its effect is in no output
of the program, and no rule looks at it.

## Why it matters

What the device does to packets is more than what this program says of it. The finding is the list
of what is missing, so that nobody takes the compiled result for the whole.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
  compress header ip rtp
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- A rule about this program's own reading; it needs no other source.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import SupportState
from qosc.lint.objects import covers, idle_contexts, is_missing, told
from qosc.lint.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS011", "line-not-modelled", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    reported, idle = context.once(told), context.once(idle_contexts)
    for residue in context.device.residue:
        if residue.state is SupportState.RECOGNISED and not (
            covers(residue.origin, reported)
            or is_missing(context, residue.reason)
            or f"{residue.context} ".startswith(idle)
        ):
            yield RULE.at(
                residue.origin,
                f"this line in {residue.context} is understood and not modelled, so its effect on "
                "packets is left out",
                label="not in the model",
                notes=(residue.reason,) if residue.reason else (),
            )
