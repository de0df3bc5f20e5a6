"""A list for BGP at the control plane that leaves out a neighbor of the same config.

## What it does

Reports an IPv4 neighbor of BGP whose packets the control-plane policy, or the filter of `lo0.0`,
drops or polices to less than 64 kbit/s, where those of other peers get through. Prefix lists with
`apply-path` are filled from the config. Where such a list of the filter is not filled whole, and
for the neighbors after the first 64, the rule tells that nothing is decided ([QOS091](QOS091.md)).

## Why it matters

The list was made for peers of another day, or has a digit wrong. The session to the neighbor that
it leaves out does not come up, or is lost as soon as anything else fills the rate.

## Example

```ios
access-list 110 permit tcp host 192.0.2.2 any eq 179
access-list 110 permit tcp host 192.0.2.2 eq 179 any
class-map match-all BGP
 match access-group 110
policy-map COPP
 class BGP
  police 1000000
 class class-default
  police 32000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router bgp 65001
 neighbor 192.0.2.9 remote-as 65002
control-plane
 service-policy input COPP
```

## Use instead

```ios
access-list 110 permit tcp host 192.0.2.9 any eq 179
access-list 110 permit tcp host 192.0.2.9 eq 179 any
class-map match-all BGP
 match access-group 110
policy-map COPP
 class BGP
  police 1000000
 class class-default
  police 32000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router bgp 65001
 neighbor 192.0.2.9 remote-as 65002
control-plane
 service-policy input COPP
```

## Sources

- RFC 6192, section 3 and appendix A: the peers of BGP are permitted by their addresses, before the
  rest is limited.
- RFC 4271, section 8.2.1: a peer connects to, and from, TCP port 179.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AllOf, Masked, Policy, Port, RuleList, SupportState, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, give_up, packet_space
from qosc.lint.facts.guards import guards, instances_of_lo0
from qosc.lint.facts.junos import protocols as junos
from qosc.lint.facts.packets.fates import loss, passes
from qosc.lint.facts.packets.neighbors import Peer, peers
from qosc.lint.facts.routing import Routing, routing
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.packets import partition
from qosc.patterns import pattern
from qosc.source import SourceText, Span

if TYPE_CHECKING:
    from qosc.packets import Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS319", "neighbor-left-out", Severity.WARNING, "0.1")

_BGP = 179
_MOST = 64
"""So many neighbors are asked for."""
_APPLIED = pattern(r'prefix-list\s+("[^"]*+"|[^\s{"]++)[\s{]+apply-path')
_Lost = Callable[["Region"], bool]


def check(context: Context) -> Iterator[Diagnostic]:
    for port, guard in guards(context):
        named = context.once(_peers)
        if not named:
            return
        if isinstance(guard, Policy):
            with deciding(context, RULE, guard.origin, guard.title):
                yield from _in_policy(context, guard, named)
        elif _is_of_main(context, port, guard):
            what = guard.feature[:80]
            part = sorted(_lists_of(context, guard) & context.once(_unfilled))
            if part:
                why = f"not all of `apply-path` of prefix-list {part[0][:40]} is known"
                give_up(context, RULE, guard.origin, what, why)
                continue
            with deciding(context, RULE, guard.origin, what):
                yield from _in_filter(context, guard, named)


def _bgp(context: Context) -> Routing | None:
    """BGP over IPv4 in the main instance."""
    every = context.once(routing)
    return next((one for one in every if one.name == "BGP" and not one.instance), None)


def _peers(context: Context) -> list[Peer]:
    """The neighbors of the main instance."""
    source, bgp = context.source, _bgp(context)
    if source is None or bgp is None:
        return []
    if context.profile.takes.junos_statements:
        return junos.peers(context)
    begins = source.index(bgp.origin.line)  # the lines may be those of one device of several
    neighbors = peers(source.lines, begins + 1) if begins is not None else []
    return [one._replace(line=source.number(one.line - 1)) for one in neighbors]


def _lists_of(context: Context, stage: RuleList) -> set[str]:
    """The prefix lists that a filter, or one of a list of filters, names."""
    filters = stage.feature.split(" ")[2:]
    return {
        one.name
        for one in context.device.names
        if one.kind == "prefix-list" and one.by.rpartition(" of filter ")[2] in filters
    }


def _unfilled(context: Context) -> frozenset[str]:
    """The prefix lists whose `apply-path` the reader could not follow, or led to nothing."""
    if context.source is None:
        return frozenset()
    made = sorted(
        (one.origin.line, one.name)
        for one in context.device.names
        if one.kind == "prefix-list" and not one.by
    )
    names = set()
    for each in context.device.residue:
        line = context.source.line(each.origin.line)
        if each.state is not SupportState.RECOGNISED or "apply-path" not in line:
            continue
        said = _APPLIED.match(line, max(line.rfind("prefix-list", 0, each.origin.column), 0))
        above = bisect_right(made, each.origin.line, key=itemgetter(0))
        if said:
            names.add(said[1].strip('"'))
        elif above:
            names.add(made[above - 1][1])
    return frozenset(names)


def _is_of_main(context: Context, port: Port, stage: RuleList) -> bool:
    if not stage.feature.startswith("filter inet ") or context.source is None:
        return False
    return port.name not in context.once(instances_of_lo0)


def _in_policy(context: Context, policy: Policy, named: list[Peer]) -> Iterator[Diagnostic]:
    space = context.once(packet_space)
    parts = partition(space, policy)
    lost = _lost(context, named, lambda packets: loss(parts, packets) is not None, policy.origin)
    if lost:
        entries = (
            entry.match
            for item in policy.classes
            for each in lists_of(context.device, item.match)
            for entry in each.entries
        )
        tests = (list(leaf_tests(context.device, match)) for match in entries)
        origin = next((asked[0].origin for asked in tests if _are_bgp(asked)), None)
        yield _finding(context, origin or policy.origin, policy.title, lost)


def _in_filter(context: Context, stage: RuleList, named: list[Peer]) -> Iterator[Diagnostic]:
    space = context.once(packet_space)
    lost = _lost(context, named, lambda packets: not passes(space, stage, packets), stage.origin)
    if lost:
        term = next(
            (
                rule.origin
                for rule in stage.rules
                if _are_bgp(leaf_tests(context.device, rule.match))
            ),
            stage.origin,
        )
        yield _finding(context, term, f"filter {stage.feature.split(' ', 2)[-1][:40]}", lost)


def _lost(context: Context, named: list[Peer], is_lost: _Lost, origin: Span) -> list[Peer]:
    """The peers that are lost, where BGP as a whole is not."""
    space, bgp = context.once(packet_space), _bgp(context)
    whole = bgp.packets.get(4) if bgp is not None else None
    if whole is None or is_lost(space.region(whole)):
        return []
    if len(named) > _MOST:
        what = f"the {len(named) - _MOST} neighbors after the first {_MOST}"
        give_up(context, RULE, origin, what, f"no more than {_MOST} are asked for")
    lost = []
    for peer in named[:_MOST]:
        value = Masked(peer.value, 0xFFFFFFFF)
        packets = AllOf((whole, Test(Field.SRC4, (value,))))
        if is_lost(space.region(packets)):
            lost.append(peer)
    return lost


def _finding(context: Context, origin: Span, what: str, lost: list[Peer]) -> Diagnostic:
    related = tuple(_where(context.source, lost[:4])) if context.source is not None else ()
    names = lost[0].address + (f" and {len(lost) - 1} more" if len(lost) > 1 else "")
    return RULE.at(
        origin,
        f"{what} lets BGP through, but not that of neighbor {names}",
        label="not for this neighbor",
        related=related,
        help=f"permit TCP port 179 from {lost[0].address}",
    )


def _are_bgp(tests: Iterable[Test]) -> bool:
    """Whether one of the tests asks for the port of BGP."""
    return any(
        test.field in (Field.SRC_PORT, Field.DST_PORT)
        and any(getattr(one, "low", -1) == _BGP for one in test.values)
        for test in tests
    )


def _where(source: SourceText, peers: list[Peer]) -> Iterator[Label]:
    for peer in peers:
        place = source.span(peer.line, 0, len(source.line(peer.line)))
        yield Label(place, f"{peer.address} is a neighbor")
