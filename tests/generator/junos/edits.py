"""Edits of an abstract JunOS router: a row, a term, a scheduler, a policer or a binding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.generator.junos.model import (
    HIGH,
    LOW,
    Address,
    Classifier,
    Filter,
    JunosRouter,
    PhysicalPort,
    Rewrite,
    Scheduler,
    Term,
    Unit,
)
from tests.generator.names import DSCP

Edit = Callable[[Random, JunosRouter], JunosRouter | None]


def everywhere(router: JunosRouter, old: object, new: object) -> JunosRouter:
    """The router with `new` wherever `old` is bound."""

    def bound(items: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(new if item == old else item for item in items)

    ports = tuple(
        replace(
            port,
            unit=replace(
                port.unit,
                classifiers=bound(port.unit.classifiers),
                rewrites=bound(port.unit.rewrites),
                input_filters=bound(port.unit.input_filters),
                output_filters=bound(port.unit.output_filters),
            ),
        )
        for port in router.ports
    )
    return replace(router, ports=ports)


def bound_things(router: JunosRouter, kind: type) -> list[object]:
    """The classifiers, rewrite rules or filters that some unit has, each once."""
    found = [
        item
        for port in router.ports
        for items in (
            port.unit.classifiers,
            port.unit.rewrites,
            port.unit.input_filters,
            port.unit.output_filters,
        )
        for item in items
        if isinstance(item, kind)
    ]
    return list(dict.fromkeys(found))


def of_classifier(change: Callable[[Random, Classifier], Classifier | None]) -> Edit:
    """Another classifier in place of one."""

    def edit(rng: Random, router: JunosRouter) -> JunosRouter | None:
        found = bound_things(router, Classifier)
        rng.shuffle(found)
        for old in found:
            assert isinstance(old, Classifier)
            new = change(rng, old)
            if new is not None:
                return everywhere(router, old, new)
        return None

    return edit


def code_moved(rng: Random, old: Classifier) -> Classifier | None:
    """A code point of one row in another row."""
    if len(old.rows) < 2:
        return None
    source, target = rng.sample(range(len(old.rows)), 2)
    name, loss, codes = old.rows[source]
    if len(codes) < 2:
        return None
    rows = list(old.rows)
    rows[source] = (name, loss, codes[1:])
    rows[target] = (*rows[target][:2], (*rows[target][2], codes[0]))
    return replace(old, rows=tuple(rows))


def row_class(rng: Random, old: Classifier) -> Classifier | None:
    """A row without its code points."""
    if len(old.rows) < 2:
        return None
    at = rng.randrange(len(old.rows))
    return replace(old, rows=(*old.rows[:at], *old.rows[at + 1 :]))


def rewritten(rng: Random, router: JunosRouter) -> JunosRouter | None:
    """Another code point in a rewrite rule."""
    found = bound_things(router, Rewrite)
    if not found:
        return None
    old = rng.choice(found)
    assert isinstance(old, Rewrite)
    at = rng.randrange(len(old.rows))
    name, loss, code = old.rows[at]
    stock = range(8) if old.kind == "inet-precedence" else [*DSCP.values()]
    new = rng.choice([value for value in stock if value != code])
    rows = (*old.rows[:at], (name, loss, new), *old.rows[at + 1 :])
    return everywhere(router, old, replace(old, rows=rows))


def of_filter(change: Callable[[Random, Filter, int], Filter | None]) -> Edit:
    """Another filter in place of one."""

    def edit(rng: Random, router: JunosRouter) -> JunosRouter | None:
        found = bound_things(router, Filter)
        rng.shuffle(found)
        for old in found:
            assert isinstance(old, Filter)
            for at in rng.sample(range(len(old.terms)), len(old.terms)):
                new = change(rng, old, at)
                if new is not None and new.terms:
                    return everywhere(router, old, new)
        return None

    return edit


def put(old: Filter, at: int, *new: Term) -> Filter:
    """The filter with other terms in place of one."""
    return replace(old, terms=(*old.terms[:at], *new, *old.terms[at + 1 :]))


def of_term(change: Callable[[Random, Term], Term | None]) -> Edit:
    """Another term in place of one."""

    def edit(rng: Random, old: Filter, at: int) -> Filter | None:
        made = change(rng, old.terms[at])
        return None if made is None or made == old.terms[at] else put(old, at, made)

    return of_filter(edit)


def terms_swapped(_: Random, old: Filter, at: int) -> Filter | None:
    """Two terms in the other order."""
    if at + 1 == len(old.terms):
        return None
    terms = (*old.terms[:at], old.terms[at + 1], old.terms[at], *old.terms[at + 2 :])
    return replace(old, terms=terms)


def term_class(_: Random, term: Term) -> Term | None:
    """Another forwarding class."""
    if term.forwarding_class is None:
        return None
    name = "best-effort" if term.forwarding_class != "best-effort" else "network-control"
    return replace(term, forwarding_class=name)


def term_end(_: Random, term: Term) -> Term | None:
    """Discard for accept."""
    if term.end not in ("accept", ""):
        return None
    return Term(term.name, term.conditions, count=term.count, end="discard")


def term_goes_on(_: Random, term: Term) -> Term | None:
    """`next term` in place of accept."""
    if term.end != "accept" or not (term.forwarding_class or term.loss_priority or term.policer):
        return None
    return replace(term, end="next term")


def term_policer(_: Random, term: Term) -> Term | None:
    """No policer any more."""
    if term.policer is None or not (term.end or term.forwarding_class or term.loss_priority):
        return None
    return replace(term, policer=None)


def term_prefix(rng: Random, term: Term) -> Term | None:
    """A prefix of one bit less."""
    side = rng.choice(("src", "dst"))
    found: tuple[Address, ...] = getattr(term.conditions, side)
    if len(found) != 1 or found[0].bits < 9:
        return None
    width = 128 if found[0].value >> 32 else 32
    bits = found[0].bits - 1
    value = found[0].value >> width - bits << width - bits
    made = replace(term.conditions, **{side: (Address(value, bits),)})
    return replace(term, conditions=made)


def term_port(_: Random, term: Term) -> Term | None:
    """A range of ports that ends one later."""
    for name in ("dst_port", "src_port", "port", "dst_port_except"):
        spans = getattr(term.conditions, name)
        if spans and spans[0][1] < 65535:
            first = (spans[0][0], spans[0][1] + 1)
            made = replace(term.conditions, **{name: (first, *spans[1:])})
            return replace(term, conditions=made)
    return None


def term_dscp(rng: Random, term: Term) -> Term | None:
    """Another code point."""
    old = term.conditions.dscps
    if not old:
        return None
    free = [value for value in DSCP.values() if value not in old]
    made = replace(term.conditions, dscps=(rng.choice(free), *old[1:]))
    return replace(term, conditions=made)


def of_policer(**changes: Callable[[object], object]) -> Edit:
    """Another policer, used by some term that some unit has."""

    def edit(rng: Random, router: JunosRouter) -> JunosRouter | None:
        used = {
            term.policer
            for each in bound_things(router, Filter)
            if isinstance(each, Filter)
            for term in each.terms
            if term.policer
        }
        found = [
            each
            for each in router.policers.values()
            if each.name in used and all(getattr(each, name) for name in changes)
        ]
        if not found:
            return None
        old = rng.choice(found)
        new = replace(old, **{n: change(getattr(old, n)) for n, change in changes.items()})  # type: ignore[arg-type]
        return replace(router, policers={**router.policers, old.name: new})

    return edit


def of_scheduler(change: Callable[[Scheduler], Scheduler | None]) -> Edit:
    """Another scheduler in a map, on each port that has the map."""

    def edit(rng: Random, router: JunosRouter) -> JunosRouter | None:
        places = [
            (port.map_name, name, made)
            for port in router.ports
            for name, old in port.schedulers
            if (made := change(old)) is not None
        ]
        if not places:
            return None
        chosen, name, made = rng.choice(places)
        ports = tuple(
            replace(
                port,
                schedulers=tuple((n, made if n == name else s) for n, s in port.schedulers),
            )
            if port.map_name == chosen
            else port
            for port in router.ports
        )
        return replace(router, ports=ports)

    return edit


def other_transmit(old: Scheduler) -> Scheduler | None:
    """A percentage of one less; of a strict-high class no page says what it does."""
    if old.priority == "strict-high":
        return None
    if old.transmit is None or old.transmit[0] != "percent" or old.transmit[1] < 3:
        return None
    return replace(old, transmit=("percent", old.transmit[1] - 1))


def other_exact(old: Scheduler) -> Scheduler | None:
    """`exact` where there is no cap."""
    if old.exact or old.shaping or old.priority == "strict-high":
        return None
    if old.transmit is None or old.transmit[0] == "remainder":
        return None
    return replace(old, exact=True)


def other_shaping(old: Scheduler) -> Scheduler | None:
    """A cap where there is none."""
    if old.exact or old.shaping or old.priority == "strict-high":
        return None
    return replace(old, shaping=("bps", 300_000_000))


def other_priority(old: Scheduler) -> Scheduler | None:
    """A high priority."""
    if old.priority in ("high", "strict-high"):
        return None
    return replace(old, priority="high")


def other_buffer(old: Scheduler) -> Scheduler | None:
    """A smaller share of the buffer."""
    if not old.buffer_percent or old.buffer_percent < 3:
        return None
    return replace(old, buffer_percent=old.buffer_percent - 1)


def of_unit(wanted: Callable[[PhysicalPort], bool], change: Callable[[Unit], Unit]) -> Edit:
    """Another unit in place of one."""

    def edit(rng: Random, router: JunosRouter) -> JunosRouter | None:
        found = [port for port in router.ports if wanted(port)]
        if not found:
            return None
        old = rng.choice(found)
        new = replace(old, unit=change(old.unit))
        ports = tuple(new if port is old else port for port in router.ports)
        return replace(router, ports=ports)

    return edit


def map_gone(rng: Random, router: JunosRouter) -> JunosRouter | None:
    """A port without its scheduler map."""
    found = [port for port in router.ports if port.schedulers]
    if not found:
        return None
    old = rng.choice(found)
    new = replace(old, schedulers=(), map_name="")
    return replace(router, ports=tuple(new if port is old else port for port in router.ports))


def turned_loss(_: Random, term: Term) -> Term | None:
    """The other loss priority."""
    if term.loss_priority is None:
        return None
    return replace(term, loss_priority=LOW if term.loss_priority == HIGH else HIGH)


EDITS: dict[str, Edit] = {
    "code point in another row": of_classifier(code_moved),
    "row removed": of_classifier(row_class),
    "default imported": of_classifier(
        lambda _, old: replace(old, import_default=not old.import_default)
    ),
    "classifier unbound": of_unit(
        lambda p: bool(p.unit.classifiers), lambda u: replace(u, classifiers=u.classifiers[1:])
    ),
    "rewrite": rewritten,
    "rewrite unbound": of_unit(
        lambda p: bool(p.unit.rewrites), lambda u: replace(u, rewrites=u.rewrites[1:])
    ),
    "term removed": of_filter(lambda _, old, at: put(old, at)),
    "terms swapped": of_filter(terms_swapped),
    "forwarding class": of_term(term_class),
    "loss priority": of_term(turned_loss),
    "discard": of_term(term_end),
    "next term": of_term(term_goes_on),
    "policer of a term gone": of_term(term_policer),
    "prefix": of_term(term_prefix),
    "port range": of_term(term_port),
    "code point matched": of_term(term_dscp),
    "filter unbound": of_unit(
        lambda p: bool(p.unit.input_filters),
        lambda u: replace(u, input_filters=u.input_filters[1:]),
    ),
    "policer rate": of_policer(bps=lambda old: int(str(old)) + 1_000_000),
    "policer burst": of_policer(burst=lambda old: int(str(old)) + 5000),
    "transmit rate": of_scheduler(other_transmit),
    "exact": of_scheduler(other_exact),
    "shaping rate": of_scheduler(other_shaping),
    "priority": of_scheduler(other_priority),
    "buffer": of_scheduler(other_buffer),
    "scheduler map gone": map_gone,
}
"""Each kind of edit by its name."""
