"""A filter of a list that takes the packets of a later one.

## What it does

Reports an `input-list` or `output-list` of JunOS in which a filter before the last accepts every
packet, so that no packet comes to the later ones; and a filter before the last in which one term
accepts what it polices or counts, while all its others go on with `next term`.

## Why it matters

A term that accepts ends the whole list. What the later filters police, count and put into classes
passes by them.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input-list ALL
set interfaces ge-0/0/0 unit 0 family inet filter input-list LIMIT
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set firewall family inet filter ALL term REST then count all
set firewall family inet filter ALL term REST then accept
set firewall family inet filter LIMIT term ICMP from protocol icmp
set firewall family inet filter LIMIT term ICMP then policer P
set firewall family inet filter LIMIT term ICMP then accept
set firewall family inet filter LIMIT term REST then accept
set firewall policer P filter-specific
set firewall policer P if-exceeding bandwidth-limit 1m
set firewall policer P if-exceeding burst-size-limit 15k
set firewall policer P then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input-list LIMIT
set interfaces ge-0/0/0 unit 0 family inet filter input-list ALL
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set firewall family inet filter ALL term REST then count all
set firewall family inet filter ALL term REST then accept
set firewall family inet filter LIMIT term ICMP from protocol icmp
set firewall family inet filter LIMIT term ICMP then policer P
set firewall family inet filter LIMIT term ICMP then next term
set firewall policer P filter-specific
set firewall policer P if-exceeding bandwidth-limit 1m
set firewall policer P if-exceeding burst-size-limit 15k
set firewall policer P then discard
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, multiple standalone
  firewall filters applied as a list: the filters are one filter, and the first match with a
  terminating action ends it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import DENIED, Term, terms
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS986", "filter-list-cut", Severity.WARNING, "0.1")

_WAYS = ("input-list", "output-list")
_FEW = 2
"""So many other terms of a filter have to go on before one that does not is told."""


def check(context: Context) -> Iterator[Diagnostic]:
    chains: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if len(rest) > 3 and rest[-2] in _WAYS:
            chains.setdefault(one.words[:-1], []).append((rest[-1], one.line))
    last: set[str] = {names[-1][0] for names in chains.values()}
    reported: set[str] = set()
    for words, names in chains.items():
        family = words[words.index("family") + 1] if "family" in words else ""
        for at, (name, line) in enumerate(names[:-1]):
            of = list(context.once(terms).get((family, name), {}).values())
            if not of or name in reported:
                continue
            later, place = names[at + 1]
            end = of[-1]
            if not end.origins and "accept" in _does(end):
                reported.add(name)
                yield RULE.at(
                    span_of(context, line),
                    f"filter {name} accepts every packet, ahead of {later} in the list",
                    effect=f"no packet comes to {later}: what it polices or marks passes by it",
                    label="ends the list",
                    related=(
                        Label(span_of(context, end.line), "takes all that is left"),
                        Label(span_of(context, place), "never reached"),
                    ),
                    help=f"put {name} last, or leave its last term out",
                )
                break
            if name not in last:
                yield from _one_accepts(context, of, later, reported)


def _one_accepts(
    context: Context, of: list[Term], later: str, reported: set[str]
) -> Iterator[Diagnostic]:
    going = [term for term in of if "next" in _does(term)]
    takes = [term for term in of if "next" not in _does(term) and not _does(term) & DENIED]
    if len(takes) != 1 or len(going) < _FEW:
        return
    (one,) = takes
    if not any("policer" in action or action == "count" for action in _does(one)):
        return
    reported.add(one.filter)
    line = next((said.line for said, words in one.actions if words[0] == "accept"), one.line)
    yield RULE.at(
        span_of(context, line),
        f"term {one.name} of {one.filter} ends the list before {later}; its others go on",
        effect=f"what {later} polices or marks passes by it, as far as {one.name} takes it",
        label="ends the list",
        related=(Label(span_of(context, going[0].line), "goes on with next term"),),
        help="write next term in place of accept, if the later filter is meant for it too",
    )


def _does(term: Term) -> frozenset[str]:
    return frozenset(words[0] for _, words in term.actions)
