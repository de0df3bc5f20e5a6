"""The queues of an interface with `fair-queue`, from the model's figures and the platform's facts.

A script cannot weigh each flow, so that flows of one weight share a queue, in turns of that weight;
the ledger says what this comes to. Nothing here knows how a script makes the classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from qosc.amounts import Rate, RateBase
from qosc.datapath.queues.fair import flow_weight, flows_limit, flows_of
from qosc.datapath.shares import Base
from qosc.fields import Field
from qosc.ir import Anything, FairQueue, Interval, Port, QueueLimit, TrafficClass
from qosc.ir.leaves import join
from qosc.packets.diagrams import Diagram
from qosc.profiles import Profile
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Outcomes, State, always, merge
from qosc.verify.queueing.queues import Queue, QueueTree

__all__ = ["by_weight", "fair_queues"]

_PRECEDENCES = range(7, -1, -1)


def fair_queues(port: Port, profile: Profile, tree: QueueTree) -> tuple[QueueTree, dict[int, str]]:
    """The queues, the heaviest first, and the path of the queue of each precedence.

    `tree` itself, and no paths, where the port has no fair queue or another's queues in its place,
    or where its link has no rate that a scheduler can be set to.
    """
    fair, link = port.fair_queue, tree.link
    if tree.top or fair is None or link is None or not 8 <= link < 1 << 60:
        return tree, {}
    weighted, flows = profile.weighted_flows.value, flows_of(fair, link)
    queues: dict[int, Queue] = {}
    paths: dict[int, str] = {}
    for number in _PRECEDENCES:
        weight = flow_weight(number, weighted=weighted)
        if weight not in queues:
            name = f"precedence {number}" if weighted else "of all flows"
            item = TrafficClass(
                name,
                Anything(),
                excess=Rate(weight, RateBase.RATIO, origin=fair.origin),
                limits=(QueueLimit(flows_limit(port), origin=fair.origin),),
                fair_queue=FairQueue(flows.flows, flows.threshold, origin=fair.origin),
                origin=fair.origin,
            )
            path = join(port.name, "fair-queue", f"class {name}")
            queues[weight] = Queue(path, item, Base(link), ())
        paths[number] = queues[weight].path
    return replace(tree, top=tuple(queues.values())), paths


def by_weight(
    space: HeaderSpace, queues: Mapping[int, str], start: Diagram
) -> Callable[[State], Outcomes]:
    """Sends a packet to the queue of the precedence that it has by then; what is not IP has none,
    and is served as precedence 0.
    """

    def run(state: State) -> Outcomes:
        result: Outcomes = {}
        left = start
        for number, path in queues.items():
            value = space.builder.value(Field.PRECEDENCE, Interval(number, number))
            here = left & space.before(value, state) if number else left
            merge(result, always(Leaf(False, state._replace(queue=path)), here), here)  # noqa: FBT003
            left &= ~here
        return result

    return run
