"""The numbers of an abstract JunOS router, worked out for each port by itself."""

from __future__ import annotations

from collections.abc import Iterator

from tests.generator.figure import Figure
from tests.generator.junos.model import Filter, JunosRouter, PhysicalPort, Scheduler


def figures(router: JunosRouter) -> list[Figure]:
    """All figures of all ports."""
    found: list[Figure] = []
    for port in router.ports:
        found.append(Figure(port.name, "output", (), "link", port.speed, "speed by name", "link"))
        for name, scheduler in port.schedulers:
            found += of_queue(port, name, scheduler)
        for direction, filters in (
            ("input", port.unit.input_filters),
            ("output", port.unit.output_filters),
        ):
            for each in filters:
                found += of_filter(router, port, direction, each)
    return found


def of_queue(port: PhysicalPort, name: str, scheduler: Scheduler) -> Iterator[Figure]:
    """The rates of a forwarding class on a port."""
    guaranteed, how = transmit(port, scheduler)
    if scheduler.priority != "strict-high":
        yield Figure(port.name, "output", (name,), "guaranteed", guaranteed, how, "transmit-rate")
    if scheduler.exact:
        yield Figure(port.name, "output", (name,), "cap", guaranteed, how, "exact")
    elif scheduler.shaping is not None:
        kind, number = scheduler.shaping
        cap = port.speed * number // 100 if kind == "percent" else number
        yield Figure(port.name, "output", (name,), "cap", cap, f"{kind} {number}", "shaping-rate")


def transmit(port: PhysicalPort, scheduler: Scheduler) -> tuple[int | None, str]:
    """The transmit rate of a scheduler in bit/s."""
    if scheduler.transmit is None:
        return None, "a scheduler without transmit-rate: the pages of Juniper differ"
    kind, number = scheduler.transmit
    if kind == "bps":
        return number, "as written"
    if kind == "percent":
        return port.speed * number // 100, f"{number} % of {port.speed}"
    others = [each.transmit for _, each in port.schedulers if each is not scheduler]
    if any(each is None or each[0] != "percent" for each in others):
        return None, "remainder beside rates that are not percentages"
    left = 100 - sum(each[1] for each in others if each is not None)
    return port.speed * left // 100, f"what others leave: {left} % of {port.speed}"


def of_filter(
    router: JunosRouter, port: PhysicalPort, direction: str, each: Filter
) -> Iterator[Figure]:
    """The policers of the terms of a filter."""
    for term in each.terms:
        if term.policer is None:
            continue
        policer = router.policers[term.policer]
        path = (each.name, term.name, policer.name)
        if policer.bps is not None:
            yield Figure(port.name, direction, path, "cir", policer.bps, "as written", "policer")
        else:
            cir = port.speed * (policer.percent or 0) // 100
            how = f"{policer.percent} % of {port.speed}"
            yield Figure(port.name, direction, path, "cir", cir, how, "bandwidth-percent")
        yield Figure(port.name, direction, path, "bc", policer.burst, "as written", "policer")
