"""What differs of the interface set that a port sends in: its cap, its guarantee, its queues."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.shares import Base
from qosc.ir import Device, InterfaceSet, Policy, Port, Shaper
from qosc.profiles.model import Profile
from qosc.source import NOWHERE
from qosc.treatments.compare import Delta
from qosc.treatments.queues import Level, class_figures

__all__ = ["set_deltas"]

Side = tuple[Device, Port, Profile]


def set_deltas(old: Side, new: Side) -> Iterator[Delta]:
    """Of two ports that are one: what their sets hold them to, each figure by itself."""
    one, two = old[1].within, new[1].within
    if one is None and two is None:
        return
    if one is None or two is None or one.name != two.name:
        yield _delta("interface set", _whole(one), _whole(two), one, two)
        if one is None or two is None:
            return
    for name, before, after in (
        ("cap", _cap(one.shaper), _cap(two.shaper)),
        ("guarantee", str(one.guarantee or "none"), str(two.guarantee or "none")),
    ):
        if before != after:
            yield _delta(f"{name} of the interface set", before, after, one, two)
    yield from _queues((old, one), (new, two))


def _delta(
    name: str,
    before: str,
    after: str,
    one: InterfaceSet | None,
    two: InterfaceSet | None,
    *,
    decided: bool = True,
) -> Delta:
    ends = [NOWHERE if each is None else each.origin for each in (one, two)]
    return Delta(name, before, after, decided, old_origin=ends[0], new_origin=ends[1])


def _cap(shaper: Shaper | None) -> str:
    if shaper is None:
        return "none"
    bursts = (("burst", shaper.committed), ("excess burst", shaper.excess))
    return ", ".join(
        [str(shaper.rate), *(f"{name} {burst}" for name, burst in bursts if burst is not None)]
    )


def _whole(one: InterfaceSet | None) -> str:
    if one is None:
        return "none"
    parts = [one.name]
    if one.shaper is not None:
        parts.append(f"cap {_cap(one.shaper)}")
    if one.guarantee is not None:
        parts.append(f"guarantee {one.guarantee}")
    if one.queues:
        parts.append(f"queues {one.queues}")
    return ", ".join(parts)


def _queues(first: tuple[Side, InterfaceSet], second: tuple[Side, InterfaceSet]) -> Iterator[Delta]:
    """What differs of the queues that the ports of a set share, class by class."""
    one, two = first[1], second[1]
    policies = [_policy(side, each) for side, each in (first, second)]
    if policies[0] is None or policies[1] is None:
        if one.queues != two.queues or policies[0] is not policies[1]:
            names = (one.queues or "none", two.queues or "none")
            known = all(
                applied is not None or not each.queues
                for applied, each in zip(policies, (one, two), strict=True)
            )
            yield _delta("queues of the interface set", *names, one, two, decided=known)
        return
    if policies[0].classes == policies[1].classes:
        return
    figures = [
        _figures(side, each, policy)
        for (side, each), policy in zip((first, second), policies, strict=True)
        if policy is not None
    ]
    told = False
    for key in dict.fromkeys([*figures[0], *figures[1]]):
        before, after = (applied.get(key, "none") for applied in figures)
        if before != after:
            told = True
            of, name = key
            yield _delta(f"{name} of {of} in the set", before, after, one, two)
    if not told:
        words = (f"those of {one.queues}", f"those of {two.queues}, otherwise")
        yield _delta("queues of the interface set", *words, one, two, decided=False)


def _policy(side: Side, one: InterfaceSet) -> Policy | None:
    return side[0].policies.get(f"scheduler-map {one.queues}") if one.queues else None


def _figures(side: Side, one: InterfaceSet, policy: Policy) -> dict[tuple[str, str], str]:
    device, _, profile = side
    base = Base(None)
    level = Level(device, policy, Base(base.cap(one.shaper)), profile)
    return {
        (traffic_class.name, name): str(figure)
        for number, traffic_class in enumerate(policy.classes)
        for name, figure in class_figures(level, number)
    }
