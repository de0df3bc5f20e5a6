"""An entry that its access list has already.

## What it does

Reports an entry of an access list that matches the same packets and does the same as an earlier
entry of the list. The router does not take it in a second time.

## Why it matters

Nothing happens to packets. But one of two equal lines was mostly meant to be another one: with
another port, another protocol, the opposite direction.

## Example

```ios
access-list 110 permit udp any any eq 5060
access-list 110 permit tcp any any eq 5061
access-list 110 permit udp any any eq 5060
class-map match-all SIGNALLING
 match access-group 110
policy-map WAN
 class SIGNALLING
  bandwidth percent 5
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
access-list 110 permit udp any any eq 5060
access-list 110 permit tcp any any eq 5061
access-list 110 permit tcp any any eq 5060
class-map match-all SIGNALLING
 match access-group 110
policy-map WAN
 class SIGNALLING
  bandwidth percent 5
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco, IP Access List Entry Sequence Numbering: an entry that the list has already is not taken
  in again.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from qosc.ir import ResidueKind
from qosc.lint.engine.rule import Context, Rule
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS115", "repeated-access-entry", Severity.INFO, "0.1")

_TOLD = 20


def check(context: Context) -> Iterator[Diagnostic]:
    repeated = [one for one in context.device.residue if one.kind is ResidueKind.REPEATED]
    for residue in repeated[:_TOLD]:
        if residue.rival is not None:
            yield RULE.at(
                residue.origin,
                residue.reason,
                label="not taken in again",
                related=(Label(residue.rival, "the same entry"),),
                help="remove it, or write what was meant",
                fixes=_without(residue.origin),
            )
    if len(repeated) > _TOLD:
        yield RULE.at(
            repeated[_TOLD].origin,
            f"{len(repeated) - _TOLD} more entries, from here on, repeat others of their lists",
            label="the first of them",
            help="remove them",
        )


def _without(entry: Span) -> tuple[Fix, ...]:
    """A router refuses the line, or passes over it: without it, the list is the same."""
    if entry.line != entry.end_line:
        return ()
    line = Span(entry.path, entry.line, 1, entry.line + 1, 1)
    return (Fix("remove the entry", (Edit(line, ""),), safe=True),)
