"""A unit or a port of JunOS that is shaped above the contract in its description.

## What it does

Reads the rates in the description of a port or a unit with a shaping rate of its own. Reports a
shaping rate above each of them, and one that is the rate for what comes down, where the description
of a port to a provider has a lower one for what goes up.

## Why it matters

What is sent above the contract is dropped behind this device, without regard to class: its queues
never fill.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 description "WAN, 60M down 10M up"
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces ge-0/0/0 shaping-rate 60m
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 description "WAN, 60M down 10M up"
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces ge-0/0/0 shaping-rate 10m
```

## Sources

- The config itself: what its descriptions say.
- Juniper, CLI Reference, shaping-rate (class-of-service interfaces): it shapes what is sent.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.lint.facts.junos.units import descriptions
from qosc.lint.facts.junos.values import bits
from qosc.lint.facts.words.name_words import said_words
from qosc.lint.facts.words.named_rates import named_rates, near
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS992", "shaped-at-another-rate", Severity.WARNING, "0.1")

_WAYS = pattern(r"(\d{1,5}[kmgKMG])\S{0,5} (down|up|down(?:load|stream)|up(?:load|stream))\b")
_OUTSIDE = frozenset(("wan", "isp", "uplink", "internet", "provider", "carrier"))
_CONTRACT = frozenset(("contract", "bought", "buys", "cir", "committed", "subscribed"))
_MARGIN = 10
"""A shaper may be above a contract by one part in so many: what counts as a frame differs."""


def check(context: Context) -> Iterator[Diagnostic]:
    described = context.once(descriptions)
    for one, rest in below(context, "class-of-service", "interfaces"):
        unit = f"{rest[0]}.{rest[2]}" if rest[1] == "unit" else rest[0]
        if rest[-2] != "shaping-rate" or unit not in described:
            continue
        rate = bits(rest[-1])
        text, line = described[unit]
        meant = _contract(text, rate) if rate else 0
        if rate and meant and not near(rate, meant):
            yield RULE.at(
                span_of(context, one.line),
                f"{unit} is shaped to {rest[-1]}, and its description has {_said(meant)} to send",
                effect="what is above is dropped behind this device, without regard to class",
                label="above the contract",
                related=(Label(span_of(context, line), "the contract"),),
                help="shape to what the contract has for this direction, or mend the description",
            )


def _contract(text: str, rate: int) -> int:
    """The rate that is to be sent, where the shaper is above it; else 0."""
    ways = {said[2][:1]: bits(said[1]) or 0 for said in _WAYS.finditer(text[:200].lower())}
    words = set(said_words(text))
    if ways:
        # What comes down to a site is sent by the provider; the site sends what goes up.
        up, down = ways.get("u", 0), ways.get("d", 0)
        return up if words & _OUTSIDE and up < down and near(rate, down) else 0
    rates = list(named_rates(text))
    most = max(rates, default=0)
    return most if words & _CONTRACT and rate * _MARGIN > most * (_MARGIN + 1) else 0


def _said(rate: int) -> str:
    for unit, size in (("g", 10**9), ("m", 10**6), ("k", 10**3)):
        if rate >= size and rate % size == 0:
            return f"{rate // size}{unit}"
    return str(rate)
