"""Every policer of a device, with what it meters and where."""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath import link_rate
from qosc.ir import Algorithm, Anything, Meter, Policer, Port, PortKind, Predicate, RuleList
from qosc.lint.places import places
from qosc.lint.rule import Context

__all__ = ["Metered", "metered", "room"]


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


def room(meter: Meter, whole: int | None) -> int | None:
    """The bytes of the largest burst that still conforms, or None where they are not known.

    The packets of CAR may borrow up to the extended burst where that is larger than the normal one.
    """
    rate = meter.cir.bits_per_second(whole)
    normal = None if meter.cbs is None else meter.cbs.bytes_at(rate)
    if meter.algorithm is Algorithm.CAR and normal is not None and meter.ebs is not None:
        return max(normal, meter.ebs.bytes_at(rate) or 0)
    return normal
