"""A class or a rate-limit matches an access list that does not exist.

## What it does

Looks at each `match access-group` of a class-map and at each `access-group` of a `rate-limit`, and
reports the lists that the config does not define. It proposes the list that was most probably
meant. For that it looks at names, at what each list matches, at who refers to it, at the classes
with similar names, and at marks that no class takes; the notes say what spoke for the proposal.

## Why it matters

What a router matches with a list that does not exist depends on its release: nothing, or
everything. Either way the class does not take the packets it was made for, and its guarantee, its
policer or its mark goes to others or to nobody.

## Example

```ios
class-map match-all pre6
 match access-group 181
class-map match-all pre5
 match access-group 105
class-map match-all pre4
 match access-group 183
policy-map WAN
 class pre6
  bandwidth 100
 class pre5
  bandwidth 100
 class pre4
  bandwidth 100
interface Serial0/0
 service-policy output WAN
access-list 181 permit ip any any precedence internet
access-list 182 permit ip any any precedence critical
access-list 183 permit ip any any precedence flash-override
```

## Use instead

```ios
class-map match-all pre6
 match access-group 181
class-map match-all pre5
 match access-group 182
class-map match-all pre4
 match access-group 183
policy-map WAN
 class pre6
  bandwidth 100
 class pre5
  bandwidth 100
 class pre4
  bandwidth 100
interface Serial0/0
 service-policy output WAN
access-list 181 permit ip any any precedence internet
access-list 182 permit ip any any precedence critical
access-list 183 permit ip any any precedence flash-override
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match access-group` and `rate-limit`.
  Neither says what a list that does not exist matches.
- T. Ferrari (ed.), Remote Hardware Control, QUAdiS project, appendix B: a published config in which
  class `pre5` matches access-group 105 where 182 is meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from qosc.ir import RefKind
from qosc.lint.engine.index import Use
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import defined_otherwise, weigh_missing
from qosc.lint.facts.names import name_span
from qosc.lint.facts.suggest import Candidate, proposals

__all__ = ["RULE", "check"]

RULE = Rule("QOS003", "undefined-access-list", Severity.ERROR, "0.1")

_UNSETTLED = (
    "what a router matches with an access list that does not exist depends on its release: "
    "nothing, or everything; no public source settles it"
)


def check(context: Context) -> Iterator[Diagnostic]:
    for kind in (RefKind.ACCESS_LIST, RefKind.RATE_LIMIT_LIST):
        missing = dict(context.index.undefined(kind))
        unmodelled = defined_otherwise(context, set(missing))
        for name, uses in missing.items():
            for use in uses if name not in unmodelled else ():
                proposal = context.once(proposals).get(use.reference.origin)
                yield _finding(context, name, use, proposal)


def _finding(context: Context, name: str, use: Use, proposal: Candidate | None) -> Diagnostic:
    place = name_span(context, use.reference)
    related = []
    class_map = context.device.class_maps.get(use.by.removeprefix("class-map "))
    if class_map is not None:
        related.append(Label(class_map.origin, "this class needs the list to match its packets"))
    if proposal is not None:
        related.append(Label(proposal.found.origin, "this list was probably meant"))
    meant = proposal.found.name if proposal is not None else ""
    severity, doubt = weigh_missing(context, use.reference.target)
    reasons = proposal.reasons if proposal is not None else ()
    return RULE.at(
        place,
        f"{use.by} references undefined {use.reference.target} {name}",
        effect="it does not match the packets that it was made for",
        label="no such list",
        related=tuple(related),
        notes=(*reasons, *([doubt] if doubt else []), _UNSETTLED),
        help=f"did you mean {meant}?" if meant else f"define {use.reference.target} {name}",
        fixes=(Fix(f"match access-list {meant}", (Edit(place, meant),)),) if meant else (),
        severity=severity,
    )
