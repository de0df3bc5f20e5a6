"""Guarantees that add up to more than the link lets classes reserve.

## What it does

Adds up `bandwidth` and `priority` of all classes of each output policy and compares the sum with
what may be reserved: on classic IOS 75 % of the link, or what `max-reserved-bandwidth` says; on
IOS 15, on IOS XE, and below a shaper, all of it. For an ATM circuit the link is its contract (SCR
for vbr-nrt). The notes write out the sum. Where the config does not tell its release, a sum that
only classic IOS rejects is a warning.

## Why it matters

The router rejects the policy, often after it is already in the running config, and the
link is left with one queue for all. Where it does accept the policy, the guarantees cannot all be
kept at once.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 160
 class DATA
  bandwidth 400
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
  bandwidth 224
interface Serial0/0
 bandwidth 512
 service-policy output WAN
```

## Sources

- Cisco tech note 10466, Understanding the max-reserved-bandwidth Command on ATM PVCs: the sum may
  take 75 per cent; the base is the SCR on a vbr-nrt circuit.
- community.cisco.com, thread on max-reserved-bandwidth: the recorded refusal "requested bandwidth
  500 (kbps), available only 158 (kbps)" on a serial link of 1544 kbit/s.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.shares import Balance, Share, balances, severity, show_amount, show_sum

__all__ = ["RULE", "check"]

RULE = Rule("QOS402", "over-reservable-share", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    worst: dict[str, list[Balance]] = {}
    for balance in context.once(balances):
        # A sum that the priority classes break alone is QOS401, unless the others do so as well.
        others = balance.total - balance.priority
        if balance.total > balance.limit and (
            balance.limit >= balance.priority or others > balance.limit
        ):
            worst.setdefault(balance.policy.name, []).append(balance)
    for broken in worst.values():
        yield _finding(min(broken, key=lambda balance: balance.limit), context)


def _finding(balance: Balance, context: Context) -> Diagnostic:
    port = balance.place.port.name
    if context.profile.takes.junos_statements:
        return _of_junos(balance, context)
    notes = [show_sum(list(balance.shares), balance.in_ppm), f"available: {balance.reason}"]
    if balance.limit < balance.whole:
        notes.append(
            "releases with hierarchical queueing (IOS 15, IOS XE) let all of it be reserved"
        )
    return RULE.at(
        _breaking(balance).origin,
        f"guarantees of {balance.policy.title} add up to "
        f"{show_amount(balance.total, balance.in_ppm)}; "
        f"{port} has {show_amount(balance.limit, balance.in_ppm)}",
        effect="the router rejects the policy, or cannot keep its guarantees",
        label="the sum is too much from here on",
        related=(Label(balance.place.origin, f"the policy is applied to {port} here"),),
        notes=tuple(notes),
        severity=severity(context, balance, balance.total),
        help="lower the guarantees"
        + (", or raise max-reserved-bandwidth" if balance.limit < balance.whole else ""),
    )


def _of_junos(balance: Balance, context: Context) -> Diagnostic:
    """The same in the words of JunOS."""
    port = balance.place.port.name
    by_unit = not balance.policy.feature.startswith("scheduler-map ")
    what = "guaranteed-rates" if by_unit else "transmit-rates"
    return RULE.at(
        _breaking(balance).origin,
        f"{what} of {balance.policy.title} add up to {show_amount(balance.total, balance.in_ppm)}; "
        f"{port} has {show_amount(balance.limit, balance.in_ppm)}",
        effect="the commit fails, or not all of them are kept",
        label="the sum passes the limit here",
        related=(Label(balance.place.origin, f"{balance.policy.title} is applied to {port} here"),),
        notes=(show_sum(list(balance.shares), balance.in_ppm), f"available: {balance.reason}"),
        severity=severity(context, balance, balance.total),
        help=f"lower the {what}",
    )


def _breaking(balance: Balance) -> Share:
    """The share with which the sum passes the limit."""
    total = 0
    for share in balance.shares:
        total += share.amount
        if total > balance.limit:
            return share
    return balance.shares[-1]
