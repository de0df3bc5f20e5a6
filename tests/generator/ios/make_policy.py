"""Random policy-maps that IOS accepts: guarantees within the port, one unit in one policy."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.generator.ios.model import Amount, Mark, Police, Policy, PolicyClass, Priority
from tests.generator.names import DSCP


def shares(rng: Random, count: int) -> list[int]:
    """Percentages, each at least 4, together at most 70."""
    parts = [rng.choice((4, 5, 8, 10, 12, 15, 20)) for _ in range(count)]
    while sum(parts) > 70:
        parts[parts.index(max(parts))] = 4
    return parts


def output_policy(rng: Random, name: str, classes: list[str], platform: str, base: int) -> Policy:
    """A queueing policy: a priority class perhaps, guarantees, class-default. `base` in bit/s."""
    if rng.random() < 0.2:
        return remaining_policy(rng, name, classes)
    percent = rng.random() < 0.5
    found: list[PolicyClass] = []
    has_priority = False
    for each, share in zip(classes, shares(rng, len(classes)), strict=True):
        amount = Amount(percent=share) if percent else Amount(bps=base * share // 100_000 * 1000)
        if not has_priority and rng.random() < 0.5:
            has_priority = True
            burst = None if percent or rng.random() < 0.6 else 2000 * rng.randrange(1, 20)
            found.append(PolicyClass(each, priority=Priority(amount, burst)))
            continue
        made = PolicyClass(each, bandwidth=amount)
        if rng.random() < 0.3:
            made = replace(made, queue_limit=rng.choice((32, 64, 100, 128, 256)))
        if rng.random() < 0.25:
            made = replace(made, marks=(Mark("dscp", rng.choice(list(DSCP.values()))),))
        if rng.random() < 0.2:
            made = replace(made, random_detect=rng.choice(("", "dscp-based")))
        found.append(made)
    if rng.random() < 0.7:
        fair = rng.random() < 0.6
        found.append(
            PolicyClass("class-default", fair_queue=fair, queue_limit=None if fair else 64)
        )
    return Policy(name, tuple(found))


def remaining_policy(rng: Random, name: str, classes: list[str]) -> Policy:
    """A strict priority class without a rate (or with its own policer), and shares of the rest."""
    first, *others = classes
    policed = Police(Amount(bps=rng.choice((64_000, 128_000))), 8000)
    strict = PolicyClass(first, priority=Priority(), police=policed if rng.random() < 0.5 else None)
    shared = zip(others, shares(rng, len(others)), strict=True)
    return Policy(name, (strict, *(PolicyClass(each, remaining=share) for each, share in shared)))


def parent_policy(rng: Random, name: str, classes: list[str], child: str, shaped: int) -> Policy:
    """A shaper around a child policy, in class-default or in a class of its own."""
    shape = Amount(bps=shaped)
    rest = PolicyClass("class-default", shape=shape, child=child)
    if rng.random() < 0.3 and classes:
        return Policy(
            name,
            (
                PolicyClass(classes[0], shape=Amount(bps=shaped), child=child),
                PolicyClass("class-default", shape=Amount(bps=shaped * 2)),
            ),
        )
    return Policy(name, (rest,))


def input_policy(rng: Random, name: str, classes: list[str]) -> Policy:
    """A marking and policing policy."""
    found = []
    for each in classes:
        made = PolicyClass(each)
        if rng.random() < 0.6:
            made = replace(made, marks=(mark(rng),))
        if not made.marks or rng.random() < 0.3:
            made = replace(made, police=police(rng, marks=not made.marks))
        found.append(made)
    if rng.random() < 0.4:
        found.append(PolicyClass("class-default", marks=(Mark("dscp", 0),)))
    return Policy(name, tuple(found))


def mark(rng: Random) -> Mark:
    """A mark of DSCP or precedence."""
    if rng.random() < 0.3:
        return Mark("precedence", rng.randrange(8))
    return Mark("dscp", rng.choice([*DSCP.values(), 1, 63]))


def police(rng: Random, *, marks: bool) -> Police:
    """A policer: absolute or percent, one rate or two, with marks or drops."""
    percent = rng.random() < 0.4
    cir = (
        Amount(percent=rng.choice((5, 10, 20)))
        if percent
        else Amount(bps=rng.choice((64_000, 256_000, 1_000_000, 8_000_000)))
    )
    bc = None if percent or rng.random() < 0.5 else rng.choice((8000, 16_000, 64_000))
    made = Police(cir, bc)
    if marks and rng.random() < 0.4:
        made = replace(made, conform=Mark("dscp", rng.choice(list(DSCP.values()))))
    if rng.random() < 0.4:
        made = replace(made, exceed=Mark("dscp", rng.choice((8, 12, 14))), exceed_drops=False)
    if not percent and bc is not None and rng.random() < 0.3:
        return replace(made, be=2 * bc)
    if rng.random() < 0.3:
        double = (
            Amount(percent=2 * (cir.percent or 0)) if percent else Amount(bps=2 * (cir.bps or 0))
        )
        made = replace(made, pir=double, be=None if bc is None else 2 * bc)
    return made
