"""Units and subinterfaces with queues as classes of one tree: that of their port.

On the way out of a port each unit is told by its VLAN tag, so that the port's policy has a class
for each: a test of the VLAN id, the unit's shaper, guarantee and ratio, and the unit's queues
inside. Below it a class for all other packets has the queues that the port has for them. Shares of
the units are then shares of classes, which every back end can divide.

Sources: Juniper, "Class of Service User Guide", Hierarchical Schedulers and Traffic Control
Profiles (port, unit, queues); Cisco, "QoS: Policing and Shaping Configuration Guide", Hierarchical
Queueing for Ethernet (subinterfaces below the shaper of their interface).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import gcd

from qosc.amounts import Rate, RateBase
from qosc.datapath.doubts import BY_SHAPING_RATES
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    Interval,
    Policy,
    Port,
    Reference,
    RefKind,
    Residue,
    RuleList,
    Test,
    TrafficClass,
)
from qosc.ir.device import Beside, Relation
from qosc.ir.leaves import has_qos
from qosc.patterns import pattern
from qosc.values import replace

__all__ = ["in_one_tree", "lines_outside", "one_tree", "vlan_of"]

MOST = 256
"""More units than these keep trees of their own: a tree of all would have too many classes."""
_TAG = pattern(r"dot1q (\d{1,4})")
_LEAST_VLAN, _MOST_VLAN = 1, 4094


def vlan_of(port: Port) -> int | None:
    """The only tag of the frames of a unit or subinterface; None where there is not just one."""
    match = _TAG.fullmatch(port.encapsulation)
    tag = port.vlan if match is None else int(match.group(1))
    return tag if tag is not None and _LEAST_VLAN <= tag <= _MOST_VLAN else None


def one_tree(
    port: Port,
    above: tuple[Attachment, Policy] | None,
    units: Sequence[tuple[Port, Attachment, Policy]],
    *,
    junos: bool,
    remaining: Policy | None = None,
) -> tuple[Port, tuple[Policy, ...]] | None:
    """The port with its units as classes of its policy, and the policies that are made for it.

    `above` is the policy of the port itself, `units` are the units with queues, each with what
    attaches them, `remaining` is what all other units have together where the config says it
    (Juniper, Example: Controlling Remaining Traffic). None where the units cannot be told apart by
    one tag, where one of them or the port has a policy of several classes, or an interface set
    stands between, and where there is nothing that they divide.
    """
    tags = [vlan_of(unit) for unit, _, _ in units]
    least = 2 if remaining is None else 1
    if not least <= len(units) <= MOST or None in tags or len(set(tags)) < len(tags):
        return None
    if not all(_is_shell(policy) for _, _, policy in units):
        return None
    if any(unit.within is not None for unit, _, _ in units):
        return None
    if remaining is not None and not _is_shell(remaining):
        return None
    if above is None:
        if remaining is None and not any(_has_share(policy.classes[0]) for _, _, policy in units):
            return None
    elif not _is_shell(above[1]):
        return None
    shell = above[1].classes[0] if above is not None else None
    classes = [
        replace(
            policy.classes[0],
            name=unit.name,
            match=Test(Field.VLAN, (Interval(tag, tag),), origin=unit.origin),
        )
        for (unit, _, policy), tag in zip(units, tags, strict=True)
        if tag is not None
    ]
    child = shell.child if shell is not None else None
    others = "no unit" if junos else "class-default"
    rest = TrafficClass(others, Anything(), child=child, origin=port.origin)
    if remaining is not None:
        rest = replace(remaining.classes[0], name=others)
        *classes, rest = _by_their_shapers([*classes, rest])
    elif junos:
        classes = _by_their_shapers(classes)
    words = f"{'units' if junos else 'subinterfaces'} of {port.name}"
    inner = Policy(words, (*classes, rest), "", port.origin, words)
    made = Reference(RefKind.POLICY_MAP, inner.name, port.origin)
    holds = tuple(unit.name for unit, _, _ in units)
    if above is None or shell is None:
        stage = Attachment(made, units[0][1].origin)
        return replace(port, output=(*port.output, stage), holds=holds), (inner,)
    old, policy = above
    name = f"{policy.name} over {words}"
    outer = replace(policy, name=name, classes=(replace(shell, child=made, pools=False),))
    stage = replace(old, policy=replace(old.policy, name=name))
    output = tuple(stage if one is old else one for one in port.output)
    return replace(port, output=output, holds=holds), (outer, inner)


def _by_their_shapers(classes: list[TrafficClass]) -> list[TrafficClass]:
    """The classes of units of JunOS; those without any guaranteed rate with ratios.

    Source: Juniper, Configuring a CIR and a PIR on Ethernet IQ2 Interfaces: excess bandwidth is
    shared in proportion to the shaping rates where no unit of a port has a guaranteed rate.
    """
    if any(_has_share(item) for item in classes):
        return classes
    rates = [item.shaper.rate if item.shaper is not None else None for item in classes]
    bits = [rate.bits_per_second(None) if rate is not None else None for rate in rates]
    if not all(bits):
        return classes
    unit = gcd(*(rate for rate in bits if rate))
    return [
        replace(item, excess=Rate(rate // unit, RateBase.RATIO, BY_SHAPING_RATES, item.origin))
        for item, rate in zip(classes, bits, strict=True)
        if rate
    ]


def lines_outside(device: Device, held: Collection[str]) -> tuple[Residue, ...]:
    """The lines that are not in the model, without those on remaining traffic that the trees of the
    ports `held` have. A line that speaks of another port, too, stays.
    """
    named = [(port.remaining.origin, name) for name, port in device.ports.items() if port.remaining]
    gone = {origin for origin, name in named if name in held}
    gone -= {origin for origin, name in named if name not in held}
    return tuple(one for one in device.residue if one.origin not in gone)


def in_one_tree(ports: tuple[Port, ...], leaving: Collection[str]) -> tuple[Port, ...]:
    """The ports, the units without trees of their own that are in the tree of a port in `leaving`.

    Their packets go on through that port. A unit of which nothing is left is left out.
    """
    held = {name: port.name for port in ports if port.name in leaving for name in port.holds}
    if not held:
        return ports
    return tuple(
        made
        for port in ports
        if (made := _through(port, held) if port.name in held else port) is port or has_qos(made)
    )


def _through(unit: Port, held: Mapping[str, str]) -> Port:
    left = tuple(one for one in unit.beside if one.relation not in (Relation.SHARES, Relation.LINE))
    going = Beside(Relation.THROUGH, held[unit.name], unit.origin)
    kept = tuple(one for one in left if one.relation is not Relation.THROUGH)
    stages = tuple(stage for stage in unit.output if isinstance(stage, RuleList))
    return replace(unit, output=stages, beside=(*kept, going))


def _is_shell(policy: Policy) -> bool:
    return len(policy.classes) == 1 and isinstance(policy.classes[0].match, Anything)


def _has_share(traffic_class: TrafficClass) -> bool:
    return traffic_class.guarantee is not None or traffic_class.excess is not None
