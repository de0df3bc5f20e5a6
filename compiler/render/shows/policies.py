"""Policies where they are applied, as tables in the words of their dialect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qosc.amounts import PPM, DepthUnit, Rate, show_rate
from qosc.datapath.shares import Base, implied_shares, remainder
from qosc.fields import Field
from qosc.ir import (
    Anything,
    ClassMap,
    Device,
    Policy,
    Reference,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.ir.describe import describe, describe_match
from qosc.ir.leaves import queues_below
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.platforms import is_junos
from qosc.profiles import Profile
from qosc.profiles.junos_tables import priority_words
from qosc.render import figures
from qosc.render.figures import Defaults
from qosc.render.layout import hung
from qosc.render.printable import printable
from qosc.render.rules import JUNOS_VERDICTS
from qosc.render.shows.drop_profiles import drop_profiles
from qosc.render.style import Style
from qosc.render.table import table

__all__ = ["View", "called", "policy_lines", "service_words"]


_NOT_GUARANTEED = (
    "What follows is not guaranteed: units without a traffic-control-profile have minimal "
    "bandwidth, and the figures are the most that their queues divide while the other units send "
    "nothing."
)
"""Source: Juniper, CLI Reference, guaranteed-rate."""
_PROFILES = ("traffic-control-profile ", "shaping-rate of ")
"""Policies of one class that is all traffic, by their features."""
_SETS = "forwarding-class-sets of "
_SOFT_LIMITS = "cat9000"
_SOFT_BUFFERS = (
    "The share of the buffer is the ratio that the config gives. How much of it is reserved for "
    "the queue, and how much more it borrows from the pool of all ports (four times its own by "
    "default, else by `qos queue-softmax-multiplier`), depends on model and release."
)
"""Source: Cisco 200594, "Catalyst 3850: Troubleshooting Output drops"; 218444, "Understand Queue
Buffer Allocation on Catalyst 9000 Switches"."""
_IN_SET = "inside forwarding-class-set"


@dataclass(frozen=True)
class View:
    """Who is shown, for whom, and at which rates."""

    device: Device
    profile: Profile
    style: Style
    base: Base
    indent: int = 4

    @property
    def junos(self) -> bool:
        """Whether the device speaks Juniper's words."""
        return is_junos(self.profile.name)

    def text(self, words: str) -> Iterator[str]:
        """A sentence at the indent of the tables."""
        yield from hung(" " * self.indent, words, self.style.columns, hang=self.indent + 2)


def called(policy: Policy) -> str:
    """What the config calls a policy."""
    return printable(policy.title)


def policy_lines(view: View, policy: Policy) -> Iterator[str]:
    """The classes of a policy, then the policies inside them, and which figures are defaults."""
    defaults = Defaults()
    yield from _policy(view, policy, defaults, ())
    for note in defaults.notes():
        yield from view.text(note)


def service_words(
    view: View, policy: Policy, traffic_class: TrafficClass, defaults: Defaults
) -> str:
    """What the scheduler gives a class where it is applied, and where its queue drops, in words."""
    if not view.junos:
        at = next(place for place, one in enumerate(policy.classes) if one is traffic_class)
        implied = implied_shares(view.device, policy, view.profile.name)[at]
        service = _service(view, traffic_class, implied, defaults, mqc=not policy.feature)
        return "; ".join(filter(None, (service, _queue(view.device, traffic_class, defaults))))
    limits = (
        f"buffer {_buffer(figures.queue_limit(one, defaults))}" for one in traffic_class.limits
    )
    named = (
        ("transmit-rate", _transmit(view, policy, traffic_class, defaults)),
        ("excess-rate", _excess(view, traffic_class, defaults)),
        ("shaping-rate", _shaping(view, traffic_class, defaults)),
        ("priority", _priority(view, traffic_class)),
    )
    words = [f"{name} {value}" for name, value in named if value]
    return "; ".join([*words, *limits, *(f"drop {each}" for each in drop_profiles(traffic_class))])


def _policy(
    view: View, policy: Policy, defaults: Defaults, seen: tuple[Reference, ...]
) -> Iterator[str]:
    whole = _only_class(policy, junos=view.junos)
    units = any(_is_unit(item) for item in policy.classes)
    if whole is not None:
        yield from view.text(_summary(view, whole, defaults))
    elif view.junos:
        yield from _junos(view, policy, defaults)
    else:
        yield from _classes(view, policy, defaults)
    if any(figures.shares_of(item.limits) for item in policy.classes):
        yield from view.text(
            "A queue has what is reserved for it to itself, and beyond that takes from the pool "
            "of all ports up to its maximum threshold, a percentage of its part of the buffers."
        )
    elif view.profile.name == _SOFT_LIMITS and _has_ratio(policy):
        yield from view.text(_SOFT_BUFFERS)
    item = policy.classes
    # Shares of the rest, where some class has one, say it by themselves.
    if (
        not seen
        and len(item) > 1
        and any(c.guarantee for c in item)
        and not any(c.part_of_rest for c in item)
    ):
        yield from view.text(f"What the guarantees leave is shared {view.profile.excess_words}.")
    beside_units = any(map(_is_unit, item))
    for traffic_class in item:
        where = _where(view, policy, traffic_class, beside_units=beside_units)
        where = "inside it" if whole is not None else where
        yield from _inside(view, traffic_class, defaults, seen, where, units=units)


def _inside(
    view: View,
    traffic_class: TrafficClass,
    defaults: Defaults,
    seen: tuple[Reference, ...],
    where: str,
    *,
    units: bool,
) -> Iterator[str]:
    child = traffic_class.child
    if child is None or child in seen:
        return
    if len(seen) + 1 == POLICY_LEVELS:
        yield from view.text(f"{where}: more policies, not shown")
        return
    inner = resolve(view.device, child)
    if not isinstance(inner, Policy):
        yield from view.text(f"{where}: policy-map {printable(child.name)}, which is not defined")
        return
    base = view.base.below(traffic_class)
    of = base.reservable
    rates = f", percentages of {show_rate(of)}" if of is not None and base != view.base else ""
    if rates and traffic_class.pools and not where.startswith(_IN_SET):
        rates += f", the guaranteed-rate (on some hardware perhaps of {show_rate(base.whole or 0)})"
    yield from view.text(f"{where}: {called(inner)}{rates}")
    if units and not _is_unit(traffic_class) and not (traffic_class.shaper or traffic_class.pools):
        yield from view.text(_NOT_GUARANTEED)
    inside = replace(view, base=base, indent=view.indent + 2)
    yield from _policy(inside, inner, defaults, (*seen, child))


def _only_class(policy: Policy, *, junos: bool) -> TrafficClass | None:
    """The class of a policy that does nothing but shape all packets, into another policy or (as a
    profile of a JunOS port) the queues of what is part of the port.
    """
    if len(policy.classes) != 1:
        return None
    only = policy.classes[0]
    shapes = only.shaper is not None and (junos or only.child is not None)
    shapes = shapes or (junos and policy.feature.startswith(_PROFILES))
    # A scheduler is one queue of several, even where a map has no other.
    other = only.queued or only.marks or only.policers or only.drop or only.priority or only.wred
    return only if shapes and not other else None


def _where(view: View, policy: Policy, traffic_class: TrafficClass, *, beside_units: bool) -> str:
    """What holds a policy, in the words of the dialect; `beside_units` says that one of its classes
    is a unit.
    """
    name = printable(traffic_class.name)
    if not view.junos:
        return f"inside class {name}"
    if _is_unit(traffic_class):
        return f"inside unit {name}"
    if beside_units:
        return f"inside {name}"
    kind = _IN_SET if policy.feature.startswith(_SETS) else "inside forwarding class"
    return f"{kind} {name}"


def _summary(view: View, traffic_class: TrafficClass, defaults: Defaults) -> str:
    parts = []
    if traffic_class.shaper is not None:
        parts.append(figures.shaper(traffic_class.shaper, view.base, defaults, junos=view.junos))
    if traffic_class.guarantee is not None:
        word = "guaranteed-rate" if view.junos else "at least"
        parts.append(
            f"{word} {figures.rate(traffic_class.guarantee, view.base.reservable, defaults)}"
        )
    return "; ".join(["all packets", *parts])


def _classes(view: View, policy: Policy, defaults: Defaults) -> Iterator[str]:
    mqc = not policy.feature
    rows = [
        (
            traffic_class.name,
            _matches(view.device, traffic_class),
            "drop"
            if traffic_class.drop
            else "; ".join(
                figures.policer(one, view.base, defaults, {}) for one in traffic_class.policers
            ),
            _service(view, traffic_class, implied, defaults, mqc=mqc),
            _queue(view.device, traffic_class, defaults),
            ", ".join(describe(mark) for mark in traffic_class.marks),
        )
        for traffic_class, implied in zip(
            policy.classes,
            implied_shares(view.device, policy, view.profile.name),
            strict=True,
        )
    ]
    heads = ("class", "matches", "police", "bandwidth", "queue", "mark")
    yield from table(heads, rows, view.style, view.indent)


def _matches(device: Device, traffic_class: TrafficClass) -> str:
    if traffic_class.name == "class-default":
        return "everything else"
    match = traffic_class.match
    target = resolve(device, match) if isinstance(match, Reference) else None
    if isinstance(target, ClassMap):
        match = target.match
    return describe_match(match, lambda ref: resolve(device, ref))


def _service(
    view: View, traffic_class: TrafficClass, implied: Rate | None, defaults: Defaults, *, mqc: bool
) -> str:
    parts = []
    priority = traffic_class.priority
    if priority is not None:
        policed = any(one.exceed.verdict is Verdict.DROP for one in traffic_class.policers)
        bound = ", policed" if policed else ", not bounded"
        if priority.rate is not None:
            bound = f" up to {figures.rate(priority.rate, view.base.reservable, defaults)}"
        level = f" level {priority.level}" if priority.level != 1 else ""
        burst = priority.burst
        more = f", burst {burst}{defaults.mark(burst.default_by)}" if burst else ""
        parts.append(f"strict priority{' (LLQ)' if mqc else ''}{level}{bound}{more}")
    if traffic_class.guarantee is not None:
        least = figures.rate(traffic_class.guarantee, view.base.reservable, defaults)
        parts.append(f"at least {least}{' (CBWFQ)' if mqc else ''}")
    excess = traffic_class.excess or implied
    if excess is not None:
        parts.append(figures.percent(str(excess)) + defaults.mark(excess.default_by))
    if traffic_class.shaper is not None:
        parts.append(figures.shaper(traffic_class.shaper, view.base, defaults))
    if traffic_class.quantum is not None:
        parts.append(
            f"{traffic_class.quantum} a turn{defaults.mark(traffic_class.quantum.default_by)}"
        )
    if traffic_class.level is not None:
        parts.append(f"rank {traffic_class.level} within its bandwidth")
    if traffic_class.excess_level is not None:
        parts.append(f"rank {traffic_class.excess_level} above it")
    return "; ".join(parts)


def _queue(device: Device, traffic_class: TrafficClass, defaults: Defaults) -> str:
    below = queues_below(device, traffic_class)
    parts = [
        figures.queue_limit(limit, defaults)
        for limit in traffic_class.limits
        if not (below and limit.depth.default_by)
    ]
    parts += figures.wred(traffic_class)
    if traffic_class.fair_queue is not None:
        parts.append(describe(traffic_class.fair_queue))
    return "; ".join(parts)


def _junos(view: View, policy: Policy, defaults: Defaults) -> Iterator[str]:
    rows = [
        (
            traffic_class.name,
            _transmit(view, policy, traffic_class, defaults),
            _excess(view, traffic_class, defaults),
            _shaping(view, traffic_class, defaults),
            _priority(view, traffic_class),
            "; ".join(
                _buffer(limit_words)
                for limit_words in (
                    figures.queue_limit(limit, defaults) for limit in traffic_class.limits
                )
            ),
            "; ".join(drop_profiles(traffic_class)),
        )
        for traffic_class in policy.classes
        if not (
            traffic_class.name == "class-default"
            and isinstance(traffic_class.match, Anything)
            and not traffic_class.has_queue
        )
    ]
    units = any(_is_unit(traffic_class) for traffic_class in policy.classes)
    sets = policy.feature.startswith(_SETS)
    heads = (
        "unit" if units else "forwarding-class-set" if sets else "forwarding class",
        "guaranteed rate" if units or sets else "transmit rate",
        "excess rate",
        "shaping rate",
        "priority",
        "buffer",
        "drop profile",
    )
    yield from table(heads, rows, view.style, view.indent)


def _is_unit(traffic_class: TrafficClass) -> bool:
    """Whether a class is a unit of a port in the tree of the port."""
    return isinstance(traffic_class.match, Test) and traffic_class.match.field is Field.VLAN


def _transmit(view: View, policy: Policy, traffic_class: TrafficClass, defaults: Defaults) -> str:
    bound = traffic_class.priority.rate if traffic_class.priority is not None else None
    given = bound or traffic_class.guarantee
    words = figures.rate(given, view.base.reservable, defaults) if given is not None else ""
    if bound is not None:
        return f"{words}, rate-limit"
    if traffic_class.policers and given is not None:
        outcome = JUNOS_VERDICTS[traffic_class.policers[0].exceed.verdict.value]
        return f"{words}, rate-limit ({outcome} above it)"
    if view.base.exact(traffic_class):
        return f"{words}, exact"
    excess = traffic_class.excess
    stated = excess is not None and not excess.default_by
    if traffic_class.default_by and given is None and not stated:
        return "no scheduler"
    if given is None and excess is not None and not traffic_class.remainder:
        return "none"
    if traffic_class.remainder and excess is not None:
        share = "" if excess.value == PPM else f"{excess.value / 10_000:g}% of the "
        left = remainder(policy.classes, view.base, excess.value)
        return f"{share}remainder" + (f" = {show_rate(left)}" if left is not None else "")
    return words


def _has_ratio(policy: Policy) -> bool:
    return any(limit.depth.unit is DepthUnit.SHARE for c in policy.classes for limit in c.limits)


def _excess(view: View, traffic_class: TrafficClass, defaults: Defaults) -> str:
    if traffic_class.excess is None or traffic_class.remainder:
        return ""
    rank = ""
    if traffic_class.excess_level:
        level = priority_words(view.profile.name, traffic_class.excess_level, above=True)
        rank = f", priority {level}"
    share = figures.percent(str(traffic_class.excess)).removesuffix(" of the remainder")
    return share + defaults.mark(traffic_class.excess.default_by) + rank


def _shaping(view: View, traffic_class: TrafficClass, defaults: Defaults) -> str:
    """The shaping rate of a queue, where that is not the `exact` of its transmit-rate."""
    if traffic_class.shaper is None or view.base.exact(traffic_class):
        return ""
    words = figures.shaper(traffic_class.shaper, view.base, defaults, junos=True)
    return words.removeprefix("shaped to ")


def _priority(view: View, traffic_class: TrafficClass) -> str:
    if traffic_class.priority is not None:
        level = f" {traffic_class.priority.level}" if traffic_class.priority.level != 1 else ""
        return f"strict-high{level}"
    return priority_words(view.profile.name, traffic_class.level or 0)


def _buffer(words: str) -> str:
    return words.replace("% of the buffer", "%")
