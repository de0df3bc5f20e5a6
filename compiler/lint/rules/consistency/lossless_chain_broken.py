"""A lossless class of Nexus whose pause, MTU or ECN is for another priority or group.

## What it does

Follows the lossless class of a Nexus 9000 from classification by its group to the network-qos class
with `pause` and to its queue. Reports `pause` for a priority that is not the first three bits of
the DSCP of that group; `pause` in a group that no storage class is in, where one is in another;
an MTU of 1500 in the lossless group with ports of 9000 and more; ECN in another queue alone; and a
class of another group that sets the DSCP by which the lossless class is known.

## Why it matters

Pause frames stop nobody or somebody else, and frames of storage are dropped; or backups fill the
lossless queue of the next switch and stop storage.

## Example

```ios nxos
! qosc: ignore-file[line-not-modelled] groups and pause are what this is about
hostname leaf
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos HOST-IN
  class ROCE
    set qos-group 3
policy-map type network-qos FABRIC
  class type network-qos c-8q-nq3
    pause pfc-cos 5
    mtu 9216
system qos
  service-policy type network-qos FABRIC
interface Ethernet1/1
  mtu 9216
  priority-flow-control mode on
  service-policy type qos input HOST-IN
```

## Use instead

```ios nxos
! qosc: ignore-file[line-not-modelled] groups and pause are what this is about
hostname leaf
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos HOST-IN
  class ROCE
    set qos-group 3
policy-map type network-qos FABRIC
  class type network-qos c-8q-nq3
    pause pfc-cos 3
    mtu 9216
system qos
  service-policy type network-qos FABRIC
interface Ethernet1/1
  mtu 9216
  priority-flow-control mode on
  service-policy type qos input HOST-IN
```

## Sources

- Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Configuring Network QoS and
  Configuring Priority Flow Control: class c-8q-nqN is qos-group N; `pause pfc-cos` names the CoS
  that is paused, and each class has an MTU.
- IEEE 802.1Qbb: pause for one of eight priorities.
- RFC 3168: a queue marks what it holds itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import DSCP_NAMES
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.lint.facts.lines.policies import classes
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS976", "lossless-chain-broken", Severity.WARNING, "0.1")

_STORAGE = pattern(r".*(?:roce|rdma|storage|fcoe|nvme|iscsi|lossless|no-?drop)")
_GROUP = pattern(r"c-(?:8q-nq|out-8q-q|4q-nq|out-q)(\d)$")
_PAUSE = pattern(r"pause (?:pfc-cos (\d)$|no-drop)")
_MTU = pattern(r"mtu (\d{1,12})$")
_SET_GROUP = pattern(r"set qos-group (\d)$")
_SET_DSCP = pattern(r"set dscp (\S+)$")
_CURVE = "random-detect "
_JUMBO = 9000
_PLAIN = 1600


class _Taken(NamedTuple):
    """A class of a policy of type qos: its name, group, DSCPs, and the line and value it sets."""

    name: str
    group: int
    points: frozenset[int]
    number: int
    sets: int


class _Made(NamedTuple):
    """A class of a network-qos or queuing policy by its group, with its lines."""

    group: int
    lines: tuple[tuple[int, str], ...]

    def find(self, asked: object) -> tuple[int, str | None] | None:
        """The first line of a kind, with what it says."""
        for number, line in self.lines:
            said = asked.match(line)  # type: ignore[attr-defined]
            if said is not None:
                return number, said[1] if said.re.groups else None
        return None


def check(context: Context) -> Iterator[Diagnostic]:
    every = context.once(blocks)
    made = [one for block in every for one in _made(block, "policy-map type network-qos ")]
    paused = {one.group: one for one in made if one.find(_PAUSE) is not None}
    if not paused:
        return
    taken = list(_taken(every))
    for group, one in paused.items():
        yield from _of_group(context, one, [each for each in taken if each.group == group])
    elsewhere = list(_in_another_group(context, paused, taken))
    yield from elsewhere
    yield from _frames(context, paused, every)
    yield from _marking(context, paused, every) if not elsewhere else ()
    lossless = {point for each in taken if each.group in paused for point in each.points}
    for each in taken:
        if each.group not in paused and each.sets in lossless:
            yield _told(
                context,
                each.number,
                f"class {each.name[:30]} sets DSCP {each.sets}, that of the lossless class",
                "the next switch puts its packets into the lossless queue",
            )


def _points(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) < 3 else DSCP_NAMES.get(word, -1)


def _taken(every: tuple[Block, ...]) -> Iterator[_Taken]:
    known: dict[str, frozenset[int]] = {}
    for block in every:
        if block.head.startswith("class-map "):
            rows = [line.split()[2:] for _, line in block.starting("match dscp ")]
            words = [word.strip(",") for row in rows for each in row for word in each.split(",")]
            known[block.head.split()[-1]] = frozenset(map(_points, filter(None, words)))
    for block in every:
        if not block.head.startswith("policy-map type qos "):
            continue
        for item in classes(block):
            group = next((int(m[1]) for _, line in item.lines if (m := _SET_GROUP.match(line))), 0)
            values = [(at, m[1]) for at, line in item.lines if (m := _SET_DSCP.match(line))]
            number, value = (values[0][0], _points(values[0][1])) if values else (0, -1)
            yield _Taken(item.name, group, known.get(item.name, frozenset()), number, value)


def _made(block: Block, kind: str) -> Iterator[_Made]:
    for item in classes(block) if block.head.startswith(kind) else ():
        said = _GROUP.match(item.name)
        if said is not None:
            yield _Made(int(said[1]), item.lines)


def _of_group(context: Context, one: _Made, taken: list[_Taken]) -> Iterator[Diagnostic]:
    """`pause` for another priority than that of the packets of the group."""
    pause = one.find(_PAUSE)
    points = {point >> 3 for each in taken for point in each.points}
    if pause is None or pause[1] is None or len(points) != 1 or min(points) < 0:
        return
    (cos,) = points
    if cos != int(pause[1]):
        yield _told(
            context,
            pause[0],
            f"pause is for priority {pause[1]}, the DSCP of its group begins with {cos}",
            "no sender of these packets is stopped, and they are dropped",
        )


def _in_another_group(
    context: Context, paused: dict[int, _Made], taken: list[_Taken]
) -> Iterator[Diagnostic]:
    storage = [each for each in taken if _STORAGE.match(each.name)]
    if not storage or any(each.group in paused for each in storage):
        return
    for one in paused.values():
        pause = one.find(_PAUSE)
        if pause is not None:
            yield _told(
                context,
                pause[0],
                f"pause is in group {one.group}, and class {storage[0].name[:30]} is in "
                f"{storage[0].group}",
                "what needs no loss is dropped, and another class is stopped",
            )


def _frames(
    context: Context, paused: dict[int, _Made], every: tuple[Block, ...]
) -> Iterator[Diagnostic]:
    sizes = [
        int(said[1])
        for block in every
        if block.head.startswith("interface ethernet")
        and block.has("priority-flow-control mode on")
        for _, line in block.lines
        if (said := _MTU.match(line)) is not None
    ]
    for one in paused.values() if sizes and min(sizes) >= _JUMBO else ():
        mtu = one.find(_MTU)
        if mtu is not None and mtu[1] is not None and int(mtu[1]) <= _PLAIN:
            yield _told(
                context,
                mtu[0],
                f"the lossless class has MTU {mtu[1]}, its ports have {min(sizes)}",
                "its long frames are dropped",
            )


def _marking(
    context: Context, paused: dict[int, _Made], every: tuple[Block, ...]
) -> Iterator[Diagnostic]:
    for block in every:
        queues = list(_made(block, "policy-map type queuing "))
        marks = {
            one.group: number
            for one in queues
            for number, line in one.lines
            if line.startswith(_CURVE) and line.endswith(" ecn")
        }
        if marks and not paused.keys() & marks and paused.keys() & {one.group for one in queues}:
            group, number = next(iter(marks.items()))
            yield _told(
                context,
                number,
                f"ECN is in queue {group}, and not in the lossless queue {min(paused)}",
                "lossless senders are not told to slow down; pause alone stops them",
            )


def _told(context: Context, number: int, what: str, effect: str) -> Diagnostic:
    return RULE.at(
        place(context, number),
        what,
        effect=effect,
        label="of another class",
        help="give group, pause, MTU and ECN to one class",
    )
