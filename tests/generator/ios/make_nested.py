"""Random IOS routers whose child policies are in percent, below shapers of several rates.

What a percentage of a child policy is of shows only where the rates differ: so each parent is on
two ports of different speeds, and one child policy is below two shapers of one parent, at another
rate each.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.generator.ios.make import (
    PLACES,
    Names,
    class_maps,
    make_acls,
    pick,
    speed_of,
    with_bandwidth,
)
from tests.generator.ios.make_policy import shares
from tests.generator.ios.model import (
    Amount,
    ClassMap,
    Mark,
    Police,
    Policy,
    PolicyClass,
    Port,
    Priority,
    Router,
)


def router(rng: Random, platform: str, *, hostile: bool = False) -> Router:
    """A router with parents in percent and in bit/s on ports of different speeds."""
    names = Names(rng, hostile=hostile)
    acls = make_acls(rng, names, 1)
    maps = class_maps(rng, names, acls, 4)
    children = [
        queues(rng, names.new("QUEUES"), picked(rng, maps)),
        queues(rng, names.new("OTHERS"), picked(rng, maps)),
        rest(rng, names.new("REST"), picked(rng, maps), platform),
    ]
    meters = policers(rng, names.new("METERS"), picked(rng, maps))
    below = [each.name for each in rng.sample(children, 2)]
    wide = shaped(rng, names.new("WIDE"), picked(rng, maps)[:2], below)
    deep = Policy(
        names.new("DEEP"), (PolicyClass("class-default", shape=rate(rng), child=wide.name),)
    )
    bare = unshaped(rng, names.new("BARE"), picked(rng, maps)[:1], meters.name)
    peak = PolicyClass("class-default", shape=low_rate(rng), shape_peak=True, child=meters.name)
    top = Policy(names.new("TOP"), (peak,))
    ports = of_two_speeds(rng, platform)
    if rng.random() < 0.5:
        ports[0] = with_bandwidth(rng, ports[0])
    first, second = rng.choice(((wide, deep), (wide, wide), (deep, deep)))
    attached = (first, second, bare, top, rng.choice((bare, wide)))
    ports = [replace(port, output=each.name) for port, each in zip(ports, attached, strict=True)]
    policies = {each.name: each for each in (*children, meters, wide, deep, bare, top)}
    return Router(names.new("R"), platform, tuple(ports), acls, maps, policies)


def of_two_speeds(rng: Random, platform: str) -> list[Port]:
    """Five ports, of which the first two differ in speed, and so do the others where they can."""
    found = [Port(name, speed_of(name)) for name in rng.sample(PLACES[platform], 5)]
    other = next(at for at, port in enumerate(found) if port.speed != found[0].speed)
    found[1], found[other] = found[other], found[1]
    return found


def picked(rng: Random, maps: dict[str, ClassMap]) -> list[str]:
    """Two or three class-maps."""
    return pick(rng, list(maps))


def rate(rng: Random) -> Amount:
    """The rate of a shaper: percent, or bit/s that the slowest port carries."""
    if rng.random() < 0.6:
        return Amount(percent=rng.choice((10, 20, 25, 40, 50, 75)))
    return Amount(bps=rng.choice((4, 5, 6, 8, 9)) * 100_000)


def low_rate(rng: Random) -> Amount:
    """The same, of which twice as much fits on the port."""
    found = rate(rng)
    return Amount(percent=min(found.percent, 40)) if found.percent is not None else found


def shaped(rng: Random, name: str, classes: list[str], children: list[str]) -> Policy:
    """Shapers of different rates: the first child is below two of them."""
    below = [children[0], *children]
    found = [
        PolicyClass(each, shape=rate(rng), child=child)
        for each, child in zip((*classes, "class-default"), below, strict=True)
    ]
    return Policy(name, tuple(found))


def unshaped(rng: Random, name: str, classes: list[str], child: str) -> Policy:
    """A class with a guarantee and no shaper: its child's percentages look past it."""
    share = Amount(percent=rng.choice((10, 20, 30, 40)))
    found = [PolicyClass(each, bandwidth=share, child=child) for each in classes]
    return Policy(name, (*found, PolicyClass("class-default", shape=rate(rng), child=child)))


def queues(rng: Random, name: str, classes: list[str]) -> Policy:
    """Guarantees, a bounded priority class, shapers and policers, all of them in percent."""
    found = []
    first = rng.random() < 0.7
    for each, share in zip(classes, shares(rng, len(classes)), strict=True):
        made = PolicyClass(each)
        if first:
            made = replace(made, priority=Priority(Amount(percent=share)))
        else:
            made = replace(made, bandwidth=Amount(percent=share))
            if rng.random() < 0.4:
                made = replace(made, shape=Amount(percent=rng.choice((60, 70, 80, 90))))
            if rng.random() < 0.4:
                made = replace(made, police=meter(rng))
        first = False
        if rng.random() < 0.3:
            made = replace(made, marks=(Mark("dscp", rng.choice((10, 18, 26, 46))),))
        found.append(made)
    if rng.random() < 0.5:
        found.append(PolicyClass("class-default", bandwidth=Amount(percent=rng.choice((5, 10)))))
    return Policy(name, tuple(found))


def rest(rng: Random, name: str, classes: list[str], platform: str) -> Policy:
    """A strict class that is policed in percent, and shares of what it leaves."""
    first, *others = classes
    strict = PolicyClass(first, priority=Priority(), police=meter(rng))
    if platform == "ios-12" or rng.random() < 0.5:
        parts = shares(rng, len(others))
        shared = [
            PolicyClass(each, remaining=part) for each, part in zip(others, parts, strict=True)
        ]
    else:
        shared = [PolicyClass(each, ratio=rng.choice((1, 5, 10, 30, 100))) for each in others]
    if rng.random() < 0.4:
        shared[0] = replace(shared[0], shape=Amount(percent=rng.choice((50, 60, 80))))
    return Policy(name, (strict, *shared))


def policers(rng: Random, name: str, classes: list[str]) -> Policy:
    """Policers in percent, and no queue."""
    return Policy(name, tuple(PolicyClass(each, police=meter(rng)) for each in classes))


def meter(rng: Random) -> Police:
    """A policer in percent, with a peak rate or without."""
    percent = rng.choice((5, 10, 20, 30))
    made = Police(Amount(percent=percent))
    if rng.random() < 0.3:
        return replace(made, pir=Amount(percent=percent * 2))
    return made
