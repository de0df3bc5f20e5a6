"""Cisco NX-OS on Nexus switches.

Queues, their buffers and what maps to them depend on the line card, so that no depth is filled in.
"""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_xr

__all__ = ["PROFILE"]

_CARD = "depends on the line card: no public figure for all"
_POLICE = "Cisco Nexus 9000 QoS Configuration Guide, 'Arguments to the police Command', bc and be: "

PROFILE = ios_xr.PROFILE._replace(
    interface_speeds=Fact(
        {}, "Ethernet names a port of any speed; without bandwidth it is not known"
    ),
    unknown_speeds=Fact(
        {**ios_xr.PROFILE.unknown_speeds.value, "ethernet": "its name says none"},
        ios_xr.PROFILE.unknown_speeds.source,
    ),
    queue_limit_packets=Fact(None, _CARD),
    queue_limit_time=Fact(0, _CARD),
    timed_limits=Fact(value=False, source=_CARD),
    priority_queue_time=None,
    police_burst_time=Fact(
        200_000,
        _POLICE + "200 ms of traffic at the configured rate; "
        "recorded on a Nexus: police 1000000000 became police cir 1000000000 bps bc 200 ms",
    ),
    peak_burst_by_cir=Fact(value=False, source=_POLICE + "of the configured rate"),
    excess=Fact(
        None,
        "Cisco Nexus 9000 QoS Configuration Guide, queuing and scheduling: bandwidth is a minimum "
        "rate; how the rest is shared it does not say",
    ),
    packet_limits=Fact(value=False, source=_CARD),
)
