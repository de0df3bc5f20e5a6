"""EF in a lower level of priority than video.

## What it does

Reports two classes with `priority level` of one policy, of which the one that matches EF has the
higher number, and the one that matches AF41, AF42, AF43 or CS4 the lower.

## Why it matters

The lower number is served first. Frames of video come in bursts of many full-size packets, and each
call waits behind them: the two levels were most likely exchanged.

## Example

```ios ios-xe
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map WAN
 class VOICE
  priority level 2
  police cir 1000000
 class VIDEO
  priority level 1
  police cir 2000000
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Use instead

```ios ios-xe
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map WAN
 class VOICE
  priority level 1
  police cir 1000000
 class VIDEO
  priority level 2
  police cir 2000000
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Sources

- Cisco IOS XE, Multi-Level Priority Queues: level 1 is served before level 2; voice is in level 1
  and video in level 2.
- RFC 3246, section 2: packets of EF leave at their rate whatever other traffic there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import asked_points

__all__ = ["RULE", "check"]

RULE = Rule("QOS455", "ef-behind-video", Severity.WARNING, "0.1")

_EF = 46
_VIDEO = frozenset((32, 34, 36, 38))


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        levels = [(item, item.priority) for item in policy.classes if item.priority is not None]
        if policy.feature or len({priority.level for _, priority in levels}) < 2:
            continue
        asked = {item.name: asked_points(context, item.match) for item, _ in levels}
        video = next(
            (
                one
                for one in levels
                if asked[one[0].name] & _VIDEO and _EF not in asked[one[0].name]
            ),
            None,
        )
        for item, priority in levels:
            if video is None or _EF not in asked[item.name] or priority.level <= video[1].level:
                continue
            yield RULE.at(
                priority.origin,
                f"class {item.name} of {policy.title} takes EF in priority level {priority.level}, "
                f"behind {video[0].name} in level {video[1].level}",
                label="served after video",
                related=(Label(video[1].origin, "served before it"),),
                help="exchange the two levels",
            )
            break
