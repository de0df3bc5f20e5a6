"""The priority of the VLAN tag (CoS, PCP) that packets leave a VLAN device with.

Such a device tags a packet behind its queues and takes the priority from a table, by skb->priority
(Linux net/8021q/vlan_dev.c, vlan_dev_get_egress_qos_mask; 0 for what is not in it). In a device
with classes skb->priority is the class, so that all packets of a class have one priority. In one
without, it is free for a value of each priority.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from qosc.datapath.unit_trees import vlan_of
from qosc.fields import Field
from qosc.ir import Mark, Outcome, Port, PortKind
from qosc.ir.leaves import join
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.platforms import is_ios_xr
from qosc.source import NOWHERE
from qosc.targets.tc.host import HOST
from qosc.targets.tc.lower.stacked import apart
from qosc.targets.tc.model import (
    Action,
    Command,
    Control,
    Filter,
    Gact,
    Handle,
    Hook,
    Htb,
    Matchall,
    Plan,
    Police,
    PriorityMap,
    SkbPriority,
    VlanPriority,
)

__all__ = ["PRIORITIES", "priority_entries", "priority_leaves", "with_priorities"]

PRIORITIES = 0xC05
"""The major number of the values of skb->priority that stand for a priority alone: no qdisc of a
script has it. Their last four bits are 0 (`apart`)."""
_ON_INPUT = "a VLAN device has the priority of its tags from what is set on the way out, not in"
_NO_TAG = (
    "written where frames get their tag: on the device of a subinterface or unit of one VLAN. What "
    "leaves this port has no tag, as far as the config says, or has got it before"
)
_SEVERAL = (
    "packets of one queue have several values: Linux has the queue and the priority of the tag "
    "from one field (skb->priority)"
)
_LOST = "not written"
_OTHERS = "CoS of packets that nothing is set for"
_TRUSTED = (
    "IOS XR gives a tag that it adds to a routed packet the precedence of the packet, or the EXP "
    "of its label (Cisco NCS 4000 Series QoS Configuration Guide, Default Marking Behavior). A "
    "class that has `set cos` is not concerned"
)
_NOT_SAID = (
    "no public source says what every release of the platform writes there; a class that has one "
    "set is not concerned"
)
_State = tuple[Handle | None, int | None]
"""What skb->priority and the priority of the tag are to be; None where nothing sets it."""


def priority_leaves(ledger: Ledger, port: Port) -> tuple[str, ...]:
    """The paths of what sets the priority of a tag; before any of them is entered."""
    return tuple(leaf.path for leaf in ledger.open_leaves(port.name) if _sets(leaf.value))


def _sets(value: object) -> bool:
    marks: Iterable[Mark] = value.marks if isinstance(value, Outcome) else ()
    if isinstance(value, Mark):
        marks = (value,)
    return any(mark.field is Field.COS for mark in marks)


def with_priorities(
    port: Port, commands: tuple[Command, ...], ledger: Ledger, paths: Sequence[str]
) -> tuple[Command, ...]:
    """The commands of a port with what Linux knows in place of VlanPriority, and the device's table
    before them. What cannot be written is withdrawn from the ledger.
    """
    if not paths:
        return commands
    inside = join(port.name, "input")
    for path in paths:
        if path.startswith(inside):
            ledger.withdraw(path, _ON_INPUT, _LOST)
    tagged = port.kind is PortKind.SUBINTERFACE and not port.whole and vlan_of(port) is not None
    written = _of_the_way_out(commands)
    if tagged and any(isinstance(command.node, Htb) for command in commands):
        by_queue = _by_queue(written)
        why = "" if by_queue is not None else _SEVERAL
    else:
        values = {a.value for each in written for a in each.actions if isinstance(a, VlanPriority)}
        by_queue = {Handle(PRIORITIES, apart(value)): value for value in sorted(values)}
        why = "" if tagged else _NO_TAG
    if why or by_queue is None:
        for path in paths:
            if not path.startswith(inside):
                ledger.withdraw(path, why, _LOST)
        return _without(commands, set())
    own = {value for handle, value in by_queue.items() if handle.major == PRIORITIES}
    commands = _without(commands, own)
    # One of 0 is written, too: it may follow another mark, and others may have given a queue one.
    pairs = tuple(by_queue.items())
    if not pairs:
        return commands
    others = any(value is None for _, value in _ends(written))
    return (Command(PriorityMap(pairs, others), port.origin), *commands)


def priority_entries(platform: str, plans: Iterable[Plan]) -> tuple[Entry, ...]:
    """What the tag has of packets that no mark gives a priority; where some mark gives one to
    others that leave the same device.
    """
    nodes = (command.node for plan in plans for command in plan.commands)
    if not any(isinstance(node, PriorityMap) and node.others for node in nodes):
        return ()
    asked, fidelity, note = "what the platform writes", Fidelity.UNKNOWN, _NOT_SAID
    if is_ios_xr(platform):
        asked, fidelity, note = "the precedence of the packet", Fidelity.APPROX, _TRUSTED
    return (Entry(join(HOST, _OTHERS), fidelity, asked, "0", note, NOWHERE),)


def _of_the_way_out(commands: Iterable[Command]) -> list[Filter]:
    nodes = (command.node for command in commands)
    return [node for node in nodes if isinstance(node, Filter) and node.hook is Hook.EGRESS]


def _without(commands: Sequence[Command], own: set[int]) -> tuple[Command, ...]:
    """The commands with the value of skb->priority of a priority in `own`, and without others. A
    filter to which nothing is left but to hand packets on to the next is left out.
    """
    kept: list[Command] = []
    ends: dict[tuple[Hook, int], tuple[Action, ...]] = {}
    for before in reversed(commands):
        made = _placed_in(before, own)
        if made is None:
            continue
        if isinstance(made.node, Filter):
            place, actions = (made.node.hook, made.node.chain), made.node.actions
            if made is not before and ends.get(place) == actions:
                # All that stand behind it in its chain do the same.
                continue
            if _takes_all(made.node) and len(actions) == 1 and isinstance(actions[0], Gact):
                ends[place] = actions
            elif ends.get(place) != actions:
                ends.pop(place, None)
        kept.append(made)
    return tuple(reversed(kept))


def _takes_all(firewall_filter: Filter) -> bool:
    return firewall_filter.protocol == "all" and isinstance(firewall_filter.match, Matchall)


def _placed_in(command: Command, own: set[int]) -> Command | None:
    node = command.node
    if not isinstance(node, Filter):
        return command
    if not any(isinstance(action, VlanPriority) for action in node.actions):
        return command
    known = own if node.hook is Hook.EGRESS else set()
    actions = tuple(chain.from_iterable(_placed(each, known) for each in node.actions))
    if actions == (Gact(Control("continue")),):
        return None
    return replace(command, node=replace(node, actions=actions))


def _placed(action: Action, own: set[int]) -> tuple[Action, ...]:
    if not isinstance(action, VlanPriority):
        return (action,)
    placed = SkbPriority(Handle(PRIORITIES, apart(action.value)))
    return (placed,) if action.value in own else ()


def _by_queue(filters: Sequence[Filter]) -> dict[Handle, int] | None:
    """The priority of each queue for whose packets one is set; None where those of one queue have
    several. Packets that nothing is set for have 0.
    """
    result: dict[Handle, int] = {}
    told: set[Handle] = set()
    for queue, value in _ends(filters):
        if queue is None and value:
            return None
        if queue is not None and result.setdefault(queue, value or 0) != (value or 0):
            return None
        if queue is not None and value is not None:
            told.add(queue)
    by_queue = {queue: value for queue, value in result.items() if queue in told}
    return dict(sorted(by_queue.items(), key=lambda pair: (pair[0].major, pair[0].minor)))


def _ends(filters: Sequence[Filter]) -> set[_State]:
    """How packets can leave: on every way through the chains, as if each filter took some packets
    and left others.
    """
    chains: dict[int, list[Filter]] = {}
    for each in filters:
        chains.setdefault(each.chain, []).append(each)
    ends: set[_State] = set()
    seen: set[tuple[int, int, _State]] = set()
    work: list[tuple[int, int, _State]] = [(0, 0, (None, None))]
    while work:
        place = work.pop()
        if place in seen:
            continue
        seen.add(place)
        number, at, state = place
        here = chains.get(number, [])
        if at == len(here):
            ends.add(state)
            continue
        if not _takes_all(here[at]):
            work.append((number, at + 1, state))
        for control, after in _ways(here[at], state):
            if control.chain is not None:
                work.append((control.chain, 0, after))
            elif control.verb == "continue":
                work.append((number, at + 1, after))
            elif control.verb != "drop":
                ends.add(after)
    return ends


def _ways(firewall_filter: Filter, state: _State) -> Iterable[tuple[Control, _State]]:
    """What may follow the actions of a filter, with the packet as it is then."""
    for action in firewall_filter.actions:
        if isinstance(action, SkbPriority):
            state = action.classid, state[1]
        elif isinstance(action, VlanPriority):
            state = state[0], action.value
        elif isinstance(action, Gact):
            yield action.control, state
            return
        elif isinstance(action, Police):
            if action.exceed.verb != "pipe":
                yield action.exceed, state
            if action.conform.verb != "pipe":
                yield action.conform, state
                return
