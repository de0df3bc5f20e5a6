"""Subinterfaces whose shapers have together more than the port below them is set to.

## What it does

Reports a port whose speed the config sets, or whose kind gives it, where the shapers of the
policies of its subinterfaces add up to more. At info: not all sites need be busy at once.

## Why it matters

When they are, packets wait in the queue of the port, which has no classes: the voice of all sites
waits behind the data of any.

## Example

```ios
policy-map SITE
 class class-default
  shape average 8000000
interface FastEthernet0/0
 speed 10
interface FastEthernet0/0.1
 encapsulation dot1Q 1
 service-policy output SITE
interface FastEthernet0/0.2
 encapsulation dot1Q 2
 service-policy output SITE
```

## Use instead

```ios
policy-map SITE
 class class-default
  shape average 8000000
interface FastEthernet0/0
 speed 100
interface FastEthernet0/0.1
 encapsulation dot1Q 1
 service-policy output SITE
interface FastEthernet0/0.2
 encapsulation dot1Q 2
 service-policy output SITE
```

## Sources

- Cisco, Applying QoS Features Using the MQC, Configuring QoS on subinterfaces: each shaper counts
  alone, and the physical interface sends what all of them let through.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import show_rate
from qosc.datapath.lines import Evidence, line_rate
from qosc.datapath.shares import Base
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Policy, Port, PortKind
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS458", "parts-above-their-port", Severity.INFO, "0.1")

_SURE = (Evidence.KIND, Evidence.SAID, Evidence.SETTINGS)


def check(context: Context) -> Iterator[Diagnostic]:
    parts: dict[str, list[tuple[Port, Attachment, int]]] = {}
    for port in context.index.busy:
        if port.kind is not PortKind.SUBINTERFACE or port.shutdown or not port.parent:
            continue
        for stage in port.output:
            rate = _shaped(context, stage) if isinstance(stage, Attachment) else None
            if isinstance(stage, Attachment) and rate is not None:
                parts.setdefault(port.parent, []).append((port, stage, rate))
    for name, shaped in parts.items():
        whole = context.device.ports.get(name)
        line = None if whole is None else line_rate(context.device, whole, context.profile)
        total = sum(rate for _, _, rate in shaped)
        if whole is None or line is None or line.evidence not in _SURE or total <= line.rate:
            continue
        if (
            whole.output
            and len(shaped) > 1
            and any(isinstance(stage, Attachment) for stage in whole.output)
        ):
            continue  # the port has classes of its own
        yield RULE.at(
            shaped[0][1].policy.origin,
            f"the {len(shaped)} shaped parts of {name[:40]} have {show_rate(total)} together",
            effect=f"{name[:40]} sends {show_rate(line.rate)}: when they are busy, what is above "
            "waits or is dropped there, whatever its class",
            label="the first of them",
            related=(Label(whole.origin, f"{show_rate(line.rate)}"),),
            help="a policy on the port that shapes to its rate keeps classes apart there",
        )


def _shaped(context: Context, stage: Attachment) -> int | None:
    """What the shapers of a policy let through together, where all of its packets are shaped."""
    policy = resolve(context.device, stage.policy)
    if not isinstance(policy, Policy) or policy.feature:
        return None
    base = Base(None)
    rates = [base.cap(item.shaper) for item in policy.classes]
    known = [rate for rate in rates if rate is not None]
    return sum(known) if known and len(known) == len(rates) else None
