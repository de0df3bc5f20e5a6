"""Trust and queues of a Catalyst port where the config does not turn QoS on.

## What it does

Reports `mls qos trust`, `mls qos cos`, `srr-queue`, `wrr-queue` and `priority-queue out` of the
ports of a switch whose whole config, with its host name, has no line `mls qos`.

## Why it matters

QoS is off by default. Without `mls qos` the switch looks at no mark and has one queue in force: the
lines of the ports wait for a global line that is not there.

## Example

```ios cat3750
hostname access-1
interface FastEthernet0/1
 switchport mode access
 mls qos trust dscp
 srr-queue bandwidth shape 0 0 0 0
 priority-queue out
```

## Use instead

```ios cat3750
hostname access-1
mls qos
interface FastEthernet0/1
 switchport mode access
 mls qos trust dscp
 srr-queue bandwidth shape 0 0 0 0
 priority-queue out
```

## Sources

- Cisco, Catalyst 3750 Switch Software Configuration Guide, Default Standard QoS Configuration: QoS
  is disabled; there is no concept of trusted or untrusted ports, and packets are not modified.
- Cisco, Catalyst 3750 Switch Command Reference, `mls qos`: it enables QoS for the entire switch.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.source import SourceText

__all__ = ["RULE", "check"]

RULE = Rule("QOS515", "mls-qos-not-enabled", Severity.WARNING, "0.1")

_OF_PORTS = ("mls qos trust", "mls qos cos", "srr-queue ", "wrr-queue ", "priority-queue out")


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.profile.takes.mls_enables:
        return
    lines = [line.rstrip() for line in source.lines]
    if "mls qos" in lines or not any(line.startswith("hostname ") for line in lines):
        return
    if any(line.startswith("auto qos ") for line in lines):
        return  # the macro turns it on
    statements = [
        at
        for at, line in enumerate(lines)
        if line[:1].isspace() and line.strip().startswith(_OF_PORTS)
    ]
    if statements:
        line = lines[statements[0]]
        start = len(line) - len(line.lstrip())
        place = source.span(source.number(statements[0]), start, len(line))
        more = f" and {len(statements) - 1} more" if len(statements) > 1 else ""
        yield RULE.at(
            place,
            f"`{' '.join(line.split()[:3])}`{more} without effect: `mls qos` is missing",
            label="QoS is off",
            help="write `mls qos` in global configuration",
            fixes=_enabling(source, lines),
        )


def _enabling(source: SourceText, lines: list[str]) -> tuple[Fix, ...]:
    """The line in front of the first interface, where it is in global configuration."""
    for at, line in enumerate(lines):
        if line.startswith("interface "):
            place = source.span(source.number(at), 0, 0)
            return (Fix("write mls qos", (Edit(place, "mls qos\n"),)),)
    return ()
