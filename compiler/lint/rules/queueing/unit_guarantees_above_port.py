"""Guaranteed rates of units that add up to more than their port or interface set has.

## What it does

On JunOS, adds up the guaranteed rates of the units of a port, and compares the sum with the port's
own guaranteed rate, else with its shaping rate, else with its speed. Units of an interface set
are added up for the set, and the set counts at the port in their place.

## Why it matters

The commit does not fail: the software lowers the rates until their sum is what there is, so that
each customer is guaranteed less than the config says. Where the sum is more than the rate of a
level in between, the guarantees cannot be kept in all cases.

## Example

```junos
interfaces {
    ge-0/0/0 {
        hierarchical-scheduler;
        vlan-tagging;
        unit 10 { vlan-id 10; }
        unit 20 { vlan-id 20; }
    }
}
class-of-service {
    traffic-control-profiles {
        gold { guaranteed-rate 700m; shaping-rate 900m; }
        silver { guaranteed-rate percent 40; shaping-rate 900m; }
    }
    interfaces {
        ge-0/0/0 {
            unit 10 { output-traffic-control-profile gold; }
            unit 20 { output-traffic-control-profile silver; }
        }
    }
}
```

## Use instead

```junos
interfaces {
    ge-0/0/0 {
        hierarchical-scheduler;
        vlan-tagging;
        unit 10 { vlan-id 10; }
        unit 20 { vlan-id 20; }
    }
}
class-of-service {
    traffic-control-profiles {
        gold { guaranteed-rate 600m; shaping-rate 900m; }
        silver { guaranteed-rate percent 40; shaping-rate 900m; }
    }
    interfaces {
        ge-0/0/0 {
            unit 10 { output-traffic-control-profile gold; }
            unit 20 { output-traffic-control-profile silver; }
        }
    }
}
```

## Sources

- Juniper, Providing a Guaranteed Minimum Rate: if the sum of the guaranteed rates exceeds the
  interface bandwidth, the commit operation does not fail, but the software decreases the rates so
  that their sum is what is available.
- Juniper, Example: Four-Level Hierarchy of Schedulers: the shaping rates of the children may exceed
  the parent's, the sum of their guaranteed rates must never exceed the parent's guaranteed rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from qosc.amounts import PPM, Rate, RateBase
from qosc.datapath import link_rate
from qosc.datapath.shares import Base
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, InterfaceSet, Policy, Port, TrafficClass
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.shares import Share, show_amount, show_sum
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS447", "unit-guarantees-above-port", Severity.WARNING, "0.1")


class _Level(NamedTuple):
    """A port or an interface set: what it may promise, in words too, and where it says so."""

    name: str
    limit: int
    words: str
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    device = context.device
    if not context.profile.takes.junos_statements:
        return
    units: dict[str, list[tuple[Port, Rate]]] = {}
    for unit in device.ports.values():
        rate = _promised(_profile(context, unit)) if unit.parent in device.ports else None
        if rate is not None:
            units.setdefault(unit.parent, []).append((unit, rate))
    for name, applied_units in units.items():
        yield from _of_port(context, device.ports[name], applied_units)


def _of_port(context: Context, port: Port, units: list[tuple[Port, Rate]]) -> Iterator[Diagnostic]:
    own = _profile(context, port)
    whole = link_rate(context.device, port, context.profile)
    shaped = own.shaper.rate if own is not None and own.shaper is not None else None
    if shaped is not None:
        base = Base(whole)
        whole = base.cap(own.shaper) if own is not None else whole
    in_ppm = whole is None and all(rate.base is RateBase.PERCENT for _, rate in units)
    of = PPM if in_ppm else whole
    sets: dict[str, list[tuple[str, Rate]]] = {}
    below: list[tuple[str, Rate]] = []
    known: dict[str, InterfaceSet] = {}
    for unit, rate in units:
        within = unit.within
        if within is None or (within.guarantee is None and within.shaper is None):
            below.append((unit.name, rate))
            continue
        known[within.name] = within
        sets.setdefault(within.name, []).append((unit.name, rate))
    for name, members in sets.items():
        said = known[name].guarantee or getattr(known[name].shaper, "rate", None)
        below += [(name, said)] if known[name].guarantee is not None and said else members
        limit = Base(of).reserved(said) if said is not None else None
        if said is not None and limit is not None:
            what = "guaranteed" if known[name].guarantee is not None else "shaping"
            level = _Level(name, limit, f"its {what} rate", known[name].origin)
            yield from _compared(level, members, of, in_ppm=in_ppm)
    said = _promised(own)
    limit = Base(of).reserved(said) if said is not None else of
    if limit is not None:
        words = "its speed" if shaped is None else "its shaping rate"
        words = words if said is None else "its guaranteed rate"
        level = _Level(port.name, limit, words, port.origin)
        yield from _compared(level, below, of, in_ppm=in_ppm)


def _compared(
    level: _Level, below: Iterable[tuple[str, Rate]], base: int | None, *, in_ppm: bool
) -> Iterator[Diagnostic]:
    """A finding where what is promised below a level is more than the level has."""
    shares: list[Share] = []
    total = 0
    breaking: Span | None = None
    for name, rate in below:
        amount = Base(base).reserved(rate)
        if amount is not None:
            shares.append(Share(name, amount, is_priority=False, origin=rate.origin))
            total += amount
            if total > level.limit and breaking is None:
                breaking = rate.origin
    if breaking is None:
        return
    yield RULE.at(
        breaking,
        f"guaranteed rates of units of {level.name} add up to {show_amount(total, in_ppm)}",
        effect=f"{level.words} is {show_amount(level.limit, in_ppm)}: JunOS lowers the rates, or "
        "cannot keep them in all cases",
        label="the sum is too much from here on",
        related=(Label(level.origin, f"{level.name} is here"),),
        notes=(show_sum(shares[:_SHOWN], in_ppm),) if len(shares) <= _SHOWN else (),
        help="lower the guaranteed rates; shaping rates may exceed it together",
    )


_SHOWN = 12
"""So many units are added up in words."""


def _profile(context: Context, port: Port) -> TrafficClass | None:
    """The one class of a port's or unit's traffic control profile."""
    for stage in port.output:
        if isinstance(stage, Attachment):
            policy = resolve(context.device, stage.policy)
            if isinstance(policy, Policy) and policy.feature.startswith(_SHAPES):
                return policy.classes[0]
    return None


_SHAPES = ("traffic-control-profile ", "shaping-rate of ")


def _promised(profile: TrafficClass | None) -> Rate | None:
    """The guaranteed rate that the config gives."""
    rate = profile.guarantee if profile is not None else None
    return rate if rate is not None and not rate.default_by else None
