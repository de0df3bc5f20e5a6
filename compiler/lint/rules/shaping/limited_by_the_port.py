"""A shaper or a policer on a port whose own policer lets less through.

## What it does

Reports a `rate-limit` or a policer that takes all packets of a port in one direction and drops what
exceeds, where a policer of fewer packets, or the shaper of the policy beside it, has a higher rate.

## Why it matters

The limit of the whole port is met first: the other one never sees its rate, so that a shaper delays
nothing, and queues below it stay empty while voice is dropped with all else. Often the limit is
what was left of an older contract.

## Example

```ios
policy-map WAN
 class class-default
  shape average 20000000
interface FastEthernet0/0
 rate-limit output 8000000 1500000 3000000 conform-action transmit exceed-action drop
 service-policy output WAN
```

## Use instead

```ios
policy-map WAN
 class class-default
  shape average 8000000
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco, Quality of Service Options on GRE Tunnel Interfaces, and Order of QoS Operations: committed
  access rate on output comes before queueing.
- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Order of Policer and
  Firewall Filter Operations: on input the interface's policer comes before its filters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.amounts import show_rate
from qosc.datapath.meters import buckets
from qosc.datapath.rates import base_of
from qosc.datapath.shares import Base
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Policer,
    Policy,
    Port,
    PortKind,
    Predicate,
    RuleList,
    Test,
    Verdict,
)
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS457", "limited-by-the-port", Severity.WARNING, "0.1")


class _Limit(NamedTuple):
    """A rate in bit/s, whose it is in words, and where it stands."""

    rate: int
    words: str
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for port in context.index.busy:
        if port.kind is PortKind.CONTROL_PLANE:
            continue
        for output, stages in ((False, port.input), (True, port.output)):
            whole = base_of(context.device, port, context.profile, output=output).whole
            lists = [stage for stage in stages if isinstance(stage, RuleList)]
            held = [one for stage in lists for one in _of_all(stage, whole)]
            if not held:
                continue
            least = min(held)
            others = [one for stage in lists for one in _of_some(stage, whole)]
            for stage in stages if output else ():
                if isinstance(stage, Attachment):
                    others += _shapers(context, stage, whole)
            for one in others:
                if one.rate > least.rate and one.origin not in reported:
                    reported.add(one.origin)
                    yield _finding(port, one, least)


def _finding(port: Port, one: _Limit, least: _Limit) -> Diagnostic:
    return RULE.at(
        one.origin,
        f"{one.words} of {show_rate(one.rate)} is behind a limit of {show_rate(least.rate)}",
        effect=f"{port.name[:40]} drops what is above {show_rate(least.rate)}, whatever its class, "
        "so that this rate is never reached",
        label="never reached",
        related=(Label(least.origin, f"{show_rate(least.rate)} for all packets"),),
        help="leave the lower limit out, or raise it",
    )


def _of_all(stage: RuleList, whole: int | None) -> Iterator[_Limit]:
    """The limit of a list whose first rule takes all packets."""
    if stage.rules and _everything(stage.rules[0].match):
        yield from _limit(stage.rules[0].policer, stage.feature, whole)


def _of_some(stage: RuleList, whole: int | None) -> Iterator[_Limit]:
    for rule in stage.rules:
        if not _everything(rule.match):
            yield from _limit(rule.policer, "a policer", whole)


def _limit(policer: Policer | None, words: str, whole: int | None) -> Iterator[_Limit]:
    if policer is None or policer.exceed.verdict is not Verdict.DROP or policer.shared:
        return
    committed = buckets(policer.meter, whole).committed
    rate = policer.meter.pir or policer.meter.cir
    most = Base(whole).reserved(rate)
    if not committed.packets and most is not None and policer.origin != NOWHERE:
        yield _Limit(most, words, policer.origin)


def _shapers(context: Context, stage: Attachment, whole: int | None) -> Iterator[_Limit]:
    policy = resolve(context.device, stage.policy)
    base = Base(whole)
    for item in policy.classes if isinstance(policy, Policy) else ():
        shaper = item.shaper
        rate = base.cap(shaper) if shaper is not None and not shaper.rate.default_by else None
        if shaper is not None and rate is not None:
            yield _Limit(rate, f"the shaper of class {item.name[:40]}", shaper.rate.origin)


def _everything(match: Predicate) -> bool:
    """Whether all packets of IP are taken."""
    return isinstance(match, Anything) or (isinstance(match, Test) and match.field is Field.VERSION)
