"""Cisco IOS XR."""

from __future__ import annotations

from qosc.profiles.model import Excess, Fact
from qosc.profiles.platforms import ios_xe

__all__ = ["PROFILE"]

_NOT_PUBLIC = "no public figure"
_NCS = "Cisco, Modular QoS Command Reference for NCS 5500 and NCS 540, "
_POLICE = (
    _NCS + "police rate: 10 ms of the CIR, peak burst 10 ms of the PIR; other platforms differ"
)

PROFILE = ios_xe.PROFILE._replace(
    interface_speeds=Fact(
        {
            **ios_xe.PROFILE.interface_speeds.value,
            "tengige": 10_000_000_000,
            "fiftygige": 50_000_000_000,
            "twohundredgige": 200_000_000_000,
            "fourhundredgige": 400_000_000_000,
        },
        ios_xe.PROFILE.interface_speeds.source + "; so do TenGigE and its kin",
    ),
    unknown_speeds=ios_xe.PROFILE.unknown_speeds._replace(
        value={
            **ios_xe.PROFILE.unknown_speeds.value,
            "bundle-ether": "that of one of its members",
            "bundle-pos": "that of one of its members",
        },
        others="a policy on a bundle works on each of its members, and its percentages are of the "
        "member: Cisco ASR 9000 QoS Configuration Guide OL-23108-02, QoS and Link Bundling",
    ),
    queue_limit_packets=Fact(None, "limits are a time of the queue's rate"),
    queue_limit_time=Fact(
        100_000,
        "Cisco CRS Modular QoS Command Reference, queue-limit: 100 ms of the queue's rate; Cisco "
        "ASR 9000 QoS Configuration Guide 4.0, the same",
        others=_NCS
        + "queue-limit: 10 ms for all queues, and recorded there a class without bandwidth counts "
        "with 1 % of the port: see ios-xr-ncs",
        span=(10_000, 100_000),
    ),
    timed_limits=Fact(
        value=True,
        source="Cisco CRS Modular QoS Command Reference 4.0, queue-limit: of the guaranteed "
        "service rate; Cisco NCS 6000 QoS Configuration Guide, tail drop: or where that is zero of "
        "1 % of the interface's bandwidth",
    ),
    service_shared=Fact(
        value=True,
        source="Cisco CRS Modular QoS Command Reference 4.0, queue-limit, Guaranteed Service Rate, "
        "its example: without bandwidth remaining, classes part alike what the others leave",
    ),
    priority_queue_limit=None,
    priority_queue_time=Fact(
        10_000, "Cisco CRS Modular QoS Command Reference, queue-limit: 10 ms for high priority"
    ),
    priority_burst_time=Fact(None, "a priority class is policed by a police command of its own"),
    priority_burst_least=Fact(None, "a priority class is policed by a police command of its own"),
    police_burst_time=Fact(
        10_000,
        _POLICE,
        others="Cisco CRS Modular QoS Command Reference 4.0, police rate: 250 ms of the CIR, and "
        "no more than 2097120 bytes",
        span=(10_000, 250_000),
    ),
    police_burst_least=Fact(None, _NOT_PUBLIC),
    shape_interval=Fact(
        None,
        _NOT_PUBLIC
        + " for the burst of a shaper but one: recorded on NCS 5500 (xrdocs.io), shaper "
        "of 4 Mbit/s, Peak burst 32832 bytes (default)",
    ),
    shape_burst_least=Fact(None, _NOT_PUBLIC),
    excess=Fact(
        Excess.EQUAL,
        _NCS + "bandwidth remaining: without it the queueing classes share equally",
    ),
    peak_burst_by_cir=Fact(value=False, source=_POLICE),
    wred_exponent=Fact(None, _NOT_PUBLIC),
    wred_denominator=Fact(None, _NOT_PUBLIC),
    wred_maximum=Fact(
        None,
        "differs: " + _NCS + "random-detect: from 6 ms to 10 ms; no public figure for others",
    ),
    wred_precedence=Fact((), _NOT_PUBLIC + ": random-detect names its thresholds"),
    wred_dscp=Fact((), _NOT_PUBLIC + ": random-detect names its thresholds"),
    mqc_ranges=Fact(value=False, source="its ranges are in no table here yet"),
    ios_statements=Fact(
        value=False,
        source="Cisco IOS XR command references: `ipv4 address`, `interface tunnel-ip`, "
        "route-policy; neither `ip nat` nor route-maps",
    ),
    queues_on_input=Fact(
        value=True,
        source="Cisco CRS Modular QoS Command Reference 4.0, shape average: ingress shaping is "
        "done at layer 3",
    ),
    queues_on_logical_ports=Fact(
        value=True,
        source="Cisco ASR 9000 QoS Configuration Guide OL-23108-02: hierarchical policies "
        "on subinterfaces; no public source says that queues alone are refused there",
    ),
    shape_bursts_in_bits=Fact(
        value=False,
        source="Cisco IOS XR Modular QoS command references, shape average: with a unit",
    ),
    guarantees_at_leaves=Fact(value=False, source="no public source says that it is refused"),
)
