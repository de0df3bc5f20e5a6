"""What a policer's figures come to on the port that applies it.

Sources, of Juniper: Configuring Policers Based on Logical Interface Bandwidth (of 50 percent, a
unit shaped to 4 Mbps polices 2 Mbps; the media rate of the port if the unit has no shaping rate);
Effect of Two-Color Policers on Shaping Rate Changes (the shaping rate of the unit for logical
bandwidth policers, else that of the port, else the speed of the port), where Bandwidth Policers has
the speed of the port in the second place too; Policer Support for Aggregated Ethernet Interfaces
Overview (by default bandwidth and burst size on bundles are not those configured, with
shared-bandwidth-policer they are; percentages match by default, and their burst size is split by
that word; it acts on policers of interfaces and in interface-specific filters); KB28129 (each
forwarding engine with member links has all of the rate, or with that word an equal part of it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from qosc.amounts import PPM, Rate, RateBase
from qosc.frontends.junos.cos.policies import WHOLE
from qosc.frontends.junos.firewall.policers import MEASURED, Policers
from qosc.ir import Attachment, Doubt, Meter, Policer, Policy, Port, Rule, RuleList, Stage
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["settle_meters"]

_SHARED, _LOGICAL = MEASURED
_BUNDLE = pattern(r"(ae|as)\d")
_RATES, _BURSTS = ("cir", "pir"), ("cbs", "ebs", "pbs")
_UNSHAPED = (
    "taken of the speed of the port, as the unit has no shaping-rate here (Juniper, Configuring "
    "Policers Based on Logical Interface Bandwidth)"
)
_ONE_METER = "taken of the speed of the port: units of different shaping-rates share the meter"
_INHERITED = "taken of the speed of the port: policers with and without the word inherit it"
_PORT_SHAPED = (
    "taken of the speed of the port (Juniper, Bandwidth Policers); by Juniper, Effect of Two-Color "
    "Policers on Shaping Rate Changes, it is of the shaping-rate of the port, {rate}"
)
_TIMES = (
    "Junos sets the meter up in each forwarding engine that has member links of the bundle, so "
    "that {most} this passes; shared-bandwidth-policer {lacking} (Juniper, Policer Support for "
    "Aggregated Ethernet Interfaces Overview; KB28129)"
)
_PARTS = (
    "each forwarding engine that has member links of the bundle has its part of this, so that the "
    "flows of one get no more than the part (Juniper, KB28129)"
)


class _At(NamedTuple):
    """What matters of a port: its shaping rates, and its member links (None: it is no bundle)."""

    unit: Rate | None
    port: Rate | None
    links: int | None


def settle_meters(
    ports: dict[str, Port],
    policies: Mapping[str, Policy],
    policers: Policers,
    common: AbstractSet[Span],
    links: Mapping[str, int],
) -> None:
    """Give each meter of the ports its rate there, and its doubts.

    `common` are the terms of filters that are not interface-specific, `links` the number of member
    links of each bundle.
    """
    shaped = {name: _shaping(port, policies) for name, port in ports.items()}
    at = {name: _at(port, shaped, links) for name, port in ports.items()}
    settle = _Settle(policers, common, _units(ports, at))
    made: dict[tuple[int, _At], tuple[RuleList, RuleList]] = {}
    for name, port in ports.items():
        if not any(isinstance(one, RuleList) for one in (*port.input, *port.output)):
            continue
        sides: list[tuple[Stage, ...]] = []
        for side in (port.input, port.output):
            stages: list[Stage] = []
            for stage in side:
                if isinstance(stage, RuleList):
                    # The stage itself is kept, so that no other comes to have its id.
                    key = (id(stage), at[name])
                    if key not in made:
                        made[key] = (stage, settle.of_list(stage, at[name]))
                    stages.append(made[key][1])
                else:
                    stages.append(stage)
            sides.append(tuple(stages))
        if any(
            a is not b
            for a, b in zip((*sides[0], *sides[1]), (*port.input, *port.output), strict=True)
        ):
            ports[name] = replace(port, input=sides[0], output=sides[1])
    for node, share in policers.logical:
        if share in settle.unresolved:
            reason = "the percentage is taken of the port, not of what a unit is shaped to"
            policers.account.recognised(node, reason)


def _shaping(port: Port, policies: Mapping[str, Policy]) -> Rate | None:
    """The shaping-rate of a port or unit, its own or in its traffic control profile."""
    for stage in port.output:
        policy = policies.get(stage.policy.name) if isinstance(stage, Attachment) else None
        if policy is not None and len(policy.classes) == 1 and policy.classes[0].name == WHOLE:
            shaper = policy.classes[0].shaper
            return shaper.rate if shaper is not None else None
    return None


def _at(port: Port, shaped: Mapping[str, Rate | None], links: Mapping[str, int]) -> _At:
    physical = port.parent or port.name
    unit = shaped[port.name] if port.parent else None
    bundle = links.get(physical, 0) if _BUNDLE.match(physical) else None
    return _At(unit, shaped.get(physical), bundle)


def _units(ports: Mapping[str, Port], at: Mapping[str, _At]) -> dict[str, set[Rate | None]]:
    """The shaping rates of the units that share each meter."""
    rates: dict[str, set[Rate | None]] = {}
    for name, port in ports.items():
        for stage in (*port.input, *port.output):
            for rule in stage.rules if isinstance(stage, RuleList) else ():
                if rule.policer is not None and rule.policer.shared:
                    rates.setdefault(rule.policer.shared, set()).add(at[name].unit)
    return rates


class _Settle:
    """Settles lists of rules; `unresolved` are percentages that were not taken of a unit's rate."""

    def __init__(
        self, policers: Policers, common: AbstractSet[Span], units: Mapping[str, set[Rate | None]]
    ) -> None:
        self.words, self.common, self.units = policers.words, common, units
        self.unresolved: set[Span] = set()

    def of_list(self, stage: RuleList, at: _At) -> RuleList:
        rules = tuple(self._rule(rule, at) for rule in stage.rules)
        same = all(a is b for a, b in zip(rules, stage.rules, strict=True))
        return stage if same else replace(stage, rules=rules)

    def _rule(self, rule: Rule, at: _At) -> Rule:
        if rule.policer is None:
            return rule
        meter = rule.policer.meter
        words = self.words.get(meter.origin, set())
        rate, doubt = self._rate(rule.policer, words, at)
        doubts = [*_on_bundle(meter, at.links, words, rule.origin in self.common)]
        if doubt:
            doubts = [one for one in doubts if one.leaf != "cir"]
            doubts.append(Doubt("cir", doubt))
        if rate is meter.cir and not doubts:
            return rule
        made = replace(meter, cir=rate, doubts=tuple(doubts))
        return replace(rule, policer=replace(rule.policer, meter=made))

    def _rate(self, policer: Policer, words: AbstractSet[str], at: _At) -> tuple[Rate, str]:
        """The rate of a meter on a port, and what is in doubt of it."""
        rate = policer.meter.cir
        if rate.base is not RateBase.PERCENT:
            return rate, ""
        of_port = ""
        if at.port is not None:
            part = Rate(at.port.value * rate.value // PPM, at.port.base)
            of_port = _PORT_SHAPED.format(rate=part)
        if _LOGICAL not in words and "" not in words:
            return rate, of_port
        if _LOGICAL not in words:
            doubt = _INHERITED
        elif len(self.units.get(policer.shared, ())) > 1:
            doubt = _ONE_METER
        elif at.unit is None:
            doubt = of_port or _UNSHAPED
        else:
            value = at.unit.value * rate.value // PPM
            percent = at.unit.base is RateBase.PERCENT
            return Rate(value, at.unit.base, origin=rate.origin), of_port if percent else ""
        self.unresolved.add(rate.origin)
        return rate, doubt


def _on_bundle(
    meter: Meter, links: int | None, words: AbstractSet[str], common: bool
) -> Iterator[Doubt]:
    """The doubts of a meter on a bundle of `links` member links (0: none is in the text)."""
    if links is None or links == 1:
        return
    shared = _SHARED in words and not common
    most = f"up to {links} times" if links else "as many times as there are such engines"
    lacking = "is not said"
    if _SHARED in words:
        lacking = "acts in interface-specific filters alone, which this one is not"
    times = _TIMES.format(most=most, lacking=lacking)
    for leaf in (*_RATES, *_BURSTS):
        if getattr(meter, leaf) is not None:
            whole = shared or (meter.cir.base is RateBase.PERCENT and leaf in _RATES)
            yield Doubt(leaf, _PARTS if whole else times, bounded=whole)
