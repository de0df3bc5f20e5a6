"""A value that a class-map matches twice.

## What it does

Reports a line of a class-map with the same code point, VLAN or group twice, and, at info, a line
that a match-any class-map has already.

## Why it matters

The second one matches nothing that the first does not. Where a list of values was typed, the one
that was meant is missing, and its packets are in class-default.

## Example

```ios
class-map match-any VIDEO
 match dscp af41 af42 af42
policy-map WAN
 class VIDEO
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any VIDEO
 match dscp af41 af42 af43
policy-map WAN
 class VIDEO
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match dscp`: a packet matches that has
  any one of the values; `class-map match-any`: a packet matches that matches any one line.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import DSCP_NAMES
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place

__all__ = ["RULE", "check"]

RULE = Rule("QOS622", "value-matched-twice", Severity.WARNING, "0.1")

_FIELDS = ("dscp", "precedence", "cos", "vlan", "qos-group", "discard-class")


def check(context: Context) -> Iterator[Diagnostic]:
    for block in context.once(blocks):
        if block.head.startswith("class-map "):
            yield from _of_class(context, block)


def _of_class(context: Context, block: Block) -> Iterator[Diagnostic]:
    lines: dict[str, int] = {}
    any_line = "match-any" in block.head.split()
    for number, line in block.starting("match "):
        written = place(context, number)
        text = "" if context.source is None else context.source.line(number)
        words = " ".join(text.split())  # as it is written: names differ by case
        if words in lines and any_line:
            yield RULE.at(
                written,
                f"`{words[:50]}` stands in line {lines[words]} of its class-map already",
                effect="it matches nothing that the other does not",
                label="a second time",
                severity=Severity.INFO,
                help="remove it, or write what was meant",
            )
        lines.setdefault(words, number)
        yield from _of_line(context, number, line)


def _of_line(context: Context, number: int, line: str) -> Iterator[Diagnostic]:
    words = line.removeprefix("match ").removeprefix("not ").removeprefix("ip ").split()
    if len(words) < 3 or words[0] not in _FIELDS:
        return
    seen: set[str] = set()
    for word in words[1:]:
        value = str(DSCP_NAMES.get(word, word)) if words[0] == "dscp" else word
        if value in seen and value != "0":
            yield RULE.at(
                place(context, number),
                f"{words[0]} {word} stands twice in one `match`",
                effect="the second matches nothing more; a value that was meant may be missing",
                label="twice",
                help=_meant(words[1:], word) or "write the value that was meant",
            )
            return
        seen.add(value)


def _meant(words: list[str], twice: str) -> str:
    """What to write where a class of AF lacks one drop precedence."""
    family = twice[:3] if twice[:2] == "af" else ""
    lacks = [one for one in (f"{family}{i}" for i in "123") if one not in words] if family else []
    return f"write {lacks[0]} if it was meant" if lacks else ""
