"""Edits of what an abstract IOS router matches: entries of lists, lines of class-maps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.generator.ios.edit_kit import Edit, with_acl
from tests.generator.ios.make_acl import ace
from tests.generator.ios.model import (
    Ace,
    Acl,
    Compare,
    Length,
    Line,
    Marked,
    Prefix,
    Router,
)
from tests.generator.names import DSCP


def of_entry(change: Callable[[Random, tuple[Ace, ...], int, Acl], tuple[Ace, ...] | None]) -> Edit:
    """Other entries of a list."""

    def edit(rng: Random, router: Router) -> Router | None:
        acls = [acl for acl in router.acls.values() if acl.entries]
        rng.shuffle(acls)
        for acl in acls:
            for at in rng.sample(range(len(acl.entries)), len(acl.entries)):
                entries = change(rng, acl.entries, at, acl)
                if entries:
                    return with_acl(router, replace(acl, entries=entries))
        return None

    return edit


def put(entries: tuple[Ace, ...], at: int, *new: Ace) -> tuple[Ace, ...]:
    """The entries with others in place of one."""
    return (*entries[:at], *new, *entries[at + 1 :])


def new_entry(rng: Random, entries: tuple[Ace, ...], at: int, acl: Acl) -> tuple[Ace, ...]:
    """One more entry before another."""
    if acl.standard:
        made = Ace(rng.random() < 0.5, src=Prefix(0x0A000000 | rng.randrange(256) << 8, 0xFF))
    else:
        made = ace(rng, acl.version)
    return put(entries, at, made, entries[at])


def less_entry(_: Random, entries: tuple[Ace, ...], at: int, __: Acl) -> tuple[Ace, ...] | None:
    """One entry less."""
    return put(entries, at) or None


def swapped(_: Random, entries: tuple[Ace, ...], at: int, __: Acl) -> tuple[Ace, ...] | None:
    """Two entries in the other order."""
    if at + 1 == len(entries):
        return None
    return (*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :])


def turned(_: Random, entries: tuple[Ace, ...], at: int, __: Acl) -> tuple[Ace, ...]:
    """Deny for permit, or permit for deny."""
    return put(entries, at, replace(entries[at], permit=not entries[at].permit))


def masked(rng: Random, entries: tuple[Ace, ...], at: int, _: Acl) -> tuple[Ace, ...] | None:
    """A mask with one more bit, or one less."""
    side = rng.choice(("src", "dst"))
    prefix: Prefix | None = getattr(entries[at], side)
    if prefix is None or prefix.wildcard & (prefix.wildcard + 1):
        return None
    bits = prefix.wildcard.bit_length()
    wider = (1 << bits + 1) - 1
    made = Prefix(prefix.value & ~wider, wider)
    return put(entries, at, replace(entries[at], **{side: made}))


def ranged(rng: Random, entries: tuple[Ace, ...], at: int, _: Acl) -> tuple[Ace, ...] | None:
    """A range of ports that ends elsewhere."""
    side = rng.choice(("src_port", "dst_port"))
    test: Compare | None = getattr(entries[at], side)
    if test is None:
        return None
    last = test.numbers[-1]
    made = replace(test, numbers=(*test.numbers[:-1], last + 1 if last < 65_000 else last - 1))
    return put(entries, at, replace(entries[at], **{side: made}))


def another_protocol(
    rng: Random, entries: tuple[Ace, ...], at: int, acl: Acl
) -> tuple[Ace, ...] | None:
    """UDP for TCP, and the reverse."""
    entry = entries[at]
    flags = entry.established or entry.flags_all or entry.flags_any
    if acl.standard or entry.protocol not in (6, 17) or flags:
        return None
    return put(entries, at, replace(entry, protocol=23 - entry.protocol))


def twice(_: Random, entries: tuple[Ace, ...], at: int, acl: Acl) -> tuple[Ace, ...] | None:
    """An entry for half of an address block before the entry for all of it: changes nothing."""
    prefix = entries[at].src
    if prefix is None or not prefix.wildcard or prefix.wildcard & (prefix.wildcard + 1):
        return None
    half = Prefix(prefix.value, prefix.wildcard >> 1)
    return (*entries[:at], replace(entries[at], src=half), *entries[at:])


def marked_line(rng: Random, router: Router) -> Router | None:
    """Another code point in a match line."""
    places = [
        (found, at)
        for found in router.class_maps.values()
        for at, line in enumerate(found.lines)
        if isinstance(line.predicate, Marked)
    ]
    if not places:
        return None
    found, at = rng.choice(places)
    old = found.lines[at].predicate
    assert isinstance(old, Marked)
    stock = range(8) if old.precedence else [*DSCP.values()]
    free = [value for value in stock if value not in old.values]
    values = (rng.choice(free), *old.values[1:])
    line = Line(replace(old, values=values), found.lines[at].negated)
    return with_lines(router, found.name, put_line(found.lines, at, line))


def put_line(lines: tuple[Line, ...], at: int, *new: Line) -> tuple[Line, ...]:
    """The lines with others in place of one."""
    return (*lines[:at], *new, *lines[at + 1 :])


def with_lines(router: Router, name: str, lines: tuple[Line, ...]) -> Router:
    """The router with other lines in a class-map."""
    made = replace(router.class_maps[name], lines=lines)
    return replace(router, class_maps={**router.class_maps, name: made})


def of_line(change: Callable[[Random, Line], Line | None]) -> Edit:
    """Another match line in place of one."""

    def edit(rng: Random, router: Router) -> Router | None:
        places = [
            (found.name, at, made)
            for found in router.class_maps.values()
            for at, line in enumerate(found.lines)
            if (made := change(rng, line)) is not None
        ]
        if not places:
            return None
        name, at, made = rng.choice(places)
        return with_lines(router, name, put_line(router.class_maps[name].lines, at, made))

    return edit


def longer(rng: Random, line: Line) -> Line | None:
    """A packet length that ends one byte later."""
    del rng
    old = line.predicate
    return (
        replace(line, predicate=Length(old.low, old.high + 1)) if isinstance(old, Length) else None
    )


def both_versions(rng: Random, line: Line) -> Line | None:
    """`match dscp` for `match ip dscp`, and the reverse."""
    del rng
    old = line.predicate
    if not isinstance(old, Marked):
        return None
    return replace(line, predicate=replace(old, ipv4_only=not old.ipv4_only))


def mode(rng: Random, router: Router) -> Router | None:
    """Match-any for match-all, and the reverse."""
    maps = [
        found
        for found in router.class_maps.values()
        if len({type(line.predicate) for line in found.lines}) == len(found.lines) > 1
    ]
    if not maps:
        return None
    found = rng.choice(maps)
    made = replace(found, match_any=not found.match_any)
    return replace(router, class_maps={**router.class_maps, found.name: made})
