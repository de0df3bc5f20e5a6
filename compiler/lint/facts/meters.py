"""Every policer of a device, with what it meters and where."""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath import link_rate
from qosc.datapath.meters import Buckets, buckets
from qosc.ir import Anything, Policer, Policy, Port, PortKind, Predicate, RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.facts.places import places
from qosc.patterns import pattern

__all__ = ["Metered", "metered"]

_NAMED = pattern(
    r"\s*(?:set\s+)?(?:groups\s+\S+\s+)?(?:firewall\s+)?((?:three-color-|hierarchical-)?policer)\s+([\w.-]+)"
)
"""Where JunOS defines a policer, which several filters and units may use."""


class Metered(NamedTuple):
    """A policer at one place.

    `what` names it in words. `port` is None where the policy is attached nowhere; `whole` is the
    rate in bit/s that a percentage is taken of. `bounds_priority`: it holds a priority class to its
    part of the link. `for_control_plane`: its policy is of that type, attached or not.
    """

    policer: Policer
    what: str
    match: Predicate
    port: Port | None
    whole: int | None
    bounds_priority: bool = False
    for_control_plane: bool = False
    name: str = ""
    """What its definition calls it, `policer P`, where it has one of its own (JunOS)."""

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
        of_port = self.port is not None and self.port.kind is PortKind.CONTROL_PLANE
        return of_port or self.for_control_plane


def metered(context: Context) -> list[Metered]:
    """All policers, once for each port they work on. Use through `context.once`."""
    policers: list[Metered] = []
    where = context.once(places)
    for policy in context.device.policies.values():
        spots: list[tuple[Port | None, int | None]] = [
            (place.port, place.whole) for place in where.get(policy.name, ())
        ]
        control = _is_typed(context, policy)
        for traffic_class in policy.classes:
            what = f"class {traffic_class.name} of {policy.title}"
            bounds = traffic_class.priority is not None
            for policer in traffic_class.policers:
                for port, whole in spots or [(None, None)]:
                    one = Metered(
                        policer=policer,
                        what=what,
                        match=traffic_class.match,
                        port=port,
                        whole=whole,
                        bounds_priority=bounds,
                        for_control_plane=control,
                    )
                    policers.append(one)
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, RuleList):
                    rate = link_rate(context.device, port, context.profile)
                    what = f"the {direction} {stage.feature} of {port.name}"
                    policers += [
                        Metered(
                            rule.policer,
                            what,
                            rule.match or Anything(),
                            port,
                            rate,
                            name=_name(context, rule.policer),
                        )
                        for rule in stage.rules
                        if rule.policer is not None
                    ]
    return policers


def _name(context: Context, policer: Policer) -> str:
    """The kind and name in the line that defines a policer of JunOS; empty where it has none."""
    source, at = context.source, policer.origin
    if source is None or source.path != at.path or not context.profile.takes.junos_statements:
        return ""
    said = _NAMED.match(source.line(at.line), max(at.column - 1, 0))
    return f"{said[1]} {said[2]}" if said is not None else ""


def _is_typed(context: Context, policy: Policy) -> bool:
    """Whether the line of a policy says `type control-plane`, as on NX-OS."""
    source, at = context.source, policy.origin
    if source is None or source.path != at.path:
        return False
    return source.line(at.line).split()[1:3] == ["type", "control-plane"]
