"""An access list that is not referenced, in a config whose classes match access lists.

## What it does

Reports each access list that no class-map, no `rate-limit` and no other line of the config names,
and each `access-list rate-limit` that no `rate-limit` names.
It is silent for excerpts and where no class refers to an access list, for then the lists are there
for another purpose. A list that is proposed in place of an undefined one is reported with that
finding, not here. It warns where the text says which class should match it: one with the list for
the other version of IP alone, where others have both; or one with the list of those who may log in,
whose number is a slip from this.

## Why it matters

A list that was written for a class and is not referenced has no effect: its packets are in
another class, usually `class-default`.

## Example

```ios
access-list 110 permit udp any any range 16384 32767
access-list 111 permit tcp any any eq www
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
access-list 110 permit udp any any range 16384 32767
access-list 111 permit tcp any any eq www
class-map match-all VOICE
 match access-group 110
class-map match-all WEB
 match access-group 111
policy-map WAN
 class VOICE
  priority 128
 class WEB
  bandwidth 256
interface Serial0/0
 service-policy output WAN
```

## Sources

- It follows from the config itself. Unused objects are what audit tools such as Batfish report as
  `unusedStructures`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import RefKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.left_lists import wanted_by
from qosc.lint.facts.suggest import proposals

__all__ = ["RULE", "check"]


RULE = Rule("QOS006", "unused-access-list", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    device, index = context.device, context.index
    yield from _of_rate_limits(context)
    if not device.complete or not any(kind is RefKind.ACCESS_LIST for kind, _ in index.uses):
        return
    missing = any(True for _ in index.undefined(RefKind.ACCESS_LIST))
    proposed = (
        {candidate.found.name for candidate in context.once(proposals).values()}
        if missing
        else set()
    )
    elsewhere = {word for residue in device.residue for word in residue.text.split()}
    for definition in index.unused(RefKind.ACCESS_LIST):
        if (
            definition.name in device.mentions
            or definition.name in proposed
            or definition.name in elsewhere
        ):
            continue
        wanted = wanted_by(context, definition.name)
        yield RULE.at(
            definition.origin,
            f"access-list {definition.name} is not referenced",
            effect="no class, policer or filter matches by it",
            label="referenced nowhere",
            notes=(wanted,) if wanted else (),
            severity=Severity.WARNING if wanted else None,
            help=f"match it in a class-map, or remove it: no access-list {definition.name}",
        )


def _of_rate_limits(context: Context) -> Iterator[Diagnostic]:
    """The lists of CAR, which nothing else can name."""
    device, index = context.device, context.index
    if not device.complete or not any(kind is RefKind.RATE_LIMIT_LIST for kind, _ in index.uses):
        return
    elsewhere = {word for residue in device.residue for word in residue.text.split()}
    for definition in index.unused(RefKind.RATE_LIMIT_LIST):
        if definition.name not in elsewhere:
            yield RULE.at(
                definition.origin,
                f"access-list rate-limit {definition.name} is not referenced",
                effect="it limits no packet",
                label="referenced nowhere",
                help="name it in a rate-limit, or remove it: "
                f"no access-list rate-limit {definition.name}",
            )
