"""Weighted fair queueing of an interface (`fair-queue`): what a flow weighs and may hold.

A flow gets a part in proportion to its IP precedence plus one: Cisco IOS Quality of Service
Solutions Configuration Guide, "Congestion Management Overview", WFQ and IP Precedence. Its packets
are ordered by their length times 32384 / (precedence + 1), or 4096 before 12.0(5)T (Odom and
Cavanaugh, Cisco QoS Exam Certification Guide, as E. Banks, "OECG - Chapter 15", and
collaboration.ksiazek.be, "Weighted Fair Queuing", have it; a white paper of Cisco and IBM of 2000
prints weights of 585 and 512 for precedence 6 and 7, which are 4096 / 7 and 4096 / 8): the same
parts. With HQF flows are alike (Cisco tech note 110850), see `Profile.weighted_flows`.
"""

from __future__ import annotations

from qosc.amounts import Depth
from qosc.ir import FairQueue, Port
from qosc.profiles.model import Fact
from qosc.values import replace

__all__ = [
    "DROPPED",
    "HELD",
    "PART",
    "QUEUES",
    "THRESHOLD",
    "class_flow_limit",
    "flow_queues_of",
    "flow_weight",
    "flows_limit",
    "flows_of",
]

THRESHOLD = Fact(
    64,
    "Cisco IOS Quality of Service Solutions Command Reference, fair-queue (WFQ), "
    "congestive-discard-threshold; recorded show interfaces of serial and BRI ports: Output queue: "
    "0/1000/64/0 (size/max total/threshold/drops)",
)
"""Packets of one flow where the config does not say."""
HELD = Fact(
    1000,
    "the same recordings: max total 1000; a hold-queue changes it (ccexpert.us, 'QoS "
    "Implementing', the syntax of fair-queue)",
)
"""Packets of all flows of an interface."""
QUEUES = Fact(
    {64_000: 16, 128_000: 32, 256_000: 64, 512_000: 128},
    "Cisco IOS Quality of Service Solutions Command Reference, fair-queue (class-default), default "
    "number of dynamic queues, which that of fair-queue (WFQ) refers to; recorded: BW 64 Kbit and "
    "56 Kbit, Conversations 0/0/16, BW 1544 Kbit, 0/0/256",
    others="Boney, 'Cisco IOS in a Nutshell': 256 for all interfaces, and so an older BRI port of "
    "64 Kbit printed",
)
"""Flow queues of an interface of so many bit/s or less; 256 above."""
_MOST_QUEUES = 256
DROPPED = Fact(
    "the packet that comes",
    "Cisco IOS Quality of Service Solutions Command Reference, fair-queue (WFQ), as ccexpert.us, "
    "'QoS Implementing', the syntax of fair-queue, has it: a conversation at the threshold has new "
    "packets discarded",
    others="the packet of the highest finish number, of whatever flow, once all flows together are "
    "at the threshold, and again at the hold queue's limit (Implementing Cisco QoS, case study of "
    "WFQ, at ccexpert.us); and none is taken of a flow that was at the threshold until it holds "
    "less than a quarter of it (Building Cisco Remote Access Networks 2.1, fair-queue)",
)
"""Which packet goes where a flow, or the whole queue, is full, before HQF."""
PART = Fact(
    4,
    "recorded show policy-map interface, Fair-queue: per-flow queue limit: 16 of a class's queue "
    "limit of 64 packets (IOS with HQF; golden_output24 of IOS XE), 128 of 512 (golden_output28), "
    "1024 of 4096 (a branch router's policy)",
)
"""The fair queue of a class: a flow holds the class's limit divided by so much."""


def flow_weight(precedence: int, *, weighted: bool) -> int:
    """What a flow of this precedence (0 to 7) counts among the others; `weighted`: see
    `Profile.weighted_flows`.
    """
    return precedence + 1 if weighted else 1


def flow_queues_of(fair: FairQueue, link: int | None) -> int:
    """How many queues the flows of an interface of `link` bit/s hash to.

    None: the rate is not known, or they are those of a class.
    """
    if fair.flows:
        return fair.flows
    if link is None:
        return _MOST_QUEUES
    return next((queues for most, queues in QUEUES.value.items() if link <= most), _MOST_QUEUES)


def flows_of(fair: FairQueue, link: int | None) -> FairQueue:
    """The flow queues of an interface of `link` bit/s, with their number, and what one may hold."""
    threshold = fair.threshold or Depth(THRESHOLD.value)
    return replace(fair, flows=flow_queues_of(fair, link), threshold=threshold)


def flows_limit(port: Port) -> Depth:
    """What all flows of an interface with a fair queue may hold."""
    return port.hold_queue_out or Depth(HELD.value)


def class_flow_limit(limit: int) -> int:
    """What one flow of a class with fair-queue may hold, of the class's limit in the same unit."""
    return max(limit // PART.value, 1)
