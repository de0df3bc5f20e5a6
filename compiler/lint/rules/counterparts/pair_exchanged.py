"""Two objects that are named for each other's place, or a variable that is not used.

## What it does

Reports, on JunOS, pairs that are exchanged by their names: the rate limiters of the two directions
of an application rule, and the policers of the two directions of a unit that faces no provider (UP
and DOWN), the traffic control profile of a port and that of its
remaining units, VLANs and the filters of their gateways, and real-time traffic on the path named
for bulk while another class is on the one named for the best. So with a variable of a dynamic
profile that is not used.

## Why it matters

Each gets what is meant for the other one.

## Example

```junos
set version 20.2R3
set interfaces irb unit 1 family inet filter input GUEST-IN
set interfaces irb unit 1 family inet address 192.0.2.1/26
set interfaces irb unit 2 family inet filter input PHONE-IN
set interfaces irb unit 2 family inet address 192.0.2.65/26
set vlans GUEST vlan-id 10
set vlans GUEST l3-interface irb.2
set vlans PHONE vlan-id 20
set vlans PHONE l3-interface irb.1
set firewall family inet filter GUEST-IN term ALL then policer P
set firewall family inet filter GUEST-IN term ALL then accept
set firewall family inet filter PHONE-IN term ALL then count phones
set firewall family inet filter PHONE-IN term ALL then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces irb unit 1 family inet filter input GUEST-IN
set interfaces irb unit 1 family inet address 192.0.2.1/26
set interfaces irb unit 2 family inet filter input PHONE-IN
set interfaces irb unit 2 family inet address 192.0.2.65/26
set vlans GUEST vlan-id 10
set vlans GUEST l3-interface irb.1
set vlans PHONE vlan-id 20
set vlans PHONE l3-interface irb.2
set firewall family inet filter GUEST-IN term ALL then policer P
set firewall family inet filter GUEST-IN term ALL then accept
set firewall family inet filter PHONE-IN term ALL then count phones
set firewall family inet filter PHONE-IN term ALL then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Sources

- The config itself: its names.
- Juniper, CLI Reference, rule-sets (CoS AppQoS): a rate limiter for each of the two directions,
  client-to-server and server-to-client.
- Juniper, Example: Controlling Remaining Traffic: output-traffic-control-profile-remaining is for
  the units without a profile of their own.
- Juniper, Configuring User-Defined CoS Variables in a Dynamic Service Profile: a variable is
  activated where the profile refers to it.
- Juniper, CLI Reference, forwarding-policy: the next hops of a forwarding class.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import uses
from qosc.lint.facts.junos.statements import below, line_of, span_of
from qosc.lint.facts.words.name_words import said_words

__all__ = ["RULE", "check"]

RULE = Rule("QOS951", "pair-exchanged", Severity.WARNING, "0.1")


_UP = frozenset(("up", "upload", "uplink", "upstream", "outbound"))
_DOWN = frozenset(("down", "download", "downlink", "downstream", "inbound"))
_REST = frozenset(("remaining", "remain", "rest"))
_FIRST = frozenset(("voice", "voip", "ef", "expedited", "realtime"))
_GOOD = frozenset(("gold", "platinum", "premium", "voice", "priority", "low-latency"))
_POOR = frozenset(("bulk", "bronze", "scavenger", "background", "best"))
_NO_WORDS = frozenset(("in", "out", "vlan", "input", "output", "filter", "acl"))


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _directions(context)
    yield from _policers(context)
    yield from _remaining(context)
    yield from _gateways(context)
    yield from _paths(context)
    yield from _variables(context)


def _directions(context: Context) -> Iterator[Diagnostic]:
    rules: dict[tuple[str, ...], dict[str, tuple[str, int]]] = {}
    rows = ("class-of-service", "application-traffic-control", "rule-sets")
    for one, rest in below(context, *rows):
        if rest[-2:-1] in (("client-to-server",), ("server-to-client",)):
            rules.setdefault(rest[:-2], {})[rest[-2]] = (rest[-1], one.line)
    for places in rules.values():
        if len(places) == 2:
            up, down = places["client-to-server"], places["server-to-client"]
            if _said(up[0], _DOWN) and _said(down[0], _UP):
                title = f"client-to-server has {up[0]}, and server-to-client has {down[0]}"
                yield _tell(context, up[1], title, down[1])


def _policers(context: Context) -> Iterator[Diagnostic]:
    units: dict[tuple[str, ...], dict[str, tuple[str, int]]] = {}
    outside: set[str] = set()
    for one, rest in below(context, "interfaces", "*"):
        if "description" in rest[:3] and not _OUTSIDE.isdisjoint(said_words(rest[-1])):
            outside.add(one.words[1])
        elif rest[-3:-2] == ("policer",) and rest[-2] in ("input", "output"):
            units.setdefault(one.words[:-2], {})[rest[-2]] = (rest[-1], one.line)
    for words, places in units.items():
        if len(places) < len(("input", "output")) or words[1] in outside:
            continue
        (into, line), (out, other) = places["input"], places["output"]
        if _said(into, _DOWN) and _said(out, _UP):
            # What comes in from a customer is what he sends up.
            title = f"{words[1]} has {into} on what comes in, and {out} on what goes out"
            yield _tell(context, line, title, other)


_OUTSIDE = frozenset(
    ("wan", "isp", "uplink", "internet", "transit", "provider", "carrier", "core", "upstream")
)


def _remaining(context: Context) -> Iterator[Diagnostic]:
    ports: dict[str, dict[str, tuple[str, int]]] = {}
    for one, rest in below(context, "class-of-service", "interfaces"):
        if len(rest) == 3 and rest[1].startswith("output-traffic-control-profile"):
            ports.setdefault(rest[0], {})[rest[1]] = (rest[2], one.line)
    for port, places in ports.items():
        whole = places.get("output-traffic-control-profile")
        rest_of = places.get("output-traffic-control-profile-remaining")
        if whole and _said(whole[0], _REST) and (rest_of is None or not _said(rest_of[0], _REST)):
            title = f"{port} as a whole has {whole[0]}, which is named for remaining units"
            yield _tell(context, whole[1], title, rest_of[1] if rest_of else 0)


def _said(name: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(said_words(name))


def _gateways(context: Context) -> Iterator[Diagnostic]:
    names: dict[str, set[str]] = {}
    for use in context.once(uses):
        if use.way == "input":
            own = {word.rstrip("46") for word in said_words(use.filter)}
            names.setdefault(use.unit, set()).update(own - _NO_WORDS)
    vlans = [
        (one.words[1], set(said_words(one.words[1])) - _NO_WORDS, rest[1], one.line)
        for one, rest in below(context, "vlans", "*")
        if rest[0] in ("l3-interface", "routing-interface") and len(rest) == 2
    ]
    by_unit = {unit: (name, words, line) for name, words, unit, line in vlans}
    for name, words, unit, line in vlans:
        for other, places in names.items():
            taken = by_unit.get(other)
            fits = words & places
            if other == unit or taken is None or not fits or words & names.get(unit, set()):
                continue
            if fits & taken[1] or not taken[1] & names.get(unit, set()):
                continue
            if line < taken[2]:
                title = f"VLAN {name} has {unit}, and VLAN {taken[0]} has {other}"
                yield _tell(context, line, title, taken[2])


def _paths(context: Context) -> Iterator[Diagnostic]:
    maps: dict[str, list[tuple[str, str, int]]] = {}
    for word in (("forwarding-policy", "next-hop-map"), ("cos-next-hop-map",)):
        for one, rest in below(context, "class-of-service", *word):
            if rest[1:2] == ("forwarding-class",) and rest[3:4] in (
                ("lsp-next-hop",),
                ("next-hop",),
            ):
                maps.setdefault(rest[0], []).append((rest[2], rest[-1], one.line))
    for rows in maps.values():
        good = [row for row in rows if _said(row[1], _GOOD) and not _said(row[0], _FIRST)]
        for name, path, line in rows:
            if good and _said(name, _FIRST) and _said(path, _POOR):
                title = f"{name} takes {path}, and {good[0][0]} takes {good[0][1]}"
                yield _tell(context, line, title, good[0][2])


def _variables(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    defined: dict[tuple[str, str], int] = {}
    for one, rest in below(context, "dynamic-profiles", "*", "variables"):
        defined.setdefault((one.words[1], rest[0]), line_of(context, one, 4))
    if not defined or source is None:
        return
    for (profile, name), line in defined.items():
        used = f"${name}"
        if used not in source.text:
            yield RULE.at(
                span_of(context, line),
                f"variable {name} of dynamic-profiles {profile} is used by nothing",
                effect="what the server sends for it has no effect; another may stand in its place",
                label="not used",
                help=f"write ${name} where it is meant",
            )


def _tell(context: Context, line: int, message: str, other: int) -> Diagnostic:
    return RULE.at(
        span_of(context, line),
        message,
        effect="each gets what is meant for the other",
        label="named for another place",
        related=(Label(span_of(context, other), "and this one"),) if other else (),
        help="exchange the two, if they were mixed up",
    )
