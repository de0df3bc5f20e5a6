"""A comment that silences a rule without a finding there.

## What it does

Reports each rule named in a `qosc: ignore[...]` or `qosc: ignore-file[...]` comment that silenced
no finding in this run, and each word in such a comment that is no rule's code or name. Rules that
were left out with `--select` or `--ignore` are passed over.

## Why it matters

A comment that silences nothing today will hide a real finding tomorrow, at a place where nobody
looks any more.

## Example

```ios
! qosc: ignore[undefined-class-map] comes with the next change
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
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

- A rule about this program's own comments; it needs no other source.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Edit, Fix, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.suppress import Suppression

__all__ = ["RULE", "check"]

RULE = Rule("QOS090", "unused-suppression", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for comment in context.suppressions:
        if comment.used or comment.idle:
            continue
        if not comment.known:
            yield RULE.at(
                comment.span,
                f"unknown rule '{comment.word}' in a comment",
                effect="the comment silences nothing",
                label="no such rule",
                help="'qosc rules' lists the codes and names",
            )
        else:
            where = "in this file" if comment.line == 0 else f"on line {comment.line}"
            yield RULE.at(
                comment.span,
                f"{comment.word} has no finding {where}",
                effect="the comment hides only findings still to come",
                label="silences nothing",
                fixes=_without(comment),
                help="remove it from the comment",
            )


def _without(comment: Suppression) -> tuple[Fix, ...]:
    if comment.removal is None:
        return ()
    return (Fix(f"remove {comment.word}", (Edit(comment.removal, ""),), safe=True),)
