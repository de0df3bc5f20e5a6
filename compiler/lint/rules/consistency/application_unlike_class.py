"""A class that matches more, or the opposite of, the application that it is for.

## What it does

Reports `match protocol rtp` without `audio` in a class with priority, or with EF, where another
class of the same policy is for video; the attribute `business-irrelevant` in a class that gets a
better mark than CS1; and a match-all class of several lines with an access list whose remark says
that its packets are left in best effort, and a better mark.

## Why it matters

NBAR takes audio and video for RTP: video fills the priority queue of calls, and calls are dropped.
Private traffic in the class of business pushes that out.

## Example

```ios
class-map match-any VOICE
 match dscp ef
 match protocol rtp
class-map match-any VIDEO
 match dscp af41
policy-map WAN
 class VOICE
  priority percent 15
 class VIDEO
  bandwidth percent 30
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
```

## Use instead

```ios
class-map match-any VOICE
 match dscp ef
 match protocol rtp audio
class-map match-any VIDEO
 match dscp af41
policy-map WAN
 class VOICE
  priority percent 15
 class VIDEO
  bandwidth percent 30
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match protocol rtp`: `audio` is for
  payload types of audio, `video` for those of video; without either, both match.
- Cisco, NBAR2 attributes: `business-irrelevant` is for applications that are not of business.
- RFC 4594: EF for telephony, AF4 for conferences, CS1 for low-priority data.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.lint.facts.lines.policies import PolicyClass, classes, named
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS984", "application-unlike-class", Severity.WARNING, "0.1")

_RTP = "match protocol rtp"
_IRRELEVANT = "match protocol attribute business-relevance business-irrelevant"
_SET = pattern(r"set (?:ip )?dscp (\S+)$")
_LOW = frozenset(("cs1", "8", "default", "0", "1"))
_EF = frozenset(("ef", "46"))
_LEFT = pattern(r"remark (?:[^ ;,]+ ){1,4}(?:left in|stays?|stays? in|remains? in) best effort$")
_ACCESS = "match access-group name "


def check(context: Context) -> Iterator[Diagnostic]:
    maps = named(context, "class-map")
    reported: set[int] = set()
    for policy in named(context, "policy-map").values():
        listed = list(classes(policy))
        video = _last_of_video(listed, maps)
        for at, item in enumerate(listed):
            block = maps.get(item.name)
            for number, what, effect in _wrong(context, item, block, at < video) if block else ():
                if number not in reported:
                    reported.add(number)
                    yield RULE.at(
                        place(context, number),
                        what,
                        effect=effect,
                        label="not what the class is for",
                        help="match the application that the class is for, and no other",
                    )


def _points(item: PolicyClass) -> set[str]:
    return {said[1] for _, line in item.lines if (said := _SET.match(line)) is not None}


def _wrong(
    context: Context, item: PolicyClass, block: Block, before_video: bool
) -> Iterator[tuple[int, str, str]]:
    points = _points(item)
    better = points - _LOW
    several = "match-all" in block.head and len(block.lines) > 1
    left = context.once(_left_lists) if several else ()
    for number, line in block.lines:
        strict = points & _EF or any(each.split()[0] == "priority" for _, each in item.lines)
        if line == _RTP and strict and before_video:
            yield (
                number,
                f"class {item.name[:30]} matches RTP of video too, before the class for video",
                "video fills the priority queue, and calls are dropped in it",
            )
        elif line == _IRRELEVANT and better:
            yield (
                number,
                f"class {item.name[:30]} is for what is no business, and sets {min(better)}",
                "private traffic gets the better mark, and that of business is left out",
            )
        elif line.startswith(_ACCESS) and better and line.split()[-1] in left:
            yield (
                number,
                f"class {item.name[:30]} takes what a remark leaves in best effort",
                "those packets get the mark, and what was meant may be in class-default",
            )


def _last_of_video(listed: list[PolicyClass], maps: dict[str, Block]) -> int:
    """The place of the last class for video, by its name or its code points; -1 without one."""
    for at in range(len(listed) - 1, -1, -1):
        block = maps.get(listed[at].name)
        lines = [line for _, line in block.starting("match ")] if block else []
        words = {word for line in lines for word in line.split()}
        if "video" in listed[at].name or words & {"af41", "34", "cs4", "32"}:
            return at
    return -1


def _left_lists(context: Context) -> frozenset[str]:
    """The lists with a remark that leaves packets in best effort. Use through `context.once`."""
    return frozenset(
        block.head.split()[-1]
        for block in context.once(blocks)
        if block.head.startswith("ip access-list ")
        and any(_LEFT.match(line) for _, line in block.lines)
    )
