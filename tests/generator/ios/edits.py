"""Edits of an abstract IOS router: one line, one entry, one class or one attachment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.generator.ios.edit_kit import Edit, attached, with_policy, with_port
from tests.generator.ios.edit_matches import (
    another_protocol,
    both_versions,
    less_entry,
    longer,
    marked_line,
    masked,
    mode,
    new_entry,
    of_entry,
    of_line,
    ranged,
    swapped,
    turned,
    twice,
)
from tests.generator.ios.model import (
    Amount,
    InAcl,
    InClass,
    Line,
    Mark,
    Police,
    Policy,
    PolicyClass,
    Port,
    Priority,
    Router,
)
from tests.generator.names import DSCP


def of_class(
    wanted: Callable[[PolicyClass], bool], change: Callable[[Random, PolicyClass], PolicyClass]
) -> Edit:
    """Another class in place of one."""

    def edit(rng: Random, router: Router) -> Router | None:
        places = [
            (policy, at)
            for policy in attached(router)
            for at, each in enumerate(policy.classes)
            if wanted(each)
        ]
        if not places:
            return None
        policy, at = rng.choice(places)
        made = change(rng, policy.classes[at])
        classes = (*policy.classes[:at], made, *policy.classes[at + 1 :])
        return with_policy(router, replace(policy, classes=classes))

    return edit


def other(rng: Random, amount: Amount) -> Amount:
    """A smaller rate, so that the router still accepts it."""
    if amount.percent is not None:
        return Amount(percent=max(1, amount.percent - rng.choice((1, 2))))
    assert amount.bps is not None
    return Amount(bps=max(8000, amount.bps - rng.choice((8000, 16_000))))


def of_order(change: Callable[[Random, tuple[PolicyClass, ...]], tuple[PolicyClass, ...]]) -> Edit:
    """The classes of a policy in another order, without class-default."""

    def edit(rng: Random, router: Router) -> Router | None:
        found = []
        for policy in attached(router):
            named = tuple(each for each in policy.classes if each.name != "class-default")
            if len(named) > 1:
                found.append((policy, named))
        if not found:
            return None
        policy, named = rng.choice(found)
        rest = tuple(each for each in policy.classes if each.name == "class-default")
        return with_policy(router, replace(policy, classes=(*change(rng, named), *rest)))

    return edit


def less_class(rng: Random, router: Router) -> Router | None:
    """A policy with one class less."""
    found = [policy for policy in attached(router) if len(policy.classes) > 2]
    if not found:
        return None
    policy = rng.choice(found)
    named = [each for each in policy.classes if each.name != "class-default"]
    gone = rng.choice(named)
    return with_policy(
        router, replace(policy, classes=tuple(c for c in policy.classes if c is not gone))
    )


def more_class(rng: Random, router: Router) -> Router | None:
    """A policy with one class more, in front."""
    found = []
    for policy in attached(router):
        used = {each.name for each in policy.classes}
        free = [name for name in router.class_maps if name not in used]
        marks = all(c.bandwidth is None and c.priority is None for c in policy.classes)
        if free and marks and not any(c.child or c.remaining for c in policy.classes):
            found.append((policy, free))
    if not found:
        return None
    policy, free = rng.choice(found)
    made = PolicyClass(rng.choice(free), marks=(Mark("dscp", rng.choice([*DSCP.values()])),))
    return with_policy(router, replace(policy, classes=(made, *policy.classes)))


def of_port(wanted: Callable[[Port], bool], change: Callable[[Random, Port], Port]) -> Edit:
    """Another port in place of one."""

    def edit(rng: Random, router: Router) -> Router | None:
        found = [port for port in router.ports if wanted(port)]
        return with_port(router, change(rng, rng.choice(found))) if found else None

    return edit


def turned_round(rng: Random, router: Router) -> Router | None:
    """An input policy on the way out of a port that has no policy there."""
    here = [port for port in router.ports if port.input]
    there = [port for port in router.ports if not port.output and not port.output_rules]
    if not here or not there:
        return None
    one, two = rng.choice(here), rng.choice(there)
    changed = with_port(router, replace(one, input=None))
    return with_port(changed, replace(changed.port(two.name), output=one.input))


def moved_input(rng: Random, router: Router) -> Router | None:
    """The input policy of a port on another port."""
    here = [port for port in router.ports if port.input]
    there = [port for port in router.ports if not port.input and not port.input_rules]
    if not here or not there:
        return None
    one, two = rng.choice(here), rng.choice(there)
    changed = with_port(router, replace(one, input=None))
    return with_port(changed, replace(two, input=one.input))


def shaper_above(rng: Random, router: Router) -> Router | None:
    """A shaper around the output policy of a port, which has none."""
    found = [
        port
        for port in router.ports
        if port.output and not any(c.child or c.shape for c in router.policies[port.output].classes)
    ]
    if not found:
        return None
    port = rng.choice(found)
    rate = Amount(bps=port.reference * 9 // 10)
    outer = PolicyClass("class-default", shape=rate, child=port.output)
    made = with_policy(router, Policy("AROUND", (outer,)))
    return with_port(made, replace(port, output="AROUND"))


SUFFIX = "-RENAMED"


def renamed(rng: Random, router: Router) -> Router:
    """Other names for all class-maps, policies and named lists: changes nothing."""
    del rng

    def called(name: str) -> str:
        return name if name == "class-default" or name.isdigit() else name + SUFFIX

    def predicate(line: Line) -> Line:
        old = line.predicate
        new = replace(old, name=called(old.name)) if isinstance(old, InAcl | InClass) else old
        return replace(line, predicate=new)

    maps = {
        called(name): replace(
            found, name=called(name), lines=tuple(predicate(line) for line in found.lines)
        )
        for name, found in router.class_maps.items()
    }
    policies = {
        called(name): Policy(
            called(name),
            tuple(
                replace(each, name=called(each.name), child=each.child and called(each.child))
                for each in found.classes
            ),
        )
        for name, found in router.policies.items()
    }
    acls = {called(name): replace(found, name=called(name)) for name, found in router.acls.items()}
    ports = tuple(
        replace(
            port,
            input=port.input and called(port.input),
            output=port.output and called(port.output),
        )
        for port in router.ports
    )
    return replace(router, acls=acls, class_maps=maps, policies=policies, ports=ports)


def other_mark(rng: Random, each: PolicyClass) -> PolicyClass:
    """Another value of a mark."""
    old = each.marks[0]
    stock = [*DSCP.values()] if old.what == "dscp" else range(8)
    value = rng.choice([value for value in stock if value != old.value])
    return replace(each, marks=(replace(old, value=value), *each.marks[1:]))


def police_with(**changes: object) -> Callable[[Random, PolicyClass], PolicyClass]:
    """Another policer."""

    def change(rng: Random, each: PolicyClass) -> PolicyClass:
        del rng
        assert each.police is not None
        return replace(each, police=replace(each.police, **changes))  # type: ignore[arg-type]

    return change


def other_cir(rng: Random, each: PolicyClass) -> PolicyClass:
    """Another committed rate."""
    assert each.police is not None
    return replace(each, police=replace(each.police, cir=other(rng, each.police.cir)))


def other_bc(rng: Random, each: PolicyClass) -> PolicyClass:
    """Another burst."""
    police = each.police
    assert police is not None
    assert police.bc is not None
    return replace(each, police=replace(police, bc=police.bc + rng.choice((1000, 1500))))


def other_release(rng: Random, router: Router) -> Router | None:
    """Another version of the system, so that other defaults are crossed."""
    del rng
    if router.platform not in ("ios-12", "ios-15"):
        return None
    return replace(router, platform="ios-15" if router.platform == "ios-12" else "ios-12")


def is_dscp_or_precedence(each: PolicyClass) -> bool:
    """Whether the first mark is one of the DS byte."""
    return bool(each.marks) and each.marks[0].what in ("dscp", "precedence")


def policed(each: PolicyClass) -> bool:
    """Whether a class has a policer of a rate."""
    return each.police is not None


def exceed_marks(each: PolicyClass) -> bool:
    """Whether what exceeds is dropped."""
    return each.police is not None and each.police.exceed is None and each.police.exceed_drops


def plain_conform(each: PolicyClass) -> bool:
    """Whether what conforms is sent as it is."""
    return each.police is not None and each.police.conform is None and not each.police.conform_drops


EDITS: dict[str, Edit] = {
    "guarantee": of_class(
        lambda c: c.bandwidth is not None,
        lambda rng, c: replace(c, bandwidth=other(rng, c.bandwidth or Amount(8000))),
    ),
    "priority rate": of_class(
        lambda c: c.priority is not None and c.priority.rate is not None,
        lambda rng, c: replace(
            c,
            priority=Priority(other(rng, c.priority.rate), c.priority.burst),  # type: ignore[union-attr, arg-type]
        ),
    ),
    "priority burst": of_class(
        lambda c: c.priority is not None and c.priority.burst is not None,
        lambda rng, c: replace(
            c,
            priority=replace(c.priority, burst=(c.priority.burst or 0) + rng.choice((500, 2000))),  # type: ignore[union-attr, type-var]
        ),
    ),
    "share of the rest": of_class(
        lambda c: c.remaining is not None and c.remaining > 4,
        lambda _, c: replace(c, remaining=(c.remaining or 5) - 1),
    ),
    "shaper rate": of_class(
        lambda c: c.shape is not None and c.shape.bps is not None,
        lambda _, c: replace(c, shape=Amount(bps=(c.shape.bps or 0) + 8000)),  # type: ignore[union-attr]
    ),
    "queue limit": of_class(
        lambda c: c.queue_limit is not None,
        lambda rng, c: replace(c, queue_limit=(c.queue_limit or 0) + rng.choice((1, 16))),
    ),
    "queue limit added": of_class(
        lambda c: c.bandwidth is not None and c.queue_limit is None and c.random_detect is None,
        lambda _, c: replace(c, queue_limit=37),
    ),
    "flow queues": of_class(
        lambda c: c.fair_queue and c.name == "class-default",
        lambda _, c: replace(c, fair_queue=False, queue_limit=64),
    ),
    "early drop": of_class(
        lambda c: c.bandwidth is not None and c.random_detect is None and c.queue_limit is None,
        lambda _, c: replace(c, random_detect="dscp-based"),
    ),
    "police rate": of_class(policed, other_cir),
    "police burst": of_class(lambda c: policed(c) and c.police.bc is not None, other_bc),  # type: ignore[union-attr]
    "exceed marks": of_class(
        exceed_marks, police_with(exceed=Mark("dscp", 12), exceed_drops=False)
    ),
    "conform marks": of_class(plain_conform, police_with(conform=Mark("dscp", 28))),
    "policer gone": of_class(
        lambda c: policed(c) and bool(c.marks), lambda _, c: replace(c, police=None)
    ),
    "policer added": of_class(
        lambda c: bool(c.marks) and c.police is None,
        lambda _, c: replace(c, police=Police(Amount(bps=512_000), 16_000)),
    ),
    "mark": of_class(is_dscp_or_precedence, other_mark),
    "mark gone": of_class(
        lambda c: is_dscp_or_precedence(c) and (c.police is not None or c.bandwidth is not None),
        lambda _, c: replace(c, marks=c.marks[1:]),
    ),
    "entry added": of_entry(new_entry),
    "entry removed": of_entry(less_entry),
    "entries swapped": of_entry(swapped),
    "entry turned": of_entry(turned),
    "mask": of_entry(masked),
    "port range": of_entry(ranged),
    "protocol": of_entry(another_protocol),
    "half before whole": of_entry(twice),
    "code point matched": marked_line,
    "line negated": of_line(lambda _, line: replace(line, negated=not line.negated)),
    "length matched": of_line(longer),
    "IP version matched": of_line(both_versions),
    "match any or all": mode,
    "classes swapped": of_order(lambda _, named: (*named[:-2], named[-1], named[-2])),
    "class to the front": of_order(lambda _, named: (named[-1], *named[:-1])),
    "class removed": less_class,
    "class added": more_class,
    "input detached": of_port(lambda p: p.input is not None, lambda _, p: replace(p, input=None)),
    "output detached": of_port(
        lambda p: p.output is not None, lambda _, p: replace(p, output=None)
    ),
    "input moved": moved_input,
    "direction turned": turned_round,
    "bandwidth line": of_port(
        lambda p: p.vlan is None and p.output is not None,
        lambda rng, p: replace(p, bandwidth=p.speed // rng.choice((4, 8)) // 1000),
    ),
    "shaper above": shaper_above,
    "rate-limit rate": of_port(
        lambda p: bool(p.input_rules),
        lambda _, p: replace(
            p,
            input_rules=(
                replace(p.input_rules[0], bps=p.input_rules[0].bps + 8000),
                *p.input_rules[1:],
            ),
        ),
    ),
    "rate-limit order": of_port(
        lambda p: len(p.input_rules) > 1,
        lambda _, p: replace(p, input_rules=(*p.input_rules[1:], p.input_rules[0])),
    ),
    "rate-limit goes on": of_port(
        lambda p: bool(p.input_rules),
        lambda _, p: replace(
            p,
            input_rules=(
                replace(p.input_rules[0], goes_on=not p.input_rules[0].goes_on),
                *p.input_rules[1:],
            ),
        ),
    ),
    "release": other_release,
    "all renamed": renamed,
    "description": of_port(lambda _: True, lambda _, p: replace(p, description="to the branch")),
}
"""Each kind of edit by its name."""
