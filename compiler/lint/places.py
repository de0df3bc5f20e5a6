"""Where each policy-map is in force."""

from __future__ import annotations

from typing import NamedTuple

from qosc.ir import Attachment, Port
from qosc.lint.rule import Context
from qosc.profiles import link_rate
from qosc.source import Span

__all__ = ["Place", "places"]


class Place(NamedTuple):
    """One use of a policy.

    `whole` is the rate in bit/s that its percentages are taken of: that of the link, or of the
    shaper above it; None where it is not known. `nested` is true inside another policy, `shaped`
    where a shaper stands above it. `origin` is the `service-policy` line.
    """

    port: Port
    direction: str
    whole: int | None
    nested: bool
    shaped: bool
    origin: Span


def places(context: Context) -> dict[str, list[Place]]:
    """The uses of each policy by its name. Use through `context.once`."""
    found: dict[str, list[Place]] = {}
    policies = context.device.policies

    def visit(name: str, place: Place, above: tuple[str, ...]) -> None:
        policy = policies.get(name)
        if policy is None or name in above:
            return
        found.setdefault(name, []).append(place)
        for traffic_class in policy.classes:
            child, shaper = traffic_class.child, traffic_class.shaper
            if child is not None:
                whole = shaper.rate.bits_per_second(place.whole) if shaper else place.whole
                shaped = place.shaped or shaper is not None
                inner = place._replace(whole=whole, nested=True, shaped=shaped, origin=child.origin)
                visit(child.name, inner, (*above, name))

    for port in context.device.ports.values():
        rate = link_rate(context.device, port, context.profile)
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, Attachment):
                    place = Place(
                        port,
                        direction,
                        rate,
                        nested=False,
                        shaped=False,
                        origin=stage.policy.origin,
                    )
                    visit(stage.policy.name, place, ())
    return found
