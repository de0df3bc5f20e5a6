"""Leaf queues of the kind that was asked for with `--leaf`, in place of the router's.

The router has no such queue: what is compared is the depth, which is still the router's, and the
times, which go by what the class takes for one packet of full size (RFC 8290, section 5.2.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import Depth, DepthUnit
from qosc.source import Span
from qosc.verify.found import Difference
from qosc.verify.tc.model import Qdisc, Value

__all__ = ["leaf_differences"]

_MOST = 0xFFFF_FFFF
_USUAL_TARGET, _USUAL_INTERVAL = 5_000, 100_000
"""Microseconds (tc-fq_codel(8), tc-cake(8))."""
_LONGEST_TARGET = 100_000_000
_MEMORY = 32 * 1024 * 1024
_ROOM_FOR_ONE = 4608
"""Bytes of memory for a packet of full size, at most, so that the limit in packets holds first."""


def leaf_differences(
    name: str,
    leaf: str,
    got: Qdisc,
    origin: Span,
    *,
    limit: Depth,
    size: int,
    frame: int,
    pace: int,
    ecn: bool,
) -> Iterator[Difference]:
    """The figures of a queue of kind `leaf`; `size` is the router's limit in bytes, `pace` the rate
    of the class in bit/s, `frame` a frame of full size.
    """
    packets = limit.value if limit.unit is DepthUnit.PACKETS else size // frame
    packets = min(max(packets, 1), _MOST)
    one_and_a_half = -(-frame * 12_000_000 // pace) if pace else 0
    target = min(max(_USUAL_TARGET, one_and_a_half), _LONGEST_TARGET)
    wanted: dict[str, Value]
    if leaf == "cake":
        data = 1
        while data < frame + 384:
            data *= 2
        memory = min(packets * (256 + data), _MOST)
        wanted = {"unlimited": True, "besteffort": True, "flows": True}
        wanted |= {"rtt": 20 * target, "memlimit": memory}
    else:
        wanted = {
            "limit": packets,
            "flows": 1024,
            "target": target,
            "interval": _USUAL_INTERVAL - _USUAL_TARGET + target,
            "quantum": frame,
            "memory_limit": min(max(_MEMORY, packets * _ROOM_FOR_ONE), _MOST),
            "ecn" if ecn else "noecn": True,
        }
    if got.kind != leaf:
        message = f"the queue of {name} is of another kind"
        yield Difference("drop", message, leaf, got.kind, origin, got.line)
        return
    for key in sorted({*wanted, *got.values}):
        if wanted.get(key) != got.values.get(key):
            yield Difference(
                "limit" if key in ("limit", "memlimit") else "drop",
                f"the queue of {name} has another {key}",
                f"{key} {wanted.get(key, 'not set')}",
                f"{key} {got.values.get(key, 'not set')}",
                origin,
                got.line,
            )
