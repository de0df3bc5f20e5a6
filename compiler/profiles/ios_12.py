"""Classic IOS 12, before hierarchical queueing (HQF)."""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact, Profile
from qosc.profiles.shared_ios import INTERFACE_SPEEDS, MTU

__all__ = ["PROFILE"]

PROFILE = Profile(
    name="ios-12",
    title="Cisco IOS 12 (before HQF)",
    interface_speeds=INTERFACE_SPEEDS,
    mtu=MTU,
    queue_limit_packets=Fact(64, "show policy-map interface: queue limit 64 packets"),
    queue_limit_time=Fact(0, "no time-based rule in classic IOS"),
    priority_queue_limit=None,
    priority_burst_time=Fact(200_000, "show policy-map interface: burst = 200 ms of the rate"),
    priority_burst_least=Fact(1500, "show policy-map interface: 10 kbps -> burst 1500"),
    police_burst_time=Fact(250_000, "show policy-map interface: bc = cir / 32"),
    police_burst_least=Fact(1500, "IOS QoS command reference, police: default normal burst 1500"),
    shape_interval=Fact(25_000, "show policy-map interface: 512000 bit/s -> interval 25 ms"),
    excess=Fact(Excess.PROPORTIONAL, "IOS XE three-level scheduler guide, on classic IOS"),
    max_reserved=Fact(750_000, "max-reserved-bandwidth command reference: 75 per cent"),
    wred_exponent=Fact(9, "random-detect exponential-weighting-constant: default 9"),
    wred_denominator=Fact(10, "random-detect precedence: mark-prob-denominator default 10"),
)  # fmt: skip
