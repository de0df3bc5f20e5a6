"""Leaf queues of a kind that the user wishes, in place of the router's FIFO or early drop.

Both kinds give each flow a queue of its own, serve the flows in turn, and drop by the time that
packets wait (RFC 8290; tc-fq_codel(8), tc-cake(8)). The classes above stay as they are, and so do
their rates. RFC 8290, section 5.2.2: the target is to be no less than what the link takes for one
packet of full size. `cake` goes by one and a half of them where it knows a rate (Linux sch_cake.c,
cake_set_rate); below a class it is `unlimited` and knows none, so that it is told.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import Depth, DepthUnit, ceil_div
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.depths import MOST, depth_bytes
from qosc.targets.tc.model import Cake, FqCodel, Handle

__all__ = ["Wished", "wished"]

_FLOWS = 1024
"""Both kinds have so many queues unless told (tc-fq_codel(8); sch_cake.c, CAKE_QUEUES)."""
_TARGET_US, _INTERVAL_US = 5_000, 100_000
"""The defaults of both kinds."""
_TARGET_MOST_US = 100_000_000
_PART = 20
"""tc makes the target of cake a twentieth of `rtt` (iproute2 tc/q_cake.c)."""
_MEMORY_LEAST = 32 << 20
"""What fq_codel has unless told (sch_fq_codel.c)."""
_PACKET_MOST = 4608
"""Bytes that a packet of full size takes at most in a queue of fq_codel, of which its limit in
packets is to be the one that holds: a page, and what describes it."""
_HEAD, _TAIL = 256, 384
"""Bytes of memory that describe a packet, and that stand around it (Linux struct sk_buff,
skb_shared_info, NET_SKB_PAD)."""


class Wished(NamedTuple):
    """A queue, and what is to be said of the depth and of the early drop that it stands for."""

    node: FqCodel | Cake
    depth: str
    drops: str


def wished(
    context: Context, limit: Depth, handles: tuple[Handle, Handle], rate: int, *, ecn: bool
) -> Wished:
    """The queue for a class that the router gives `limit`; `rate` in bit/s turns times into bytes.

    `ecn`: the router marks packets that can be marked in place of dropping them.
    """
    packets = limit.value
    if limit.unit is not DepthUnit.PACKETS:
        packets = depth_bytes(context, limit, rate, context.frame) // context.frame
    packets = min(max(packets, 1), MOST)
    late = ceil_div(context.frame * 3 * 8_000_000, 2 * rate) if rate else _TARGET_US
    target = min(max(late, _TARGET_US), _TARGET_MOST_US)
    parent, handle = handles
    if context.options.leaf == "cake":
        memory = min(packets * _memory(context.frame), MOST)
        cake = Cake(parent, handle, target * _PART, memory)
        return Wished(cake, _cake_depth(packets, cake), _cake_drops(target, ecn=ecn))
    memory = min(max(packets * _PACKET_MOST, _MEMORY_LEAST), MOST)
    node = FqCodel(
        parent=parent,
        handle=handle,
        limit=packets,
        flows=_FLOWS,
        target=target,
        interval=_INTERVAL_US + target - _TARGET_US,
        quantum=context.frame,
        memory=memory,
        ecn=ecn,
    )
    return Wished(node, _codel_depth(node), _codel_drops(node))


def _memory(frame: int) -> int:
    """Bytes that the kernel takes for a packet of full size, whose data has a power of two."""
    return _HEAD + (1 << (frame + _TAIL - 1).bit_length())


_ORDER = (
    "flows are served in turn, so that packets of two flows of the class leave in another order "
    "than they came in"
)


def _codel_depth(node: FqCodel) -> str:
    return (
        f"fq_codel in its place, as asked: {node.limit} packets of any length; above that up to 64 "
        f"of the longest flow are dropped at once, from its front; {_ORDER}; {_late(node.target)}"
    )


def _cake_depth(packets: int, node: Cake) -> str:
    return (
        f"cake in its place, as asked: {node.memory} bytes of the kernel's memory, in which "
        f"{packets} packets of full size have room where each takes the power of two above it; of "
        "small packets up to three times as many, of those that a driver has put into pages half; "
        f"above that packets of the longest flow are dropped, from its front; {_ORDER}; "
        f"{_late(node.rtt // _PART)}"
    )


def _late(target: int) -> str:
    return f"packets of a flow that keep waiting for more than {_ms(target)} are dropped sooner"


_ALIKE = (
    "whatever their precedence or loss priority. What the class loses in all is the same where "
    "senders do not slow down, as its rate is"
)


def _codel_drops(node: FqCodel) -> str:
    marks = "marked where they can be, and else dropped" if node.ecn else "dropped"
    return (
        "fq_codel in its place, as asked: no curve, and no average of the depth; packets of a "
        f"flow that has waited for more than {_ms(node.target)} during {_ms(node.interval)} are "
        f"{marks}, more often the longer that lasts, {_ALIKE}"
    )


def _cake_drops(target: int, *, ecn: bool) -> str:
    marks = "" if ecn else ", which the router does not do"
    return (
        "cake in its place, as asked: no curve, and no average of the depth; packets of a flow "
        f"that has waited for more than {_ms(target)} during {_ms(target * _PART)} are marked "
        f"where they can be{marks}, and else dropped, more often the longer that lasts, {_ALIKE}"
    )


def _ms(micros: int) -> str:
    return f"{micros / 1000:g} ms"
