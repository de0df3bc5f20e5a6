"""Priority classes that take more than a third of the link.

## What it does

Adds up the rates of the priority classes of each output policy and reports a sum above 33 % of the
link or of the shaper above the policy.

## Why it matters

Priority packets are sent before all others. The more of the link they take, the longer the others
wait and the more their delay varies; beyond a third, interactive data suffers visibly. It is a rule
of thumb for links that carry both, not a limit of the router.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 700
 class DATA
  bandwidth 256
interface Serial0/0
 bandwidth 1536
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
  priority 500
 class DATA
  bandwidth 256
interface Serial0/0
 bandwidth 1536
 service-policy output WAN
```

## Sources

- Cisco Enterprise QoS Solution Reference Network Design Guide 3.3, chapter 1, page 43: the sum of
  all LLQs within one third of the link; a recommendation, not a mandate.
- Cisco Press, T. Szigeti et al., summary of queuing design principles: one third of the link.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.shares import Balance, balances, show_amount, show_sum

__all__ = ["RULE", "check"]

RULE = Rule("QOS404", "priority-over-third", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    worst: dict[str, Balance] = {}
    for balance in context.once(balances):
        # A sum above the limit is QOS401.
        if balance.priority > balance.limit or balance.priority * 100 <= balance.whole * 33:
            continue
        held = worst.get(balance.policy.name)
        if held is None or balance.whole < held.whole:
            worst[balance.policy.name] = balance
    for balance in worst.values():
        first = [share for share in balance.shares if share.is_priority]
        part = balance.priority * 100 // balance.whole
        yield RULE.at(
            first[-1].origin,
            f"priority classes of {balance.policy.title} have {part}% of {_of(balance)}",
            effect="other packets wait longer, and for times that vary more",
            label=f"{show_amount(balance.priority, balance.in_ppm)} in all",
            related=(Label(balance.place.origin, "the policy is applied here"),),
            notes=(
                show_sum(first, balance.in_ppm),
                "a third of the link is a rule of thumb, not a limit of the router",
            ),
        )


def _of(balance: Balance) -> str:
    port = balance.place.port.name
    if not balance.place.shaped or balance.in_ppm:
        return port
    return f"the {show_amount(balance.whole, balance.in_ppm)} that {port} is shaped to"
