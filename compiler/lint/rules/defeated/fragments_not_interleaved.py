"""A multilink bundle that cuts long packets, and lets nothing between the pieces.

## What it does

Reports a bundle with `ppp multilink fragment delay`, without `ppp multilink interleave`, whose
output policy has a priority class.

## Why it matters

A long packet is cut, and its pieces are sent one after another: voice waits as long as for the
whole packet, and the headers of the pieces are sent for nothing.

## Example

```ios
hostname r1
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 128
 class class-default
  fair-queue
interface Multilink1
 bandwidth 512
 ip address 10.0.0.1 255.255.255.252
 ppp multilink
 ppp multilink group 1
 ! qosc: ignore[QOS011] not in the model
 ppp multilink fragment delay 10
 service-policy output WAN
```

## Use instead

```ios
hostname r1
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 128
 class class-default
  fair-queue
interface Multilink1
 bandwidth 512
 ip address 10.0.0.1 255.255.255.252
 ppp multilink
 ppp multilink group 1
 ! qosc: ignore[QOS011] not in the model
 ppp multilink interleave
 ! qosc: ignore[QOS011] not in the model
 ppp multilink fragment delay 10
 service-policy output WAN
```

## Sources

- Cisco 10000 Series Router Quality of Service Configuration Guide, chapter 16: `ppp multilink
  interleave` puts real-time packets among the fragments of larger ones; it is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import interfaces, place
from qosc.lint.facts.lines.policies import named, written

__all__ = ["RULE", "check"]

RULE = Rule("QOS962", "fragments-not-interleaved", Severity.WARNING, "0.1")
_CUT = ("ppp multilink fragment delay ", "ppp multilink fragment-delay ")
_BETWEEN = "ppp multilink interleave"


def check(context: Context) -> Iterator[Diagnostic]:
    for port in context.once(interfaces):
        cut = next(port.starting(*_CUT), None)
        if cut is None or port.has(_BETWEEN):
            continue
        policies = {line.split()[-1] for _, line in port.starting("service-policy output ")}
        if policies.isdisjoint(context.once(_with_priority)):
            continue
        yield RULE.at(
            place(context, cut[0]),
            f"{written(context, port)} cuts packets, and lets none between the fragments",
            effect="voice waits for the whole of a long packet, as without fragments",
            label=f"without `{_BETWEEN}`",
            help=f"add `{_BETWEEN}`",
        )


def _with_priority(context: Context) -> set[str]:
    """The policies that have a priority class, themselves or in one inside them."""
    around: dict[str, list[str]] = {}
    names: set[str] = set()
    for name, policy in named(context, "policy-map").items():
        for _, line in policy.lines:
            if line.startswith("service-policy "):
                around.setdefault(line.split()[-1], []).append(name)
            elif line.split()[0] == "priority":
                names.add(name)
    waiting = list(names)
    while waiting:
        for name in around.get(waiting.pop(), ()):
            if name not in names:
                names.add(name)
                waiting.append(name)
    return names
