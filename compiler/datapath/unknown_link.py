"""The rate of a link that nobody knows, where it does not matter."""

from __future__ import annotations

from qosc.amounts import Rate, RateBase
from qosc.datapath.rates import link_rate
from qosc.ir import Attachment, Device, Policy, Port, Priority
from qosc.ir.leaves import join, leaves, resolve
from qosc.profiles.model import Profile

__all__ = ["rate_above_shapers", "scheduled_rate"]

_SHARES = (RateBase.PERCENT, RateBase.REMAINING)


def scheduled_rate(device: Device, port: Port, profile: Profile) -> int | None:
    """bit/s that percentages are of, or that leaves the shapers alone where nobody knows it."""
    return link_rate(device, port, profile) or rate_above_shapers(device, port, profile)


def rate_above_shapers(device: Device, port: Port, profile: Profile) -> int | None:
    """bit/s of a link that does not limit what leaves, for a port whose link's rate nobody knows.

    Twice what the shapers of its output policy let through together. None where the rate is known,
    where something other than those shapers limits what leaves (a class without one, a share of the
    link), or where the input has a share of the link.
    """
    if link_rate(device, port, profile) is not None:
        return None
    shaped = [stage for stage in port.output if isinstance(stage, Attachment)]
    policy = resolve(device, shaped[0].policy) if len(shaped) == 1 else None
    if not isinstance(policy, Policy) or not policy.classes:
        return None
    total = 0
    for traffic_class in policy.classes:
        if traffic_class.drop:
            continue
        cap = traffic_class.shaper.cap(0) if traffic_class.shaper is not None else None
        asked = (
            traffic_class.guarantee,
            traffic_class.priority,
            *(one.meter.cir for one in traffic_class.policers),
        )
        if cap is None or any(_is_share(one) for one in asked):
            return None
        total += cap
    start = join(port.name, "input")
    if any(leaf.path.startswith(start) and _is_share(leaf.value) for leaf in leaves(device, port)):
        return None
    return 2 * total


def _is_share(value: object) -> bool:
    rate = value.rate if isinstance(value, Priority) else value
    return isinstance(rate, Rate) and rate.base in _SHARES
