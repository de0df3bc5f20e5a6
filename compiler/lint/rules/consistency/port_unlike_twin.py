"""One of two or three ports of the same description that lacks a line on QoS of the others.

## What it does

Compares ports of one kind whose descriptions are the same but for numbers (`core P1`, `core P2`;
`uplink, port 1/0/2` and `2/0/2`), and whose other lines are the same but for numbers. Reports one
that lacks one line on QoS, or has one more, or another value, where there are two or three. More
ports are left to QOS701, those of one bundle to QOS933, and numbers that differ are not compared.
It warns where the description speaks of a link of the network (uplink, core, spine, trunk), and
informs of others.

## Why it matters

Packets take both ports, by the routes or after a failure. On one of them their marks are not
trusted, or they wait in other queues: calls are good or bad by the link that they happen to take.

## Example

```ios
hostname r1
class-map match-any EXP5
 match mpls experimental topmost 5
class-map match-any Q5
 match qos-group 5
policy-map CORE-IN
 class EXP5
  set qos-group 5
policy-map CORE-OUT
 class EXP5
  priority percent 20
policy-map CUSTOMER-OUT
 class Q5
  priority percent 20
interface GigabitEthernet0/0
 description core P1
 ip address 192.0.2.1 255.255.255.252
 mpls ip
 service-policy input CORE-IN
 service-policy output CORE-OUT
interface GigabitEthernet0/1
 description core P2
 ip address 192.0.2.5 255.255.255.252
 mpls ip
 service-policy output CORE-OUT
interface GigabitEthernet0/2
 description customer
 ip address 192.0.2.9 255.255.255.252
 service-policy output CUSTOMER-OUT
end
```

## Use instead

```ios
hostname r1
class-map match-any EXP5
 match mpls experimental topmost 5
class-map match-any Q5
 match qos-group 5
policy-map CORE-IN
 class EXP5
  set qos-group 5
policy-map CORE-OUT
 class EXP5
  priority percent 20
policy-map CUSTOMER-OUT
 class Q5
  priority percent 20
interface GigabitEthernet0/0
 description core P1
 ip address 192.0.2.1 255.255.255.252
 mpls ip
 service-policy input CORE-IN
 service-policy output CORE-OUT
interface GigabitEthernet0/1
 description core P2
 ip address 192.0.2.5 255.255.255.252
 mpls ip
 service-policy input CORE-IN
 service-policy output CORE-OUT
interface GigabitEthernet0/2
 description customer
 ip address 192.0.2.9 255.255.255.252
 service-policy output CUSTOMER-OUT
end
```

## Sources

- Engler, Chen, Hallem, Chou and Chelf, Bugs as Deviant Behavior (SOSP 2001): what differs from its
  like is taken for an error.
- The config itself: its two ports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, interfaces, place
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS970", "port-unlike-twin", Severity.WARNING, "0.1")

_QOS = pattern(
    r"(?:service-policy|mls qos|qos|srr-queue|wrr-queue|rcv-queue|priority-queue|queue-set|"
    r"trust|priority-flow-control|tx-queue|fair-queue)\b"
)
_LINK = pattern(r"(?i)\b(?:up-?links?|core|spine|trunk|backbone|transit|interlink|peer-?link)\b")
_DIGITS = pattern(r"\d+")
_WORDS = pattern(r"[a-z]{3,}")
_MEMBER = ("channel-group ", "ppp multilink group ", "bundle id ")
_NOTHING = ("exit", "no shutdown")
_OFF = pattern(r"(?:\S+ )+?(?:mode )?off$")
_OLD = pattern(r"(?i)(?:^|[-_ ])(?:old|test|tmp|temp|backup\d*|bak|orig)(?:$|[-_ \d])")
_SYSTEM = "system qos"
_MOST = 3
"""So many ports are a pair or a triple; more have a majority."""


class _Port(NamedTuple):
    """An interface with its lines on QoS, by those lines without their numbers."""

    block: Block
    said: str
    lines: dict[str, tuple[int, str]]


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    groups: dict[tuple[str, ...], list[_Port]] = {}
    often: Counter[str] = Counter()
    known: dict[str, tuple[str, str]] = {}
    for block in context.once(interfaces):
        key, port = _read(block, known)
        often.update(port.lines.keys())
        if key:
            groups.setdefault(key, []).append(port)
    for group in groups.values():
        if 1 < len(group) <= _MOST:
            yield from _differing(context, group, often)


def _read(block: Block, known: dict[str, tuple[str, str]]) -> tuple[tuple[str, ...], _Port]:
    """What a port is like, nothing where that is not known; and its lines on QoS. `known` holds
    what became of lines that other ports have too.
    """
    said = ""
    rest: list[str] = []
    own: dict[str, tuple[int, str]] = {}
    for number, line in block.lines:
        if line not in known:
            words = " ".join(line.split())
            known[line] = words, _DIGITS.sub("#", words) if _QOS.match(words) else ""
        words, on_qos = known[line]
        if on_qos:
            own[on_qos] = (number, words)
        elif words.startswith("description "):
            said = words.partition(" ")[2]
        elif words not in _NOTHING:
            rest.append(words)
    key: tuple[str, ...] = ()
    # Of most ports nothing says which others they are like: the rest of their lines is not read.
    told = _DIGITS.search(said) and _WORDS.search(said)
    if told and not any(words.startswith(_MEMBER) for words in rest):
        name, described, lines = (
            _DIGITS.sub("#", words) for words in (block.head, said, "\n".join(rest))
        )
        key = (name, described, *sorted(lines.split("\n")))
    return key, _Port(block, said, own)


def _differing(
    context: Context, group: Sequence[_Port], often: Counter[str]
) -> Iterator[Diagnostic]:
    kinds = Counter(frozenset(one.lines) for one in group)
    if len(kinds) != 2 or not all(kinds):  # one without any may be unused, or new
        return
    (common, _), (rare, _) = kinds.most_common(2)
    if len(group) == len(kinds) and _is_odd(context, common - rare, rare - common, often):
        common, rare = rare, common
    lacking, more = common - rare, rare - common
    if len(lacking) > 1 or len(more) > 1:
        return
    one = next(port for port in group if frozenset(port.lines) == rare)
    other = next(port for port in group if frozenset(port.lines) == common)
    if more:
        number, line = one.lines[next(iter(more))]
        said = "the other has no such line" if not lacking else "the other has another line"
    else:
        number, line = one.block.number, other.lines[next(iter(lacking))][1]
        said = f"{_name(other)} has the line"
    at = other.lines[next(iter(lacking))][0] if lacking else other.block.number
    yield RULE.at(
        place(context, number),
        f"{_name(one)} differs from {_name(other)}: `{line[:32]}`",
        effect="packets of one kind get other marks or queues by the port that they take",
        label=said,
        related=(Label(place(context, at), f"the twin: {other.said[:40]}"),),
        help="give both ports the same lines",
        severity=None if _LINK.search(one.said) or _is_loose(more) else Severity.INFO,
    )


def _is_loose(lines: frozenset[str]) -> bool:
    return any(_OFF.match(line) or _OLD.search(line) for line in lines)


def _is_odd(
    context: Context, first: frozenset[str], second: frozenset[str], often: Counter[str]
) -> bool:
    """Whether of two ports it is the one with `first` that differs from what is usual."""
    if _is_loose(second):
        return False
    if _is_loose(first) or (not second and _overrides(context, first)):
        return True
    if not first:
        return _overrides(context, second) is False
    if not second:
        return False
    # Both have a line of their own: that of other ports was pasted, unless both are usual.
    policy = [any(line.startswith("service-policy") for line in each) for each in (first, second)]
    if policy[0] != policy[1]:
        return policy[0]
    return min(often[line] for line in first) < min(often[line] for line in second)


def _overrides(context: Context, lines: frozenset[str]) -> bool:
    """Whether the policy of a port replaces the one of the whole system."""
    whole = [block for block in context.once(blocks) if block.head == _SYSTEM]
    kinds = {line.rpartition(" ")[0] for block in whole for _, line in block.lines}
    return any(line.rpartition(" ")[0] in kinds for line in lines)


def _name(port: _Port) -> str:
    return port.block.head.split()[1][:24]
