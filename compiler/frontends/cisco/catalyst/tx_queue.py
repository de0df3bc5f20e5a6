"""`tx-queue`: the four transmit queues of a Catalyst 4500 port.

Each has a quarter of the link unless `bandwidth` says otherwise. Queue 3 with `priority high` goes
first as long as it keeps to its bandwidth (Catalyst 4500 Series Software Configuration Guide,
"Configuring Quality of Service", transmit queues).
"""

from __future__ import annotations

from qosc.amounts import PPM, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.cisco.catalyst.maps import SwitchMaps
from qosc.frontends.cisco.catalyst.port import SwitchPort
from qosc.frontends.cisco.catalyst.queues import in_order, made, matching
from qosc.ir import Attachment, Policy, Shaper, TrafficClass
from qosc.profiles.switches import switch_facts
from qosc.source import NOWHERE

__all__ = ["transmit_queues"]

_FAMILY = "cat4500"


def transmit_queues(port: SwitchPort, name: str, maps: SwitchMaps) -> tuple[Attachment, Policy]:
    """The policy of a port with `tx-queue` lines."""
    facts = switch_facts(_FAMILY)
    shares = facts.share.value or ()
    queues = facts.dscp_queue.value if facts.dscp_queue is not None else None
    places = dict(enumerate(queues or ()))
    places |= {dscp: (queue, 1) for dscp, queue in maps.tx_out.items()}
    lines = [tx_queue.line for tx_queue in port.tx.values()]
    if not lines and maps.enabled is not None:
        lines.append(maps.enabled)
    origin = lines[0].span() if lines else NOWHERE
    # A quarter each, or what the percentages that are written leave.
    written = [tx_queue.rate for tx_queue in port.tx.values() if tx_queue.rate is not None]
    taken = sum(rate.value for rate in written if rate.base is RateBase.PERCENT)
    rest = max(PPM - taken, 0) // max(4 - len(written), 1)
    classes: dict[int, TrafficClass] = {}
    for queue in sorted({place[0] for place in places.values()}):
        tx_queue = port.tx.get(queue)
        here = tx_queue.line.span() if tx_queue is not None else origin
        rate = tx_queue.rate if tx_queue is not None else None
        shape = tx_queue.shape if tx_queue is not None else None
        classes[queue] = TrafficClass(
            f"tx-queue {queue}",
            matching(Field.DSCP, places, queue, here),
            guarantee=rate
            or Rate(min(shares[queue - 1] * 10_000, rest), RateBase.PERCENT, _FAMILY),
            shaper=Shaper(shape, origin=shape.origin) if shape is not None else None,
            level=1 if tx_queue is not None and tx_queue.high is not None else None,
            origin=here,
        )
    return made("tx-queue", name, in_order(classes, places[0][0], origin), origin)
