"""A CoS that is matched or set where frames have no VLAN tag.

## What it does

Reports `match cos` in a policy on a serial interface, a tunnel, a multilink bundle or another
interface whose frames never have a VLAN tag, and `set cos` in a policy on their output.

## Why it matters

CoS is three bits of the 802.1Q tag. Where there is no tag `match cos` matches nothing, so that
the packets meant are in class-default, and `set cos` writes nothing.

## Example

```ios
class-map match-all VOICE
 match cos 5
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- IEEE 802.1Q, clause 9: the priority code point is a field of the VLAN tag.
- Cisco IOS Quality of Service Solutions Command Reference, `match cos` and `set cos`: for layer 2
  class of service; the marks are of IEEE 802.1Q and ISL frames.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.rates import kind_of
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.walk import leaf_tests
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS114", "cos-without-tag", Severity.WARNING, "0.1")

_UNTAGGED = frozenset(("serial", "tunnel", "multilink", "pos", "bri", "hssi", "async", "cellular"))
_COS = (Field.COS, Field.COS_INNER)


def check(context: Context) -> Iterator[Diagnostic]:
    by_line: dict[Span, tuple[str, str, list[Place]]] = {}
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            what = f"class {item.name}"
            for test in leaf_tests(context.device, item.match):
                if test.field in _COS:
                    by_line.setdefault(test.origin, (what, "matches", []))[2].extend(spots)
            leaving = [spot for spot in spots if spot.direction == "output"]
            for mark in item.marks:
                if mark.field in _COS and leaving:
                    by_line.setdefault(mark.origin, (what, "sets", []))[2].extend(leaving)
    for origin, (what, verb, spots) in by_line.items():
        if spots and all(kind_of(spot.port.name) in _UNTAGGED for spot in spots):
            port = spots[0].port.name
            yield RULE.at(
                origin,
                f"{what} {verb} CoS on {port}, where frames have no VLAN tag",
                label="no tag, no CoS",
                related=(Label(spots[0].origin, f"the policy is applied to {port} here"),),
                help="match the DSCP" if verb == "matches" else "set the DSCP",
            )
