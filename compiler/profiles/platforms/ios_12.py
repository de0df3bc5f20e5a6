"""Classic IOS 12, before hierarchical queueing (HQF)."""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact, Profile
from qosc.profiles.platforms import shared_ios as ios

__all__ = ["PROFILE"]

PROFILE = Profile(
    interface_speeds=ios.INTERFACE_SPEEDS,
    mtu=ios.MTU,
    queue_limit_packets=Fact(
        64,
        "recorded show policy-map interface of a classic IOS: Bandwidth 8 (kbps) Max Threshold "
        "64 (packets), also for 2000, 3000 and 10000 (kbps); Cisco 'Configuring Weighted Fair "
        "Queueing', CBWFQ: default 64",
        others="distributed CBWFQ (Cisco 7500) has 250 packets for each Mbit/s: Cisco on "
        "community.cisco.com, 'CBWFQ queueing': 500 ms of packets of 250 bytes. Without a default "
        "class in the policy what no class matches is flow classified, says Cisco IOS 12.0(5)T, "
        "'Class-Based Weighted Fair Queueing' (and I. Pepelnjak, 'CB-WFQ misconceptions', "
        "blog.ipspace.net, 2009). Which of the two it was is open: taken is one queue for all, as "
        "show policy-map interface prints 'Flow Based Fair Queueing' only where `fair-queue` is "
        "written. INFN, 'Test of CAR and WFQ with TCP high priority traffic' (2000), does not "
        "tell: 1, 10 and 20 TCP connections had 0.10, 0.35 and 0.49 Mbit/s, in the simulator 1.14, "
        "1.24 and 1.24 with one queue and 1.23, 1.52 and 1.55 with flow queues",
    ),
    wred_limit_times=Fact(
        2,
        "Cisco 10000 Series Quality of Service Configuration Guide, 'Managing Packet Queue "
        "Congestion', default queue limit: with WRED twice the largest maximum threshold",
        others="it is rounded to a power of 2 there; of other routers no source tells: recorded "
        "outputs print a limit of 64 packets for classes without WRED only",
    ),
    queue_limit_time=Fact(0, "no rule by time in classic IOS"),
    priority_queue_limit=None,
    priority_burst_time=ios.PRIORITY_BURST_TIME,
    priority_burst_least=ios.PRIORITY_BURST_LEAST,
    police_burst_time=ios.POLICE_BURST_TIME,
    police_burst_least=ios.POLICE_BURST_LEAST,
    shape_interval=Fact(
        25_000,
        "oznetnerd.com 'Shape Average vs Shape Peak, part 3', recorded: 512000 bit/s, sustain "
        "12800 bits, interval 25 ms",
    ),
    shape_burst_least=Fact(
        8_000,
        "networkjutsu.com 'Manipulating Shaping Values': 8000 bits below 320 kbit/s, 25 ms above",
    ),
    excess=Fact(
        Excess.PROPORTIONAL,
        "Cisco IOS XE three-level scheduler guide, on classic IOS: what is left is shared in "
        "proportion to bandwidth",
    ),
    max_reserved=Fact(
        750_000,
        "Cisco tech note 10466 'Understanding the max-reserved-bandwidth Command on ATM PVCs': "
        "the sum of bandwidth and priority may take 75 per cent",
    ),
    wred_exponent=ios.WRED_EXPONENT,
    wred_denominator=ios.WRED_DENOMINATOR,
    wred_maximum=ios.WRED_MAXIMUM,
    wred_precedence=ios.WRED_PRECEDENCE,
    wred_dscp=ios.WRED_DSCP,
    peak_burst_by_cir=Fact(
        value=True,
        source="recorded in Cisco 'Policer Enhancement - Multiple Actions' (12.2(8)T): cir 1000000 "
        "bps, bc 31250 bytes, pir 2000000 bps, be 31250 bytes",
    ),
    unknown_speeds=ios.UNKNOWN_SPEEDS,
    mqc_ranges=ios.MQC_RANGES,
    ios_statements=ios.STATEMENTS,
    queues_on_input=ios.QUEUES_ON_INPUT,
    queues_on_logical_ports=ios.QUEUES_ON_LOGICAL_PORTS,
    shape_bursts_in_bits=ios.SHAPE_BURSTS_IN_BITS,
    serial_fair_queue=Fact(
        2_048_000,
        "Cisco, Building Cisco Remote Access Networks 2.1, fair-queue: used by default on serial "
        "interfaces at E1 speeds (2.048 Mbit/s) and below; recorded show queueing interface of a "
        "Cisco 2811 without QoS: weighted fair on Serial0/1/0 (I. Pepelnjak, blog.ipspace.net, "
        "FIFO Queuing)",
    ),
    parent_polices_first=Fact(
        value=True,
        source="Cisco IOS Quality of Service Solutions Command Reference, qos police order "
        "parent-first: prior to 15.1(1)S the parent policing action was done first, followed by "
        "the child policing action",
    ),
    weighted_flows=Fact(
        value=True,
        source="Cisco tech note 110850 'Understand Queue Limits and Output Drops': before HQF the "
        "weight of a flow is 32384 / (precedence + 1); recorded on a Cisco 7513 in Cisco's and "
        "IBM's white paper on end-to-end QoS (2000): 585 for precedence 6, 512 for precedence 7, "
        "which are 4096 / (precedence + 1): the same parts",
    ),
)
