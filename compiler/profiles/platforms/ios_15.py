"""Cisco IOS with the Hierarchical Queueing Framework (HQF): 12.4(20)T and later, all of 15."""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact
from qosc.profiles.platforms import ios_12, ios_xe
from qosc.profiles.platforms import shared_ios as ios

__all__ = ["PROFILE"]

_EVOLUTION = "Global Knowledge, 'Cisco QoS Evolution: Hierarchical Queueing Framework' (2009): "

PROFILE = ios_12.PROFILE._replace(
    queue_limit_packets=Fact(
        64,
        "recorded show policy-map interface of an IOS with HQF: queue limit 64 packets for a "
        "shaper of 20 Mbit/s, for classes of 600 to 5000 kbps below it and for priority classes",
        others="IOS 15.7 as IOL has 250 packets for each Mbit/s (recorded: 2500 for a shaper on a "
        "port of 10 Mbit/s, 500 for bandwidth 2000 kbps, 250 for priority 1000 kbps), and so "
        "has byte-based WRED in golden_output6: 62500 bytes for 1000 kbps, 562500 for 9000",
    ),
    queue_limit_time=Fact(0, "Cisco tech note 110850: class queues have a limit in packets"),
    peak_burst_by_cir=ios_xe.PROFILE.peak_burst_by_cir._replace(
        others="releases before HQF: that of the CIR",
    ),
    shape_interval=ios_xe.PROFILE.shape_interval._replace(
        source="recorded on releases with HQF: cir 8000000, bc 32000; cir 20000000, bc 80000 "
        "(bits): 4 ms"
    ),
    shape_burst_least=ios_xe.PROFILE.shape_burst_least,
    excess=Fact(
        Excess.INHERITED,
        "I. Pepelnjak, First HQF impressions (blog.ipspace.net, 2009), measured on 15.0(1)M: of "
        "2 Mbit/s, classes with 20 and 30 % got 418 and 613 kbit/s, class-default 997; "
        "notes.networklessons.com, 'Cisco QoS HQF shaper and bandwidth inheritance': classes "
        "without bandwidth inherit equal parts; same site, 'CBWFQ traffic allocation when there "
        "are empty queues': in proportion",
    ),
    max_reserved=None,
    wred_precedence=ios.WRED_HQF,
    default_class_least=Fact(
        10_000, _EVOLUTION + "all of a link may be reserved, and class-default is sure of 1 %"
    ),
    serial_fair_queue=Fact(
        0,
        "no public source says of releases with HQF whether a slow serial line without QoS has "
        "flow queues, as those before 12.4(20)T give it",
        span=(0, 2_048_000),
    ),
    parent_polices_first=ios_xe.PROFILE.parent_polices_first,
    weighted_flows=ios.EQUAL_FLOWS,
)
