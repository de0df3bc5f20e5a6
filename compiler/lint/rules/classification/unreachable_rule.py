"""A term of a filter, or an entry of a classifier, that matches no packet.

## What it does

Compares each rule of the filters, classifiers and rate-limits that ports apply with those before
it, over all packets, and reports one that takes nothing because the earlier ones take all of its
packets. A code point that a classifier gives to two classes shows up here too. A rule whose packets
are sent on (`next term`) does not take them.

## Why it matters

The term's mark, policer or discard acts on nobody. Of a code point that stands twice in a
classifier only one entry can count, and no public source says which.

## Example

```junos
firewall {
    family inet {
        filter edge {
            term web {
                from { protocol tcp; }
                then accept;
            }
            term bulk {
                from { protocol tcp; destination-port ftp; }
                then { forwarding-class best-effort; loss-priority high; accept; }
            }
            term rest { then accept; }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter edge {
            term bulk {
                from { protocol tcp; destination-port ftp; }
                then { forwarding-class best-effort; loss-priority high; accept; }
            }
            term web {
                from { protocol tcp; }
                then accept;
            }
            term rest { then accept; }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Understanding How
  Firewall Filters Are Evaluated: terms in order, and the first that matches ends the filter.
- Cisco IOS Quality of Service Solutions Command Reference, `rate-limit`: statements in order, until
  one that does not say `continue`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Anything, Predicate, RuleList, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, give_up, packet_space
from qosc.lint.facts.rule_lists import applied, goes_on
from qosc.packets.quick import surely_reached

if TYPE_CHECKING:
    from qosc.packets import PacketSpace, Region

__all__ = ["RULE", "check"]

_TERM = ("term", "terms")

RULE = Rule("QOS107", "unreachable-rule", Severity.WARNING, "0.1")

_QUICK = 24
_MOST = 4_000
"""Longer lists are left out, and that is told: each question costs more than the one before."""
_TOLD = 20


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        stage = applied_list.stage
        if len(stage.rules) > _MOST:
            why = f"it has more than {_MOST} rules"
            give_up(context, RULE, stage.origin, stage.feature[:80], why)
        elif len(stage.rules) > 1 and not _fine(context, stage):
            with deciding(context, RULE, stage.origin, stage.feature[:80]):
                yield from _findings(context, stage)


def _fine(context: Context, stage: RuleList) -> bool:
    """Whether guessed packets show that every rule is reached."""
    if len(stage.rules) > _QUICK:
        return False
    before: list[Predicate] = []
    for rule in stage.rules:
        if before and not surely_reached(context.device, rule.match, before):
            return False
        if not goes_on(rule):
            before.append(rule.match)
    return True


def _findings(context: Context, stage: RuleList) -> Iterator[Diagnostic]:
    space = context.once(packet_space)
    seen, told = space.nothing, 0
    regions: list[Region] = []
    # Of rules of equal priority none is surely before another.
    equal, rank = space.nothing, None
    for place, rule in enumerate(stage.rules):
        if rule.rank != rank:
            seen, equal, rank = seen | equal, space.nothing, rule.rank
        region = space.region(rule.match)
        dead = region <= seen and not region.is_empty()
        if dead and not _customary(stage, place) and told < _TOLD:
            told += 1
            yield _finding(space, stage, regions, place, region)
        taken = space.nothing if goes_on(rule) else region
        regions.append(taken)
        if rank is None:
            seen |= taken
        else:
            equal |= taken


def _customary(stage: RuleList, place: int) -> bool:
    """Whether this is a last term that only says what becomes of the rest anyway."""
    rule = stage.rules[place]
    plain = rule.policer is None and not rule.marks
    is_last = place == len(stage.rules) - 1
    return plain and is_last and (isinstance(rule.match, Anything) or rule.verdict is Verdict.DROP)


def _finding(
    space: PacketSpace, stage: RuleList, regions: list[Region], place: int, region: Region
) -> Diagnostic:
    from qosc.lint.facts.packets.regions import takers

    earlier = [
        (other, taken)
        for other, taken in zip(stage.rules[:place], regions, strict=True)
        if taken.meets(region)
    ]
    pairs = [(other.match, taken) for other, taken in earlier]
    taken_by = takers(space.device, region, pairs, stage.rules[place].match)
    related = tuple(
        Label(earlier[taker.place][0].origin, f"matches {taker.words[:80]}")
        for taker in taken_by
        if taker.words
    )
    kind, others = ("entry", "entries") if stage.feature.startswith("classifiers") else _TERM
    return RULE.at(
        stage.rules[place].origin,
        f"this {kind} of {stage.feature[:60]} is unreachable",
        effect="its code points are in another entry too"
        if kind == "entry"
        else f"{others} before it match all of its packets",
        label="never matches",
        related=related,
        help="remove one of the two" if kind == "entry" else "move it up, or remove it",
    )
