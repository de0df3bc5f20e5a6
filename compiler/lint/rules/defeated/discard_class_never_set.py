"""A drop curve for a discard class that no policy sets.

## What it does

Reports `random-detect discard-class` with a value other than 0 that nothing in the text sets, where
other values are set.

## Why it matters

The discard class exists within the router only. No packet has this value, so that none meets the
curve: what was meant to be dropped first is dropped as all else.

## Example

```ios
hostname pe1
class-map match-any BUSINESS
 match dscp af21
class-map match-any Q2
 match qos-group 2
policy-map IN
 class BUSINESS
  set qos-group 2
  set discard-class 1
policy-map OUT
 class Q2
  bandwidth percent 40
  random-detect discard-class-based
  random-detect discard-class 0 80 160 10
  random-detect discard-class 2 40 80 10
interface GigabitEthernet0/0
 service-policy input IN
interface GigabitEthernet0/1
 service-policy output OUT
```

## Use instead

```ios
hostname pe1
class-map match-any BUSINESS
 match dscp af21
class-map match-any Q2
 match qos-group 2
policy-map IN
 class BUSINESS
  set qos-group 2
  set discard-class 1
policy-map OUT
 class Q2
  bandwidth percent 40
  random-detect discard-class-based
  random-detect discard-class 0 80 160 10
  random-detect discard-class 1 40 80 10
interface GigabitEthernet0/0
 service-policy input IN
interface GigabitEthernet0/1
 service-policy output OUT
```

## Sources

- Cisco IOS XR Modular Quality of Service Command Reference for the CRS Router,
  `set discard-class`, `random-detect discard-class`: the mark has local significance on a node.
- Cisco 10000 Series Router Quality of Service Configuration Guide, chapter 7: the default is
  zero.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, place
from qosc.lint.facts.lines.policies import applied, written
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS965", "discard-class-never-set", Severity.WARNING, "0.1")
_SET = pattern(r"set[ -]discard-class(?:-transmit)? (\S+)")
_CURVE = pattern(r"random-detect discard-class (\d)(?= )")


def check(context: Context) -> Iterator[Diagnostic]:
    given = {
        said[1]
        for block in context.once(blocks)
        if block.head.startswith("policy-map ")
        for _, line in block.lines
        for said in _SET.finditer(line)
    }
    if not given or not all(word.isdecimal() for word in given):
        return  # none is set here, or by a table
    those = ", ".join(sorted(given)[:8])
    for policy in context.once(applied).values():
        for number, line in policy.lines:
            said = _CURVE.match(line)
            if said is not None and said[1] != "0" and said[1] not in given:
                yield RULE.at(
                    place(context, number),
                    f"policy-map {written(context, policy)}: "
                    f"discard class {said[1]} is not set by any policy",
                    effect="no packet meets this curve: what exceeds is dropped as all else",
                    label="never met",
                    help=f"those that are set: {those}",
                )
