"""A term that no packet can match, by its own addresses or by a class that no route has.

## What it does

Reports a term of JunOS whose source or destination addresses are all exceptions; and one on a
destination class or source class that a policy sets, where none of the policies that set it is
exported to the forwarding table.

## Why it matters

Each packet goes to the terms behind: it is not policed, not marked, or not dropped.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter output OUT
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set firewall family inet filter OUT term REST from source-address 10.0.0.0/8 except
set firewall family inet filter OUT term REST then policer P
set firewall family inet filter OUT term REST then accept
set firewall family inet filter OUT term OWN then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter output OUT
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set firewall family inet filter OUT term REST from source-address 0.0.0.0/0
set firewall family inet filter OUT term REST from source-address 10.0.0.0/8 except
set firewall family inet filter OUT term REST then policer P
set firewall family inet filter OUT term REST then accept
set firewall family inet filter OUT term OWN then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Sources

- Juniper, Policy Framework Configuration Guide, Specifying Address Filter Match Conditions: each
  list of prefixes ends in 0/0 except, so that what is in none of them does not match.
- Juniper, Applying Routing Policies to the Forwarding Table, and Specifying Class-Based Filter
  Match Conditions: classes are of routes in the forwarding table, and its export policies set them.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import Term, terms
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS958", "term-matches-nothing", Severity.WARNING, "0.1")

_FAMILIES = ("inet", "inet6")
_CLASSES = ("destination-class", "source-class")


def check(context: Context) -> Iterator[Diagnostic]:
    asked: dict[tuple[str, str], list[tuple[Term, int]]] = {}
    for (family, _), of in context.once(terms).items():
        for term in of.values():
            if family in _FAMILIES:
                yield from _exceptions(context, term)
            for one, words in term.origins:
                if words[0] in _CLASSES and len(words) == 2:
                    asked.setdefault((words[0], words[1]), []).append((term, one.line))
    if asked:
        yield from _classes(context, asked)


def _exceptions(context: Context, term: Term) -> Iterator[Diagnostic]:
    for side in ("source", "destination"):
        exceptions = [
            (one.line, words)
            for one, words in term.origins
            if words[0] in (f"{side}-address", f"{side}-prefix-list")
        ]
        if not exceptions or any(words[-1] != "except" for _, words in exceptions):
            continue
        line, words = exceptions[0]
        if words[0] == f"{side}-address" and words[1][:1].isalnum():
            yield RULE.at(
                span_of(context, line),
                f"term {term.name}: all its {side} addresses are exceptions",
                effect="no address is left that matches; all packets go to the terms behind",
                label="but for this, of nothing",
                help="add the prefix from which it is taken out, such as 0.0.0.0/0",
            )


def _classes(
    context: Context, asked: dict[tuple[str, str], list[tuple[Term, int]]]
) -> Iterator[Diagnostic]:
    setting: dict[tuple[str, str], dict[str, int]] = {}
    called: set[str] = set()
    for one, rest in below(context, "policy-options", "policy-statement"):
        if rest[-3:-1] in (("then", "destination-class"), ("then", "source-class")):
            setting.setdefault((rest[-2], rest[-1]), {}).setdefault(rest[0], one.line)
        elif rest[-2:-1] == ("policy",):
            called.add(rest[-1])
    exported = {
        word.strip("()!")
        for first in ("routing-options", "logical-systems", "routing-instances")
        for one, rest in below(context, first, "*")
        if "forwarding-table" in one.words and "export" in one.words
        for word in one.words
    }
    for (kind, name), places in asked.items():
        policies = setting.get((kind, name))
        if not policies or any(one in exported or one in called for one in policies):
            continue
        policy, at = next(iter(policies.items()))
        for term, line in places:
            yield RULE.at(
                span_of(context, line),
                f"term {term.name}: no route gets {kind} {name}",
                effect="no packet matches; all go to the terms behind",
                label=f"policy {policy} is not exported to the forwarding table",
                related=(Label(span_of(context, at), "sets the class"),),
                help=f"set routing-options forwarding-table export {policy}",
            )
