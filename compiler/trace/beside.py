"""What tells ways apart that no header tells apart: what the device keeps beside a packet.

With the port that packets leave by alone, it is not known what an input has put beside them: a
forwarding class, a QoS group. Each may be, and each has a way of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qosc.fields import Field
from qosc.ir import Test
from qosc.ir.describe import describe_match
from qosc.packets import Region, vocabulary
from qosc.trace.route import BESIDE, Route
from qosc.trace.steps import Way
from qosc.trace.travellers import Packets
from qosc.trace.words import matches_of

__all__ = ["kept_beside"]

_FEW = 3


def kept_beside(route: Route[Any], way: Way[Packets], asked: Region) -> Iterator[str]:
    """What has to be beside the packets of a way, where the port that they come in by decides;
    `asked` are all the packets that were asked for.
    """
    if route.entered is not None or route.left is None:
        return
    region = way.traveller.region
    others: dict[Field, list[str]] = {}
    matches = matches_of(route.device, route.left.output)
    for test in dict.fromkeys(vocabulary(route.device, *matches)):
        if not isinstance(test, Test) or test.field not in BESIDE:
            continue
        holds = region.space.region(test)
        if region <= holds:
            if not asked <= holds:
                yield f"where {describe_match(test)}: --in decides"
            return
        if asked.meets(holds) and not region.meets(holds):
            others.setdefault(test.field, []).append(describe_match(test))
    for words in others.values():
        more = " and so on" if len(words) > _FEW else ""
        yield f"where not {' nor '.join(words[:_FEW])}{more}: --in decides"
