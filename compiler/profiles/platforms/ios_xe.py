"""Cisco IOS XE routers."""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact, Profile
from qosc.profiles.platforms import shared_ios as ios

__all__ = ["PROFILE"]

_QUEUE_DEPTH = (
    "Cisco 'QoS: Congestion Management Configuration Guide, IOS XE 16', chapter on queue depth: "
)

PROFILE = Profile(
    interface_speeds=ios.INTERFACE_SPEEDS,
    mtu=ios.MTU,
    queue_limit_packets=Fact(64, _QUEUE_DEPTH + "never less than 64 packets"),
    queue_limit_time=Fact(
        50_000,
        _QUEUE_DEPTH + "50 ms of 1500-byte packets; recorded on an ASR1002-X in Cisco's EasyQoS "
        "guide: 208 packets under a shape rate of 50 Mbit/s, also for a class with bandwidth "
        "remaining 8 % below it; genieparser golden_output11: 41666 at 10 Gbit/s",
        others="the same chapter: 25 ms with an ESP40. Recorded: 64 packets whatever the rate, or "
        "nearly so (shapers of 42.5 and 99.872 Mbit/s with 64 and 68 packets, a class of 57925 "
        "kbps with 64: golden_output24), and 49152 or 122880 bytes on ports of 10 Gbit/s that "
        "print a limit in us and bytes (golden_output8)",
        span=(0, 50_000),
    ),
    priority_queue_limit=Fact(
        512,
        _QUEUE_DEPTH + "priority queues: 512 packets; recorded likewise in golden_output24",
        others="49152 or 122880 bytes on ports that print a limit in us and bytes (golden_output8)",
    ),
    priority_burst_time=ios.PRIORITY_BURST_TIME,
    priority_burst_least=ios.PRIORITY_BURST_LEAST,
    police_burst_time=ios.POLICE_BURST_TIME,
    police_burst_least=ios.POLICE_BURST_LEAST,
    shape_interval=Fact(
        4_000, "recorded, golden_output24: cir 99872000, bc 399488, be 399488 (bits): 4 ms"
    ),
    shape_burst_least=Fact(0, "recorded in genieparser: cir 474656, bc 1899 bits"),
    excess=Fact(
        Excess.EQUAL,
        "Cisco IOS XE three-level scheduler guide: what is left is shared equally unless "
        "bandwidth remaining says otherwise",
    ),
    max_reserved=None,
    wred_exponent=ios.WRED_EXPONENT,
    wred_denominator=ios.WRED_DENOMINATOR,
    wred_maximum=ios.WRED_MAXIMUM,
    wred_precedence=ios.WRED_HQF._replace(
        others=f"{ios.WRED_HQF.others}; no recording of IOS XE has a table that a config left alone"
    ),
    wred_dscp=ios.WRED_DSCP,
    unknown_speeds=ios.UNKNOWN_SPEEDS,
    mqc_ranges=ios.MQC_RANGES,
    ios_statements=ios.STATEMENTS,
    queues_on_input=ios.QUEUES_ON_INPUT,
    queues_on_logical_ports=ios.QUEUES_ON_LOGICAL_PORTS,
    shape_bursts_in_bits=ios.SHAPE_BURSTS_IN_BITS,
    peak_burst_by_cir=Fact(
        value=False,
        source="recorded in genieparser's ShowPolicyMapControlPlane: cir 2000000000 bps, bc "
        "62500000 bytes, pir 4000000000 bps, be 125000000 bytes",
    ),
    weighted_flows=ios.EQUAL_FLOWS,
    guarantees_at_leaves=Fact(
        value=True,
        source="Cisco IOS XE three-level scheduler guide: bandwidth is for leaf classes, a class "
        "with a queueing child takes bandwidth remaining",
    ),
)
