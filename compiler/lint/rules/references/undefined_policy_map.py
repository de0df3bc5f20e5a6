"""A service-policy names a policy-map that does not exist.

## What it does

Looks at each `service-policy` under an interface, a circuit or a class of another policy, and
reports the names that no policy-map of the config has.

## Why it matters

Nothing is classified, policed or queued at that place: all packets share one queue in the order of
their arrival, and congestion hits voice and bulk alike.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN-EDGE
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN_EDGE
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN-EDGE
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN-EDGE
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `service-policy`: the policy map is one
  made with `policy-map`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from qosc.ir import RefKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import (
    built_in_policy,
    typed_policies,
    unread,
    weigh_missing,
)
from qosc.lint.facts.names import meant_policy_maps, name_span

__all__ = ["RULE", "check"]

_LISTS = ("priority-list ", "queue-list ", "map-class ")
"""Policies that are no policy-maps; see `Policy.feature`."""

RULE = Rule("QOS002", "undefined-policy-map", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    defined = context.index.defined(RefKind.POLICY_MAP)
    idle = [definition.name for definition in context.index.unused(RefKind.POLICY_MAP)]
    missing = dict(context.index.undefined(RefKind.POLICY_MAP))
    typed = typed_policies(context, set(missing))
    if missing:
        typed |= unread(context, "policy-map")
    for name, uses in missing.items():
        if built_in_policy(context, name) or name in typed:
            continue
        meant = context.once(meant_policy_maps).get(name, "")
        severity, doubt = weigh_missing(context, RefKind.POLICY_MAP)
        if severity is Severity.ERROR and not context.device.complete and not meant:
            severity = Severity.INFO
            doubt = "the text has no interface; it may be a part of a config"
        if name.startswith(_LISTS):
            for use in uses:
                yield RULE.at(
                    use.reference.origin,
                    f"{use.by} references undefined {name}",
                    effect="no line assigns packets to its queues",
                    label="no such list",
                    notes=(doubt,) if doubt else (),
                    help=f"define {name}",
                    severity=severity,
                )
            continue
        for use in uses:
            place = name_span(context, use.reference)
            yield RULE.at(
                place,
                f"{use.by} references undefined policy-map {name}",
                effect="nothing there is classified, policed or queued",
                label="no such policy-map",
                related=((Label(defined[meant].origin, _why(meant, idle)),) if meant else ()),
                notes=tuple(note for note in (_other_kind(context, name), doubt) if note),
                help=f"did you mean {meant}?" if meant else f"define policy-map {name}",
                fixes=(Fix(f"apply {meant}", (Edit(place, meant),)),) if meant else (),
                severity=severity,
            )


def _other_kind(context: Context, name: str) -> str:
    if name not in context.index.defined(RefKind.CLASS_MAP):
        return ""
    return f"{name} is a class-map; `service-policy` applies a policy-map"


def _why(meant: str, idle: list[str]) -> str:
    return "this one is attached nowhere" if meant in idle else "this one has nearly the same name"
