"""The queues that a port's model has, as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qosc.datapath.lengths import MAC_HEADER, mtu_of
from qosc.datapath.lines import line_rate
from qosc.datapath.shares import Base
from qosc.datapath.unknown_link import scheduled_rate
from qosc.ir import Attachment, Device, Policy, Port, TrafficClass
from qosc.ir.leaves import child_paths, has_queues, join, resolve
from qosc.profiles import Profile
from qosc.source import Span
from qosc.targets.tc.predict import QUEUE_LEVELS
from qosc.verify.account import Account
from qosc.verify.packets.meters import Wanted

__all__ = ["Queue", "QueueTree", "class_rates", "wanted_queues"]

_PARTS = (
    "guarantee",
    "excess",
    "priority",
    "shaper",
    "limits",
    "wred",
    "fair-queue",
    "level",
    "excess-level",
    "quantum",
)


@dataclass(frozen=True, slots=True)
class Queue:
    """A class with a place in the scheduler, and what its percentages are of."""

    path: str
    found: TrafficClass
    base: Base
    children: tuple[Queue, ...]

    @property
    def origin(self) -> Span:
        """The line of the class, or of what gives it its place."""
        parts = (self.found.priority, self.found.guarantee, self.found.excess, self.found.shaper)
        return next((part.origin for part in parts if part is not None), self.found.origin)

    @property
    def bound(self) -> tuple[int, int] | None:
        """What a bounded priority class may send before others: bit/s, and bytes at once."""
        bound = self.base.bound(self.found)
        return None if bound is None else (bound.rate, bound.burst or 0)

    @property
    def whole(self) -> int:
        """What shapers and policers in percent are of, in bit/s."""
        return self.base.whole or 0

    def walk(self) -> Iterator[Queue]:
        """This class and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class QueueTree:
    """The queues of a port; none where the model or the ledger has none."""

    top: tuple[Queue, ...] = ()
    policy: Policy | None = None
    link: int | None = None
    """bit/s that percentages are of; `line` is what all that leaves is bounded by."""
    line: int | None = None
    frame: int = 1514
    rates: tuple[tuple[str, int | None], ...] = ()
    """What percentages are taken of, by the path of each class of the policy and its children."""
    guests: tuple[tuple[str, str], ...] = ()
    """Classes that say nothing of queueing, by path, each with the path of the default class whose
    queue its packets wait in."""
    leaf: str = ""
    """The qdisc that was asked for in place of the router's FIFO or early drop; empty: none."""

    @property
    def strict(self) -> bool:
        """Whether the classes have an order of service and nothing more."""
        levels = [q.found.priority.level for q in self.top if q.found.priority is not None]
        return (
            2 <= len(self.top) <= 16
            and len(levels) == len(self.top) == len(set(levels))
            and all(_only_priority(q.found) for q in self.top)
        )

    def leaves(self) -> dict[str, str]:
        """The class in whose queue the packets of a class wait, by their paths."""
        return {q.path: q.path for top in self.top for q in top.walk() if not q.children} | dict(
            self.guests
        )

    def bounds(self, account: Account) -> dict[str, Wanted]:
        """The buckets that bound priority classes."""
        rates = {}
        for top in self.top:
            for queue in top.walk():
                bound, priority = queue.bound, queue.found.priority
                if bound is None or priority is None:
                    continue
                if account.missing(queue.path, "priority", "rate"):
                    continue
                rate, depth = bound
                rates[queue.path] = Wanted(
                    f"{queue.path} priority", rate, depth or self.frame, "", priority.origin
                )
        return rates


def _only_priority(traffic_class: TrafficClass) -> bool:
    parts = (
        traffic_class.guarantee,
        traffic_class.excess,
        traffic_class.shaper,
        traffic_class.quantum,
        traffic_class.child,
        traffic_class.level,
        traffic_class.excess_level,
    )
    bounded = traffic_class.priority is None or traffic_class.priority.rate is not None
    return not bounded and all(part is None for part in parts)


def wanted_queues(device: Device, port: Port, profile: Profile, account: Account) -> QueueTree:
    """The tree of the first output policy whose queues the ledger does not refuse."""
    link = scheduled_rate(device, port, profile)
    rate = line_rate(device, port, profile)
    line = rate.rate if rate is not None else None
    mtu = min(max(mtu_of(port, profile), 64), 65_000)
    frame = mtu + MAC_HEADER
    base = join(port.name, "output")
    for stage, path in zip(port.output, child_paths(base, port.output), strict=True):
        if not isinstance(stage, Attachment) or not link or not 8 <= link < 1 << 60:
            continue
        policy = resolve(device, stage.policy)
        if isinstance(policy, Policy) and has_queues(device, policy):
            if _refused(account, policy, path):
                continue
            rates: list[tuple[str, int | None]] = []
            guests: list[tuple[str, str]] = []
            top = _level(
                device=device,
                policy=policy,
                path=path,
                base=Base(link),
                depth=1,
                rates=rates,
                guests=guests,
            )
            return QueueTree(
                top=top,
                policy=policy,
                link=link,
                line=line,
                frame=frame,
                rates=tuple(rates),
                guests=tuple(guests),
            )
    return QueueTree(link=link, line=line, frame=frame)


def _refused(account: Account, policy: Policy, path: str) -> bool:
    """Whether all that the classes say of queues is missing from the artefact."""
    entries = [
        account.all_missing(join(own, part))
        for own in child_paths(path, policy.classes)
        for part in _PARTS
        if account.below(join(own, part))
    ]
    return bool(entries) and all(entries)


def _level(
    device: Device,
    policy: Policy,
    path: str,
    base: Base,
    depth: int,
    rates: list[tuple[str, int | None]],
    guests: list[tuple[str, str]],
) -> tuple[Queue, ...]:
    """The classes of a policy that have a place in the scheduler; the others are `guests`.

    A class has one that says something of queueing itself or by a child policy, and the last class
    has one, as the policy has queues. The packets of the others wait with those of the last.
    """
    result: list[Queue] = []
    silent: list[str] = []
    last = len(policy.classes) - 1
    for number, (item, own) in enumerate(
        zip(policy.classes, child_paths(path, policy.classes), strict=True)
    ):
        queued = item.has_queue or number == last
        rates.append((own, base.whole or 0))
        inner = base.below(item)
        children: tuple[Queue, ...] = ()
        child = resolve(device, item.child) if item.child is not None else None
        if isinstance(child, Policy) and f"policy-map {child.name} > " not in own + " > ":
            below = join(own, "child", f"policy-map {child.name}")
            divided = has_queues(device, child)
            queued = queued or divided
            if divided and depth < QUEUE_LEVELS:
                children = _level(
                    device=device,
                    policy=child,
                    path=below,
                    base=inner,
                    depth=depth + 1,
                    rates=rates,
                    guests=guests,
                )
            else:
                _plain_rates(device, child, below, inner, rates)
        if queued:
            result.append(Queue(own, item, base, children))
        else:
            silent.append(own)
    leaf = result[-1]
    while leaf.children:
        leaf = leaf.children[-1]
    guests += [(own, leaf.path) for own in silent]
    return tuple(result)


def class_rates(device: Device, port: Port, side: str, link: int | None) -> dict[str, int | None]:
    """What percentages are taken of, by the path of each class of the policies of one direction
    whose classes have no queues; `link` (bit/s) is that of the port.
    """
    stages = port.output if side == "output" else port.input
    rates: list[tuple[str, int | None]] = []
    for stage, path in zip(stages, child_paths(join(port.name, side), stages), strict=True):
        policy = resolve(device, stage.policy) if isinstance(stage, Attachment) else None
        if isinstance(policy, Policy):
            _plain_rates(device, policy, path, Base(link, output=side == "output"), rates)
    return dict(rates)


def _plain_rates(
    device: Device, policy: Policy, path: str, base: Base, rates: list[tuple[str, int | None]]
) -> None:
    for traffic_class, own in zip(policy.classes, child_paths(path, policy.classes), strict=True):
        rates.append((own, base.whole))
        child = resolve(device, traffic_class.child) if traffic_class.child is not None else None
        if isinstance(child, Policy) and f"policy-map {child.name} > " not in own + " > ":
            below = join(own, "child", f"policy-map {child.name}")
            _plain_rates(device, child, below, base.below(traffic_class), rates)
