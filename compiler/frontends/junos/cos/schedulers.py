"""Schedulers as the classes of a policy.

Sources: Juniper, CLI Explorer, `transmit-rate`, `buffer-size`, `priority (Schedulers)`,
`excess-rate`, `excess-priority` and `shaping-rate`; Default Schedulers Overview: without a
scheduler map, best-effort has 95 % and network-control 5 % of rate and buffer, and a scheduler that
leaves rate or buffer out has the default of its queue. Priority strict-high is not bounded, and
takes turns with high: `priority (Schedulers)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from qosc.amounts import Depth, DepthUnit, Rate, RateBase
from qosc.datapath.doubts import BESIDE_TIMES
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.cos.drop_profiles import DropProfiles
from qosc.frontends.junos.cos.priorities import LOW, Priorities
from qosc.frontends.junos.cos.rates import burst_of, rate_of
from qosc.frontends.junos.text.values import amount, percentage
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import (
    Algorithm,
    Meter,
    Outcome,
    Policer,
    Priority,
    QueueLimit,
    Residue,
    Shaper,
    SupportState,
    TrafficClass,
    Verdict,
)
from qosc.profiles.junos_tables import PRIORITIES

__all__ = ["Schedulers"]

_HIGH = PRIORITIES["high"]
_STRICT = ("strict-high", "low-latency")
_NUMBERED = ("junos-acx",)
"""Platforms that serve several strict-high queues by their numbers."""
_WHOLE = 1_000_000


class Schedulers:
    """The schedulers by name, each lowered for the class that a map gives it to."""

    def __init__(
        self,
        root: Node,
        classes: ForwardingClasses,
        profiles: DropProfiles,
        platform: str,
        account: Account,
    ) -> None:
        self.classes, self.profiles = classes, profiles
        self.platform, self.account = platform, account
        self.shares = classes.defaults.shares.value or {}
        self.priorities = Priorities(root, platform, classes.defaults, account)
        self.nodes: dict[str, Node] = {}
        self.used: set[str] = set()
        self._told = False
        holder = root.get("class-of-service", "schedulers")
        for node in holder.children if holder is not None else ():
            if len(node.words) == 1:
                self.nodes.setdefault(node.name, node)

    def classes_of(self, entries: list[tuple[str, Node, Node | None]]) -> list[TrafficClass]:
        """The classes of a map: (forwarding class, its place, its scheduler) in order."""
        classes = [self._class(name, at, scheduler) for name, at, scheduler in entries]
        self.priorities.tell(one for _, _, one in entries)
        classes = self._strict_order(classes, [one for _, _, one in entries])
        # A priority of the excess stands beside those of the others, low where nothing is said.
        words = ("priority", "excess-priority")
        ranked = any(
            one is not None and one.get(word) is not None for _, _, one in entries for word in words
        )
        if not ranked:
            classes = [replace(one, level=None) for one in classes]
        else:
            classes = self._excess_levels(_without_turns(classes))
        return self._remainders(classes, entries)

    def _strict_order(
        self, classes: list[TrafficClass], nodes: list[Node | None]
    ) -> list[TrafficClass]:
        """The classes, those of strict priority in the order in which they are served.

        Sources: Juniper, Transmission Priority Scheduling (low-latency stands above strict-high);
        Schedulers Overview for ACX Series Routers (several strict-high queues are served by their
        numbers, the highest first).
        """
        keys: dict[str, tuple[bool, int]] = {}
        for one, node in zip(classes, nodes, strict=True):
            said = node.get("priority") if node is not None else None
            if one.priority is not None and said is not None:
                number = self.classes.queues.get(one.name, 0) if self.platform in _NUMBERED else 0
                keys[one.name] = (said.value != "low-latency", -number)
        order = sorted(set(keys.values()))
        return [
            replace(one, priority=replace(one.priority, level=order.index(keys[one.name]) + 1))
            if one.priority is not None and one.name in keys
            else one
            for one in classes
        ]

    def _excess_levels(self, classes: list[TrafficClass]) -> list[TrafficClass]:
        """The classes with the platform's priorities above the transmit-rate, where they differ."""
        table = self.priorities.by_default
        made = [
            replace(one, excess_level=table.get(one.level or 0))
            if one.excess_level is None and one.priority is None and not _held(one)
            else one
            for one in classes
        ]
        ranks = {one.excess_level for one in made if one.priority is None and not _held(one)}
        return made if len(ranks) > 1 else classes

    def _class(self, name: str, at: Node, node: Node | None) -> TrafficClass:
        queue = self.classes.queues.get(name)
        match = self.classes.test(self.classes.in_queue_of(name), at.span)
        made = TrafficClass(name, match, origin=at.span, queued=True)
        if node is None:
            return made
        self.used.add(node.name)
        self.account.modelled(node.parent, node)
        level, strict = self._priority(node)
        guarantee, shaper, bound = self._transmit(node)
        shaping = node.get("shaping-rate")
        rate = rate_of(shaping, self.account)
        if rate is not None and shaping is not None:
            shaper = Shaper(rate, committed=burst_of(shaping, self.account), origin=shaping.span)
        shaper = self._no_excess(node, guarantee) or shaper
        excess = self._excess(node)
        share = self.shares.get(-1 if queue is None else queue)
        silent = node.get("transmit-rate") is None and excess is None and not strict
        if silent:
            self.ask_for_shares(node)
        if share and silent:
            guarantee = Rate(share, RateBase.PERCENT, self.platform)
        limits = self._limits(node)
        if not limits and share and node.get("buffer-size") is None:
            limits = (QueueLimit(Depth(share, DepthUnit.SHARE, self.platform)),)
        priority: Priority | None = None
        policers: tuple[Policer, ...] = ()
        if bound is not None and not strict:
            policers = (_hard_drop(bound),)
        if strict:
            said = node.get("priority")
            priority = Priority(1, bound, origin=said.span if said else node.span)
            if bound is not None:
                guarantee = None
        return replace(
            made,
            policers=policers,
            guarantee=guarantee,
            excess=excess,
            priority=priority,
            shaper=shaper,
            limits=limits,
            wred=self.profiles.wred(node),
            level=level,
            excess_level=self._excess_level(node),
        )

    def ask_for_shares(self, node: Node) -> None:
        """Say once that the default shares are needed, where no public source settles them."""
        if self.classes.defaults.shares.value is None and not self._told:
            self._told = True
            reason = f"what queues have without a transmit-rate on {self.platform} is in no public "
            self.account.remark(
                Residue(
                    SupportState.RECOGNISED,
                    "class-of-service",
                    "",
                    f"{reason}source; here they have none",
                    (),
                    node.span,
                )
            )

    def _priority(self, node: Node) -> tuple[int, bool]:
        said = node.get("priority")
        if said is None:
            return LOW, False
        level = self.priorities.within.get(said.value)
        if level is None:
            words = tuple(self.priorities.within)
            self.account.unknown(said, "not a priority of a scheduler", words)
            return LOW, False
        self.account.modelled(said)
        return level, said.value in _STRICT

    def _transmit(self, node: Node) -> tuple[Rate | None, Shaper | None, Rate | None]:
        """The guarantee, the shaper that `exact` makes, the bound that `rate-limit` makes.

        Source: Juniper, CLI Explorer, `transmit-rate (Schedulers)`: `rate-limit` polices the queue,
        and drops what is above the rate.
        """
        said = node.get("transmit-rate")
        rate = rate_of(said, self.account)
        if said is None:
            return None, None, None
        exact, limit = said.get("exact"), said.get("rate-limit")
        if limit is not None and rate is not None:
            self.account.modelled(limit)
            return rate, None, rate
        if exact is not None and rate is not None:
            self.account.modelled(exact)
            return rate, Shaper(rate, origin=exact.span, by_guarantee=True), None
        return rate, None, None

    def _excess(self, node: Node) -> Rate | None:
        said = node.get("excess-rate")
        for kid in said.children if said is not None else ():
            value = percentage(kid.value) if kid.words[0] == "percent" else amount(kid.value)
            if value is not None and len(kid.words) > 1:
                self.account.modelled(said, kid)
                base = RateBase.REMAINING if kid.words[0] == "percent" else RateBase.RATIO
                return Rate(value, base, origin=kid.span)
            if len(kid.words) > 1:
                self.account.unknown(kid, "not a share of the excess")
        return None

    def _excess_level(self, node: Node) -> int | None:
        said = node.get("excess-priority")
        if said is None or said.value == "none":
            return None
        level = self.priorities.above.get(said.value)
        if level is not None:
            self.account.modelled(said)
        return level

    def _no_excess(self, node: Node, guarantee: Rate | None) -> Shaper | None:
        """`excess-priority none`: the queue sends nothing above its rate, however idle the link."""
        said = node.get("excess-priority")
        if said is None or said.value != "none":
            return None
        if guarantee is None:
            self.account.recognised(
                said, "there is no transmit-rate that it could hold the queue to"
            )
            return None
        self.account.modelled(said)
        return Shaper(guarantee, origin=said.span, by_guarantee=True)

    def _limits(self, node: Node) -> tuple[QueueLimit, ...]:
        said = node.get("buffer-size")
        for kid in said.children if said is not None else ():
            if len(kid.words) < 2:
                continue
            depth = None
            if kid.words[0] == "percent" and (share := percentage(kid.value)) is not None:
                depth = Depth(share, DepthUnit.SHARE, origin=kid.span)
            elif kid.words[0] == "temporal" and (time := amount(kid.value)) is not None:
                depth = Depth(time, DepthUnit.MICROSECONDS, origin=kid.span)
            if depth is not None and said is not None:
                self._bounded(said)
                self.account.modelled(said, kid)
                return (QueueLimit(depth, origin=said.span),)
            if kid.words[0] in ("percent", "temporal"):
                self.account.unknown(kid, "not a size of a buffer")
        return ()

    def _bounded(self, said: Node | None) -> None:
        """A buffer of just its size, which lends nothing and borrows nothing."""
        exact = said.get("exact") if said is not None else None
        if exact is not None:
            self.account.recognised(exact, "that a buffer does not grow is not in the model")

    def _held_to(self, one: TrafficClass, said: Node | None, rate: Rate) -> TrafficClass:
        """The class with the cap that `exact` or `rate-limit` makes of its remainder."""
        exact = said.get("exact") if said is not None else None
        limit = said.get("rate-limit") if said is not None else None
        self.account.modelled(exact, limit)
        if limit is not None and one.priority is not None:
            return replace(one, guarantee=None, priority=replace(one.priority, rate=rate))
        if limit is not None:
            return replace(one, policers=(_hard_drop(rate),))
        if exact is not None and one.shaper is None:
            return replace(one, shaper=Shaper(rate, origin=exact.span, by_guarantee=True))
        return one

    def _unbounded(self, said: Node | None) -> None:
        """Say that a remainder beside rates in bit/s is not held to what they leave."""
        for word in ("exact", "rate-limit"):
            bound = said.get(word) if said is not None else None
            if bound is not None:
                reason = (
                    f"remainder beside a transmit-rate in bit/s is not held to its rate by {word}: "
                    "here the queue may send up to the rate of the port or of the shaper above it"
                )
                self.account.recognised(bound, reason)

    def _remainders(
        self, classes: list[TrafficClass], entries: list[tuple[str, Node, Node | None]]
    ) -> list[TrafficClass]:
        """What `remainder` stands for.

        Beside percentages it is one; beside rates in bit/s, a share of what they leave. Source:
        Juniper, Managing Congestion on the Egress Interface by Configuring the Scheduler Buffer
        Size: the remainder is what is not assigned to other queues, and a queue that keeps its
        default allotment has it assigned.
        """
        rates = {
            i: n
            for i, (_, _, one) in enumerate(entries)
            if (n := _remainder(one, "transmit-rate")) is not None
        }
        sizes = {
            i: n
            for i, (_, _, one) in enumerate(entries)
            if (n := _remainder(one, "buffer-size")) is not None
        }
        given = [rate for i, one in enumerate(classes) if i not in rates and (rate := _sure(one))]
        if rates and not all(rate.base is RateBase.PERCENT for rate in given):
            for i, node in rates.items():
                share = _part(_WHOLE, node, rates)
                self.account.modelled(node.parent, node)
                self._unbounded(node.parent)
                classes[i] = replace(
                    classes[i],
                    excess=Rate(share, RateBase.REMAINING, origin=node.span),
                    remainder=True,
                )
        elif rates:
            left = max(0, _WHOLE - sum(rate.value for rate in given))
            for i, node in rates.items():
                share = _part(left, node, rates)
                self.account.modelled(node.parent, node)
                rate = Rate(share, RateBase.PERCENT, origin=node.span)
                classes[i] = self._held_to(replace(classes[i], guarantee=rate), node.parent, rate)
        parts = [_buffer_part(one) for i, one in enumerate(classes) if i not in sizes]
        if sizes and None not in parts:
            left = max(0, _WHOLE - sum(part or 0 for part in parts))
            units = {limit.depth.unit for one in classes for limit in one.limits}
            by = BESIDE_TIMES if DepthUnit.MICROSECONDS in units else ""
            for i, node in sizes.items():
                share = _part(left, node, sizes)
                parent = node.parent
                self._bounded(parent)
                self.account.modelled(parent, node)
                depth = Depth(share, DepthUnit.SHARE, by, node.span)
                limit = QueueLimit(depth, origin=node.span)
                classes[i] = replace(classes[i], limits=(limit,))
        return classes


def _without_turns(classes: list[TrafficClass]) -> list[TrafficClass]:
    """The classes; one of strict priority has a level only where it takes turns with others."""
    turns = any(one.level == _HIGH and one.priority is None for one in classes)
    return [replace(one, level=None) if one.priority and not turns else one for one in classes]


def _held(traffic_class: TrafficClass) -> bool:
    """Whether a class sends nothing above its guarantee."""
    return traffic_class.shaper is not None and traffic_class.shaper.rate == traffic_class.guarantee


def _buffer_part(traffic_class: TrafficClass) -> int | None:
    """The part of the buffer that a queue has; None where the text does not tell.

    A queue with a buffer in microseconds counts with its transmit-rate: Juniper, Configuring Large
    Delay Buffers in CoS.
    """
    if not traffic_class.limits:
        return 0
    depth, rate = traffic_class.limits[0].depth, _sure(traffic_class)
    if depth.unit is DepthUnit.SHARE:
        return depth.value
    return rate.value if rate is not None and rate.base is RateBase.PERCENT else None


def _sure(traffic_class: TrafficClass) -> Rate | None:
    """The transmit-rate of a class, however it is bounded."""
    bound = traffic_class.priority.rate if traffic_class.priority is not None else None
    return bound or traffic_class.guarantee


def _hard_drop(rate: Rate) -> Policer:
    """A policer without a burst of its own: no public figure."""
    meter = Meter(Algorithm.SINGLE_BUCKET, rate, origin=rate.origin)
    return Policer(meter, Outcome(Verdict.TRANSMIT), Outcome(Verdict.DROP), origin=rate.origin)


def _remainder(node: Node | None, word: str) -> Node | None:
    said = node.get(word) if node is not None else None
    return (
        next((kid for kid in said.children if kid.words[0] == "remainder"), None) if said else None
    )


def _part(left: int, node: Node, others: Mapping[int, Node]) -> int:
    """`remainder 40` is 40 % of what is left; those without a number share the rest of it."""
    given = {one: percentage(one.value) for one in others.values() if len(one.words) > 1}
    own = given.get(node)
    if own is not None:
        return left * own // _WHOLE
    rest = max(0, _WHOLE - sum(share or 0 for share in given.values()))
    return left * rest // _WHOLE // sum(given.get(one) is None for one in others.values())
