"""A member of a bundle with another line on QoS than the other members.

## What it does

Compares the lines on queues, limits and trust of the ports of one channel group, and reports one
that a single member has or lacks, or has with other values, and members of a PPP multilink bundle
that have a policy of their own on output.

## Why it matters

A flow is sent by one of the members, which a hash chooses: loss, delay and rate depend on addresses
and ports. The queues of a multilink bundle are those of the bundle; its members send fragments.

## Example

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 switchport mode trunk
 srr-queue bandwidth limit 10
 mls qos trust dscp
 channel-group 1 mode active
interface GigabitEthernet0/2
 switchport mode trunk
 mls qos trust dscp
 channel-group 1 mode active
```

## Use instead

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 switchport mode trunk
 mls qos trust dscp
 channel-group 1 mode active
interface GigabitEthernet0/2
 switchport mode trunk
 mls qos trust dscp
 channel-group 1 mode active
```

## Sources

- Cisco Catalyst 3750 Switch Software Configuration Guide, Configuring QoS, General QoS Guidelines:
  QoS of an EtherChannel is configured on each of its physical ports, and whether it is the same on
  all of them is left to who configures it. That one port differs by one line is taken for a slip.
- Cisco 10000 Series Router Quality of Service Configuration Guide, Fragmenting and Interleaving
  Real-Time and Nonreal-Time Packets: the service policy is attached to the multilink interface.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, interfaces, place
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS933", "members-differ", Severity.WARNING, "0.1")


_QOS = pattern(
    r"(?:mls qos (?!trust device)|qos |srr-queue|wrr-queue|rcv-queue|priority-queue|queue-set|"
    r"tx-queue|priority-flow-control|service-policy)"
)
_GROUP = pattern(r"channel-group (\d+)\b")
_PPP = pattern(r"ppp multilink group (\d+)$")
_POLICY = "service-policy output "
_PAIR = 2


def check(context: Context) -> Iterator[Diagnostic]:
    groups: dict[str, list[Block]] = {}
    for block in context.once(interfaces):
        for _, line in block.lines:
            said = _GROUP.match(line)
            if said is not None:
                groups.setdefault(said[1], []).append(block)
            elif _PPP.match(line) and not block.head.startswith("interface multilink"):
                yield from _own_policy(context, block)
    for group in groups.values():
        if len(group) > 1:
            yield from _differing(context, group)


def _own_policy(context: Context, block: Block) -> Iterator[Diagnostic]:
    for number, _ in block.starting(_POLICY):
        yield RULE.at(
            place(context, number),
            f"{block.head.split()[1][:40]} is a link of a bundle, with a policy of its own",
            effect="the bundle has the queues, and its links send fragments of all classes",
            label="not where packets are queued",
            help="apply the policy to the multilink interface",
        )


def _differing(context: Context, group: list[Block]) -> Iterator[Diagnostic]:
    own = [{line: number for number, line in one.lines if _QOS.match(line)} for one in group]
    often: dict[str, int] = {}
    for lines in own:
        for line in lines:
            often[line] = often.get(line, 0) + 1
    others = [one for one in context.once(interfaces) if one not in group]
    pairs = list(zip(group, own, strict=True))
    if len(pairs) == _PAIR:
        # Of two, the one whose own line fewer of the other ports have.
        pairs.sort(key=lambda pair: _usual(pair[1], often, others))
    for block, lines in pairs:
        extra = [line for line in lines if often[line] == 1]
        if len(extra) != 1 or len(lines) - 1 > min(map(len, own)):
            continue
        (line,) = extra
        lacking = [one for one, has in zip(group, own, strict=True) if line not in has]
        usual = _users(line, others) > 1
        at, name = lines[line], block
        if usual and len(lacking) == 1:
            at, name = lacking[0].number, lacking[0]
        yield RULE.at(
            place(context, at),
            f"{name.head.split()[1][:30]} differs from its bundle: `{line[:40]}`",
            effect=f"{len(group)} ports are one link, and flows on this one get other treatment",
            label="lacks the line" if name is not block else "the others do not have it",
            help="give all members the same lines",
        )
        return


def _users(line: str, others: list[Block]) -> int:
    return sum(any(each == line for _, each in one.lines) for one in others)


def _usual(lines: dict[str, int], often: dict[str, int], others: list[Block]) -> int:
    """How many other ports have a line that the other member has not."""
    return max((_users(line, others) for line in lines if often[line] == 1), default=0)
