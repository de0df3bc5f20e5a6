"""The classes of a policy with queues: their classifier, their queues and the scheduler."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from qosc.scenario.match import Match
from qosc.scenario.model import has_queues
from qosc.scenario.pipeline import Class, Policy
from qosc.scenario.queue import Limit, Queue
from qosc.simulator.conditioning import ClassStep, SharedMeters, build_policy
from qosc.simulator.droppers import Early, flow_store
from qosc.simulator.match import Classifier, compile_match
from qosc.simulator.meters import SingleBucket
from qosc.simulator.packet import Packet
from qosc.simulator.port import Branch
from qosc.simulator.scheduler import Bound, Leaf, Limits, Node, Scheduler, Shaper
from qosc.simulator.stats import ClassCount

__all__ = ["build_tree", "limits"]

_UNBOUNDED = 1 << 62


def limits(models: tuple[Limit, ...]) -> Limits:
    """What bounds a queue."""
    made: list[tuple[Callable[[Packet], bool] | None, int, int]] = []
    for model in models:
        packets = _UNBOUNDED if model.packets is None else model.packets
        size = _UNBOUNDED if model.bytes is None else model.bytes
        made.append((_applies(model.match) if model.match is not None else None, packets, size))
    return Limits(made)


def _applies(match: Match) -> Callable[[Packet], bool]:
    holds = compile_match(match)
    return lambda packet: holds(packet.header.values, packet.length)


def build_tree(
    model: Policy,
    extra: int,
    new: Callable[[str, str, str], ClassCount],
    random: Callable[[str], Random],
    meters: SharedMeters,
    above: str,
    bounds: tuple[Bound, ...],
) -> tuple[Branch, Scheduler]:
    """The classifier and the scheduler of a policy with queues, children first.

    `bounds` are those of the priority classes above it.
    """
    title = f"{above}{model.name or 'policy'}"
    steps: list[ClassStep] = []
    ends: list[Leaf | Branch | None] = []
    nodes: list[Node] = []
    for each in model.classes:
        count = new(title, each.name, each.origin)
        step = ClassStep(each, extra, count, meters)
        steps.append(step)
        below = f"{title} > {each.name} > "
        divided = each.child is not None and has_queues(each.child)
        if each.child is not None and not divided:
            step.child = build_policy(each.child, extra, new, meters, below)
        if each.queue is None:
            ends.append(None)
            continue
        own = (*bounds, *_bound(each.queue, count))
        if each.child is not None and divided:
            branch, inner = build_tree(
                model=each.child,
                extra=extra,
                new=new,
                random=random,
                meters=meters,
                above=below,
                bounds=own,
            )
            nodes.append(
                _node(
                    policy=model,
                    model=each,
                    count=count,
                    random=random,
                    bounds=own,
                    extra=extra,
                    inner=inner,
                )
            )
            ends.append(branch)
        else:
            leaf = _node(model, each, count, random, own, extra)
            nodes.append(leaf)
            assert isinstance(leaf, Leaf)  # noqa: S101
            ends.append(leaf)
    # A class without a queue shares that of the last class; what no class matches does, too.
    shared = [end if end is not None else ends[-1] for end in ends]
    last = len(model.classes) - 1
    find = Classifier([(each.match, i) for i, each in enumerate(model.classes)], last)
    return Branch(find, steps, [end for end in shared if end is not None]), Scheduler(nodes, extra)


def _node(
    policy: Policy,
    model: Class,
    count: ClassCount,
    random: Callable[[str], Random],
    bounds: tuple[Bound, ...],
    extra: int,
    inner: Scheduler | None = None,
) -> Node:
    queue = model.queue
    assert queue is not None  # noqa: S101
    priority, shape = queue.priority, queue.shape
    weight = queue.excess_weight
    if weight is None:
        weight = queue.guarantee_bps if policy.excess == "proportional" else 1
    level = priority.level if priority is not None else 0
    shaper = Shaper(shape.rate_bps, shape.burst_bytes) if shape is not None else None
    if inner is not None:
        return _placed(Node(queue.guarantee_bps, weight, level, shaper, inner), queue)
    early, flows = queue.early_drop, queue.flow_queues
    leaf = Leaf(
        queue.guarantee_bps,
        weight,
        level,
        shaper,
        limits=limits(queue.bounds),
        bounds=bounds,
        count=count,
        early=Early(early, random(f"{count.policy} > {count.name}")) if early else None,
        flows=flow_store(flows, extra) if flows else None,
    )
    return _placed(leaf, queue)


def _bound(queue: Queue, count: ClassCount) -> tuple[Bound, ...]:
    """The bound of a priority class."""
    priority = queue.priority
    if priority is None or priority.rate_bps is None:
        return ()
    return ((SingleBucket(priority.rate_bps, priority.burst_bytes or 0), count),)


def _placed(node: Node, queue: Queue) -> Node:
    """The node with its place in the order of service."""
    node.guarantee_level, node.excess_level = queue.level, queue.excess_level
    node.quantum = queue.quantum_bytes or 0
    return node
