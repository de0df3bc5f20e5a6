"""Fragments of a slow link that are cut too long, or shorter than the packets of a call.

## What it does

Reports `ppp multilink fragment delay` of more than 100 ms on a bundle whose policy has a priority
class, and `frame-relay fragment` of a map-class whose fragments last more than 100 ms at its CIR,
or hold less than 80 bytes where those of 10 ms at the CIR would hold four times as many.

## Why it matters

Packets of calls wait behind one fragment. One of half a second is longer than any packet: nothing
is cut. Fragments of 64 bytes are shorter than a packet of G.729, so that calls are cut too.

## Example

```ios
! qosc: ignore-file[line-not-modelled] fragments are what this is about
class-map match-all VOICE
 match ip dscp ef
policy-map OUT
 class VOICE
  priority 128
interface Multilink1
 bandwidth 1024
 ppp multilink
 ppp multilink interleave
 ppp multilink fragment delay 640
 service-policy output OUT
```

## Use instead

```ios
! qosc: ignore-file[line-not-modelled] fragments are what this is about
class-map match-all VOICE
 match ip dscp ef
policy-map OUT
 class VOICE
  priority 128
interface Multilink1
 bandwidth 1024
 ppp multilink
 ppp multilink interleave
 ppp multilink fragment delay 10
 service-policy output OUT
```

## Sources

- Cisco IOS Dial Technologies Command Reference, `ppp multilink fragment delay`: the delay is in
  milliseconds.
- Cisco, VoIP over Frame Relay with Quality of Service (document 12156): fragments of 10 ms at the
  lowest rate, 80 bytes for each 64 kbit/s; never below the size of a voice packet.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.lint.facts.lines.policies import classes, named
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS977", "fragment-time", Severity.WARNING, "0.1")

_DELAY = pattern(r"ppp multilink fragment(?: |-)delay (\d{1,12})$")
_BYTES = pattern(r"frame-relay fragment (\d{1,12})\b")
_CIR = pattern(r"frame-relay (?:min)?cir (?:out )?(\d{1,12})$")
_LONGEST = 100
"""Milliseconds."""
_CALL = 80
"""Bytes; a packet of G.729 with its headers has 66."""
_BETTER = 4


def check(context: Context) -> Iterator[Diagnostic]:
    for block in context.once(blocks):
        if block.head.startswith("interface ") and block.has("service-policy output "):
            yield from _bundle(context, block)
        elif block.head.startswith("map-class frame-relay "):
            yield from _circuit(context, block)


def _bundle(context: Context, block: Block) -> Iterator[Diagnostic]:
    for number, line in block.starting("ppp multilink fragment"):
        said = _DELAY.match(line)
        if said is None or int(said[1]) <= _LONGEST or not _has_priority(context, block):
            continue
        yield RULE.at(
            place(context, number),
            f"fragments may last {said[1]} ms, and calls wait behind one of them",
            effect="no packet is longer than that, so nothing is cut",
            label="milliseconds",
            help="write 10, and not the size in bytes",
        )


def _has_priority(context: Context, block: Block) -> bool:
    policies = named(context, "policy-map")
    names = [line.split()[-1] for _, line in block.starting("service-policy output ")]
    return any(
        line.split()[0] == "priority"
        for name in names
        if name in policies
        for item in classes(policies[name])
        for _, line in item.lines
    )


def _circuit(context: Context, block: Block) -> Iterator[Diagnostic]:
    rates = [int(said[1]) for _, line in block.lines if (said := _CIR.match(line)) is not None]
    rate = min(rates, default=0)
    for number, line in block.starting("frame-relay fragment ") if rate else ():
        said = _BYTES.match(line)
        size = int(said[1]) if said is not None else 0
        usual = rate // 800
        if size * 8000 > _LONGEST * rate:
            what = f"a fragment of {size} bytes lasts {size * 8000 // rate} ms at the CIR"
            effect = "calls wait that long behind one fragment"
        elif 0 < size < _CALL and usual >= size * _BETTER:
            what = f"fragments of {size} bytes at {rate} bit/s; {usual} bytes last 10 ms"
            effect = "packets of calls are cut too, and nothing overtakes by it"
        else:
            continue
        yield RULE.at(
            place(context, number),
            what,
            effect=effect,
            label=f"{size} bytes",
            help=f"write {max(usual, _CALL)} for 10 ms",
        )
