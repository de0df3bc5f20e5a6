"""Whether a port has all that its packets meet at the port and at its unit.

`qosc.datapath.units` puts them together for all back ends. Here the config's own ports are read
once more, with no code of that module: each list of rules of either has to be in the port, and
above the queues of a unit there has to be each shaper that holds them. A unit whose queues are not
at the unit has to be a class of its port's policy, told by its tag.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from qosc.amounts import Rate
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    Interval,
    Policy,
    Port,
    PortKind,
    RuleList,
    Test,
    TrafficClass,
)
from qosc.ir.leaves import has_queues, resolve
from qosc.verify.found import Difference

__all__ = ["joined_differences", "tag_carriers"]


def joined_differences(said: Device, device: Device, ports: Iterable[Port]) -> Iterator[Difference]:
    """What `ports` of `device` lack of the ports of `said`, of which none is a part of another."""
    ports = tuple(ports)
    named = {port.name: port for port in ports}
    yield from _in_trees(said, device, named)
    wholes = {port.parent: port for port in said.ports.values() if port.whole}
    for port in ports:
        own = said.ports.get(port.name)
        if own is None or port.kind is PortKind.CONTROL_PLANE:
            continue
        unit = wholes.get(port.name) if own.kind is PortKind.INTERFACE else None
        yield from _rules(port, [own] if unit is None else [own, unit])
        if unit is not None or own.kind is PortKind.INTERFACE or _attached(port):
            yield from _shapers(said, device, port, own if unit is None else unit)


def _in_trees(said: Device, device: Device, ports: dict[str, Port]) -> Iterator[Difference]:
    """Units whose queues are neither at the unit nor in the tree of their port."""
    trees: dict[str, dict[int, TrafficClass]] = {}
    for unit in said.ports.values():
        port = ports.get(unit.parent)
        if port is None or unit.whole or unit.kind is not PortKind.SUBINTERFACE:
            continue
        here = ports.get(unit.name)
        if (here is not None and _attached(here)) or not list(_levels(said, unit)):
            continue
        if port.name not in trees:
            trees[port.name] = dict(_tagged(device, port))
        if here is None and not trees[port.name]:
            continue
        number = re.search(r" (\d+)$", unit.encapsulation)
        tag = unit.vlan if number is None else int(number.group(1))
        place = trees[port.name].get(tag or 0)
        if place is None:
            message = f"what leaves {unit.name} has no queues of its own"
            yield Difference("port", message, "a class of its port", "nothing", unit.origin)
            continue
        wanted = _rates(said, unit)[:1]
        got = [place.shaper.rate] if place.shaper is not None else []
        if wanted != got:
            message = f"what leaves {unit.name} is not held to {wanted[0] if wanted else 'nothing'}"
            yield Difference("port", message, "a shaper of its own", "another", unit.origin)


def _tagged(device: Device, port: Port) -> Iterator[tuple[int, TrafficClass]]:
    """The classes of the port's policies that are told by a VLAN tag alone."""
    for policy in _levels(device, port):
        for traffic_class in policy.classes:
            if isinstance(traffic_class.match, Test) and traffic_class.match.field is Field.VLAN:
                for value in traffic_class.match.values:
                    if isinstance(value, Interval) and value.low == value.high:
                        yield value.low, traffic_class


def _attached(port: Port) -> bool:
    return any(isinstance(stage, Attachment) for stage in port.output)


def _rules(port: Port, parts: list[Port]) -> Iterator[Difference]:
    for side in ("input", "output"):
        wanted = Counter(one for part in parts for one in _features(part, side))
        counts = Counter(_features(port, side))
        for name in wanted - counts:
            message = f"{port.name} lacks {name} on {side}"
            yield Difference("port", message, name, "nothing", port.origin)
        for name in counts - wanted:
            message = f"{port.name} has {name} on {side}, which is not said of it"
            yield Difference("port", message, "nothing", name, port.origin)


def _features(port: Port, side: str) -> list[str]:
    stages = port.input if side == "input" else port.output
    return [stage.feature for stage in stages if isinstance(stage, RuleList)]


def _shapers(said: Device, device: Device, port: Port, own: Port) -> Iterator[Difference]:
    """Shapers that hold the queues of `own` and are not above those of `port`."""
    if not list(_levels(said, own)):
        return
    above = said.ports.get(own.parent)
    wanted = _rates(said, own)
    if own.within is not None and own.within.shaper is not None and not own.within.queues:
        wanted.append(own.within.shaper.rate)
    levels = list(_levels(said, above)) if above is not None else []
    if levels and len(levels[0].classes) == 1:
        wanted += [
            traffic_class.shaper.rate
            for traffic_class in levels[0].classes
            if traffic_class.shaper is not None
        ]
    missing = Counter(map(str, wanted)) - Counter(map(str, _rates(device, port)))
    for rate in missing:
        message = f"what leaves {port.name} is not held to {rate}"
        yield Difference("port", message, f"a shaper of {rate}", "no such shaper", port.origin)


def _rates(device: Device, port: Port) -> list[Rate]:
    """The shapers of whole ports and units, from the outermost on."""
    return [
        policy.classes[0].shaper.rate
        for policy in _levels(device, port)
        if len(policy.classes) == 1 and policy.classes[0].shaper is not None
    ]


def _levels(device: Device, port: Port) -> Iterator[Policy]:
    """The policy with queues of a port, and what is inside it as long as that is one class."""
    seen: set[str] = set()
    for stage in port.output:
        policy = resolve(device, stage.policy) if isinstance(stage, Attachment) else None
        if not isinstance(policy, Policy) or not has_queues(device, policy):
            continue
        while isinstance(policy, Policy) and policy.name not in seen:
            seen.add(policy.name)
            yield policy
            inside = policy.classes[0]
            if len(policy.classes) > 1 or not isinstance(inside.match, Anything):
                return
            policy = resolve(device, inside.child) if inside.child is not None else None
        return


def tag_carriers(device: Device) -> frozenset[str]:
    """The names of ports that frames of one VLAN tag pass: those of units and subinterfaces below.

    A VLAN's device hands its packets on to that of its port, where they have their tag.
    """
    return frozenset(
        unit.parent
        for unit in device.ports.values()
        if unit.kind is PortKind.SUBINTERFACE
        and not unit.whole
        and (unit.vlan is not None or re.fullmatch(r"dot1q [0-9]+", unit.encapsulation))
    )
