"""Two rules of equal priority that match the same packets and treat them differently.

## What it does

Reports a rule of a Policy Agent file that takes packets of another one of the same
PolicyRulePriority (rules without one are equal too), where the two set other marks, police by other
buckets, or only one blocks.

## Why it matters

Which of the two marks such a packet is not settled: AIX calls it nondeterministic, and no public
page on OS/390 or z/OS says it. The router behind the host may queue it with either class. What qosc
shows goes by the order of the file.

## Example

```policy-agent
ServiceCategories interactive
{
  OutgoingTOS 11000000
}
ServiceCategories bulk
{
  OutgoingTOS 00100000
}
ServicePolicyRules terminals
{
  ProtocolNumber   6
  SourcePortRange  700 719
  ServiceReference interactive
}
ServicePolicyRules files
{
  ProtocolNumber   6
  SourcePortRange  710 800
  ServiceReference bulk
}
```

## Use instead

```policy-agent
ServiceCategories interactive
{
  OutgoingTOS 11000000
}
ServiceCategories bulk
{
  OutgoingTOS 00100000
}
ServicePolicyRules terminals
{
  PolicyRulePriority 2
  ProtocolNumber     6
  SourcePortRange    700 719
  ServiceReference   interactive
}
ServicePolicyRules files
{
  PolicyRulePriority 1
  ProtocolNumber     6
  SourcePortRange    710 800
  ServiceReference   bulk
}
```

## Sources

- IBM, AIX 7.3, QoS policy specification: the larger priority is enforced where rules overlap, and
  with equal priorities the outcome is nondeterministic.
- draft-rajan-policy-qosschema-00 (IBM and others, 1998): the larger priority, and at most one
  action of each scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Opaque, RuleList, Verdict
from qosc.ir import Rule as ListRule
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, give_up, packet_space
from qosc.lint.facts.rule_lists import applied, parts

if TYPE_CHECKING:
    from qosc.packets import Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS130", "equal-rules-overlap", Severity.WARNING, "0.1")

_MOST = 4_000
"""Longer lists are left out, and that is told."""
_TOLD = 20
_NOTHING = ((), Verdict.TRANSMIT, None)
"""The effect of a rule whose actions are of another interface, or not defined."""


def check(context: Context) -> Iterator[Diagnostic]:
    for stage in _ranked(context):
        if len(stage.rules) > _MOST:
            why = f"it has more than {_MOST} rules"
            give_up(context, RULE, stage.origin, stage.feature, why)
            continue
        with deciding(context, RULE, stage.origin, stage.feature):
            yield from _findings(context, stage)


def _ranked(context: Context) -> Iterator[RuleList]:
    """The lists whose rules have ranks; of those of several ports with the same rules one."""
    known: set[tuple[object, ...]] = set()
    for stage, _ in context.once(applied):
        rules = tuple((rule.origin, _effect(rule)) for rule in stage.rules)
        if all(rule.rank is not None for rule in stage.rules) and rules not in known:
            known.add(rules)
            yield stage


def _findings(context: Context, stage: RuleList) -> Iterator[Diagnostic]:
    told = 0
    for _, group in groupby(stage.rules, key=lambda rule: rule.rank):
        # Whether a rule takes packets that it does nothing to no source says.
        rules = [rule for rule in group if _effect(rule) != _NOTHING]
        for place, other in _overlaps(context, rules):
            told += 1
            if told > _TOLD:
                return
            yield RULE.at(
                rules[place].origin,
                f"rule {_name(context, rules[place])} matches packets of rule "
                f"{_name(context, rules[other])}, of equal priority",
                effect="the two do not do the same to them",
                label="takes packets of the other",
                related=(Label(rules[other].origin, "of the same priority"),),
                notes=("no public source says which of them z/OS takes; AIX takes any",),
                help="give one of them a larger PolicyRulePriority",
            )


def _overlaps(context: Context, rules: list[ListRule]) -> Iterator[tuple[int, int]]:
    """The places of rules that meet one before them with another effect, and of that one."""
    if len({_effect(rule) for rule in rules}) < 2:
        return
    space = context.once(packet_space)
    whole, regions = space.nothing, []
    by_effect: dict[object, Region] = {}
    for place, rule in enumerate(rules):
        region, effect = space.region(rule.match), _effect(rule)
        regions.append(region)
        same = by_effect.get(effect, space.nothing)
        if region.meets(whole - same):
            other = next(
                (
                    number
                    for number, before in enumerate(rules[:place])
                    if _effect(before) != effect
                    and regions[number].meets(region)
                    and not _apart(before, rule)
                ),
                None,
            )
            if other is not None:
                yield place, other
        whole |= region
        by_effect[effect] = same | region


def _effect(rule: ListRule) -> object:
    marks = tuple((mark.field, mark.value) for mark in rule.marks)
    policer = rule.policer
    return marks, rule.verdict, policer and (policer.shared, policer.meter, policer.exceed)


def _apart(one: ListRule, other: ListRule) -> bool:
    """Whether conditions that nobody can look at here, such as times, may keep two rules apart."""
    asked = {part.feature: part.argument for part in parts(one.match) if isinstance(part, Opaque)}
    return any(
        isinstance(part, Opaque) and asked.get(part.feature, part.argument) != part.argument
        for part in parts(other.match)
    )


def _name(context: Context, rule: ListRule) -> str:
    """The name of a rule, which stands behind its keyword."""
    source = context.source
    words = source.line(rule.origin.line).split() if source is not None else []
    return words[1][:20] if len(words) > 1 else "without a name"
