"""A port with its QoS left inactive, or a tunnel unit without any, beside a twin that has it.

## What it does

Looks at ports and units of JunOS whose descriptions differ in numbers or single letters only, and
reports a filter or a binding of class of service that is inactive on one, and active on the others;
and a unit of a tunnel without a classifier, where the units of its twins have one.

## Why it matters

The packets of this port get the default classifier and no policer, since `deactivate` was not
undone or the port was forgotten.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/1 description "desk 1"
set interfaces ge-0/0/1 unit 0 family inet filter input DESK
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/2 description "desk 2"
set interfaces ge-0/0/2 unit 0 family inet filter input DESK
set interfaces ge-0/0/2 unit 0 family inet address 192.0.2.5/30
set firewall family inet filter DESK term ALL then forwarding-class best-effort
set firewall family inet filter DESK term ALL then accept
deactivate interfaces ge-0/0/2 unit 0 family inet filter
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/1 description "desk 1"
set interfaces ge-0/0/1 unit 0 family inet filter input DESK
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/2 description "desk 2"
set interfaces ge-0/0/2 unit 0 family inet filter input DESK
set interfaces ge-0/0/2 unit 0 family inet address 192.0.2.5/30
set firewall family inet filter DESK term ALL then forwarding-class best-effort
set firewall family inet filter DESK term ALL then accept
```

## Sources

- The config itself: the twins.
- Juniper, Junos OS 13.2, Deactivating and Reactivating Statements and Identifiers in a Junos
  Configuration: the statement stays in the text, and is not applied by `commit`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import Statement, Words, below, span_of
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS959", "twin-left-out", Severity.WARNING, "0.1")

_OWN = pattern(r"\d+|\b[A-Za-z]\b")
"""What may differ in the descriptions of twins."""
_TUNNELS = ("st0.", "gr-")
_BINDINGS = ("classifiers", "rewrite-rules", "scheduler-map", "output-traffic-control-profile")
_MOST = 500


def check(context: Context) -> Iterator[Diagnostic]:
    shapes: dict[tuple[str, str], list[str]] = {}
    shape_of: dict[str, tuple[str, str]] = {}
    described: dict[str, int] = {}
    for one, rest in below(context, "interfaces", "*"):
        port, said = one.words[1], rest
        if rest[0] == "unit":
            port, said = f"{port}.{rest[1]}", rest[2:]
        if said[:1] == ("description",) and len(said) > 1:
            words = " ".join(said[1:])
            shape = (port.partition("-")[0].partition(".")[0], _OWN.sub("#", words))
            if "#" in shape[1] and len(shapes.setdefault(shape, [])) < _MOST:
                shapes[shape].append(port)
                shape_of[port] = shape
                described[port] = one.line
    if not any(len(twins) > 1 for twins in shapes.values()):
        return
    yield from _inactive(context, shapes, shape_of)
    yield from _tunnels(context, shapes, described)


def _inactive(
    context: Context,
    shapes: dict[tuple[str, str], list[str]],
    shape_of: dict[str, tuple[str, str]],
) -> Iterator[Diagnostic]:
    off = [(*_bound(one), one.line) for one in context.statements.off]
    off = [row for row in off if row[1]]
    if not off:
        return
    active: dict[tuple[str, Words], int] = {}
    for first in ("interfaces", "class-of-service"):
        for one, _ in below(context, first, "*"):
            if (bound := _bound(one))[1]:
                active.setdefault(bound, one.line)
    left = {(port, words) for port, words, _ in off}
    reported: set[str] = set()
    for port, words, line in off:
        shape = next((shape_of[name] for name in _names(port) if name in shape_of), None)
        if shape is None or port in reported:
            continue
        unit = port.partition(".")[2]
        own = next(name for name in _names(port) if name in shape_of)
        others = [
            name if "." in name or not unit else f"{name}.{unit}"
            for name in shapes[shape]
            if name != own
        ]
        if others and all((other, words) in active for other in others):
            if any((other, words) in left for other in others) or (port, words) in active:
                continue
            reported.add(port)
            what = next(word for word in words if word in ("filter", *_BINDINGS))
            yield RULE.at(
                span_of(context, line),
                f"{what} {words[-1]} is inactive on {port}, and active on {others[0]}",
                effect="packets of this port are not classified or limited as those of its twin",
                label="inactive",
                related=(Label(span_of(context, active[others[0], words]), "the twin"),),
                help="activate it, or say in the description why not",
            )


def _names(port: str) -> tuple[str, ...]:
    """A unit, and its port: either may have the description."""
    return (port, port.partition(".")[0]) if "." in port else (port,)


def _bound(one: Statement) -> tuple[str, Words]:
    """The port or unit and the words of a filter or a binding; no words for other statements."""
    words = one.words
    if words[0] == "class-of-service" and words[1] == "interfaces":
        words = words[1:]
    elif "filter" not in words[:-2]:
        return "", Words()
    if words[0] != "interfaces" or words[1] == "interface-set":
        return "", Words()
    port, rest = words[1], words[2:]
    if rest[0] == "unit":
        port, rest = f"{port}.{rest[1]}", rest[2:]
    if "filter" in rest[:-2] or (rest[0] in _BINDINGS and len(rest) > 1):
        return port, rest
    return "", Words()


def _tunnels(
    context: Context, shapes: dict[tuple[str, str], list[str]], described: dict[str, int]
) -> Iterator[Diagnostic]:
    bound: dict[str, dict[str, int]] = {}
    for one, rest in below(context, "class-of-service", "interfaces"):
        if len(rest) == 1:
            continue  # the level of the port, with its units below
        unit = f"{rest[0]}.{rest[2]}" if rest[1] == "unit" else rest[0]
        if "*" in unit and unit.startswith(("*", "<", "st0", "gr")):
            return  # a pattern binds all units
        own = bound.setdefault(unit, {})
        if rest[1] == "unit" and rest[3] == "classifiers" and len(rest) > 5:
            own[" ".join(rest[4:])] = one.line
    for twins in shapes.values():
        units = [name for name in twins if name.startswith(_TUNNELS) and "." in name]
        without = [name for name in units if name not in bound]
        having = [name for name in units if bound.get(name)]
        if len(without) != 1 or not having or len(having) + 1 != len(units):
            continue
        (name,) = without
        first = bound[having[0]]
        if name.partition(".")[0] in bound or any(
            bound[one].keys() != first.keys() for one in having
        ):
            continue
        kind, line = next(iter(first.items()))
        yield RULE.at(
            span_of(context, described[name]),
            f"{name} has no classifier; its twin {having[0]} has {kind}",
            effect="packets from this tunnel are in best effort, whatever their marks",
            label="no classifier",
            related=(Label(span_of(context, line), "the twin"),),
            help="bind the same classifier to it",
        )
