"""Cisco IOS XE routers."""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact, Profile
from qosc.profiles.shared_ios import INTERFACE_SPEEDS, MTU

__all__ = ["PROFILE"]

PROFILE = Profile(
    name="ios-xe",
    title="Cisco IOS XE",
    interface_speeds=INTERFACE_SPEEDS,
    mtu=MTU,
    queue_limit_packets=Fact(64, "show policy-map interface: at least 64 packets"),
    queue_limit_time=Fact(50_000, "show policy-map interface: 10 Gbit/s -> 41666 packets"),
    priority_queue_limit=Fact(512, "show policy-map interface: priority: queue limit 512"),
    priority_burst_time=Fact(200_000, "show policy-map interface: burst = 200 ms of the rate"),
    priority_burst_least=Fact(1500, "show policy-map interface: 10 kbps -> burst 1500"),
    police_burst_time=Fact(250_000, "show policy-map interface: bc = cir / 32"),
    police_burst_least=Fact(1500, "show policy-map interface: cir 8000 -> bc 1500 bytes"),
    shape_interval=Fact(4_000, "show policy-map interface: 1000000000 -> bc 4000000 bits"),
    excess=Fact(Excess.EQUAL, "IOS XE three-level scheduler guide: excess is shared equally"),
    max_reserved=None,
    wred_exponent=Fact(9, "show policy-map interface: exponential weight 9"),
    wred_denominator=Fact(10, "show policy-map interface: mark probability 1/10"),
)  # fmt: skip
