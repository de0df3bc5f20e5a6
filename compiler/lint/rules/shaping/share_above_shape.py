"""A queue whose share is larger than what its shaping weight lets it send.

## What it does

Reports a port with shaped round robin where both kinds of weights are written, and a shaped queue's
part of the shares is more than the part of the link that its shaping weight stands for. It is
information where the share is less than twice that part: a share that does not count may be left as
it was.

## Why it matters

A shaping weight w holds the queue to 1/w of the link, and its share does not count. A large share
looks like much bandwidth; a large shaping weight is little.

## Example

```ios cat3750
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 10 60 20
 srr-queue bandwidth shape 0 0 20 0
```

## Use instead

```ios cat3750
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 10 60 20
 srr-queue bandwidth shape 0 0 0 0
```

## Sources

- Cisco, Catalyst 3560 Switch Command Reference, srr-queue bandwidth shape: the inverse ratio 1/w is
  the bandwidth of the queue; shaped mode overrides shared mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import PPM
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS423", "share-above-shape", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        whole = _shares(policy)
        for traffic_class in policy.classes:
            share, shaper = traffic_class.overridden, traffic_class.shaper
            if share is None or shaper is None or shaper.rate.default_by or not whole:
                continue
            part = share.value * PPM // whole
            if part <= shaper.rate.value:
                continue
            yield RULE.at(
                share.origin,
                f"{traffic_class.name} of {policy.name}: share {part / 10_000:.3g}%, shaped to "
                f"{shaper.rate}",
                effect=f"its shaping weight limits it to {shaper.rate} of the link",
                label="overridden by the shaping weight",
                related=(Label(shaper.rate.origin, f"{shaper.rate} of the link"),),
                help="write 0 for its shaping weight to share the link",
                severity=Severity.INFO if part < 2 * shaper.rate.value else None,
            )


def _shares(policy: Policy) -> int:
    """The sum of the shares that are written for queues without a priority."""
    weights = [
        traffic_class.overridden or traffic_class.part_of_rest
        for traffic_class in policy.classes
        if not traffic_class.priority
    ]
    return sum(weight.value for weight in weights if weight is not None)
