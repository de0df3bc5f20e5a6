"""A policer or rate limiter with another rate than its name says.

## What it does

Compares the rate in the name of a policer, or of a rate limiter of application traffic control, of
JunOS (`LIMIT-20M`) with its `bandwidth-limit`, and reports one that is another by a half or more.
A rate limiter has its rate in kbit/s. Names that speak of a burst, a port or a line are left out.

## Why it matters

A slip of a digit or of a unit polices a customer to a tenth of the contract, or not at all.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet policer input LIMIT-20M
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set firewall policer LIMIT-20M if-exceeding bandwidth-limit 2m
set firewall policer LIMIT-20M if-exceeding burst-size-limit 700k
set firewall policer LIMIT-20M then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet policer input LIMIT-20M
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set firewall policer LIMIT-20M if-exceeding bandwidth-limit 20m
set firewall policer LIMIT-20M if-exceeding burst-size-limit 700k
set firewall policer LIMIT-20M then discard
```

## Sources

- Juniper, CLI Reference, bandwidth-limit (Policer): in bit/s, with k, m or g.
- Juniper, CLI Reference, rate-limiters: those of application traffic control have their
  bandwidth-limit in kbit/s.
- The config itself: the rate in the name.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import show_rate
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.lint.facts.junos.values import bits
from qosc.lint.facts.words.named_rates import named_rates
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS942", "limit-unlike-name", Severity.WARNING, "0.1")


_OTHER = pattern(r"(?i)burst|port|line(?!ar)|link|circuit|access")
"""Words of names whose figure may be that of something else."""


def check(context: Context) -> Iterator[Diagnostic]:
    for one, rest in below(context, "firewall", "policer"):
        if rest[-2:-1] == ("bandwidth-limit",):
            yield from _told(context, f"policer {rest[0]}", rest[0], bits(rest[-1]), one.line)
    limiters = ("class-of-service", "application-traffic-control", "rate-limiters")
    for one, rest in below(context, *limiters):
        if rest[-2:-1] == ("bandwidth-limit",):
            rate = bits(rest[-1])
            thousand = rate * 1000 if rate is not None and rest[-1].isdecimal() else rate
            yield from _told(context, f"rate-limiters {rest[0]}", rest[0], thousand, one.line)


def _told(
    context: Context, title: str, name: str, rate: int | None, line: int
) -> Iterator[Diagnostic]:
    if _OTHER.search(name):
        return
    named = set(named_rates(name.replace("-", " ")))
    if rate is None or len(named) != 1:
        return
    (said,) = named
    if 2 * rate < 3 * said and 3 * rate > 2 * said:
        return
    yield RULE.at(
        span_of(context, line),
        f"{title[:50]} limits to {show_rate(rate)}, not {show_rate(said)}",
        effect=f"its name says {show_rate(said)}",
        label=f"not {show_rate(said)}",
        help="mend the rate, or the name",
    )
