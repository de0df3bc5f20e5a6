"""Where each policy-map is in force."""

from __future__ import annotations

from qosc.datapath.rates import base_of
from qosc.datapath.shares import Base
from qosc.ir import Attachment, Policy, Port, PortKind, Reference
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.lint.engine.rule import Context
from qosc.lint.engine.undecided import give_up
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["Place", "places"]

_MOST = 64
"""So many different places of one policy are kept: enough to judge it by."""


class Place(NamedTuple):
    """One use of a policy, standing for all that are like it.

    `base` has the rates that its percentages are of: that of the link, or of the shaper above it.
    `nested` is true inside another policy, `shaped` where a shaper stands above it. `use` names it:
    its origin is the `service-policy` line.
    """

    port: Port
    direction: str
    base: Base
    nested: bool
    shaped: bool
    use: Reference

    @property
    def origin(self) -> Span:
        """The `service-policy` line."""
        return self.use.origin

    @property
    def whole(self) -> int | None:
        """The bit/s that policers and shapers in percent are of; None where it is not known."""
        return self.base.whole

    @property
    def least(self) -> bool:
        """Whether a shaper above it says by itself what may be guaranteed below it."""
        return self.base.pool is not None

    @property
    def likeness(self) -> tuple[object, ...]:
        """What makes a difference to a rule; two places alike in it are one."""
        port = self.port
        return (
            self.direction,
            self.base,
            self.nested,
            self.shaped,
            port.mtu,
            port.max_reserved,
            port.kind is PortKind.CONTROL_PLANE,
        )


def places(context: Context) -> dict[str, list[Place]]:
    """The places of each policy by its name, without likes. Use through `context.once`.

    Works level by level, so that policies which contain each other many times over, or themselves,
    cost no more than their lines.
    """
    by_policy: dict[str, dict[tuple[object, ...], Place]] = {}
    level = _attached(context)
    for _ in range(POLICY_LEVELS):
        below: list[tuple[str, Place]] = []
        for name, place in level:
            known = by_policy.setdefault(name, {})
            likeness = place.likeness
            if likeness not in known and len(known) < _MOST:
                known[likeness] = place
                below += _children(context, place)
        level = below
    _note_further(context)
    return {name: list(known.values()) for name, known in by_policy.items()}


def _note_further(context: Context) -> None:
    """Note what no rule is asked about: policies further in."""
    policies = context.device.policies.values()
    if all(each.child is None for policy in policies for each in policy.classes):
        return
    from qosc.datapath.nesting import too_far_inside

    reported: set[str] = set()
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            if not isinstance(stage, Attachment) or stage.policy.name in reported:
                continue
            reported.add(stage.policy.name)
            for one in too_far_inside(context.device, stage):
                what = f"policy-map {one.name}"
                why = f"it is inside {POLICY_LEVELS} others, more than are looked into"
                give_up(context, None, one.origin, what, why)


def _attached(context: Context) -> list[tuple[str, Place]]:
    attached = []
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, Attachment):
                    output = direction == "output"
                    place = Place(
                        port,
                        direction,
                        base_of(context.device, port, context.profile, output=output),
                        nested=False,
                        shaped=False,
                        use=stage.policy,
                    )
                    attached.append((stage.policy.name, place))
    return attached


def _children(context: Context, place: Place) -> list[tuple[str, Place]]:
    """The policies inside a policy, each with its place."""
    policy = resolve(context.device, place.use)
    children = []
    for traffic_class in policy.classes if isinstance(policy, Policy) else ():
        child = traffic_class.child
        if child is not None:
            inner = place._replace(
                base=place.base.below(traffic_class),
                nested=True,
                use=child,
                shaped=place.shaped or traffic_class.shaper is not None,
            )
            children.append((child.name, inner))
    return children
