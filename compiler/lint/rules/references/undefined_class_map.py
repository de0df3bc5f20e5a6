"""A policy-map names a class-map that does not exist.

## What it does

Looks at each `class NAME` of a policy-map and at each nested `match class-map NAME`, and reports
the names that no class-map of the config has. Names are compared as the router compares them: with
their case.

## Why it matters

The class has no packets of its own: what was to be guaranteed, policed or marked falls into
`class-default` and is treated as the rest. A router may reject the line outright.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class Voice
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `class (policy-map)`: a class is made
  with `class-map` before a policy names it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from qosc.ir import RefKind
from qosc.lint.engine.index import Use
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import built_in_class, unread, weigh_missing
from qosc.lint.facts.names import meant_class_maps, name_span

__all__ = ["RULE", "check"]

RULE = Rule("QOS001", "undefined-class-map", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    defined = context.index.defined(RefKind.CLASS_MAP)
    missing = list(context.index.undefined(RefKind.CLASS_MAP))
    known = unread(context, "class-map") if missing else set()
    for name, uses in missing:
        if name in known or built_in_class(context, name):
            continue
        meant = context.once(meant_class_maps).get(name, "")
        severity, doubt = weigh_missing(context, RefKind.CLASS_MAP)
        for use in uses:
            place = name_span(context, use.reference)
            yield RULE.at(
                place,
                f"{use.by.rpartition(' class ')[0]} references undefined class-map {name}",
                effect=_effect(use),
                label="no such class-map",
                related=(
                    (Label(defined[meant].origin, "this one has nearly the same name"),)
                    if meant in defined
                    else ()
                ),
                notes=tuple(note for note in (_case(name, meant), doubt) if note),
                help=f"did you mean {meant}?" if meant else f"define class-map {name}",
                fixes=(Fix(f"refer to {meant}", (Edit(place, meant),)),) if meant else (),
                severity=severity,
            )


def _effect(use: Use) -> str:
    if use.by.startswith("class-map "):
        return "the line matches no packets of its own"
    return "packets meant for it are treated as class-default"


def _case(name: str, meant: str) -> str:
    same = meant.lower() == name.lower()
    return "the names of class-maps are case-sensitive" if same else ""
