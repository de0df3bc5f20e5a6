"""A control plane at several interfaces: each is compared, and their meters are to be the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from qosc.ir import Port
from qosc.verify.found import Difference
from qosc.verify.state.dump import State
from qosc.verify.state.interfaces import read_interfaces
from qosc.verify.state.lines import Live
from qosc.verify.state.places import Place
from qosc.verify.state.structure import filter_key
from qosc.verify.tc.model import Filter, Police, PortSetup

__all__ = ["other_planes", "unshared"]


def other_planes(
    state: State,
    plane: Port,
    place: Place,
    unknown: list[Difference],
    wanted: Mapping[str, PortSetup],
) -> list[Live]:
    """What is set up on its interfaces behind the first, as far as the dump shows it."""
    planes: list[Live] = []
    for name in place.more:
        planes += read_interfaces(
            state, {plane.name: Place(name)}, unknown, (plane,), wanted
        ).values()
    return planes


def unshared(plane: Port, wanted: PortSetup, lives: Iterable[Live]) -> list[Difference]:
    """Meters of a control plane that are one in the script, and several on the machine."""
    known: dict[Hashable, tuple[str, int]] = {}
    by_meter: dict[Hashable, Difference] = {}
    for live in lives:
        there = {filter_key(each): each for each in live.filters}
        for each in wanted.filters:
            key = filter_key(each)
            got = there.get(key)
            if got is None:
                continue
            for place, (one, two) in enumerate(zip(_meters(each), _meters(got), strict=False)):
                which = one.index or (key, place)
                name, index = known.setdefault(which, (live.name, two.index))
                if index != two.index and which not in by_meter:
                    by_meter[which] = Difference(
                        "meter",
                        f"a policer of {plane.name} is one on {name} and another on {live.name}",
                        "one bucket",
                        f"police index {index:#x} and {two.index:#x}",
                        plane.origin,
                        got.line,
                    )
    return list(by_meter.values())


def _meters(firewall_filter: Filter) -> Iterator[Police]:
    return (each for each in firewall_filter.actions if isinstance(each, Police))
