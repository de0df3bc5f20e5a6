"""What a script does to packets that no other box sent through: ARP, and what the machine sends.

At the hooks and the root of an interface of Linux, these are packets like all others. A router
handles most of them apart from the packets that it forwards. The ways of ARP are read off the
commands themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from qosc.diagnostics import first_names
from qosc.ledger import Entry, Fidelity
from qosc.platforms import is_ios_xr, is_junos
from qosc.profiles import Profile
from qosc.source import NOWHERE
from qosc.targets.tc.host import HOST
from qosc.targets.tc.model import (
    U32,
    Action,
    Control,
    Filter,
    Flower,
    Gact,
    Hook,
    Htb,
    Matchall,
    Node,
    Plan,
    Police,
)

__all__ = ["ArpWay", "arp_way", "local_entries"]

_MOST_NAMED = 5
"""Ports that an entry names."""

_BY_PLATFORM = "what its platform does"
_LOST = (
    "While more is offered than the meter lets pass, ARP is lost, and with it the neighbours: seen "
    "on Linux 6.1"
)
_CISCO_CLASS = "A class with `match protocol arp` before it keeps them out of the meter"
_ARP = {
    "ios": (
        "what is not IP falls to class-default. No public source says whether IOS meters ARP there "
        f"by a policy on input; `rate-limit` limits IP only. {_LOST}. {_CISCO_CLASS}"
    ),
    "xr": (
        "what is not IP falls to class-default. No public source says whether IOS XR meters ARP "
        f"there by a policy on input. {_LOST}"
    ),
    "switch": (
        "what is not IP falls to class-default. No public source says whether a switch of this "
        f"kind meters ARP there by a policy on input. {_LOST}. {_CISCO_CLASS}"
    ),
    "junos": (
        "a filter or policer of all families meets ARP here. JunOS meters ARP by a policer of its "
        "own (`policer arp`, by default __default_arp_policer__; Juniper, Configuring ARP "
        f"Policer), which is not in the script. {_LOST}"
    ),
}

_SENT = {
    "ios": (
        "IOS lets a full queue drop OSPF, RIP, IS-IS, EIGRP and link keepalives of its own last or "
        "not at all (pak_priority; Cisco, Understanding How Routing Updates and Layer 2 Control "
        "Packets Are Queued on an Interface with a QoS Service Policy, document 18664). Here they "
        "are dropped as others of their class are, ARP and neighbour discovery too. Where that "
        "must not be, a class for precedence 6 and ARP with a bandwidth keeps their queue short"
    ),
    "xr": (
        "the router gives control packets of its own a traffic class of 6 or 7, by its release and "
        "platform (Cisco, NCS 540 QoS guide, Locally Originated Packets). Here they are in the "
        "class that their headers match, and are dropped as others of it are"
    ),
    "junos": (
        "JunOS sends OSPF, IS-IS, BFD, RSVP, VRRP, neighbour discovery and retransmitted BGP of "
        "its own from queue 3, and ARP, BGP, ICMP and SSH from queue 0, or all of them from the "
        "queue that host-outbound-traffic names (Juniper, Default Queue Assignments for Routing "
        "Engine Sourced Traffic). Here nothing gives them a forwarding class: they are in the "
        "queue, and under the rewrite rules, of packets that no classifier takes. A filter on "
        "output that sets the forwarding class of precedence 6 puts them into its queue"
    ),
    "switch": (
        "no public source says in which class the switch queues control packets of its own. Here "
        "they are in the class that their headers match, and are dropped as others of it are"
    ),
}
"""By family: what a router does with packets that it sends, and what Linux does."""


@dataclass
class ArpWay:
    """What filters do to an ARP frame: whether a meter may drop it, and what its ends are."""

    metered: bool = False
    ends: set[str] = field(default_factory=set)

    @property
    def dropped(self) -> bool:
        """Whether each of its ways ends in a drop."""
        return self.ends == {"drop"}


def arp_way(filters: Iterable[Filter], hook: Hook) -> ArpWay:
    """What the filters of a hook do to an ARP frame, by the rules of tc.

    A filter that looks at a MAC address or at the packet's mark may take it or not: both are
    followed.
    """
    chains: dict[int, list[Filter]] = {}
    for each in sorted((f for f in filters if f.hook is hook), key=lambda f: f.pref):
        if each.protocol in ("all", "arp"):
            chains.setdefault(each.chain, []).append(each)
    way = ArpWay()
    waiting, seen = [(0, 0)], {(0, 0)}
    while waiting:
        chain, place = waiting.pop()
        for end in _steps(chains.get(chain, []), chain, place, way):
            if isinstance(end, str):
                way.ends.add(end)
            elif end not in seen:
                seen.add(end)
                waiting.append(end)
    way.metered = way.metered and "drop" in way.ends
    return way


_Place = tuple[int, int]


def _steps(
    filters: Sequence[Filter], chain: int, place: int, way: ArpWay
) -> Iterator[str | _Place]:
    """Where a frame goes from a filter: another place, or an end (`ok` or `drop`)."""
    if place >= len(filters):
        yield "ok"
        return
    here = filters[place]
    after = (chain, place + 1)
    if not isinstance(here.match, Matchall):
        yield after
        if isinstance(here.match, U32 | Flower) and not _may_take(here.match):
            return
    yield from _ends(here.actions, after, way)


def _may_take(match: U32 | Flower) -> bool:
    if isinstance(match, U32):
        return all(key.offset is None for key in match.keys)
    return all(name in ("src_mac", "dst_mac") for name, _ in match.keys)


def _ends(actions: Sequence[Action], after: _Place, way: ArpWay) -> Iterator[str | _Place]:
    for action in actions:
        if isinstance(action, Police):
            way.metered = True
            yield from _end(action.exceed, after)
            if action.conform.verb != "pipe":
                yield from _end(action.conform, after)
                return
        elif isinstance(action, Gact):
            yield from _end(action.control, after)
            return
    yield "ok"


def _end(control: Control, after: _Place) -> Iterator[str | _Place]:
    if control.chain is not None:
        yield (control.chain, 0)
    elif control.verb == "continue":
        yield after
    elif control.verb != "pipe":
        yield "drop" if control.verb == "drop" else "ok"


def local_entries(profile: Profile, plans: Iterable[Plan]) -> Iterator[Entry]:
    """The entries on ARP that comes in, and on what the machine sends."""
    plans = tuple(plans)
    family = _family(profile)
    for got, names in _by_fate(plans).items():
        path = f"{HOST} > ARP {got} on input"
        where = f"{got} on {first_names(names, _MOST_NAMED)}"
        yield Entry(path, Fidelity.UNKNOWN, _BY_PLATFORM, where, _ARP[family], NOWHERE)
    if any(_on_the_way_out(command.node) for plan in plans for command in plan.commands):
        yield Entry(
            f"{HOST} > packets that the machine sends",
            Fidelity.APPROX,
            _BY_PLATFORM,
            "as packets that pass",
            f"{_SENT[family]}. No bound is known",
            NOWHERE,
        )


def _on_the_way_out(node: Node) -> bool:
    return isinstance(node, Htb) or (isinstance(node, Filter) and node.hook is Hook.EGRESS)


def _by_fate(plans: Iterable[Plan]) -> dict[str, list[str]]:
    """The ports at which ARP is metered or dropped."""
    by_fate: dict[str, list[str]] = {}
    for plan in plans:
        nodes = (command.node for command in plan.commands)
        way = arp_way((n for n in nodes if isinstance(n, Filter)), Hook.INGRESS)
        if way.dropped:
            by_fate.setdefault("dropped", []).append(plan.port)
        elif way.metered:
            by_fate.setdefault("metered", []).append(plan.port)
    return by_fate


def _family(profile: Profile) -> str:
    if is_junos(profile.name):
        return "junos"
    if is_ios_xr(profile.name):
        return "xr"
    return "switch" if profile.name.startswith(("nx", "cat")) else "ios"
