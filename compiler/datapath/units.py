"""Ports that are parts of each other, as packets meet them: units, subinterfaces and their port.

An interface of JunOS has its queues on the port and its classifiers, filters and rewrite rules on
units; a subinterface of IOS may send through the queues or the shaper of its interface. Back ends
treat one port at a time, so that what belongs together has to stand in one:

- a unit that is all of its port becomes one port with it, under the port's name;
- a unit with queues of its own below a port with a shaper has that shaper above them;
- units with queues that one VLAN tag tells apart are classes of their port's policy as well
  (`qosc.datapath.unit_trees`), and each by itself has its queues apart from the others:
  `Port.beside` says with whom it shares a shaper or the line;
- of other units and subinterfaces `Port.beside` says that their packets go on through their port.

Sources: Juniper, "Class of Service User Guide", Hierarchical Schedulers and Traffic Control
Profiles (port, interface set, unit, queues; a port without a map of its own has no queues for
units that have theirs); Order of Policer and Firewall Filter Operations (a filter sees the class
that a classifier gives); Cisco, "QoS: Policing and Shaping Configuration Guide", Hierarchical
Queueing for Ethernet (a shaper on the main interface holds all of its subinterfaces together);
Cisco 10000 Series QoS Configuration Guide, VLAN QoS Inheritance, and Cisco document 10104 (an input
policy of an interface is that of its subinterfaces, too, but for those with one of their own).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import takewhile

from qosc.datapath.defaults import with_standing
from qosc.datapath.renamed import with_names
from qosc.datapath.unit_trees import lines_outside, one_tree
from qosc.ir import (
    Anything,
    Attachment,
    Beside,
    Device,
    Policy,
    Port,
    PortKind,
    Reference,
    RefKind,
    Relation,
    Stage,
    TrafficClass,
)
from qosc.ir.leaves import has_qos, has_queues, resolve
from qosc.platforms import is_junos
from qosc.source import NOWHERE
from qosc.values import replace

__all__ = ["joined", "path_ports", "stacked_ports"]


def joined(device: Device) -> Device:
    """The device with units in their ports, and the shapers of ports above their units' queues.

    `device` is as a front end made it; defaults are to be filled in afterwards, since what a
    percentage is of may change. The same device where no port is a part of another.
    """
    below: dict[str, list[str]] = {}
    for port in device.ports.values():
        if port.kind is PortKind.SUBINTERFACE and port.parent in device.ports:
            below.setdefault(port.parent, []).append(port.name)
    if not below:
        return device
    work = _Joining(with_standing(device))
    for name, units in below.items():
        if device.ports[name].kind is PortKind.INTERFACE:
            work.join(name, units)
    return work.device()


class _Joining:
    """The device while its ports are put together."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._ports = dict(device.ports)
        self._policies = dict(device.policies)
        self._renamed: dict[str, str] = {}
        self._sets: dict[str, int] = {}
        self._parts: dict[str, int] = {}
        """How many parts a port has that have names of their own."""
        self._held: set[str] = set()
        """Ports whose tree holds what the config says of the remaining traffic."""
        for port in device.ports.values():
            if port.within is not None:
                self._sets[port.within.name] = self._sets.get(port.within.name, 0) + 1

    def device(self) -> Device:
        """The device with its joined ports, and with their names wherever rules ask for one."""
        made = replace(self._device, ports=self._ports, policies=self._policies)
        if self._held:
            made = replace(made, residue=lines_outside(self._device, self._held))
        return with_names(made, self._renamed) if self._renamed else made

    def join(self, name: str, units: list[str]) -> None:
        """Join a port with the parts of it that have names of their own."""
        port = self._ports[name]
        if not has_qos(port) and not any(has_qos(self._ports[unit]) for unit in units):
            return
        self._parts[name] = len(units)
        above = self._scheduler(port)
        queued = [unit for unit in units if self._scheduler(self._ports[unit]) is not None]
        whole = next((unit for unit in units if self._ports[unit].whole), "")
        # Whether the shaper of the port ends up above the queues of the unit that is all of it.
        members = frozenset(queued)
        taken = above is not None and whole in members
        apart = [self._ports[unit] for unit in queued]
        for unit in queued:
            self._ports[unit] = self._doubted(self._ports[unit], port)
        for unit in units:
            if unit != whole:
                among = queued if unit in members else []
                self._ports[unit] = self._part(self._ports[unit], port, above, among)
        tagged = [unit for unit in queued if unit != whole]
        tree = None if whole else self._tree(port, above, apart)
        if tree is not None:
            port = tree
            if port.unit_queues is False:
                port = _meeting(port, Relation.DISABLED, queued)
        elif above is not None and tagged:
            if len(queued) == len(units):
                port = self._without_default(port, above)
            port = _meeting(port, Relation.SHARES, tagged)
        for unit in units if taken else ():
            if unit not in members:
                self._ports[unit] = _cut(self._ports[unit])
        if whole:
            others = [unit for unit in units if unit != whole]
            port = self._as_one(self._ports.pop(whole), port, others)
            self._renamed[whole] = name
        self._ports[name] = port

    def _doubted(self, unit: Port, port: Port) -> Port:
        """A unit with queues of its own, with a note on what its port does not say of them.

        Source: Juniper, Applying Scheduler Maps and Shaping Rate to Logical Interfaces and VLANs:
        by default there is no output scheduling on logical interfaces, and those without shaping
        share a scheduler with a guaranteed rate of 0 and the shaping rate of the port.
        """
        if port.unit_queues is None:
            return unit
        own = self._scheduler(unit)
        assert own is not None  # noqa: S101 - what the caller asked
        if not port.unit_queues:
            unit = _noted(unit, Relation.DISABLED, unit.name)
        if own[1].feature.startswith("scheduler-map ") and not unit.whole:
            unit = _noted(unit, Relation.UNSHAPED, unit.name)
        return unit

    def _tree(
        self, port: Port, above: tuple[Attachment, Policy] | None, units: list[Port]
    ) -> Port | None:
        """The port with the queues of its units in its own tree; None where that cannot be."""
        queued = [(unit, *own) for unit in units if (own := self._scheduler(unit)) is not None]
        if above is not None and len(units) == self._parts[port.name]:
            port = self._without_default(port, above)
            above = self._scheduler(port)
        junos = is_junos(self._device.platform)
        remaining = self._policies.get(port.remaining.name) if port.remaining else None
        made = one_tree(port, above, queued, junos=junos, remaining=remaining)
        if made is None:
            return None
        self._policies.update((policy.name, policy) for policy in made[1])
        if remaining is None:
            return made[0]
        self._held.add(port.name)
        return replace(made[0], remaining=None)

    def _part(
        self, unit: Port, port: Port, above: tuple[Attachment, Policy] | None, queued: list[str]
    ) -> Port:
        """A unit beside which others may stand, with the levels above its queues. `queued` are the
        units with queues where it is one of them, else none.
        """
        if not has_qos(unit):
            return unit
        unit = self._in_its_set(unit)
        if above is not None and self._scheduler(unit) is not None and _is_shell(above[1]):
            unit = self._below(unit, above[1])
            unit = self._among(unit, Relation.SHARES, queued)
            rest = [stage for stage in port.output if stage is not above[0]]
        else:
            rest = [*port.output]
            if above is None and queued:
                unit = self._among(unit, Relation.LINE, queued)
        return _meeting(unit, Relation.THROUGH, [port.name]) if rest else unit

    def _among(self, unit: Port, relation: Relation, queued: list[str]) -> Port:
        """A unit with a note on the others with queues; where none has any, on its port, which
        packets of the others leave by.
        """
        if len(queued) > 1:
            return _meeting(unit, relation, queued, among=True)
        return _meeting(unit, relation, [unit.parent] if self._parts[unit.parent] > 1 else [])

    def _as_one(self, unit: Port, port: Port, others: list[str]) -> Port:
        """The port with the stages of the unit that is all of it."""
        unit = self._in_its_set(unit)
        above, own = self._scheduler(port), self._scheduler(unit)
        rest: tuple[Stage, ...] = port.output
        replaced: tuple[Beside, ...] = ()
        if above is not None and own is not None:
            rest = tuple(stage for stage in port.output if stage is not above[0])
            if _is_shell(above[1]):
                unit = self._below(unit, above[1])
            else:
                words = above[1].title
                replaced = (Beside(Relation.REPLACES, words, above[0].origin),)
        first, last = _unasked(unit.input), _asked(unit.input)
        stages = (*unit.input, *unit.output)
        mixed = bool(others) and any(not stage.default_by for stage in stages)
        made = replace(
            port,
            description=port.description or unit.description,
            bandwidth=port.bandwidth or unit.bandwidth,
            encapsulation=port.encapsulation or unit.encapsulation,
            # A filter of the unit sees the class that a classifier gave, and what the config says
            # of either goes before what the platform does unasked.
            input=(*first, *port.input, *last),
            output=(*unit.output, *rest),
            within=unit.within or port.within,
            shutdown=port.shutdown or unit.shutdown,
            unit=unit.name,
            of_unit=(len(first), len(last), len(unit.output)),
            beside=(*port.beside, *unit.beside, *replaced),
        )
        return _meeting(made, Relation.MEETS, others) if mixed else made

    def _scheduler(self, port: Port) -> tuple[Attachment, Policy] | None:
        """The policy with queues on the way out of a port."""
        for stage in port.output:
            if isinstance(stage, Attachment):
                policy = self._policies.get(stage.policy.name)
                if policy is not None and has_queues(self._device, policy):
                    return stage, policy
        return None

    def _below(self, unit: Port, outer: Policy) -> Port:
        """The unit with the shaper of `outer` above its queues."""
        own = self._scheduler(unit)
        assert own is not None  # noqa: S101 - what the caller asked
        stage, inner = own
        name = self._nested(outer, inner)
        made = replace(stage, policy=replace(stage.policy, name=name))
        return _in_place_of(unit, stage, made)

    def _nested(self, outer: Policy, inner: Policy) -> str:
        """The name of a policy like `outer`, which has one class, with `inner` inside it."""
        name = f"{outer.name} over {inner.name}"
        if name not in self._policies:
            shell = outer.classes[0]
            child = Reference(RefKind.POLICY_MAP, inner.name, inner.origin)
            classes = (replace(shell, child=child, pools=False),)
            self._policies[name] = replace(outer, name=name, classes=classes)
        return name

    def _in_its_set(self, unit: Port) -> Port:
        """The unit with the shaper of its interface set above its queues, if it has both."""
        within = unit.within
        if within is None or within.queues or self._scheduler(unit) is None:
            return unit
        shell = TrafficClass(
            "all-traffic",
            Anything(),
            shaper=within.shaper,
            guarantee=within.guarantee,
            origin=within.origin,
        )
        made = self._below(unit, Policy(within.name, (shell,), "", within.origin, within.name))
        others = self._sets[within.name] - 1
        words = [f"{others} more of {within.name}"] if others else []
        return replace(_meeting(made, Relation.SHARES, words), within=None)

    def _without_default(self, port: Port, above: tuple[Attachment, Policy]) -> Port:
        """The port without the queues that its platform has for traffic of no unit."""
        stage, policy = above
        child = policy.classes[0].child if _is_shell(policy) else None
        inner = resolve(self._device, child) if child is not None else None
        if not isinstance(inner, Policy) or inner.origin != NOWHERE:
            return port
        name = f"{policy.name} of all units"
        shell = replace(policy.classes[0], child=None)
        self._policies[name] = replace(policy, name=name, classes=(shell,))
        made = replace(stage, policy=replace(stage.policy, name=name))
        return _in_place_of(port, stage, made)


def _in_place_of(port: Port, stage: Stage, made: Stage) -> Port:
    """The port with `made` where `stage` stands in its output."""
    return replace(port, output=tuple(made if one is stage else one for one in port.output))


def _is_shell(policy: Policy) -> bool:
    """Whether a policy is one class for all packets, as a shaper of a whole port is."""
    return len(policy.classes) == 1 and isinstance(policy.classes[0].match, Anything)


def _meeting(port: Port, relation: Relation, names: list[str], *, among: bool = False) -> Port:
    """The port with a note on the ports of these names; `among`: it is one of them itself."""
    first = next((name for name in names[:2] if name != port.name), "")
    if not first:
        return port
    others = len(names) - 1 - among
    more = f" and {others} more" if others else ""
    origin = port.output[0].origin if port.output else port.origin
    return replace(port, beside=(*port.beside, Beside(relation, f"{first}{more}", origin)))


def _noted(port: Port, relation: Relation, name: str) -> Port:
    origin = port.output[0].origin if port.output else port.origin
    return replace(port, beside=(*port.beside, Beside(relation, name, origin)))


def _unasked(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    return tuple(stage for stage in stages if stage.default_by)


def _asked(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    return tuple(stage for stage in stages if not stage.default_by)


def path_ports(
    device: Device, ports: tuple[Port, ...], leaving: frozenset[str] | None = None
) -> tuple[Port, ...]:
    """The ports, each with all that its packets pass on their way in and out.

    For back ends that have no device below a device: a unit or subinterface has the stages of its
    port before its own on the way in and behind them on the way out. Where both have queues, those
    of the port are `Relation.CUT`. What ports that are not in `leaving` do on the way out is of no
    account (None: all are).
    """
    names = {port.name for port in ports} if leaving is None else leaving
    return tuple(
        _path(device, port if leaving is None or port.name in leaving else _only_in(port), names)
        for port in ports
    )


def stacked_ports(ports: tuple[Port, ...]) -> tuple[Port, ...]:
    """The ports for back ends with a device for each of them, one above the other: what goes on
    through a port that is not among them is `Relation.CUT`.
    """
    names = {port.name for port in ports}
    return tuple(port if port.parent in names else _cut(port) for port in ports)


def _path(device: Device, port: Port, names: Collection[str]) -> Port:
    above = device.ports.get(port.parent)
    if above is not None and port.kind is PortKind.CIRCUIT:
        return _circuit(port, _path(device, above, names), above)
    if above is None or port.kind is not PortKind.SUBINTERFACE:
        return port
    first, last, out = above.of_unit
    outside = above.input[first : len(above.input) - last]
    behind = above.output[out:]
    if _has_policy(port.input):
        outside = tuple(stage for stage in outside if not isinstance(stage, Attachment))
    if outside:
        port = replace(port, input=(*outside, *port.input))
    if all(one.relation is not Relation.THROUGH for one in port.beside):
        return port
    if not port.output:
        return port if above.name in names else _cut(port)
    if port.name in above.holds and not _has_policy(port.output):
        # Of its own packets alone the tree of the port would see one class: the unit has a tree
        # for itself in a scenario of its own.
        own = device.ports[port.name]
        return replace(port, output=own.output, beside=own.beside)
    if _has_policy(port.output) and _has_policy(behind):
        return _cut(port)
    left = tuple(one for one in port.beside if one.relation is not Relation.THROUGH)
    shared = Beside(Relation.SHARES, above.name, above.origin)
    return replace(port, output=(*port.output, *behind), beside=(*left, shared))


def _circuit(port: Port, entered: Port, above: Port) -> Port:
    """A circuit with what its subinterface does to its packets: on the way in all of it, on the way
    out the rules before a queue (`rate-limit output`), behind which the circuit has its own.
    """
    rules = tuple(takewhile(lambda stage: not isinstance(stage, Attachment), above.output))
    if not entered.input and not rules:
        return port
    return replace(port, input=(*entered.input, *port.input), output=(*rules, *port.output))


def _has_policy(stages: Iterable[Stage]) -> bool:
    """Whether a policy is among some stages."""
    return any(isinstance(stage, Attachment) for stage in stages)


def _only_in(port: Port) -> Port:
    return replace(port, beside=()) if port.beside else port


def _cut(port: Port) -> Port:
    relations = tuple(
        replace(one, relation=Relation.CUT) if one.relation is Relation.THROUGH else one
        for one in port.beside
    )
    return port if relations == port.beside else replace(port, beside=relations)
