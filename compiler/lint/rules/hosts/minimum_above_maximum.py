"""A minimum rate above the maximum rate of the same action.

## What it does

Reports an action of a Policy Agent file (ServiceCategories, PolicyAction) whose MinRate is above
its MaxRate. A MaxRate of 0 is none.

## Why it matters

Both are of each TCP connection, in kbit/s, and no connection can have both. No public source says
which of them holds, so that transfers are slower or faster than the file seems to say.

## Example

```policy-agent
PolicyAction transfers
{
  MaxRate     100   # qosc: ignore[QOS011] known to be by connection
  MinRate     1000  # qosc: ignore[QOS011] known to be by connection
  OutgoingTOS 00100000
}
PolicyRule files
{
  ProtocolNumberRange   6
  SourcePortRange       20 21
  PolicyActionReference transfers
}
```

## Use instead

```policy-agent
PolicyAction transfers
{
  MaxRate     1000  # qosc: ignore[QOS011] known to be by connection
  MinRate     100   # qosc: ignore[QOS011] known to be by connection
  OutgoingTOS 00100000
}
PolicyRule files
{
  ProtocolNumberRange   6
  SourcePortRange       20 21
  PolicyActionReference transfers
}
```

## Sources

- IBM, z/OS V2R1 Communications Server, IP Configuration Reference, PolicyAction: MaxRate and
  MinRate, in Kbps; the help of its configuration tool has them as maximum and minimum throughput,
  of TCP only.
- IBM, AIX 7.3, ServiceCategories statement: a MaxRate of 0 is no target.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import ResidueKind
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS132", "minimum-above-maximum", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for residue in context.device.residue:
        if residue.kind is ResidueKind.CROSSED:
            yield RULE.at(
                residue.origin,
                f"{residue.text[:40]} is above {residue.about} of the same action",
                effect="no connection can have both",
                label="above the maximum",
                help="exchange the two, or leave one out",
            )
