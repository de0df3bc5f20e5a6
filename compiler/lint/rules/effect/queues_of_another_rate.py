"""A shaper with the queues that others have below shapers of another rate.

## What it does

Reports a class that shapes to a rate and has a policy inside, where at least two others that shape
to the same rate have another policy inside, and all the others with this one shape to another rate.
A policy inside in per cent alone, without a rate in its name, goes with any rate.

## Why it matters

What the policy says in bit/s, in packets or in bytes is made for another rate: calls are dropped,
or queues are many times too long.

## Example

```ios
policy-map QUEUES-10M
 class class-default
  fair-queue
policy-map QUEUES-2M
 class class-default
  queue-limit 20
policy-map BERN
 class class-default
  shape average 10000000
  service-policy QUEUES-10M
policy-map CHUR
 class class-default
  shape average 10000000
  service-policy QUEUES-2M
policy-map BASEL
 class class-default
  shape average 10000000
  service-policy QUEUES-10M
policy-map THUN
 class class-default
  shape average 2000000
  service-policy QUEUES-2M
interface GigabitEthernet0/0.1
 service-policy output BERN
interface GigabitEthernet0/0.2
 service-policy output CHUR
interface GigabitEthernet0/0.3
 service-policy output BASEL
interface GigabitEthernet0/0.4
 service-policy output THUN
```

## Use instead

```ios
policy-map QUEUES-10M
 class class-default
  fair-queue
policy-map QUEUES-2M
 class class-default
  queue-limit 20
policy-map BERN
 class class-default
  shape average 10000000
  service-policy QUEUES-10M
policy-map CHUR
 class class-default
  shape average 10000000
  service-policy QUEUES-10M
policy-map BASEL
 class class-default
  shape average 10000000
  service-policy QUEUES-10M
policy-map THUN
 class class-default
  shape average 2000000
  service-policy QUEUES-2M
interface GigabitEthernet0/0.1
 service-policy output BERN
interface GigabitEthernet0/0.2
 service-policy output CHUR
interface GigabitEthernet0/0.3
 service-policy output BASEL
interface GigabitEthernet0/0.4
 service-policy output THUN
```

## Sources

- Cisco 10000 Series Router Quality of Service Configuration Guide, Defining QoS for Multiple Policy
  Levels: the shape rate of the parent is that of the classes of its child policy.
- The config itself: which policy the other shapers of each rate have.

"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy, Reference, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.patterns import pattern
from qosc.source import NOWHERE
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS611", "queues-of-another-rate", Severity.WARNING, "0.1")

_LEAST = 2


class _Parent(NamedTuple):
    policy: Policy
    item: TrafficClass
    rate: str
    child: Reference


def check(context: Context) -> Iterator[Diagnostic]:
    parents = [
        _Parent(policy, item, str(item.shaper.rate), item.child)
        for policy in context.device.policies.values()
        for item in policy.classes
        if item.shaper is not None and item.child is not None and not policy.feature
    ]
    by_rate: dict[str, list[_Parent]] = {}
    by_child: dict[str, Counter[str]] = {}
    for one in parents:
        by_rate.setdefault(one.rate, []).append(one)
        by_child.setdefault(one.child.name, Counter())[one.rate] += 1
    for group in by_rate.values():
        ((common, number),) = Counter(one.child.name for one in group).most_common(1)
        astray = [one for one in group if one.child.name != common]
        if number < _LEAST or len(astray) != 1 or astray[0].child.origin == NOWHERE:
            continue
        (one,) = astray
        if not _is_of_a_rate(context, one.child.name):
            continue
        rates = by_child[one.child.name]
        if len(rates) < _LEAST or rates[one.rate] > 1 or len(by_child[common]) > 1:
            continue
        other_rate = next(rate for rate in rates if rate != one.rate)
        like = next(other for other in group if other.child.name == common)
        yield RULE.at(
            one.child.origin,
            f"{one.policy.title[:50]} shapes to {one.rate} and has {one.child.name[:30]}, for "
            f"{other_rate}",
            effect=f"{number} others that shape to {one.rate} have {common}",
            label="of another rate",
            related=(Label(like.child.origin, f"{common} at the same rate"),),
            help=f"write {common} if it was meant",
        )


def _is_of_a_rate(context: Context, name: str) -> bool:
    """Whether a policy says anything in bit/s, packets, bytes or time, or is named for a rate."""
    policy = context.device.policies.get(name)
    if policy is None or _NAMED.search(name):
        return True
    source = context.source
    for item in policy.classes:
        if item.policers or item.shaper is not None:
            return True
    if source is None or policy.origin == NOWHERE:
        return True
    number = policy.origin.line + 1
    while (line := source.line(number))[:1] in (" ", "\t"):
        if _FIGURE.match(line):
            return True
        number += 1
    return False


_NAMED = pattern(r"(?i)\d[-_ ]?[kmg](?:$|[-_b])")
_FIGURE = pattern(
    r"\s++(?:bandwidth|priority|queue-limit|random-detect)\s++(?!percent|remaining|level\s++\d++\s*+$)\D*+\d"
)
