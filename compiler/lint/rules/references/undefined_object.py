"""A scheduler, classifier, filter, (aggregate) policer or the like that does not exist.

## What it does

Looks at every name that a JunOS config uses for a scheduler, scheduler map, traffic control
profile, drop profile, classifier, rewrite rule, forwarding class, policer, filter or prefix list,
and reports those that no line defines. It proposes the name that was probably meant. Names that are
there without a definition (`best-effort`, `default`) are known. On IOS it looks at the names after
`police aggregate`, which `mls qos aggregate-policer` defines.

## Why it matters

The commit fails with most of them. Where it does not, as with some parts of class of service, the
statement has no effect: a class without its scheduler gets no bandwidth of its own, a queue without
its drop profile drops at the tail. A class with an aggregate policer that does not exist is not
limited.

## Example

```junos
class-of-service {
    schedulers {
        web { transmit-rate percent 60; }
        rest { transmit-rate percent 40; }
    }
    scheduler-maps {
        wan {
            forwarding-class best-effort scheduler wbe;
            forwarding-class network-control scheduler rest;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map wan; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    schedulers {
        web { transmit-rate percent 60; }
        rest { transmit-rate percent 40; }
    }
    scheduler-maps {
        wan {
            forwarding-class best-effort scheduler web;
            forwarding-class network-control scheduler rest;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map wan; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, Configuring Scheduler Maps; Routing Policies, Firewall
  Filters, and Traffic Policers User Guide, Guidelines for Configuring Firewall Filters: each names
  objects that are defined elsewhere.
- Catalyst 6500 Release 12.2SX Software Configuration Guide, Configuring PFC QoS: `police aggregate`
  names a policer that `mls qos aggregate-policer` has made.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Severity
from qosc.ir.device import Name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import Objects, elsewhere, meant, objects, words
from qosc.lint.facts.packets.regions import join_words

__all__ = ["RULE", "check"]

RULE = Rule("QOS012", "undefined-object", Severity.ERROR, "0.1")

_EFFECTS = {
    "scheduler": "the class has no bandwidth, priority or buffer of its own",
    "scheduler-map": "the queues keep the default schedulers",
    "traffic-control-profile": "the interface is not shaped and keeps the default schedulers",
    "drop-profile": "the queue drops at its tail only",
    "classifier": "packets keep the class of the default classifier",
    "rewrite-rule": "packets leave with the marks they came with",
    "forwarding-class": "no packet gets to such a class",
    "policer": "nothing limits these packets",
    "three-color-policer": "nothing limits these packets",
    "hierarchical-policer": "nothing limits these packets",
    "aggregate-policer": "nothing limits these packets",
    "prefix-list": "the term does not take the packets it was made for",
    "filter": "no term looks at these packets",
    "simple-filter": "no term looks at these packets",
    "group": "what the group sets is missing",
    "ServiceCategories": "nothing marks packets for it",
    "PolicyAction": "nothing marks or limits packets for it",
}

_OF_IOS = "aggregate-policer"
_UNCOMMITTED = (_OF_IOS, "ServiceCategories", "PolicyAction")
"""Those that are not of JunOS: nothing is committed."""
_PLACEHOLDER = frozenset("$<>?*")
"""Characters of variables, and of what stands for a name in a document."""


_USUAL = frozenset(("global", "re0", "re1", "node0", "node1"))
"""Groups of what is of a routing engine or a node alone: extracts of configs leave them out."""


def check(context: Context) -> Iterator[Diagnostic]:
    known = context.once(objects)
    strange: dict[str, list[Name]] = {}
    groups: dict[int, list[tuple[str, Name]]] = {}
    for kind, name, uses in known.missing():
        first = kind.partition(" ")[0]
        if first not in _EFFECTS or not _PLACEHOLDER.isdisjoint(name):
            continue
        if kind == "group" and known.written(kind):
            groups.setdefault(uses[0].origin.line, []).append((name, uses[0]))
        elif known.written(kind) or (kind == _OF_IOS and context.device.complete):
            yield _finding(context, known, kind, name, uses)
        else:
            strange.setdefault(kind, []).append(uses[0])
    for together in groups.values():
        yield _of_groups(context, together)
    for kind, uses in strange.items():
        yield _excerpt(kind, uses)


def _finding(
    context: Context, known: Objects, kind: str, name: str, uses: list[Name]
) -> Diagnostic:
    use = uses[0]
    proposal = meant(known, kind, name)
    family = elsewhere(known, kind, name)
    often = f" and {len(uses) - 1} more" if len(uses) > 1 else ""
    references = "reference" if often else "references"
    effect = _EFFECTS[kind.partition(" ")[0]]
    fails = "" if kind in _UNCOMMITTED else "the commit fails, or "
    plain = len(uses) == 1 and proposal and name in _text(context, use)
    return RULE.at(
        use.origin,
        f"{_by(use)}{often} {references} undefined {words(kind, name)[:60]}",
        effect=f"{fails}{effect}",
        label="not defined",
        notes=(f"there is a {words(family, name)}",) if family else (),
        help=f"did you mean {proposal}?" if proposal else f"define {words(kind, name)[:80]}",
        fixes=(Fix(f"name {proposal}", (Edit(use.origin, proposal),)),) if plain else (),
        severity=None if context.device.complete else Severity.WARNING,
    )


def _of_groups(context: Context, together: list[tuple[str, Name]]) -> Diagnostic:
    """The groups of one line: they are missing for one reason."""
    names = [name[:80] for name, _ in together]
    word, they = ("group", "it sets") if len(names) == 1 else ("groups", "they set")
    usual = _USUAL.issuperset(names)
    severity = None if context.device.complete else Severity.WARNING
    return RULE.at(
        together[0][1].origin,
        f"apply-groups references undefined {word} {join_words(names)}",
        effect=f"the commit fails, or what {they} is missing",
        label="not defined",
        notes=("groups of that name often hold nothing on QoS",) if usual else (),
        help=f"define the {word}, or leave the name out",
        severity=Severity.INFO if usual else severity,
    )


def _excerpt(kind: str, uses: list[Name]) -> Diagnostic:
    """The text has no object of the kind at all: it is probably a part of a config."""
    first = kind.partition(" ")[0]
    names = [use.name[:40] for use in uses]
    plural = f"{first}s" if first != "forwarding-class" else "forwarding classes"
    word = first if len(names) == 1 else plural
    return RULE.at(
        uses[0].origin,
        f"this text references {word} {join_words(names)} and defines no {first}",
        effect=f"it may be a part of a config; if this is all, {_EFFECTS[first]}",
        label="not defined in this text",
        # A group is defined in the same config, and all that it sets may be missing.
        severity=Severity.WARNING if first == "group" else Severity.INFO,
    )


def _by(use: Name) -> str:
    return use.by if len(use.by) < 70 else f"{use.by[:66]}..."


def _text(context: Context, use: Name) -> str:
    if context.source is None:
        return ""
    line = context.source.line(use.origin.line)
    return line[use.origin.column - 1 : use.origin.end_column - 1]
