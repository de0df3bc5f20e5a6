"""A condition of a term that is true of no packet of this device.

## What it does

Reports a condition of a JunOS term, in a filter that is applied,

- for a forwarding class or a loss priority that no classifier, filter or policer of the device
  gives, while others are given by hand;
- for an interface group in which no unit is, or a destination or source class that no policy sets;
- for `service-filter-hit` where no term sets it;
- for an interface that the text does not have, where it has others of that kind, and for one on
  which the filter is not applied, where it is applied on what comes in by others only;
- for prefix lists that have prefixes of the other IP version only;
- for ICMP of the other IP version (`icmp6` in a filter of IPv4).

## Why it matters

The term never matches. What it is to police, mark or let through goes on to the terms behind it.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set interfaces ge-0/0/0 unit 0 family inet filter input EDGE
set firewall policer SLOW if-exceeding bandwidth-limit 2m
set firewall policer SLOW if-exceeding burst-size-limit 30k
set firewall policer SLOW then discard
set firewall family inet filter EDGE term PING from protocol icmp6
set firewall family inet filter EDGE term PING then policer SLOW
set firewall family inet filter EDGE term PING then accept
set firewall family inet filter EDGE term REST then accept
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set interfaces ge-0/0/0 unit 0 family inet filter input EDGE
set firewall policer SLOW if-exceeding bandwidth-limit 2m
set firewall policer SLOW if-exceeding burst-size-limit 30k
set firewall policer SLOW then discard
set firewall family inet filter EDGE term PING from protocol icmp
set firewall family inet filter EDGE term PING then policer SLOW
set firewall family inet filter EDGE term PING then accept
set firewall family inet filter EDGE term REST then accept
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Firewall Filter
  Match Conditions: a term on an interface that does not exist matches no packet; an interface is
  assigned to a group by `filter group` of its family.
- RFC 4443: ICMPv6 has a next header of its own, 58; RFC 792: ICMP is protocol 1 of IPv4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.inner_values import inner_writes
from qosc.lint.facts.junos.filters import Term, terms, uses
from qosc.lint.facts.junos.links import families, groups_of_units, is_known
from qosc.lint.facts.junos.met import Condition, conditions
from qosc.lint.facts.junos.statements import Statement, Words, below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS632", "condition-never-true", Severity.WARNING, "0.1")

_ICMP = {"inet": frozenset(("icmp6", "icmpv6", "58")), "inet6": frozenset(("icmp", "1", "igmp"))}
_VERSION = {"inet": ".", "inet6": ":"}
_OTHER = {"inet": "IPv6", "inet6": "IPv4"}


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    inward: dict[tuple[str, str], set[str] | None] = {}
    for use in context.once(uses):
        units = inward.setdefault((use.family, use.filter), set())
        if use.way != "input" or use.unit.startswith("lo0") or units is None:
            inward[use.family, use.filter] = None
        else:
            units.add(use.unit)
    for key, of in context.once(terms).items():
        if key not in inward:
            continue
        for term in of.values():
            for condition in conditions(term):
                why = _why(context, term, condition, inward[key])
                if why:
                    yield _told(context, term, condition, why)
                    break


def _told(context: Context, term: Term, condition: Condition, why: str) -> Diagnostic:
    line = condition.rows[0][0].line
    return RULE.at(
        span_of(context, line),
        f"term {term.name[:24]} never matches: {why}",
        effect="its packets go on to the terms behind it",
        label="true of no packet",
        related=(Label(span_of(context, term.line), "this term"),) if term.line != line else (),
        help="write what packets of this device have, or take the term out",
    )


def _why(context: Context, term: Term, condition: Condition, inward: set[str] | None) -> str:
    """Why no packet meets a condition, in words; empty where one may."""
    field, rows = condition
    values = [words[1] for _, words in rows]
    if any(words[2] == "except" for _, words in rows):
        return ""
    if field in ("forwarding-class", "loss-priority"):
        return _inner(context, field, values)
    if field in _GIVEN:
        return _GIVEN[field](context, field, values)
    if field == "interface":
        return _interface(context, values, inward)
    if term.family in _ICMP:
        if field == "protocol" and set(values) <= _ICMP[term.family]:
            return f"{values[0]} is not carried by packets of {term.family}"
        if field.endswith("address"):
            return _version(context, term.family, rows)
    return ""


def _group(context: Context, _: str, values: list[str]) -> str:
    groups = context.once(groups_of_units)
    if any(not one.isdecimal() or one in groups or one == "0" for one in values):
        return ""
    return f"no unit is in interface group {values[0]}"


def _route_class(context: Context, field: str, values: list[str]) -> str:
    if any(one in context.once(_classes_set) for one in values):
        return ""
    return f"no policy sets {field} {values[0][:30]}"


def _hit(context: Context, _: str, __: list[str]) -> str:
    return "" if context.once(_hits) else "no term sets service-filter-hit"


_GIVEN: dict[str, Callable[[Context, str, list[str]], str]] = {
    "interface-group": _group,
    "destination-class": _route_class,
    "source-class": _route_class,
    "service-filter-hit": _hit,
}
"""What other statements of the text give to packets."""


def _inner(context: Context, field: str, values: list[str]) -> str:
    written = context.once(inner_writes)
    given = written.names if field == "forwarding-class" else written.losses
    if not written.by_hand or any(one in given or written.elsewhere(one) for one in values):
        return ""
    if any(one in _STANDING or not is_known(one) for one in values):
        return ""
    if field == "loss-priority" and not given - {"", "low"}:
        return ""
    return f"nothing gives packets {field} {values[0][:30]}"


_STANDING = frozenset(("best-effort", "network-control", "be", "nc", "low", ""))
"""What packets have that nothing has classified, and the router's own."""


def _interface(context: Context, values: list[str], inward: set[str] | None) -> str:
    have, ports, kinds = context.once(families), context.once(_ports), context.once(_kinds)
    if not all(map(is_known, values)) or len(values) > 1:
        return ""
    (name,) = values
    port, _, unit = name.partition(".")
    kind = port.partition("-")[0]
    if unit and name in have and inward and name not in inward and "-" in port:
        return f"it is for {name}, on what comes in by {min(inward)}"
    if port in ports or "-" not in port or kind not in kinds:
        return ""
    return f"there is no interface {name[:30]}"


def _ports(context: Context) -> frozenset[str]:
    """The ports with a family."""
    return frozenset(unit.partition(".")[0] for unit in context.once(families))


def _kinds(context: Context) -> frozenset[str]:
    """The kinds of those ports: `ge`, `xe`."""
    return frozenset(one.partition("-")[0] for one in context.once(_ports) if "-" in one)


def _version(context: Context, family: str, rows: list[tuple[Statement, Words]]) -> str:
    lists = context.once(_versions)
    if not all(words[0].endswith("prefix-list") for _, words in rows):
        return ""
    found = frozenset().union(*(lists.get(words[1], _ANY) for _, words in rows))
    if not found or not found.isdisjoint((_VERSION[family], "")):
        return ""
    return f"prefix-list {rows[0][1][1][:30]} has prefixes of {_OTHER[family]} only"


_ANY = frozenset(("",))


def _versions(context: Context) -> dict[str, frozenset[str]]:
    """The mark of the IP version of each prefix in each list; empty for what is no prefix, as where
    `apply-path` fills the list in.
    """
    found: dict[str, set[str]] = {}
    for _, rest in below(context, "policy-options", "prefix-list"):
        prefix = rest[1] if len(rest) == 2 and "/" in rest[1] else ""
        mark = next((one for one in _VERSION.values() if one in prefix), "")
        found.setdefault(rest[0], set()).add(mark)
    return {name: frozenset(marks) for name, marks in found.items()}


def _classes_set(context: Context) -> frozenset[str]:
    """The destination and source classes that policies set."""
    return frozenset(
        rest[-1]
        for _, rest in below(context, "policy-options", "policy-statement")
        if rest[-2:-1] in (("destination-class",), ("source-class",))
    )


def _hits(context: Context) -> bool:
    """Whether a term sets `service-filter-hit`."""
    return any(
        words[0] == "service-filter-hit"
        for of in context.once(terms).values()
        for term in of.values()
        for _, words in term.actions
    )
