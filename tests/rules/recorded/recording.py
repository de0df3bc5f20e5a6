"""What a router printed for a config, and the same figure of the model with its defaults."""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import Burst, Rate
from qosc.ir import Device, TrafficClass

__all__ = ["COLOURS", "GENIE", "MAPS", "Recording", "figure", "flat", "policy", "port", "under"]


class Recording(NamedTuple):
    """`figures` are by class, a dot and the name of the figure, see `figure`."""

    source: str
    platform: str
    config: str
    figures: dict[str, int]


GENIE = "genieparser, ShowPolicyMapInterface, "
COLOURS = "conform-action transmit exceed-action transmit violate-action"
MAPS = "".join(
    f"class-map {name}\n match dscp {name}\n"
    for name in (
        "ef",
        "af11",
        "af21",
        "af31",
        "af41",
        "cs1",
        "cs2",
        "cs3",
        "cs4",
        "cs5",
        "cs6",
    )
)


def policy(name: str, *classes: str) -> str:
    """A policy-map: each class as `NAME: line; line`."""
    lines = [f"policy-map {name}"]
    for each in classes:
        title, _, body = each.partition(": ")
        lines += [f" class {title}", *(f"  {line}" for line in body.split("; "))]
    return "\n".join(lines) + "\n"


def port(name: str, policy_map: str, *lines: str, way: str = "output") -> str:
    body = "".join(f" {line}\n" for line in lines)
    return f"interface {name}\n{body} service-policy {way} {policy_map}\n"


def under(rate: int, *classes: str, link: str = "GigabitEthernet0/0/0") -> str:
    """A policy below a shaper, as the parent class class-default of policy-map P."""
    parent = policy("P", f"class-default: shape average {rate}; service-policy C")
    return MAPS + policy("C", *classes) + parent + port(link, "P")


def flat(*classes: str, link: str = "GigabitEthernet0/0/0", lines: tuple[str, ...] = ()) -> str:
    return MAPS + policy("P", *classes) + port(link, "P", *lines)


def figure(device: Device, name: str) -> int | None:
    """`CLASS.WHAT`, with `POLICY/` before the class, or `*` for the one class there is."""
    place, _, what = name.partition(".")
    if place == "*":
        (found,) = [c for p in device.policies.values() for c in p.classes if c.shaper is not None]
        link = None
    else:
        above, _, wanted = place.partition("/")
        (found,) = [c for c in device.policies[above].classes if c.name == wanted]
        link = _pool(device, above)
    return _figure(found, what, link)


def _pool(device: Device, name: str) -> int | None:
    """bit/s that the percentages of a policy are of."""
    from qosc.datapath import link_rate
    from qosc.profiles import profile

    shaper = device.policies["P"].classes[-1].shaper
    if name != "P" and shaper is not None:
        return shaper.rate.value
    ports = [found for found in device.ports.values() if found.output]
    return link_rate(device, ports[0], profile("ios-xe"))


def _figure(found: TrafficClass, what: str, link: int | None) -> int | None:
    shaper, wred = found.shaper, found.wred
    if what.startswith(("minimum", "maximum")):
        assert wred is not None
        point = int(what[7:])
        (curve,) = [curve for curve in wred.curves if point in curve.values]
        depth = curve.minimum if what.startswith("minimum") else curve.maximum
        return depth.value if depth is not None else None
    if what == "limit":
        (only,) = found.limits
        return only.depth.value
    if what == "exponent":
        return wred.exponent if wred is not None else None
    if what == "burst":
        return (
            found.priority.burst.bytes_at(None) if found.priority and found.priority.burst else None
        )
    if what == "kbps":
        rate = found.priority.rate if found.priority is not None else found.guarantee
        bps = _bps(rate, link)
        return bps // 1000 if bps is not None else None
    if shaper is not None and what in ("bc", "be", "cir", "bytes", "tc"):
        cir = _bps(shaper.rate, link)
        bc, be = _bits(shaper.committed, cir), _bits(shaper.excess, cir)
        if what == "bytes":
            # Before HQF the limit is that of what may be sent at once, with an excess on top of
            # what is sent in a turn.
            return max(bc + be, 0) // 8
        return {"bc": bc, "be": be, "cir": cir, "tc": bc * 1_000_000 // (cir or 1)}[what]
    (policer,) = found.policers
    meter = policer.meter
    if what == "cir":
        return _bps(meter.cir, link)
    return _bytes(getattr(meter, what), meter.pir if what == "pbs" else meter.cir, link)


def _bps(rate: Rate | None, link: int | None) -> int | None:
    return rate.bits_per_second(link) if rate is not None else None


def _bits(burst: Burst | None, rate: int | None) -> int:
    if burst is None:
        return -1
    octets = burst.bytes_at(rate)
    return burst.value if burst.unit.value == "bits" else (octets or 0) * 8


def _bytes(burst: Burst | None, rate: Rate | None, link: int | None) -> int | None:
    return burst.bytes_at(_bps(rate, link)) if burst is not None else None
