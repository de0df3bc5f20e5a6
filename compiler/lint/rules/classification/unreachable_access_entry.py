"""An unreachable entry of an access list: entries before it match all of its packets.

## What it does

Reports each entry of an access list that a class-map or a `rate-limit` uses, where entries before
it match all its packets. It is a warning where one of these decides otherwise (permit before deny,
or deny before permit), and for information where all decide the same. An entry for all packets,
such as `permit ip any any`, that stands before several others is one warning for all of them. The
customary last line `deny ip any any` is not reported. A deny entry is a warning, too, where an
entry before it permits some of its packets and none after it permits the rest.

## Why it matters

The first entry that matches decides. An exception that comes after the rule it is an exception
from has no effect, so packets are in a class that they were meant to be kept out of.

## Example

```ios
access-list 110 permit udp any any range 16384 32767
access-list 110 deny udp host 10.1.1.1 any range 16384 32767
class-map match-all VOICE
 match access-group 110
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
access-list 110 deny udp host 10.1.1.1 any range 16384 32767
access-list 110 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group 110
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Security Configuration Guide, IP access lists: entries are tried in order, and the first
  that matches ends the search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AccessEntry, AccessList, Interval, Predicate, RefKind, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.packets.late_exceptions import late_exceptions, may_be_late
from qosc.packets.quick import surely_reached
from qosc.packets.rivals import rivals

if TYPE_CHECKING:
    from qosc.packets import PacketSpace, Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS104", "unreachable-access-entry", Severity.WARNING, "0.1")

QUICK = 300
"""Up to so many pairs of entries of a list are tried with guessed packets before the exact
question: all pairs of 24 entries."""

TOLD = 20
"""Up to so many entries of one list are explained; the rest is counted."""


def check(context: Context) -> Iterator[Diagnostic]:
    # An access list of `rate-limit` has one entry and is not among these.
    for access_list in context.device.access_lists.values():
        used = (RefKind.ACCESS_LIST, access_list.name) in context.index.uses
        if not used or len(access_list.entries) < 2:
            continue
        matches = [entry.match for entry in access_list.entries]
        before = rivals(matches, QUICK)
        late = may_be_late(context.device, access_list, before)
        if not late and _fine(context, matches, before):
            continue
        with deciding(
            context, RULE, access_list.entries[0].origin, f"access-list {access_list.name}"
        ):
            yield from _findings(context.once(packet_space), access_list, late)


def _fine(
    context: Context, matches: Sequence[Predicate], before: Sequence[Sequence[int]] | None
) -> bool:
    """Whether guessed packets show that every entry is reached; `before` has the places of the
    entries that may share a packet with each.
    """
    if before is None:
        return False
    # An entry that shares no packet with others decides all of its own.
    return all(
        surely_reached(context.device, match, [matches[place] for place in places])
        for match, places in zip(matches, before, strict=True)
        if places
    )


def _findings(
    space: PacketSpace, access_list: AccessList, late: Collection[int]
) -> Iterator[Diagnostic]:
    seen, regions, dead = space.nothing, [], []
    before: dict[int, Region] = {}
    for place, entry in enumerate(access_list.entries):
        region = space.region(entry.match)
        if (
            region <= seen
            and not region.is_empty()
            and not _customary(space, access_list, place, region)
        ):
            dead.append(place)
        elif place in late:
            before[place] = seen
        regions.append(region)
        seen |= region
    for place, other in late_exceptions(space.nothing, access_list, regions, before)[:TOLD]:
        yield _of_exception(access_list, place, other)
    whole = space.region(Test(Field.VERSION, (Interval(4, 4),)))
    every = next((at for at, region in enumerate(regions) if whole <= region), len(regions))
    behind = [place for place in dead if place > every]
    if len(behind) > 1:
        yield _of_every(access_list, every, behind)
        dead = [place for place in dead if place < every]
    for place in dead[:TOLD]:
        yield _finding(space, access_list, regions, place)
    if len(dead) > TOLD:
        more = len(dead) - TOLD
        yield RULE.at(
            access_list.entries[dead[TOLD]].origin,
            f"{more} more entries of access-list {access_list.name} are unreachable",
            effect="entries before them match all of their packets",
            label="the first of them",
            severity=Severity.INFO,
            help="remove them, or move them up",
        )


def _of_exception(access_list: AccessList, place: int, other: int) -> Diagnostic:
    """What to say of a deny entry that comes after the permit that it is an exception from."""
    entry, earlier = access_list.entries[place], access_list.entries[other]
    return RULE.at(
        entry.origin,
        f"deny entry {entry.label} of access-list {access_list.name} has no effect",
        effect=f"entry {earlier.label} permits its packets before it; the rest is denied anyway",
        label="denies nothing that is permitted",
        related=(Label(earlier.origin, "permits them"),),
        help=f"put entry {entry.label} before entry {earlier.label}",
    )


def _of_every(access_list: AccessList, place: int, dead: list[int]) -> Diagnostic:
    """What to say of an entry for all packets, of which the entries `dead` behind it get none."""
    entry, first = access_list.entries[place], access_list.entries[dead[0]]
    return RULE.at(
        entry.origin,
        f"{len(dead)} entries of access-list {access_list.name} are unreachable",
        effect=f"entry {entry.label} before them {_does(entry)} all packets",
        label=f"{_does(entry)} all packets",
        related=(Label(first.origin, "unreachable from here on"),),
        help=f"put entry {entry.label} last",
    )


def _customary(space: PacketSpace, access_list: AccessList, place: int, region: Region) -> bool:
    """Whether this is the last line that denies the rest, written or not written alike."""
    if access_list.entries[place].permit or place < len(access_list.entries) - 1:
        return False
    ip4 = Test(Field.VERSION, (Interval(4, 4),))
    ip6 = Test(Field.VERSION, (Interval(6, 6),))
    return region in (space.everything, space.region(ip4), space.region(ip6))


def _finding(
    space: PacketSpace, access_list: AccessList, regions: list[Region], place: int
) -> Diagnostic:
    from qosc.ir.describe import describe_match
    from qosc.lint.facts.packets.regions import join_words, takers

    entry = access_list.entries[place]
    earlier = [
        (other.match, region)
        for other, region in zip(access_list.entries[:place], regions[:place], strict=True)
        if region.meets(regions[place])
    ]
    others = [
        other
        for other, region in zip(access_list.entries[:place], regions[:place], strict=True)
        if region.meets(regions[place])
    ]
    chosen = [
        (others[taker.place], taker.words)
        for taker in takers(space.device, regions[place], earlier, entry.match)
    ]
    contrary = any(other.permit != entry.permit for other, _ in chosen)
    names = join_words([f"entry {other.label}" for other, _ in chosen])
    same = len(chosen) == 1 and chosen[0][0].match == entry.match
    return RULE.at(
        entry.origin,
        f"entry {entry.label} of access-list {access_list.name} is unreachable",
        effect=f"shadowed by {names}",
        label=f"{_verb(entry)} {describe_match(entry.match)}: unreachable"
        if contrary
        else "unreachable",
        related=tuple(
            Label(
                other.origin,
                f"{_does(other)} {describe_match(other.match) if not same else 'them'}",
            )
            for other, said in chosen
            if said
        ),
        severity=Severity.WARNING if contrary else Severity.INFO,
        help=f"put entry {entry.label} before {names}" if contrary and not same else "remove it",
    )


def _does(entry: AccessEntry) -> str:
    return "permits" if entry.permit else "denies"


def _verb(entry: AccessEntry) -> str:
    return "permit" if entry.permit else "deny"
