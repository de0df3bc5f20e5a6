"""Every policer of a device, with what it meters and where."""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath import link_rate
from qosc.datapath.meters import Buckets, buckets
from qosc.ir import Anything, Policer, Port, PortKind, Predicate, RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.facts.places import places

__all__ = ["Metered", "metered"]


class Metered(NamedTuple):
    """A policer at one place.

    `what` names it in words. `port` is None where the policy is attached nowhere; `whole` is the
    rate in bit/s that a percentage is taken of. `bounds_priority`: it holds a priority class to its
    part of the link.
    """

    policer: Policer
    what: str
    match: Predicate
    port: Port | None
    whole: int | None
    bounds_priority: bool = False

    @property
    def buckets(self) -> Buckets:
        """Its buckets in figures."""
        return buckets(self.policer.meter, self.whole)

    @property
    def rate(self) -> int | None:
        """Its rate in bit/s; None where that is not known, or counts packets."""
        committed = self.buckets.committed
        return None if committed.packets else committed.rate

    @property
    def burst(self) -> int | None:
        """The bytes of the largest burst that still conforms, or None where they are not known."""
        return self.buckets.at_once

    @property
    def guards_control_plane(self) -> bool:
        """Whether the packets are for the router itself."""
        return self.port is not None and self.port.kind is PortKind.CONTROL_PLANE


def metered(context: Context) -> list[Metered]:
    """All policers, once for each port they work on. Use through `context.once`."""
    found: list[Metered] = []
    where = context.once(places)
    for policy in context.device.policies.values():
        spots: list[tuple[Port | None, int | None]] = [
            (place.port, place.whole) for place in where.get(policy.name, ())
        ]
        for traffic_class in policy.classes:
            what = f"class {traffic_class.name} of {policy.title}"
            bounds = traffic_class.priority is not None
            for policer in traffic_class.policers:
                for port, whole in spots or [(None, None)]:
                    found.append(Metered(policer, what, traffic_class.match, port, whole, bounds))
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, RuleList):
                    rate = link_rate(context.device, port, context.profile)
                    what = f"the {direction} {stage.feature} of {port.name}"
                    found += [
                        Metered(rule.policer, what, rule.match or Anything(), port, rate)
                        for rule in stage.rules
                        if rule.policer is not None
                    ]
    return found
