"""A class named scavenger with a larger guarantee than one that is named critical.

## What it does

Reports a class with `scavenger`, `guest` (or `less-than-best-effort`) in its name whose guarantee
is four times that of a class of the same policy, and more, with `critical`, `business`, `gold`,
`platinum`, `staff`, `corporate` or `employee` as a word of its name, where both are in percent or
both in kbit/s. Classes for the network's own control (`NETWORK-CRITICAL`) are passed over, for a
small share is enough for them; so are those whose name denies the word (`NON-CRITICAL`).

## Why it matters

Traffic that is to be served after all other takes the rate of what the business runs on, as soon as
the link is full. Usually two figures were exchanged.

## Example

```ios
class-map match-all CRITICAL
 match dscp af31
class-map match-all SCAVENGER
 match dscp cs1
policy-map WAN
 class CRITICAL
  bandwidth percent 5
 class SCAVENGER
  bandwidth percent 40
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all CRITICAL
 match dscp af31
class-map match-all SCAVENGER
 match dscp cs1
policy-map WAN
 class CRITICAL
  bandwidth percent 40
 class SCAVENGER
  bandwidth percent 5
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 4594, section 4.10, and RFC 3662: low-priority data is served when nothing else is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.words.name_words import said_words
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS714", "scavenger-above-others", Severity.WARNING, "0.1")

_LOW = pattern(r"scaveng|less[-_ ]?than[-_ ]?best|guest", re.IGNORECASE)
_TIMES = 4
_CONTROL = pattern(r"network|control|routing|manage?m", re.IGNORECASE)
_HIGH = ("critical", "business", "platinum", "gold", "staff", "corporate", "employee")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        named = [
            (item, share)
            for item in policy.classes
            if (share := item.guarantee or item.part_of_rest) is not None and not share.default_by
        ]
        high = [(item, share) for item, share in named if _high(item.name)]
        for item, share in named:
            if not _LOW.search(item.name) or _high(item.name):
                continue
            below = [
                (other, least)
                for other, least in high
                if least.base is share.base and least.value * _TIMES <= share.value
            ]
            if below:
                other, least = below[0]
                yield RULE.at(
                    share.origin,
                    f"class {item.name} of {policy.title} has {share}, class {other.name} {least}",
                    label="scavenger has more",
                    related=(Label(least.origin, f"{other.name} has {least}"),),
                    help="exchange the two figures, if they were mixed up",
                )


def _high(name: str) -> bool:
    said = any(word.startswith(_HIGH) for word in said_words(name))
    return said and not _CONTROL.search(name)
