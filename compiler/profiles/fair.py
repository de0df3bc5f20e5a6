"""Weighted fair queueing of an interface (`fair-queue`): what a flow weighs and may hold.

Sources, by what they say:

- A flow gets a part in proportion to its IP precedence plus one: Cisco IOS Quality of Service
  Solutions Configuration Guide, "Congestion Management Overview", WFQ and IP Precedence; with HQF
  flows are alike (Cisco tech note 110850), see `Profile.weighted_flows`.
- A flow holds 64 packets unless the config says otherwise: Cisco IOS Quality of Service Solutions
  Command Reference, fair-queue (WFQ), congestive-discard-threshold.
- The number of flow queues goes by the bandwidth of the interface: the same book, the table of
  fair-queue (class-default) on the default number of dynamic queues, which that of fair-queue (WFQ)
  refers to. (Boney, "Cisco IOS in a Nutshell", has 256 for all interfaces.)
- All flows together hold 1000 packets: "Output queue: 0/1000/64/0" of `show interfaces`; a
  `hold-queue` changes it (ccexpert.us, "QoS Implementing", the syntax of fair-queue).
"""

from __future__ import annotations

from qosc.amounts import Depth
from qosc.ir import FairQueue, Port

__all__ = ["THRESHOLD", "flow_queues_of", "flow_threshold", "flow_weight", "flows_limit"]

THRESHOLD = 64
"""Packets of one flow where the config does not say."""
_HOLD = 1000
_QUEUES = ((64_000, 16), (128_000, 32), (256_000, 64), (512_000, 128))
_MOST_QUEUES = 256


def flow_weight(precedence: int, *, weighted: bool) -> int:
    """What a flow of this precedence (0 to 7) counts among the others; `weighted`: see
    `Profile.weighted_flows`.
    """
    return precedence + 1 if weighted else 1


def flow_queues_of(fair: FairQueue, link: int | None) -> int:
    """How many queues the flows of an interface of `link` bit/s (None: not known) hash to."""
    if fair.flows:
        return fair.flows
    if link is None:
        return _MOST_QUEUES
    return next((queues for most, queues in _QUEUES if link <= most), _MOST_QUEUES)


def flow_threshold(fair: FairQueue) -> Depth:
    """What one flow of an interface may hold."""
    return fair.threshold or Depth(THRESHOLD)


def flows_limit(port: Port) -> Depth:
    """What all flows of an interface with a fair queue may hold."""
    return port.hold_queue_out or Depth(_HOLD)
