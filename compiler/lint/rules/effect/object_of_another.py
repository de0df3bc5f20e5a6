"""A class, a policy or a port that uses the object which is named for another one.

## What it does

Looks at who uses what by name: class-maps and their access lists, policies and those inside them,
ports (by their description) and their policies. Where the names go together by a word (class ERP
and list ERP, port `site 4` and policy SITE-4), reports a pair that has no such word in common,
while the object named for it is used by nothing, or by the one whose object this is, so that the
two are exchanged; and a pair of a numbered row, where at least three others go together and the
object belongs to another number.

## Why it matters

Packets of one site or application get what was meant for another one.

## Example

```ios
hostname br2
ip access-list extended ERP
 permit tcp any host 192.0.2.10
ip access-list extended BACKUP
 permit tcp any host 192.0.2.20
class-map match-all ERP
 match access-group name BACKUP
class-map match-all BACKUP
 match access-group name ERP
ip access-list extended MAIL
 permit tcp any host 192.0.2.30
class-map match-all MAIL
 match access-group name MAIL
policy-map OUT
 class ERP
  bandwidth 300
 class BACKUP
  bandwidth 100
 class MAIL
  bandwidth 100
interface Serial0/0
 ip address 198.51.100.1 255.255.255.252
 service-policy output OUT
```

## Use instead

```ios
hostname br2
ip access-list extended ERP
 permit tcp any host 192.0.2.10
ip access-list extended BACKUP
 permit tcp any host 192.0.2.20
class-map match-all ERP
 match access-group name ERP
class-map match-all BACKUP
 match access-group name BACKUP
ip access-list extended MAIL
 permit tcp any host 192.0.2.30
class-map match-all MAIL
 match access-group name MAIL
policy-map OUT
 class ERP
  bandwidth 300
 class BACKUP
  bandwidth 100
 class MAIL
  bandwidth 100
interface Serial0/0
 ip address 198.51.100.1 255.255.255.252
 service-policy output OUT
```

## Sources

- The config itself: what its other names have in common.

"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Device
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.pairs import Pair, groups_of_pairs
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS603", "object-of-another", Severity.WARNING, "0.1")

_LETTERS = 3
"""Where no two names of the text go together, shorter words say nothing."""
_FEW = 16
"""More pairs than this that do not go together say the same, however many do."""
_ROW = 3
"""So many others of a numbered row must go together."""
_MOST = 3
"""One pair in so many may be exchanged or strange; more say that the names mean nothing."""


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for group in groups_of_pairs(context):
        agreeing = [one for one in group.pairs if one.agrees]
        astray = [one for one in group.pairs if not one.agrees and one.words]
        if len(astray) > min(_FEW, max(2, len(group.pairs) // _MOST)):
            continue
        for one in astray:
            finding = _finding(context.device, one, group.unused, agreeing, astray)
            if finding is not None and finding.primary not in reported:
                # Of two that are exchanged, one finding tells both.
                reported |= {finding.primary, *(label.span for label in finding.related[:1])}
                yield finding


def _finding(
    device: Device,
    one: Pair,
    unused: Sequence[str],
    agreeing: Sequence[Pair],
    astray: Sequence[Pair],
) -> Diagnostic | None:
    for other in astray:
        if other is not one and one.fits(other.target) and other.fits(one.target):
            inside = f"policy-map {one.target}" == other.user  # each is inside the other
            if one.target == other.target or inside:
                continue
            if not agreeing and min(map(len, (*one.words, *other.words))) < _LETTERS:
                continue
            return _tell(
                one,
                f"{one.user} has {one.target}, and {other.user} has {other.target}",
                "exchanged",
                (Label(other.origin, "and this one"),),
                "exchange the two names, if they were mixed up",
            )
    for name in unused if agreeing else ():
        if one.is_named_as(name) or (len(agreeing) > 1 and one.fits(name)):
            return _tell(
                one,
                f"{one.user} has {one.target}; {name} is named for it, and used by nothing",
                "named for another",
                (
                    Label(agreeing[0].origin, "here the two names go together"),
                    *_unused_label(device, name),
                ),
                f"write {name} if it was meant",
            )
    row = [each for each in agreeing if each.row == one.row]
    owner = next((each for each in row if each.target == one.target), None)
    if owner is None or len(row) < _ROW or not one.number:
        return None
    return _tell(
        one,
        f"{one.user} has {one.target}, which {owner.user} has too",
        "of another number",
        (Label(owner.origin, "it is named for this one"),),
        "write the one that is named for it, or say why two share it",
    )


def _unused_label(device: Device, name: str) -> Iterator[Label]:
    definition = device.access_lists.get(name) or device.policies.get(name)
    if definition is not None and definition.origin != NOWHERE:
        yield Label(definition.origin, "used by nothing")


def _tell(
    one: Pair, message: str, label: str, related: tuple[Label, ...], advice: str
) -> Diagnostic:
    return RULE.at(
        one.origin,
        message,
        effect="its packets get what is named for others",
        label=label,
        related=related,
        help=advice,
    )
