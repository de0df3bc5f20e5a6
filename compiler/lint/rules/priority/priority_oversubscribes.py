"""Priority rates that add up to more than the link has.

## What it does

Adds up the rates of the priority classes of each output policy and compares the sum with what the
link, or the shaper above the policy, lets classes reserve.

## Why it matters

Priority packets beyond what the link carries have nowhere to go: they are dropped, and before that
they leave nothing to any other class. A router rejects such a policy, and then there is
no priority at all.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 800
 class DATA
  bandwidth 64
interface Serial0/0
 bandwidth 512
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 160
 class DATA
  bandwidth 64
interface Serial0/0
 bandwidth 512
 service-policy output WAN
```

## Sources

- Cisco tech note 10466, Understanding the max-reserved-bandwidth Command on ATM PVCs: what
  `bandwidth` and `priority` may take together.
- packetlife.net, Bandwidth versus maximum reserved bandwidth: the recorded refusal of a policy with
  `priority 9000` on a link that lets 7500 kbit/s be reserved.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.shares import Balance, balances, severity, show_amount, show_sum

__all__ = ["RULE", "check"]

RULE = Rule("QOS401", "priority-oversubscribes", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    worst: dict[str, Balance] = {}
    for balance in context.once(balances):
        held = worst.get(balance.policy.name)
        if balance.priority > balance.limit and (held is None or balance.limit < held.limit):
            worst[balance.policy.name] = balance
    for balance in worst.values():
        first = [share for share in balance.shares if share.is_priority]
        yield RULE.at(
            first[-1].origin,
            f"priority of {balance.policy.title} adds up to "
            f"{show_amount(balance.priority, balance.in_ppm)}; {balance.place.port.name} has "
            f"{show_amount(balance.limit, balance.in_ppm)}",
            effect="priority packets are dropped, and the other classes starve",
            label="the sum is too much from here on",
            related=(Label(balance.place.origin, "the policy is applied here"),),
            notes=(
                show_sum(first, balance.in_ppm),
                f"available: {balance.reason}",
                *(_others(balance) if balance.total > balance.priority else ()),
            ),
            severity=severity(context, balance, balance.priority),
            help="lower the priority rates, or apply the policy to a faster link",
        )


def _others(balance: Balance) -> tuple[str, ...]:
    """What the other classes are guaranteed beside, so that lowering the priority alone is not
    enough. Where they pass the limit by themselves QOS402 says so.
    """
    others = [share for share in balance.shares if not share.is_priority]
    return (f"the other classes are guaranteed beside: {show_sum(others, balance.in_ppm)}",)
