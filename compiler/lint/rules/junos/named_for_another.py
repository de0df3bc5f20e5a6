"""An object of another user, where one that is named for this user stands beside it.

## What it does

Looks at who uses what in a JunOS text: schedulers and their drop profiles, ports, units and
interface sets and their scheduler maps, traffic control profiles, filters and policers, terms and
their policers. A pair goes together where the name of the object has a word of the user's name or
description that few other objects have. Reports a pair that does not, while an object that is not
referenced is named for this user, or while the object used is that of another user and one that
goes together with more of this user's name is there; in both cases only where the other pairs of
the kind go together. Two users each of which has the object that is named for the other are one
finding.

## Why it matters

The packets are shaped, policed or dropped by the figures that are meant for others.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 11 description "ALPHA, shop"
set interfaces ge-0/0/0 unit 11 vlan-id 11
set interfaces ge-0/0/0 unit 11 family inet filter input ALPHA-IN
set interfaces ge-0/0/0 unit 11 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 12 description "BRAVO, shop"
set interfaces ge-0/0/0 unit 12 vlan-id 12
set interfaces ge-0/0/0 unit 12 family inet filter input ALPHA-IN
set interfaces ge-0/0/0 unit 12 family inet address 192.0.2.5/30
set firewall family inet filter ALPHA-IN term ALL then policer P-ALPHA
set firewall family inet filter ALPHA-IN term ALL then accept
set firewall family inet filter BRAVO-IN term ALL then policer P-BRAVO
set firewall family inet filter BRAVO-IN term ALL then accept
set firewall policer P-ALPHA if-exceeding bandwidth-limit 20m
set firewall policer P-ALPHA if-exceeding burst-size-limit 700k
set firewall policer P-ALPHA then discard
set firewall policer P-BRAVO if-exceeding bandwidth-limit 50m
set firewall policer P-BRAVO if-exceeding burst-size-limit 700k
set firewall policer P-BRAVO then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 11 description "ALPHA, shop"
set interfaces ge-0/0/0 unit 11 vlan-id 11
set interfaces ge-0/0/0 unit 11 family inet filter input ALPHA-IN
set interfaces ge-0/0/0 unit 11 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 12 description "BRAVO, shop"
set interfaces ge-0/0/0 unit 12 vlan-id 12
set interfaces ge-0/0/0 unit 12 family inet filter input BRAVO-IN
set interfaces ge-0/0/0 unit 12 family inet address 192.0.2.5/30
set firewall family inet filter ALPHA-IN term ALL then policer P-ALPHA
set firewall family inet filter ALPHA-IN term ALL then accept
set firewall family inet filter BRAVO-IN term ALL then policer P-BRAVO
set firewall family inet filter BRAVO-IN term ALL then accept
set firewall policer P-ALPHA if-exceeding bandwidth-limit 20m
set firewall policer P-ALPHA if-exceeding burst-size-limit 700k
set firewall policer P-ALPHA then discard
set firewall policer P-BRAVO if-exceeding bandwidth-limit 50m
set firewall policer P-BRAVO if-exceeding burst-size-limit 700k
set firewall policer P-BRAVO then discard
```

## Sources

- The config itself: what its other names have in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.named_uses import NamedUse, defined, named_uses, words_of
from qosc.lint.facts.junos.statements import span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS989", "named-for-another", Severity.WARNING, "0.1")

_MOST = 4
"""One pair in so many may not go together; where there are more, names mean nothing here."""
_PAIR = 2
"""So many uses are one exchange; where there are more, names mean nothing here."""
_LIMIT = 400
"""Kinds with more objects are passed over: each user would be held against each of them."""
_STATED = frozenset(("ecn",))
_WAYS = frozenset(("in", "out", "input", "output", "ingress", "egress", "up", "down"))


def check(context: Context) -> Iterator[Diagnostic]:
    kinds: dict[str, list[NamedUse]] = {}
    for use in context.once(named_uses):
        kinds.setdefault(use.kind, []).append(use)
    for kind, uses in kinds.items():
        objects = context.once(defined).get(kind, {})
        if 1 < len(objects) <= _LIMIT:
            yield from _of_kind(context, uses, objects)


def _of_kind(
    context: Context, uses: Sequence[NamedUse], objects: Mapping[str, int]
) -> Iterator[Diagnostic]:
    words = _telling(objects)
    used = Counter(use.target for use in uses)
    agreeing, astray = _sorted(uses, words)
    pairs = {(use.target, better) for use, better in astray}
    mutual = sum((better, use.target) in pairs for use, better in astray)
    if (len(astray) - mutual) * _MOST > len(agreeing) + len(astray) + _MOST - 1 or mutual > _PAIR:
        return
    owners = {use.target: use for use in agreeing}
    exchanged = {(use.target, better): use for use, better in astray}
    for use, better in astray:
        owner = owners.get(use.target)
        other = exchanged.get((better, use.target))
        if other is not None:  # each has what is named for the other: two lines say the same
            if use.line < other.line:
                yield _exchange(context, use, other)
            continue
        rest = words[use.target] - use.words
        sure = use.words & words[better] & _STATED  # a statement says so, not a name
        if used[better]:
            if owner is None or len(agreeing) < _MOST:
                continue
        elif not (agreeing or sure) or (not rest and owner is None):
            continue
        where = (Label(span_of(context, owner.line), "its own user"),) if owner else ()
        yield RULE.at(
            span_of(context, use.line),
            f"{use.user} has {use.target}, and {better} is named for it",
            effect="" if used[better] else f"{better} is used by nothing",
            label="named for another" if rest else "less of its name",
            related=(Label(span_of(context, objects[better]), "named for it"), *where),
            help=f"write {better}, or say in a comment why it is the other one",
        )


def _exchange(context: Context, use: NamedUse, other: NamedUse) -> Diagnostic:
    return RULE.at(
        span_of(context, use.line),
        f"{use.user} has {use.target}, and {other.user} has {other.target}: exchanged",
        effect="the packets of each have the treatment that is meant for the other",
        label=f"named for {other.user}",
        related=(Label(span_of(context, other.line), f"named for {use.user}"),),
        help=f"write {other.target} here and {use.target} there",
    )


def _sorted(
    uses: Sequence[NamedUse], words: Mapping[str, frozenset[str]]
) -> tuple[list[NamedUse], list[tuple[NamedUse, str]]]:
    """The uses that go together with their object, and those for which another one does better."""
    holders: dict[str, list[str]] = {}
    for name, said in words.items():
        for word in said:
            holders.setdefault(word, []).append(name)
    agreeing: list[NamedUse] = []
    astray: list[tuple[NamedUse, str]] = []
    for use in uses:
        if use.target not in words:
            continue
        own = words[use.target] & use.words
        others = {name for word in use.words for name in holders.get(word, ())}
        better = sorted(
            name
            for name in others
            if own < words[name] & use.words and words[name] - use.words <= _WAYS
        )
        if better:
            astray.append((use, better[0]))
        elif own:
            agreeing.append(use)
    return agreeing, astray


def _telling(objects: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """The words of each name that at most half of the names have."""
    said = {name: words_of(name) for name in objects}
    count = Counter(word for words in said.values() for word in words)
    return {
        name: frozenset(word for word in words if count[word] * 2 <= len(objects))
        for name, words in said.items()
    }
