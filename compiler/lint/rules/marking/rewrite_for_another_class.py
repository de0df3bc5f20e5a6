"""A rewrite rule that marks a class as the classifier of the same port reads another one.

## What it does

Reports an entry of a JunOS rewrite rule that writes a code point which the classifier of the same
kind on the same unit puts into another forwarding class. A code point that the classifier does not
list is read as its `import` says, and as best effort where that does not list it either.

## Why it matters

Both ends of a link have the same tables as a rule. The next router then takes the packets for those
of the other class: voice that is written as best effort waits with best effort from there on.

## Example

```junos
class-of-service {
    classifiers {
        dscp core {
            import default;
            forwarding-class expedited-forwarding { loss-priority low code-points ef; }
            forwarding-class best-effort { loss-priority low code-points be; }
        }
    }
    rewrite-rules {
        dscp core {
            forwarding-class expedited-forwarding { loss-priority low code-point be; }
            forwarding-class best-effort { loss-priority low code-point be; }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { dscp core; } rewrite-rules { dscp core; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp core {
            import default;
            forwarding-class expedited-forwarding { loss-priority low code-points ef; }
            forwarding-class best-effort { loss-priority low code-points be; }
        }
    }
    rewrite-rules {
        dscp core {
            forwarding-class expedited-forwarding { loss-priority low code-point ef; }
            forwarding-class best-effort { loss-priority low code-point be; }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { dscp core; } rewrite-rules { dscp core; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Sources

- Juniper, Class of Service User Guide, Rewriting Packet Headers to Ensure Forwarding Behavior: the
  marks are set so that the next device classifies the packets into the same class.
- RFC 2474, section 2: a code point stands for one behaviour within a domain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import AllOf, Interval, Mark, Predicate, Rule, RuleList, Stage, Test
from qosc.lint.engine.rule import Context
from qosc.lint.engine.rule import Rule as LintRule
from qosc.lint.facts.rule_lists import names_of
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = LintRule("QOS208", "rewrite-for-another-class", Severity.WARNING, "0.1")

_KINDS = {
    "dscp": Field.DSCP,
    "dscp-ipv6": Field.DSCP,
    "inet-precedence": Field.PRECEDENCE,
    "exp": Field.MPLS_EXP,
    "ieee-802.1": Field.COS,
}
_POINTS = {Field.DSCP: 64}
"""So many code points a field has; others have 8."""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.junos_statements:
        return
    reported: set[Span] = set()
    pairs: set[tuple[Span, Span]] = set()
    for port in context.index.busy:
        readers = _by_kind(port.input, "classifiers ")
        for kind, stage in _by_kind(port.output, "rewrite-rules ").items():
            field = _KINDS.get(kind)
            reader = readers.get(kind)
            if field is None or reader is None or (stage.origin, reader.origin) in pairs:
                continue
            pairs.add((stage.origin, reader.origin))
            read = _classes(reader, field)
            written = Counter(rule.origin for rule in stage.rules)
            for rule in stage.rules:
                if rule.origin in reported or written[rule.origin] > 1:
                    continue  # of `import`, for a loss priority that may never occur
                elsewhere = _other(rule, field, read)
                if elsewhere is None:
                    continue
                reported.add(rule.origin)
                mark, own, other = elsewhere
                yield RULE.at(
                    mark.origin,
                    f"{stage.feature[:30]} marks {own[:24]} as {other.name[:24]}",
                    effect=f"{reader.feature[:40]} maps {code_point_name(field, mark.value)} to "
                    f"{other.name}",
                    label=f"read as {other.name}",
                    related=(Label(other.origin, "the next router may have this table too"),),
                    help=f"write the code point that stands for {own}",
                )


def _by_kind(stages: tuple[Stage, ...], begins: str) -> dict[str, RuleList]:
    return {
        stage.feature.split(" ")[1]: stage
        for stage in stages
        if isinstance(stage, RuleList) and stage.feature.startswith(begins)
    }


def _classes(stage: RuleList, field: Field) -> dict[int, Mark]:
    """The class of each code point; an entry without any takes all that no other one names."""
    marks: dict[int, Mark] = {}
    for rule in stage.rules:
        mark = next((one for one in rule.marks if one.field is Field.FORWARDING_CLASS), None)
        if mark is None:
            continue
        for value in list(_values(rule.match, field)) or range(_POINTS.get(field, 8)):
            marks.setdefault(value, mark)
    return marks


def _values(match: Predicate, field: Field) -> Iterator[int]:
    for test in match.operands if isinstance(match, AllOf) else (match,):
        if isinstance(test, Test) and test.field is field:
            for one in test.values:
                if isinstance(one, Interval):
                    yield from range(one.low, one.high + 1)


def _other(rule: Rule, field: Field, read: dict[int, Mark]) -> tuple[Mark, str, Mark] | None:
    """The mark of an entry, its class and the class that it is read as; None where they agree."""
    names = names_of(rule.match)
    mark = next((one for one in rule.marks if one.field is field and one.table is None), None)
    reader = read.get(mark.value) if mark is not None else None
    if mark is None or reader is None or not names or reader.name in names:
        return None
    own = {one.name for one in read.values()}
    # A class that no code point is read as has none of its own to be written.
    name = next(iter(names))
    return (mark, name, reader) if name in own else None
