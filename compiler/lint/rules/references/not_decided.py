"""A rule that has no answer, since there are too many kinds of packets to tell apart.

## What it does

The rules about classes compare exact sets of packets. There are access lists, mostly those with
wildcard masks whose bits do not stand together, for which such a set has millions of pieces. Each
question, and all those about a file together, have a budget of pieces, which is the same on every
machine. Where it is spent, this finding names the rule, and what it was asked about: the rule makes
no claim there, neither good nor bad. Policies inside five others, more than any router takes, are
not looked into, and named in the same way.

It is told whatever rules are selected. `--ignore QOS091` leaves it out.

## Why it matters

A check that says nothing is taken for a clean one. The classes that are named here may never match,
or hold lines without effect; nobody has looked.

## Example

```ios
access-list 110 permit ip 0.0.0.1 255.255.255.254 0.0.0.1 255.255.255.254
access-list 110 permit ip 0.0.0.2 255.255.255.253 0.0.0.2 255.255.255.253
access-list 110 permit ip 0.0.0.4 255.255.255.251 0.0.0.4 255.255.255.251
access-list 110 permit ip 0.0.0.8 255.255.255.247 0.0.0.8 255.255.255.247
access-list 110 permit ip 0.0.0.16 255.255.255.239 0.0.0.16 255.255.255.239
access-list 110 permit ip 0.0.0.32 255.255.255.223 0.0.0.32 255.255.255.223
access-list 110 permit ip 0.0.0.64 255.255.255.191 0.0.0.64 255.255.255.191
access-list 110 permit ip 0.0.0.128 255.255.255.127 0.0.0.128 255.255.255.127
access-list 110 permit ip 0.0.1.0 255.255.254.255 0.0.1.0 255.255.254.255
access-list 110 permit ip 0.0.2.0 255.255.253.255 0.0.2.0 255.255.253.255
access-list 110 permit ip 0.0.4.0 255.255.251.255 0.0.4.0 255.255.251.255
access-list 110 permit ip 0.0.8.0 255.255.247.255 0.0.8.0 255.255.247.255
access-list 110 permit ip 0.0.16.0 255.255.239.255 0.0.16.0 255.255.239.255
access-list 110 permit ip 0.0.32.0 255.255.223.255 0.0.32.0 255.255.223.255
access-list 110 permit ip 0.0.64.0 255.255.191.255 0.0.64.0 255.255.191.255
access-list 110 permit ip 0.0.128.0 255.255.127.255 0.0.128.0 255.255.127.255
access-list 110 permit ip 0.1.0.0 255.254.255.255 0.1.0.0 255.254.255.255
access-list 110 permit ip 0.2.0.0 255.253.255.255 0.2.0.0 255.253.255.255
access-list 110 permit ip 0.4.0.0 255.251.255.255 0.4.0.0 255.251.255.255
access-list 110 permit ip 0.8.0.0 255.247.255.255 0.8.0.0 255.247.255.255
access-list 110 permit ip 0.16.0.0 255.239.255.255 0.16.0.0 255.239.255.255
access-list 110 permit ip 0.32.0.0 255.223.255.255 0.32.0.0 255.223.255.255
access-list 110 deny ip host 10.1.1.1 host 10.1.1.2
class-map match-all ODD
 match access-group 110
policy-map WAN
 class ODD
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
access-list 110 deny ip host 10.1.1.1 host 10.1.1.2
access-list 110 permit ip 10.0.0.0 0.255.255.255 172.16.0.0 0.15.255.255
class-map match-all ODD
 match access-group 110
policy-map WAN
 class ODD
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- R. E. Bryant, On the Complexity of VLSI Implementations and Graph Representations of Boolean
  Functions with Application to Integer Multiplication, 1991: some functions have no small diagram
  in any order of their variables.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import NOT_DECIDED, Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import TOO_MANY, GivenUp, given_up

__all__ = ["RULE", "check"]

RULE = Rule(NOT_DECIDED, "not-decided", Severity.WARNING, "0.1")

_TOLD = 8
"""Up to so many further questions of a rule are shown."""


def check(context: Context) -> Iterator[Diagnostic]:
    by_rule: dict[str, dict[tuple[object, str], GivenUp]] = {}
    for question in context.once(given_up):
        # A rule may come back to the same question.
        key = (question.origin, question.what)
        rule = question.rule
        asked = f"{rule.code} {rule.name}" if rule is not None else "what all rules ask"
        by_rule.setdefault(asked, {}).setdefault(key, question)
    for asked, questions in by_rule.items():
        first, *others = questions.values()
        more = f" and {len(others)} more" if others else ""
        yield RULE.at(
            first.origin,
            f"{asked} is not decided for {first.what}{more}",
            effect=first.why,
            label="no answer here",
            related=tuple(Label(other.origin, f"nor for {other.what}") for other in others[:_TOLD]),
            help="write the lists with prefixes, or with fewer different masks and ranges"
            if first.why == TOO_MANY
            else "",
        )
