"""A policer that marks down by a map without the DSCP of its class.

## What it does

Reports a class that sets a DSCP and has `policed-dscp-transmit`, where `mls qos map policed-dscp`
has other DSCPs and not that one, which is neither one that the map marks down to.

## Why it matters

The map leaves a DSCP that it does not name as it is: what is above the rate is sent as what is
below it, and the policer has no effect.

## Example

```ios cat3750
hostname sw
mls qos
mls qos map policed-dscp 0 26 to 8
class-map match-all SALES
 match access-group 101
policy-map IN
 class SALES
  set dscp af21
  police 10000000 100000 exceed-action policed-dscp-transmit
interface GigabitEthernet0/1
 service-policy input IN
access-list 101 permit tcp any host 10.0.0.5 eq 1521
```

## Use instead

```ios cat3750
hostname sw
mls qos
mls qos map policed-dscp 0 18 to 8
class-map match-all SALES
 match access-group 101
policy-map IN
 class SALES
  set dscp af21
  police 10000000 100000 exceed-action policed-dscp-transmit
interface GigabitEthernet0/1
 service-policy input IN
access-list 101 permit tcp any host 10.0.0.5 eq 1521
```

## Sources

- Cisco Catalyst 3750 Switch Command Reference, `mls qos map`: the default policed-DSCP map is a
  null map, which maps a DSCP to itself; `policed-dscp` changes those that it names.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, place
from qosc.lint.facts.lines.policies import applied, classes, written
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS964", "policed-map-lacks-dscp", Severity.WARNING, "0.1")
_MAP = pattern(r"mls qos map policed-dscp (?=([\d ]++))[\d ]++to {1,8}(\d{1,2})$")
_SET = pattern(r"set (?:ip )?dscp (\S+)$")
_DOWN = "policed-dscp-transmit"
_NAMES = {
    "default": 0,
    "ef": 46,
    **{f"cs{number}": 8 * number for number in range(8)},
    **{f"af{row}{column}": 8 * row + 2 * column for row in range(1, 5) for column in range(1, 4)},
}


def check(context: Context) -> Iterator[Diagnostic]:
    held: set[int] = set()
    at = 0
    for block in context.once(blocks):
        said = _MAP.match(block.head)
        if said is not None:
            at = block.number
            held.update(int(word[:3]) for word in said[1].split()[:64])
            held.add(int(said[2]))
    if not held:
        return  # an empty map is told of by another rule
    for policy in context.once(applied).values():
        for one in classes(policy):
            value = next(
                (_dscp(said[1]) for _, line in one.lines if (said := _SET.match(line))), None
            )
            police = next((each for each in one.lines if _DOWN in each[1]), None)
            if value is None or police is None or value in held:
                continue
            yield RULE.at(
                place(context, police[0]),
                f"policy-map {written(context, policy)}: DSCP {value} is not in the map it is "
                "marked down by",
                effect="what is above the rate is sent as what is below it",
                label="leaves the DSCP as it is",
                related=(Label(place(context, at), f"lacks {value}"),),
                help=f"add {value} to `mls qos map policed-dscp`",
            )


def _dscp(word: str) -> int | None:
    """The number of a DSCP, or None where it is not one."""
    if word in _NAMES:
        return _NAMES[word]
    return int(word) if word.isdecimal() and len(word) < 3 else None
