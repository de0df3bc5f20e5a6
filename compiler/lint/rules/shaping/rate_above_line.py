"""A policer or a shaper whose rate is above that of the line, or of the shaper around it.

## What it does

Reports a `police`, a `rate-limit`, a JunOS policer, a `shape` or a `shaping-rate` with a rate in
bit/s that is above the speed of each port where it works, or above that of a shaper around it. The
speed of a line is known by the kind of the interface or by what the config sets it to; `bandwidth`
is not one.

## Why it matters

No more arrives than the line carries, so that the policer drops nothing and the shaper delays
nothing: queues below such a shaper stay empty. Most often a rate in kbit/s was multiplied once too
much, or the port was changed for a slower one.

## Example

```ios
policy-map WAN
 class class-default
  shape average 200000000
interface FastEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
policy-map WAN
 class class-default
  shape average 20000000
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `shape` and `police`: the rates are in
  bit/s, and no more than the interface sends or receives can exceed them.
- RFC 2697, section 3, and RFC 2475, section 2.3.3.3: a meter and a shaper act on packets above
  their rate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.amounts import Rate, RateBase, show_rate
from qosc.datapath.lines import Evidence, line_rate
from qosc.datapath.shapers import shaped
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Port, PortKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered
from qosc.lint.facts.places import places
from qosc.lint.facts.titles import class_title
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS313", "rate-above-line", Severity.WARNING, "0.1")

_SURE = (
    Evidence.KIND,
    Evidence.SAID,
    Evidence.SETTINGS,
    Evidence.MEMBERS,
    Evidence.LINK,
    Evidence.CONTRACT,
)


class _Limit(NamedTuple):
    """The most that can come, in bit/s, and whose rate that is, in words."""

    rate: int
    words: str


class _Use(NamedTuple):
    """A rate at one place. `limit` is None where nothing sure bounds what comes."""

    what: str
    verb: str
    rate: int
    limit: _Limit | None


def check(context: Context) -> Iterator[Diagnostic]:
    uses: dict[Span, list[_Use]] = {}
    for origin, use in (*_policers(context), *_shapers(context)):
        if origin != NOWHERE:
            uses.setdefault(origin, []).append(use)
    for origin, at_line in uses.items():
        over = [use for use in at_line if use.limit is not None and use.rate > use.limit.rate]
        if len(over) < len(at_line):
            continue  # it acts at one place at least
        use = max(over, key=lambda each: each.limit.rate if each.limit else 0)
        limit = use.limit
        if limit is not None:
            yield RULE.at(
                origin,
                f"{use.what} {use.verb} nothing: {show_rate(use.rate)}",
                effect=f"no more than {show_rate(limit.rate)} can arrive",
                label=f"above the {show_rate(limit.rate)} of {limit.words}",
                help="lower the rate, or leave it out",
            )


def _policers(context: Context) -> Iterator[tuple[Span, _Use]]:
    for policing in context.once(metered):
        rate = policing.rate
        written = _given(policing.policer.meter.cir)
        if rate is None or not written or policing.policer.shared or policing.bounds_priority:
            continue
        limit = None if policing.port is None else _line(context, policing.port)
        yield policing.policer.origin, _Use(policing.what, "polices", rate, limit)


def _shapers(context: Context) -> Iterator[tuple[Span, _Use]]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None:
            continue
        for spot in spots:
            limit = _line(context, spot.port)
            if spot.shaped and spot.whole is not None:
                above = _Limit(spot.whole, f"the shaper above {policy.title}")
                limit = above if limit is None or above.rate < limit.rate else limit
            for item in policy.classes:
                bounds = shaped(item.shaper, spot.base.above(item.shaper))
                if item.shaper is not None and bounds is not None and _given(item.shaper.rate):
                    use = _Use(class_title(policy, item), "shapes", bounds.rate, limit)
                    yield item.shaper.rate.origin, use


def _given(rate: Rate) -> bool:
    """Whether the config gives a rate in bit/s."""
    return rate.base is RateBase.BPS and not rate.default_by


def _lines(_context: Context) -> dict[str, _Limit | None]:
    """The lines of the ports that were asked for: a port may have thousands of policers."""
    return {}


def _line(context: Context, port: Port) -> _Limit | None:
    """What the line of a port carries, where that is sure."""
    known = context.once(_lines)
    if port.name not in known:
        known[port.name] = _surely(context, port)
    return known[port.name]


def _surely(context: Context, port: Port) -> _Limit | None:
    if port.kind is PortKind.CONTROL_PLANE:
        return None
    line = line_rate(context.device, port, context.profile)
    if line is None or line.evidence not in _SURE:
        return None
    return _Limit(line.rate, port.name)
