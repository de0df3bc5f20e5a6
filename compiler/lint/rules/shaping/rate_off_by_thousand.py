"""A rate in bit/s that is a thousandth, or a thousand times, of the figure its port names.

## What it does

Reports a `shape` or `police` rate that is a thousandth or a thousand times of a rate named by the
`bandwidth` or the description of the interface or by the name of the policy, and a shaper of all
traffic of a port with less than a twenty-thousandth of its line. It looks at the policies of Cisco
systems on all kinds of interfaces, and on JunOS at `shaping-rate` of a port or a unit beside its
description, not at traffic control profiles and policers. `bandwidth` is taken as meant: that of a
serial line in bit/s (`bandwidth 2048000`) is not told.

## Why it matters

`bandwidth` is in kbit/s, `shape` and `police` are in bit/s. `shape average 20000` leaves 20 kbit/s
of a circuit of 20 Mbit/s: one packet of 1500 bytes takes 600 ms, and what comes beside it is lost.

## Example

```ios
policy-map WAN-OUT
 class class-default
  shape average 20000
interface GigabitEthernet0/0
 description circuit 4711, 20M
 service-policy output WAN-OUT
```

## Use instead

```ios
policy-map WAN-OUT
 class class-default
  shape average 20000000
interface GigabitEthernet0/0
 description circuit 4711, 20M
 service-policy output WAN-OUT
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `shape` and `police`: rates in bit/s.
- Cisco IOS Interface and Hardware Component Command Reference, `bandwidth (interface)`: in kbit/s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.amounts import Rate, RateBase, show_rate
from qosc.datapath.lines import Evidence, line_rate
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Port
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.titles import class_title
from qosc.lint.facts.words.named_rates import named_rates, near
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS454", "rate-off-by-thousand", Severity.WARNING, "0.1")

_OF_JUNOS = "shaping-rate of "
"""What the feature of a policy begins with that a port of JunOS has for its own rate."""
_SURE = (Evidence.KIND, Evidence.SAID, Evidence.SETTINGS)
_TINY = 20_000
"""A shaper of all traffic with less than this part of the line is no shaper that anyone wants."""


class _Figure(NamedTuple):
    """A rate in bit/s that something beside the policy names, with its words."""

    rate: int
    words: str
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or (policy.feature and not policy.feature.startswith(_OF_JUNOS)):
            continue
        named = [one for spot in spots for one in _figures(context, spot.port)]
        own = policy.name if not policy.feature else ""
        named += [_Figure(rate, "its name", policy.origin) for rate in named_rates(own)]
        for item in policy.classes:
            what = class_title(policy, item)
            whole = item is policy.classes[-1]
            figures = [_Figure(rate, "its name", item.origin) for rate in named_rates(item.name)]
            figures += named if whole else []
            rates = [("shapes", item.shaper.rate)] if item.shaper is not None else []
            rates += [("polices", one.meter.cir) for one in item.policers]
            for verb, rate in rates:
                if rate.base is not RateBase.BPS or rate.default_by or rate.origin == NOWHERE:
                    continue
                if any(near(rate.value, one.rate) for one in figures):
                    continue  # it is what is named beside it
                slip = _slip(rate.value, figures)
                if slip is not None:
                    yield _finding(f"{what} {verb} to {show_rate(rate.value)}", rate, slip)
                elif verb == "shapes" and whole and not policy.feature:
                    yield from _tiny(context, what, rate, spots)


def _finding(said: str, rate: Rate, slip: _Figure) -> Diagnostic:
    return RULE.at(
        rate.origin,
        f"{said}, not {show_rate(slip.rate)}",
        effect=f"{slip.words} names {show_rate(slip.rate)}",
        label="in bit/s",
        related=(Label(slip.origin, f"names {show_rate(slip.rate)}"),)
        if slip.origin not in (NOWHERE, rate.origin)
        else (),
        help=f"write {slip.rate}",
    )


def _tiny(context: Context, what: str, rate: Rate, spots: list[Place]) -> Iterator[Diagnostic]:
    """The shaper of all that leaves a port, with next to nothing of its line."""
    lines = [line_rate(context.device, spot.port, context.profile) for spot in spots]
    if any(spot.nested or spot.direction != "output" for spot in spots) or not all(
        line is not None and line.evidence in _SURE and rate.value * _TINY <= line.rate
        for line in lines
    ):
        return
    line = lines[0]
    if line is not None:
        part = line.rate // max(rate.value, 1)
        yield RULE.at(
            rate.origin,
            f"{what} shapes to {show_rate(rate.value)}, 1/{part} of {spots[0].port.name}",
            label="in bit/s",
            help=f"write {rate.value}000 if kbit/s were meant",
        )


def _slip(rate: int, figures: list[_Figure]) -> _Figure | None:
    """The first figure that a rate misses by a thousand."""
    for one in figures:
        if near(rate * 1000, one.rate) or near(rate, one.rate * 1000):
            return one
    return None


def _figures(context: Context, port: Port) -> list[_Figure]:
    """What a port names but for the rate of its own line."""
    figures = []
    said = port.bandwidth
    if said is not None and not said.default_by and said.origin != NOWHERE:
        bits = said.bits_per_second(None)
        if bits:
            figures.append(_Figure(bits, f"`bandwidth` of {port.name}", said.origin))
    what = f"the description of {port.name}"
    figures += [_Figure(rate, what, port.origin) for rate in named_rates(port.description)]
    line = line_rate(context.device, port, context.profile) if figures else None
    return [
        one for one in figures if line is None or one.rate != line.rate or one.origin == NOWHERE
    ]
