"""A line that a later one replaces with another value.

## What it does

Reports a statement that holds one value and stands twice in one block of IOS with different values
(marks, shares, shapers and limits of a class; bandwidth, trust and queues of an interface), and one
that stands twice among the `set` lines of JunOS. So is a DSCP or CoS that two rows of one map of a
Catalyst give different queues, thresholds or values. A `no` or a `delete` between the two settles
which is meant. Two lines of `priority`, `police` or `service-policy` are the matter of
[second-service-policy](QOS016.md).

## Why it matters

The later line alone is in force. Whoever reads the text sees two values, and the first is without
any effect.

## Example

```ios
class-map match-all ERP
 match access-group 101
class-map match-all GOLD
 match dscp af31
class-map match-all SILVER
 match dscp af21
policy-map IN
 class ERP
  set dscp af31
  set dscp af21
policy-map OUT
 class GOLD
  bandwidth 400
 class SILVER
  bandwidth 200
interface FastEthernet0/0
 service-policy input IN
interface Serial0/0
 service-policy output OUT
access-list 101 permit tcp any host 192.0.2.7
```

## Use instead

```ios
class-map match-all ERP
 match access-group 101
class-map match-all GOLD
 match dscp af31
class-map match-all SILVER
 match dscp af21
policy-map IN
 class ERP
  set dscp af31
policy-map OUT
 class GOLD
  bandwidth 400
 class SILVER
  bandwidth 200
interface FastEthernet0/0
 service-policy input IN
interface Serial0/0
 service-policy output OUT
access-list 101 permit tcp any host 192.0.2.7
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, and Juniper, CLI Reference, the syntax
  of these statements: each holds one value.
- The config itself: its two values. That the later one is in force follows from the syntax; no page
  says it of all commands.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks
from qosc.patterns import pattern
from qosc.source import SourceText, Span
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS602", "value-given-again", Severity.WARNING, "0.1")

_CISCO = pattern(
    r"[ \t]+(?P<no>no[ ]|default[ ])?(?P<key>"
    r"set[ ](?:ip[ ])?dscp(?=[ ](?!tunnel))|set[ ](?:ip[ ])?precedence(?=[ ](?!tunnel))|set[ ]cos"
    r"|set[ ]qos-group|set[ ]discard-class|set[ ]mpls[ ]experimental(?:[ ][it]\w+)?"
    r"|bandwidth(?:[ ]remaining)?(?:[ ](?:percent|ratio))?(?=[ ]\d)|shape[ ](?:average|peak)"
    r"|queue-limit(?=[ ]\d+(?:[ ](?:packets|bytes|ms|us))?\s*$)|tx-ring-limit"
    r"|max-reserved-bandwidth|mls[ ]qos[ ]trust(?![ ]device)|mls[ ]qos[ ]cos(?=[ ]\d)|queue-set"
    r"|srr-queue[ ]bandwidth[ ](?:share|shape|limit)|switchport[ ]voice[ ]vlan"
    r"|hold-queue(?=[ ]\d+[ ]out)"
    r")[ ]+(?P<value>\S.*)$"
)
_JUNOS = pattern(
    r"\s*set[ ](?P<key>class-of-service[ ](?:schedulers[ ]\S+[ ](?:transmit-rate|buffer-size"
    r"|priority|shaping-rate)|scheduler-maps[ ]\S+[ ]forwarding-class[ ]\S+[ ]scheduler"
    r"|interfaces[ ]\S+[ ](?:unit[ ]\S+[ ])?(?:scheduler-map|shaping-rate"
    r"|(?:in|out)put-traffic-control-profile|classifiers[ ]\S+|rewrite-rules[ ]\S+)"
    r"|traffic-control-profiles[ ]\S+[ ](?:shaping-rate|guaranteed-rate|scheduler-map"
    r"|delay-buffer-rate)|forwarding-classes[ ]class[ ]\S+[ ]queue-num"
    r"|host-outbound-traffic[ ](?:forwarding-class|dscp-code-point))"
    r"|firewall[ ](?:policer[ ]\S+[ ]if-exceeding[ ](?:bandwidth-limit|burst-size-limit"
    r"|bandwidth-percent)|(?:family[ ]\S+[ ])?filter[ ]\S+[ ]term[ ]\S+[ ]then[ ]"
    r"(?:forwarding-class|loss-priority|policer))"
    r"|interfaces[ ]\S+[ ]unit[ ]\S+[ ]family[ ]\S+[ ](?:filter|policer)[ ](?:input|output))"
    r"[ ](?P<value>(?:percent[ ])?[^\s;]++)\s*+;?\s*+$"
)
_HEADS = ("policy-map", "interface", "control-plane", "map-class")
"""The words that begin a block that is looked into."""
_PARTS = frozenset(("class", "pvc", "tx-queue", "vlan-range", "service"))
"""The words that begin a part of a block with statements of its own."""
_FIRST = frozenset(
    (
        *("set", "bandwidth", "shape", "queue-limit", "tx-ring-limit", "max-reserved-bandwidth"),
        *("mls", "queue-set", "srr-queue", "switchport", "hold-queue"),
    )
)
"""The words that begin the statements of the pattern."""
_TAKEN_BACK = frozenset(("no", "default"))
_BESIDE = frozenset(("exact", "rate-limit", "remainder", "accept", "default"))
"""Words that go beside a value of the same statement."""
_WORD = "set "


class _Given(NamedTuple):
    """A line with a value."""

    value: str
    origin: Span
    text: str


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None:
        return
    if context.profile.takes.junos_statements:
        yield from _of_sets(source)
    elif context.profile.takes.cisco_lines:
        yield from _of_blocks(context, source)
        if "mls qos " in source.text:
            yield from _of_maps(source)


def _of_blocks(context: Context, source: SourceText) -> Iterator[Diagnostic]:
    for block in context.once(blocks):
        if not block.head.startswith(_HEADS):
            continue
        if source.line(block.number).split(None, 1)[0] not in _HEADS:
            continue  # a longer word, or another case
        for numbers in _several(block):
            given: dict[str, _Given] = {}
            for number in numbers:
                match = _CISCO.match(source.line(number))
                if match is not None:
                    negated = match["no"] is not None
                    yield from _note(
                        given, match["key"], match["value"], source, number, negated=negated
                    )


def _several(block: Block) -> Iterator[list[int]]:
    """The numbers of the lines of a class or a port that begin with the same word, where it is one
    of those that are looked for and there are several lines. Of most there is one.
    """
    by_word: dict[str, list[int]] = {}
    for number, line in block.lines:
        first, _, rest = line.partition(" ")
        if first in _TAKEN_BACK:
            first = rest.partition(" ")[0]
        if first in _FIRST:
            by_word.setdefault(first, []).append(number)
        elif first in _PARTS:
            yield from (numbers for numbers in by_word.values() if len(numbers) > 1)
            by_word = {}
    yield from (numbers for numbers in by_word.values() if len(numbers) > 1)


def _of_maps(source: SourceText) -> Iterator[Diagnostic]:
    """The rows of the maps of a Catalyst, of which each value has one."""
    from qosc.lint.facts.switches.map_rows import replaced_rows

    for one in replaced_rows(source):
        number = source.number(one.later)
        place = source.words(number)
        yield RULE.at(
            source.words(source.number(one.earlier)),
            f"the row of {one.value} is replaced in line {number}",
            effect=f"`{one.now}` is in force for {one.value}",
            label="replaced",
            related=(Label(place, "this one is in force"),),
            help="remove the value from the row that is not meant",
        )


def _of_sets(source: SourceText) -> Iterator[Diagnostic]:
    if "delete " in source.text or "rename " in source.text:
        return  # a sequence of commands, which changes what it has said before
    block: dict[str, _Given] = {}
    for index, line in enumerate(source.lines):
        if _WORD not in line:
            continue
        match = _JUNOS.match(line)
        if match is not None and match["value"] not in _BESIDE:
            number = source.number(index)
            yield from _note(block, match["key"], match["value"], source, number)


def _note(
    block: dict[str, _Given],
    key: str,
    value: str,
    source: SourceText,
    number: int,
    *,
    negated: bool = False,
) -> Iterator[Diagnostic]:
    value = value.rstrip()
    if key.startswith("set ip "):
        key = "set " + key[7:]
    if negated:
        block.pop(key, None)
        return
    here = _Given(value, source.words(number), source.line(number).strip())
    before = block.get(key)
    block[key] = here
    if before is None or before.value.lower() == value.lower():
        return
    yield RULE.at(
        before.origin,
        f"`{before.text[:60]}` is replaced in line {number}"
        if len(before.text) <= 60
        else f"this line is replaced in line {number}",
        effect=f"`{value}` is in force; `{before.value}` has no effect",
        label="replaced",
        related=(Label(here.origin, "this one is in force"),),
        help="leave the one that is meant",
    )
