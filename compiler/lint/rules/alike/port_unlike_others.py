"""An interface that lacks one line on QoS which others have that are like it in all else.

## What it does

Reports an interface that lacks one line on QoS, or has other figures in one, where at least three
others, and 80 % of all that are like it (of four, three), have the same lines on QoS. Interfaces of
IOS are alike that have the same kind, the same lines but for their numbers, and a description that
begins with the same word; those of JunOS by kind, encapsulation and that word. Where that finds
nobody, those are alike whose descriptions have any word in common with it (`Bob desk 4`, `Alice
desk 3`). What is shut down is left out, and so is another number that the port's own description or
`bandwidth` has. Of all ports together it reports one whose line has the numbers of most others in
another order.

## Why it matters

Packets that come in there keep other marks, or wait in other queues, than on the ports beside it:
calls of one floor or one site sound worse than those of the others.

## Example

```ios
hostname r1
class-map match-any VOICE
 match protocol rtp audio
policy-map MARK
 class VOICE
  set dscp ef
interface GigabitEthernet0/1
 description LAN floor 1
 ip address 192.0.2.1 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/2
 description LAN floor 2
 ip address 192.0.2.17 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/3
 description LAN floor 3
 ip address 192.0.2.33 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/4
 description LAN floor 4
 ip address 192.0.2.49 255.255.255.240
interface GigabitEthernet0/5
 description LAN floor 5
 ip address 192.0.2.65 255.255.255.240
 service-policy input MARK
end
```

## Use instead

```ios
hostname r1
class-map match-any VOICE
 match protocol rtp audio
policy-map MARK
 class VOICE
  set dscp ef
interface GigabitEthernet0/1
 description LAN floor 1
 ip address 192.0.2.1 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/2
 description LAN floor 2
 ip address 192.0.2.17 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/3
 description LAN floor 3
 ip address 192.0.2.33 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/4
 description LAN floor 4
 ip address 192.0.2.49 255.255.255.240
 service-policy input MARK
interface GigabitEthernet0/5
 description LAN floor 5
 ip address 192.0.2.65 255.255.255.240
 service-policy input MARK
end
```

## Sources

- Engler, Chen, Hallem, Chou and Chelf, Bugs as Deviant Behavior (SOSP 2001): what most of a code
  does is taken for its rule, and what differs for an error.
- Feamster and Balakrishnan, Detecting BGP Configuration Faults with Static Analysis (NSDI 2005).

"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qosc.datapath.rates import kind_of
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Port
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.majority import LEAST, majority
from qosc.lint.facts.words.named_rates import named_rates, near
from qosc.patterns import pattern
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS701", "port-unlike-others", Severity.INFO, "0.1")

_QOS = pattern(
    r"(?:service-policy|mls qos|qos|srr-queue|wrr-queue|rcv-queue|priority-queue|queue-set|"
    r"auto qos|trust|random-detect|fair-queue|rate-limit|traffic-shape|priority-group|"
    r"custom-queue-list|switchport voice vlan|ip rtp priority|max-reserved-bandwidth|"
    r"frame-relay (?:class|traffic-shaping))\b"
)
_NUMBER = pattern(r"\d+")
_WORD = pattern(r"[a-z]*")
_WORDS = pattern(r"[a-z]{3,}")
_SAID = "description "
_LONGEST = 200
_CHANGED = ("mls qos trust ",)
"""Lines whose last word says another thing of the same kind."""
_VOICE = "switchport voice vlan"
_MOST = 200
"""So many lines of an interface are compared."""


class _Block(NamedTuple):
    """An interface: its lines on QoS, and the words of its description."""

    port: Port
    lines: frozenset[str]
    words: frozenset[str]


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None or not context.device.complete:
        return
    groups: dict[tuple[str, ...], list[_Block]] = {}
    junos = context.profile.takes.junos_statements
    known: dict[str, tuple[str, str | None]] = {}
    for port in context.device.ports.values():
        key, own = _of_junos(port) if junos else _parts(port, context.source, known)
        if key and not port.shutdown:
            groups.setdefault(key, []).append(_Block(port, own, _words(port)))
    reported: set[str] = set()
    place = _bound_at if junos else _interface
    for group in groups.values():
        odd = majority(group, lambda block: block.lines)
        if odd is not None:
            alike, others = odd
            for one in others:
                reported.add(one.port.name)
                yield from _told(one, alike, place(context, one.port))
    wider: dict[tuple[str, ...], list[_Block]] = {}
    for key, group in groups.items():
        plain = tuple(part for part in key if not part.startswith(_SAID))
        wider.setdefault(plain, []).extend(group)
    for group in wider.values():
        odd = majority(group, lambda block: block.lines)
        alike_of = _Sharing(odd[0] if odd is not None else ())
        for one in odd[1] if odd is not None else ():
            alike = alike_of[one.words]
            if one.port.name not in reported and len(alike) >= LEAST:
                reported.add(one.port.name)
                yield from _told(one, alike, place(context, one.port))
    blocks = [block for group in groups.values() for block in group]
    yield from (one for one in _exchanged(blocks) if one.primary not in _places(blocks, reported))


def _exchanged(blocks: Sequence[_Block]) -> Iterator[Diagnostic]:
    """A line with the numbers of most ports in another order: two of them were exchanged."""
    kinds: dict[str, list[tuple[_Block, str]]] = {}
    for block in blocks:
        for line in block.lines:
            if len(_NUMBER.findall(line)) > 1:
                kinds.setdefault(_NUMBER.sub("#", line), []).append((block, line))
    for group in kinds.values():
        odd = majority(group, lambda one: one[1])
        alike, others = odd if odd is not None else ([], [])
        for block, line in others:
            common = alike[0][1]
            if sorted(_NUMBER.findall(line)) == sorted(_NUMBER.findall(common)):
                yield RULE.at(
                    block.port.origin,
                    f"{block.port.name} has `{line}`, {len(alike)} others `{common}`",
                    effect="the same numbers in another order",
                    label="differs in their order",
                    related=(Label(alike[0][0].port.origin, f"has `{common}`"),),
                    help=f"write `{common}` if it was meant",
                )


def _places(blocks: Sequence[_Block], names: set[str]) -> frozenset[Span]:
    return frozenset(block.port.origin for block in blocks if block.port.name in names)


class _Sharing(dict[frozenset[str], list[_Block]]):
    """By words, the blocks whose descriptions have one of them; thousands of ports have few words
    that are not numbers.
    """

    def __init__(self, blocks: Sequence[_Block]) -> None:
        super().__init__()
        self._blocks = blocks

    def __missing__(self, words: frozenset[str]) -> list[_Block]:
        blocks = self[words] = [one for one in self._blocks if not words.isdisjoint(one.words)]
        return blocks


def _words(port: Port) -> frozenset[str]:
    return frozenset(_WORDS.findall(port.description[:_LONGEST].lower()))


def _interface(_context: Context, port: Port) -> Span:
    return port.origin


def _bound_at(context: Context, port: Port) -> Span:
    """Where class of service names a port of JunOS; else the port itself."""
    whole, _, unit = port.name.partition(".")
    by = f"{whole} unit {unit}" if unit else whole
    for name in context.device.names:
        if name.by == by and name.origin != NOWHERE:
            return name.origin
    line = context.statements.line("class-of-service", "interfaces", whole)
    text = context.source.line(line) if context.source is not None else ""
    start = text.find(whole)
    if context.source is None or start < 0:
        return port.origin
    return context.source.span(line, start, start + len(whole))


def _told(one: _Block, alike: Sequence[_Block], place: Span) -> Iterator[Diagnostic]:
    common = alike[0]
    lacking, more = common.lines - one.lines, one.lines - common.lines
    if len(lacking) != 1 or len(more) > 1:
        return  # another role, or a port with nothing of it
    (line,) = lacking
    if line.lower().startswith(_VOICE) and (more or len(common.lines) == 1):
        return  # a port without a phone
    if more:
        (other,) = more
        same = _NUMBER.sub("#", line) == _NUMBER.sub("#", other)
        changed = line.startswith(_CHANGED) and other.startswith(_CHANGED)
        if len(common.lines) == 1 or not (same or changed) or _is_named(one.port, other):
            return
        what, remedy = f"has `{other}`", f"write `{line}` if it was meant"
    else:
        what, remedy = "has no such line", f"add `{line}` if it was forgotten"
    yield RULE.at(
        place,
        f"{one.port.name} differs from {len(alike)} like interfaces: `{line}`",
        effect=f"they have the line; {one.port.name} {what}",
        label="differs in this alone",
        related=(Label(common.port.origin, f"has `{line}`"),),
        help=remedy,
    )


def _is_named(port: Port, line: str) -> bool:
    """Whether a port's description or bandwidth has the rate that the name in a line has."""
    own = set(named_rates(port.description))
    if port.bandwidth is not None:
        own.add(port.bandwidth.value)
    rates = [rate for word in re.split(r"[ \-]", line) for rate in named_rates(word)]
    return any(near(rate, said) for rate in rates for said in own)


def _of_junos(port: Port) -> tuple[tuple[str, ...], frozenset[str]]:
    """The same of a port or a unit of JunOS, by what its config binds to it."""
    if not port.origin.line:
        return (), frozenset()
    word = _WORD.match(port.description.lower())
    tagged = "tagged" if port.vlan is not None else ""
    own = {
        stage.policy.name if isinstance(stage, Attachment) else stage.feature
        for stage in (*port.input, *port.output)
        if not stage.default_by
    }
    key = (kind_of(port.name), str(port.kind), port.encapsulation, tagged)
    return (*key, f"{_SAID}{word[0] if word is not None else ''}"), frozenset(own)


def _parts(
    port: Port, source: SourceText, known: dict[str, tuple[str, str | None]]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """What an interface is like, and its lines on QoS; nothing for what is no interface of IOS.
    `known` holds what lines say that another interface has too.
    """
    # The text may hold several devices, and these are the lines of one.
    at = source.index(port.origin.line)
    lines = source.lines
    if at is None or not lines[at].lower().startswith("interface "):
        return (), frozenset()
    rest: list[str] = []
    own: set[str] = set()
    for line in lines[at + 1 : at + 1 + _MOST]:
        if line[:1] not in (" ", "\t"):
            break
        said = known.get(line)
        if said is None:
            said = known[line] = _said(line)
        if said[0]:
            own.add(said[0])
        elif said[1] is not None:
            rest.append(said[1])
    return (kind_of(port.name), str(port.kind), *sorted(rest)), frozenset(own)


def _said(line: str) -> tuple[str, str | None]:
    """A line on QoS, or what another line tells of what its interface is like, if anything."""
    words = " ".join(line.split())
    low = words.lower()
    if _QOS.match(low):
        return words, None
    if low.startswith("description "):
        word = _WORD.match(low, len("description "))
        return "", f"{_SAID}{word[0] if word is not None else ''}"
    if low == "exit" or low.startswith("!"):
        return "", None
    return "", _NUMBER.sub("#", low)
