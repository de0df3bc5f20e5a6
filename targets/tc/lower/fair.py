"""A port with a fair queue of its own, lowered as classes by precedence."""

from __future__ import annotations

from dataclasses import replace

from qosc.amounts import Rate, RateBase
from qosc.datapath.doubts import doubts
from qosc.datapath.queues.fair import flow_weight, flows_limit, flows_of
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    FairQueue,
    Interval,
    Policy,
    Port,
    Predicate,
    QueueLimit,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.ir.describe import describe
from qosc.ir.leaves import has_queues, join, leaves, resolve
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.profiles import Profile
from qosc.targets.tc.lower.classify.budget import Budget
from qosc.targets.tc.lower.control_plane import Plane
from qosc.targets.tc.lower.port import link_of, lower_port
from qosc.targets.tc.model import Plan
from qosc.targets.tc.options import TcOptions

__all__ = ["lower_with_fair_queue"]

_NAME = "\0fair-queue"
"""No policy of a config has this name."""
_WEIGHTED = (
    "a class for each precedence, in turns in proportion to precedence + 1, with flow queues in "
    "it; a router gives each flow such a weight. The same where every busy precedence has as many "
    "busy flows; otherwise a flow of a precedence with n busy flows has between m/n and M/n of its "
    "share on the router, where m and M are the fewest and the most busy flows of one precedence. "
    "A packet of a flow that has nothing waiting may wait for a turn of each other busy "
    "precedence, which is the longest packet times precedence + 1, and a packet more "
    "(sch_htb.c), and for a packet of each other flow of its own; a router lets it go behind those "
    "of a lower finish number, of large packets mostly the one on the wire. Where all is full, sfq "
    "drops of the flow that holds most (sch_sfq.c); which packet a router drops no source settles. "
    "Flows are told apart by another hash"
)
_ALIKE = (
    "one class at the rate of the link with flow queues in it, served alike, as this system does; "
    "flows are told apart by another hash"
)


def lower_with_fair_queue(
    device: Device,
    port: Port,
    options: TcOptions,
    budget: Budget,
    *,
    tagged: bool = False,
    plane: Plane | None = None,
) -> tuple[Plan, tuple[Entry, ...]]:
    """The commands of a port and the account of its leaves; `tagged`: VLANs below it pass it;
    `plane`: what packets to the machine itself meet.

    Where the speed of the link is not known there is nothing to hold it to, and no classes.
    """
    other, changed = device, port
    if _served(device, port) and link_of(device, port, options):
        other, changed = _with_classes(device, port, options)
    ledger = Ledger(leaves(other, changed), doubts(options.profile))
    plan = lower_port(other, changed, options, ledger, budget, tagged=tagged, plane=plane)
    every_entry = ledger.close()
    if changed is port:
        return plan, every_entry
    weighted = options.profile.weighted_flows.value
    fidelity, note = Fidelity.APPROX, _WEIGHTED if weighted else _ALIKE
    got = "eight classes with flow queues" if weighted else "one class with flow queues"
    real = {leaf.path for leaf in leaves(device, port)}
    lost = [e for e in every_entry if e.path not in real and e.fidelity is Fidelity.UNSUPPORTED]
    if lost:
        fidelity, note, got = lost[0].fidelity, lost[0].note, "nothing"
    # The leaves of the classes are ours; the config has those of the fair queue in their place.
    known = {entry.path: entry for entry in every_entry}
    own = join(port.name, "fair-queue")
    entries = []
    for leaf in leaves(device, port):
        entry = known.get(leaf.path)
        if leaf.path == own or leaf.path.startswith(f"{own} > "):
            words = f"default of {leaf.default_by}; {note}" if leaf.default_by else note
            entry = Entry(leaf.path, fidelity, describe(leaf.value), got, words, leaf.origin)
        if entry is not None:
            entries.append(entry)
    return replace(plan, port=port.name), tuple(entries)


def _served(device: Device, port: Port) -> bool:
    """Whether the port has a fair queue and no policy's queues in its place."""
    if port.fair_queue is None:
        return False
    policies = (resolve(device, s.policy) for s in port.output if isinstance(s, Attachment))
    return not any(isinstance(each, Policy) and has_queues(device, each) for each in policies)


def _with_classes(device: Device, port: Port, options: TcOptions) -> tuple[Device, Port]:
    """The port with a policy in place of its fair queue: a class for all flows of one weight."""
    fair = port.fair_queue
    assert fair is not None  # noqa: S101 - what the caller asked for
    profile = options.profile
    flows = flows_of(fair, link_of(device, port, options))
    numbers = range(7, -1, -1) if profile.weighted_flows.value else (0,)
    classes = tuple(_class(flows, number, port, profile) for number in numbers)
    reference = Reference(RefKind.POLICY_MAP, _NAME, fair.origin)
    changed = replace(
        port, fair_queue=None, output=(*port.output, Attachment(reference, fair.origin))
    )
    policies = {**device.policies, _NAME: Policy(_NAME, classes, origin=fair.origin)}
    ports = {**device.ports, port.name: changed} if port.name in device.ports else device.ports
    return replace(device, policies=policies, ports=ports), changed


def _class(fair: FairQueue, number: int, port: Port, profile: Profile) -> TrafficClass:
    """The class of one precedence. Its flows meet in as many queues as all flows on the router, so
    that two of them are as seldom in one.
    """
    weighted = profile.weighted_flows.value
    match: Predicate = Anything()
    if number:
        match = Test(Field.PRECEDENCE, (Interval(number, number),), fair.origin)
    weight = flow_weight(number, weighted=weighted)
    return TrafficClass(
        f"precedence {number}" if weighted else "flows",
        match,
        excess=Rate(weight, RateBase.RATIO, origin=fair.origin),
        limits=(QueueLimit(flows_limit(port), origin=fair.origin),),
        fair_queue=FairQueue(fair.flows, fair.threshold, origin=fair.origin),
        origin=fair.origin,
    )
