"""How fast the line below a port sends, which `bandwidth` does not set.

`bandwidth` of an interface only tells routing protocols and QoS of a speed, and changes none (Cisco
IOS Interface and Hardware Component Command Reference, bandwidth). What percentages are taken of is
`link_rate`; what bounds all that leaves is the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from qosc.datapath.doubts import MEMBER_LINKS, ONE_LINK, SETTINGS, TIMESLOTS
from qosc.datapath.rates import CLOCKED, by_clock, kind_of, link_rate
from qosc.datapath.unknown_link import rate_above_shapers
from qosc.ir import Attachment, Device, Policer, Policy, Port
from qosc.ir.leaves import resolve
from qosc.profiles.model import Profile
from qosc.tuples import NamedTuple

__all__ = ["Evidence", "Line", "line_rate", "stated_line"]


class Evidence(StrEnum):
    """What a line's rate is known by, in words."""

    CLOCK = "its `clock rate`, which it obeys as the DCE only"
    CONTRACT = "the circuit's contract"
    KIND = "the kind of the interface"
    SAID = "the speed that is set"
    BANDWIDTH = "its `bandwidth`, as nothing else says it"
    POLICY = "the largest rate that is shaped or policed on it, which is above its `bandwidth`"
    MEMBERS = "the sum of its member links"
    LINK = "the speed of one of its member links"
    TIMESLOTS = "its timeslots"
    SETTINGS = "the settings file"
    NOTHING = "nothing: it is taken to be faster than the shapers"


_KNOWN = frozenset(
    (
        Evidence.CONTRACT,
        Evidence.KIND,
        Evidence.SAID,
        Evidence.MEMBERS,
        Evidence.LINK,
        Evidence.TIMESLOTS,
        Evidence.SETTINGS,
    )
)


_BY = {TIMESLOTS: Evidence.TIMESLOTS, SETTINGS: Evidence.SETTINGS}
"""Evidence of a speed by what supplied it, where the config did not."""


class Line(NamedTuple):
    """A line of `rate` bit/s."""

    rate: int
    evidence: Evidence

    @property
    def assumed(self) -> bool:
        """Whether the line may have another rate."""
        return self.evidence not in _KNOWN


def line_rate(device: Device, port: Port, profile: Profile) -> Line | None:
    """The line of a port, or None where neither the config nor the profile knows it.

    A circuit and a subinterface send over the line of the interface that they are part of. The kind
    of an interface gives its speed, and queues form at that speed alone: `bandwidth` is what
    percentages are of (`Profile.bandwidth_sets_speed`). A serial line has the speed of its clock,
    which the text has as the `clock rate` of the end that is the DCE (the cable decides which).
    Without it `bandwidth` is taken for it, unless a larger rate is shaped or policed on the port.
    """
    line = stated_line(device, port, profile)
    if line is None:
        spare = rate_above_shapers(device, port, profile)
        return None if spare is None else Line(spare, Evidence.NOTHING)
    most = max(_rates(device, port), default=0)
    if line.evidence is Evidence.BANDWIDTH and most > line.rate:
        return Line(most, Evidence.POLICY)
    return line


def stated_line(device: Device, port: Port, profile: Profile) -> Line | None:
    """The line as `line_rate` has it, but for what it takes from the policies of the port: those
    say nothing of whether one line is as fast as another.
    """
    if port.atm is not None and (port.atm.sustained or port.atm.peak) is not None:
        rate = link_rate(device, port, profile)
        return None if rate is None else Line(rate, Evidence.CONTRACT)
    whole = _interface(device, port)
    kind = kind_of(whole.name)
    if whole.speed is not None:
        rate = whole.speed.bits_per_second(None)
        evidence = Evidence.CLOCK if by_clock(whole.name, whole.speed) else Evidence.SAID
        evidence = _BY.get(whole.speed.default_by, evidence)
        return None if rate is None else Line(rate, evidence)
    if profile.bandwidth_sets_speed.value and whole.bandwidth is not None:
        rate = link_rate(device, whole, profile)
        return None if rate is None else Line(rate, Evidence.SAID)
    if whole.bandwidth is not None and whole.bandwidth.default_by == MEMBER_LINKS:
        return Line(whole.bandwidth.value, Evidence.MEMBERS)
    if whole.bandwidth is not None and whole.bandwidth.default_by == ONE_LINK:
        return Line(whole.bandwidth.value, Evidence.LINK)
    by_name = whole.speed_by_name and kind not in CLOCKED
    named = profile.interface_speeds.value.get(kind) if by_name else None
    if named is not None:
        return Line(named, Evidence.KIND)
    said = link_rate(device, whole, profile) or link_rate(device, port, profile)
    return None if said is None else Line(said, Evidence.BANDWIDTH)


def _interface(device: Device, port: Port) -> Port:
    """The interface that a port is a part of; the port itself where it is a part of none."""
    seen = {port.name}
    while port.parent in device.ports and port.parent not in seen:
        port = device.ports[port.parent]
        seen.add(port.name)
    return port


def _rates(device: Device, port: Port) -> Iterator[int]:
    """bit/s that the output of a port shapes and polices to, below no other shaper."""
    for stage in port.output:
        if not isinstance(stage, Attachment):
            yield from (_metered(rule.policer) for rule in stage.rules if rule.policer is not None)
            continue
        policy = resolve(device, stage.policy)
        if isinstance(policy, Policy):
            for traffic_class in policy.classes:
                if traffic_class.shaper is not None:
                    yield traffic_class.shaper.cap(0) or 0
                yield from map(_metered, traffic_class.policers)


def _metered(policer: Policer) -> int:
    rates = (policer.meter.cir, policer.meter.pir)
    return max(rate.bits_per_second(0) or 0 for rate in rates if rate is not None)
