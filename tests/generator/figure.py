"""One expected number of a device, with how it was worked out and who says so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A rate (bit/s), a size (bytes, bits) or a depth (packets) at one place of one attachment.

    `port` and `direction` ("input" or "output") name the attachment, `path` the classes from the
    outermost (of CAR: `rate-limit` and its number). `quantity` is one of QUANTITIES. `value` None
    is unknown: `how` then says what is open. `source` is a key of SOURCES.
    """

    port: str
    direction: str
    path: tuple[str, ...]
    quantity: str
    value: int | None
    how: str
    source: str


QUANTITIES = {
    "guaranteed": "bit/s that the class has when all are busy",
    "cap": "bit/s that the class never exceeds",
    "priority": "bit/s that a priority class may use when others are busy",
    "priority_burst": "bytes of the policer of a priority class",
    "remaining": "percent of what priority and guarantees leave",
    "ratio": "parts of what priority and guarantees leave",
    "cir": "bit/s, committed rate of a policer",
    "bc": "bytes, its burst",
    "pir": "bit/s, peak rate of a policer",
    "be": "bytes, burst at the peak rate (or excess burst)",
    "queue": "packets that the queue holds",
    "link": "bit/s of the port",
}

SOURCES = {
    "bandwidth": "kbit/s of the class: Cisco document 10100, Comparing the bandwidth and priority "
    "Commands of a QoS Service Policy",
    "bandwidth percent": "of the interface bandwidth: Cisco MWR 2941 command reference "
    "15.1(3)MR, bandwidth (policy-map class), Specifying Bandwidth as a Percentage",
    "interface bandwidth": "the BW figure of show interfaces: Percentage-Based Shaping, XE 16.12, "
    "and the `bandwidth` statement that sets it",
    "priority percent": "of the interface to which the policy is attached: Low Latency Queueing "
    "with Priority Percentage Support, 12.2(2)T, Cisco 2003",
    "priority burst": "200 ms of the rate, at least 1500 bytes: recorded outputs of "
    "show policy-map interface (10 % of 10 Mbit/s 25000 bytes, 150 kbit/s 3750, 10 kbit/s 1500)",
    "police burst": "max(1500, CIR/32) bytes: recorded outputs (8000 bit/s 1500 bytes, 200000 "
    "bit/s 6250, 2 Gbit/s 62500000); the same of the peak rate for be (4 Gbit/s 125000000)",
    "police percent": "of the interface bandwidth when the policy is flat, of the shape rate of "
    "the parent class in a child: MWR 2941 12.2(33)MRB guide, police (percent), B-260, 261",
    "shape": "CIR in bit/s: Cisco ASR 901 command reference 15.x, shape (average)",
    "shape percent": "of the interface bandwidth in a flat policy: Percentage-Based Policing and "
    "Shaping, 12.2(13)T; XE 16.12",
    "child percent": "of the shape rate of the nearest parent that shapes, not of the interface: "
    "Cisco 10000 Series QoS guide OL-7433-09, 13-4, Child Policy (bandwidth and police percent); "
    "bandwidth and priority take theirs of one total: Low Latency Queueing with Priority "
    "Percentage Support",
    "shape peak": "CIR * (1 + Be / Bc), with Be = Bc unless said: Cisco ASR 901 command reference "
    "15.x, shape; in a policy below it the reference is the peak rate: MWR 2941 12.2(33)MRB guide, "
    "police (percent), B-260",
    "queue-limit": "packets as written: ASR 1000, Setting queue depth, XE 16.12",
    "queue default": "64 packets: recorded outputs of IOS 12.4 and 15 (37 in public parser tests)",
    "link": "the name of the interface type (IEEE 802.3)",
    "rate-limit": "bit/s, bytes as written: IOS in a Nutshell, rate-limit",
    "transmit-rate": "percent of the rate of the port: Juniper, transmit-rate (schedulers)",
    "shaping-rate": "peak rate: Juniper, shaping-rate (schedulers), 12.1",
    "exact": "transmit-rate exact is also the most that is sent: Juniper, transmit-rate",
    "policer": "bandwidth-limit in bit/s, burst-size-limit in bytes, k, m, g = 10^3, 10^6, 10^9: "
    "Juniper, if-exceeding and burst-size-limit",
    "bandwidth-percent": "of the speed of the port, even below a shaper of the unit: Juniper, "
    "policer-single-rate-two-color-bandwidth, 13.1",
    "arithmetic": "follows from the figures beside it",
}
