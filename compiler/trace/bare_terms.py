"""Terms of JunOS filters that may take packets by bytes which are no ports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qosc.ir import RuleList
from qosc.ir.bare_ports import asks_bare_ports, without_ports
from qosc.packets import Region
from qosc.trace.route import Route
from qosc.trace.steps import Matched, Unmatched, Way
from qosc.trace.travellers import Packets

__all__ = ["bare_terms"]

_FILTERS = ("filter inet ", "filter inet6 ")


def bare_terms(route: Route[Any], way: Way[Packets]) -> Iterator[str]:
    """The filters whose terms a way has passed that test a port and no protocol, and that may
    match its packets all the same: see `qosc.ir.bare_ports`.
    """
    region = way.traveller.region
    builder = region.space.builder
    odd = Region(region.space, region.node & builder.have("ip") & ~builder.have("ports"))
    if odd.is_empty():
        return
    stages = (
        *(route.entered.input if route.entered is not None else ()),
        *(route.left.output if route.left is not None else ()),
    )
    for stage in stages:
        if not isinstance(stage, RuleList) or not stage.feature.startswith(_FILTERS):
            continue
        for rule in stage.rules[: _passed(stage, way)]:
            if asks_bare_ports(rule.match) and odd.meets(
                region.space.region(without_ports(rule.match))
            ):
                yield (
                    f"the term at line {rule.origin.line} may match: it asks for a port and no "
                    "protocol, and JunOS compares the bytes there whatever the packet is"
                )


def _passed(stage: RuleList, way: Way[Packets]) -> int:
    """How many rules of a stage a way has passed, none where it has not come to it."""
    passed = 0
    places = {rule.origin: number for number, rule in enumerate(stage.rules)}
    for step in way.steps:
        if isinstance(step, Unmatched) and step.title == stage.feature:
            return len(stage.rules)
        if isinstance(step, Matched) and step.inside == stage.feature:
            passed = max(passed, places.get(step.origin, 0))
    return passed
