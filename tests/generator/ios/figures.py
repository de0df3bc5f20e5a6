"""The numbers of an abstract IOS router, worked out for each attachment by itself."""

from __future__ import annotations

from collections.abc import Iterator

from tests.generator.figure import Figure
from tests.generator.ios.model import Amount, Police, PolicyClass, Port, Router


def figures(router: Router) -> list[Figure]:
    """All figures of all attachments."""
    found: list[Figure] = []
    for port in router.ports:
        found.append(Figure(port.name, "output", (), "link", port.speed, "speed by name", "link"))
        for direction, policy in (("input", port.input), ("output", port.output)):
            if policy is not None:
                place = Place(port, direction, (), port.reference, flat=True)
                found += of_policy(router, policy, place)
        for direction, rules in (("input", port.input_rules), ("output", port.output_rules)):
            for at, rule in enumerate(rules, 1):
                path = (f"rate-limit {at}",)
                for quantity, value in (("cir", rule.bps), ("bc", rule.normal)):
                    found.append(
                        Figure(
                            port.name, direction, path, quantity, value, "as written", "rate-limit"
                        )
                    )
    return found


class Place:
    """Where a class stands: its port, the classes around it, and what percentages are of."""

    def __init__(
        self, port: Port, direction: str, path: tuple[str, ...], base: int | None, *, flat: bool
    ) -> None:
        """`base` in bit/s (None: unknown); `flat` when no policy is around this one."""
        self.port = port
        self.direction = direction
        self.path = path
        self.base = base
        self.flat = flat

    def figure(self, quantity: str, value: int | None, how: str, source: str) -> Figure:
        """A figure at this place."""
        return Figure(self.port.name, self.direction, self.path, quantity, value, how, source)


def of_policy(router: Router, name: str, place: Place) -> Iterator[Figure]:
    """The figures of a policy and its children."""
    for each in router.policies[name].classes:
        here = Place(
            place.port, place.direction, (*place.path, each.name), place.base, flat=place.flat
        )
        yield from of_class(router, each, here)
        if each.child is not None:
            base = place.base
            if each.shape is not None:
                base, _, _ = cap(each, here)
            inner = Place(place.port, place.direction, here.path, base, flat=False)
            yield from of_policy(router, each.child, inner)


def of_class(router: Router, each: PolicyClass, here: Place) -> Iterator[Figure]:
    """The figures of one class."""
    if each.bandwidth is not None:
        yield here.figure(
            "guaranteed", *rate(each.bandwidth, here, "bandwidth", "bandwidth percent")
        )
    if each.remaining is not None:
        yield here.figure("remaining", each.remaining, "as written", "bandwidth")
    if each.ratio is not None:
        yield here.figure("ratio", each.ratio, "as written", "bandwidth")
    if each.priority is not None and each.priority.rate is not None:
        bps, how, source = rate(each.priority.rate, here, "bandwidth", "priority percent")
        yield here.figure("priority", bps, how, source)
        if each.priority.burst is not None:
            yield here.figure("priority_burst", each.priority.burst, "as written", "bandwidth")
        elif bps is None:
            yield here.figure("priority_burst", None, how, source)
        else:
            yield here.figure(
                "priority_burst", max(1500, bps // 40), f"200 ms of {bps} bit/s", "priority burst"
            )
    if each.shape is not None:
        yield here.figure("cap", *cap(each, here))
    if each.police is not None:
        yield from of_police(each.police, here, router.platform)
    yield from of_queue(router, each, here)


def cap(each: PolicyClass, here: Place) -> tuple[int | None, str, str]:
    """The bit/s that a shaper sends at most, with how and source."""
    assert each.shape is not None
    bps, how, source = rate(each.shape, here, "shape", "shape percent")
    if not each.shape_peak or bps is None:
        return bps, how, source
    return 2 * bps, f"peak of a committed rate of {bps}: {how}", "shape peak"


def of_queue(router: Router, each: PolicyClass, here: Place) -> Iterator[Figure]:
    """The depth of the queue of a leaf, where it is written or documented."""
    if here.direction == "input" or each.child is not None:
        return
    if each.queue_limit is not None:
        yield here.figure("queue", each.queue_limit, "as written", "queue-limit")
    elif router.platform in ("ios-12", "ios-15") and (
        each.bandwidth or each.remaining or each.ratio
    ):
        yield here.figure("queue", 64, "default of a class queue", "queue default")


def of_police(police: Police, here: Place, platform: str) -> Iterator[Figure]:
    """The rates and bursts of a policer."""
    cir, how, source = rate(police.cir, here, "arithmetic", "police percent")
    yield here.figure("cir", cir, how, source)
    yield here.figure("bc", *burst(police.bc, cir))
    if police.pir is not None:
        pir, how, source = rate(police.pir, here, "arithmetic", "police percent")
        yield here.figure("pir", pir, how, source)
        if police.be is None and platform == "ios-12":
            yield here.figure("be", None, "recorded outputs of IOS 12 differ", "police burst")
        else:
            yield here.figure("be", *burst(police.be, pir))
    elif police.be is not None:
        yield here.figure("be", police.be, "as written", "arithmetic")


def burst(written: int | None, bps: int | None) -> tuple[int | None, str, str]:
    """A burst in bytes: as written, or by default of its rate."""
    if written is not None:
        return written, "as written", "arithmetic"
    if bps is None:
        return None, "its rate is unknown", "police burst"
    return max(1500, bps // 32), f"max(1500, {bps} / 32)", "police burst"


def rate(amount: Amount, here: Place, absolute: str, relative: str) -> tuple[int | None, str, str]:
    """The rate in bit/s with how and source: as written, or a percentage of the base."""
    if amount.bps is not None:
        return amount.bps, "as written", absolute
    assert amount.percent is not None
    if here.base is None:
        return None, "the rate of the parent is unknown", relative
    source = relative if here.flat or relative == "police percent" else "child percent"
    return here.base * amount.percent // 100, f"{amount.percent} % of {here.base}", source
