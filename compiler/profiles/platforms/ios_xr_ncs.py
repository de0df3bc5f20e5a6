"""Cisco IOS XR on the NCS 540, 5500 and 5700 Series."""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_xr

__all__ = ["PROFILE"]

_REFERENCE = "Cisco, Modular QoS Command Reference for NCS 5500 and NCS 540, queue-limit: "

PROFILE = ios_xr.PROFILE._replace(
    queue_limit_time=Fact(
        10_000,
        _REFERENCE + "10 ms for all queues; recorded on NCS 5500 (xrdocs.io): TailDrop Threshold "
        "125304832 bytes / 10 ms (default) at 100 Gbit/s",
    ),
    police_burst_time=Fact(10_000, ios_xr.PROFILE.police_burst_time.source),
    service_shared=Fact(
        value=False,
        source="recorded on NCS 5508 (xrdocs.io, 2019): classes with a maximum of 20, 50 and 30 % "
        "of HundredGigE and no bandwidth, and class-default: 1253376 bytes / 10 ms, 1 % of the "
        "port; Cisco NCS 6000 QoS Configuration Guide, tail drop: 1 % where the rate is zero",
    ),
    priority_queue_time=Fact(10_000, _REFERENCE + "10 ms for all queues, high priority included"),
)
