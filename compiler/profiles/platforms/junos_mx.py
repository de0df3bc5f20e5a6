"""Juniper MX Series.

Rows that JunOS has nothing for hold a neutral value, and say so: a queue's depth is always given by
its buffer-size, a drop profile by its points, and there is no priority command with a burst.
"""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact, Profile

__all__ = ["BELOW_SHAPER", "PROFILE"]

BELOW_SHAPER: Fact[bool | None] = Fact(
    value=True,
    source="Juniper, Configure the Scheduler Buffer Size to Manage Egress Congestion (routers): of "
    "the shaper of the port, or of the logical interface where that has one, else of the port's "
    "speed. Juniper, delay-buffer-rate: of a traffic-control-profile by that rate, else by its "
    "guaranteed-rate, else by its shaping-rate",
)
"""What Juniper says of routers."""

_NOTHING = "no such thing in JunOS"
_BURST = (
    "burst-size-limit is mandatory; for a text without it: Juniper, 'Determining Proper Burst Size "
    "for Traffic Policers', "
)

PROFILE = Profile(
    interface_speeds=Fact(
        {
            "fe-": 100_000_000,
            "ge-": 1_000_000_000,
            "xe-": 10_000_000_000,
            "t1-": 1_544_000,
            "e1-": 2_048_000,
            "t3-": 44_736_000,
            "e3-": 34_368_000,
        },
        "Juniper, Interface Naming Overview: media types fe, ge and xe; et is of several speeds. "
        "JUNOS 8.4 Network Interfaces Configuration Guide, Configuring E1 Interfaces: 2.048 Mbps; "
        "JUNOS 9.3 Network Operations Guide, T3 Interfaces: 44.736 Mbps. T1 by ANSI T1.403, E3 by "
        "ITU-T G.751. Framing takes a part of it",
    ),
    unknown_speeds=Fact(
        {
            "so-": "that of its optical carrier, which `speed` says",
            "at-": "that of its circuits",
            "et-": "that of its optics, which `speed` says",
        },
        "Juniper, Interface Naming Overview: so and at are SONET/SDH and ATM of several speeds",
    ),
    mtu=Fact(1500, "Juniper, Media MTU Overview: 1514 bytes with 14 of encapsulation on Ethernet"),
    queue_limit_packets=Fact(64, _NOTHING),
    queue_limit_time=Fact(0, _NOTHING),
    priority_queue_limit=None,
    priority_burst_time=Fact(0, _NOTHING),
    priority_burst_least=Fact(1500, _NOTHING),
    police_burst_time=Fact(5_000, _BURST + "what the interface sends in 5 ms"),
    police_burst_least=Fact(15_000, _BURST + "no less than ten times the MTU"),
    shape_interval=Fact(5_000, "no public figure for the burst of shaping-rate: as for policers"),
    shape_burst_least=Fact(0, _NOTHING),
    excess=Fact(
        Excess.PROPORTIONAL,
        "Juniper, Allocation of Leftover Bandwidth: what is left over is shared in proportion to "
        "the transmit rates",
    ),
    max_reserved=None,
    bandwidth_sets_speed=Fact(
        value=True,
        source="Juniper, speed (Interfaces): it sets that of the interface; bandwidth of "
        "a unit is for information",
    ),
    wred_exponent=Fact(
        0, "Juniper describes drop profiles by the fill level of the queue, without an average"
    ),
    wred_denominator=Fact(1, _NOTHING),
    wred_maximum=Fact(0, _NOTHING),
    wred_precedence=Fact((), _NOTHING),
    wred_dscp=Fact((), _NOTHING),
    shape_excess=Fact(value=False, source="Juniper, CLI Explorer, shaping-rate: one burst-size"),
    packet_limits=Fact(
        value=False, source="Juniper, CLI Explorer, buffer-size: shares of the buffer, or times"
    ),
    buffer_time=Fact(
        100_000,
        "Juniper, Scheduler Delay Buffering on MIC and MPC Interfaces: 100 ms at 1 Gbit/s and more",
        others="the same page: tunnel interfaces at any rate; other line cards differ",
    ),
    slow_buffer_time=Fact(
        500_000,
        "Juniper, Scheduler Delay Buffering on MIC and MPC Interfaces: 500 ms below 1 Gbit/s",
        others="the same page: 100 ms for tunnel interfaces; Juniper, Per-Unit Scheduling and "
        "Hierarchical Scheduling for MPC Interfaces: 100 ms by default on MPCs without a queuing "
        "chip",
    ),
    buffer_below_shaper=BELOW_SHAPER,
    rest_by_rate=Fact(
        value=True,
        source="Juniper, excess-rate: without it excess bandwidth is shared in proportion to the "
        "transmit rate of each queue",
        others="Juniper, Managing Excess Bandwidth Distribution on Static Interfaces on MICs and "
        "MPCs: shared equally among all queues",
    ),
)
