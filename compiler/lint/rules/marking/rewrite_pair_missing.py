"""A forwarding class that a rewrite rule marks for one loss priority and not for another.

## What it does

Compares the rewrite rules that ports apply with the filters and policers in force and with the
classifiers for the same kind of code point, and reports each forwarding class that a rewrite rule
knows, with a loss priority that some packets of the class have and the rewrite rule does not know.
Of a classifier with `import default` that is said of classes with names of their own, to which the
entries of the default classes come by the numbers of their queues.

## Why it matters

Packets without an entry leave with the code point they came with. The next router takes it for the
mark of this network: packets of one class fall apart there, or keep a mark that a customer chose.

## Example

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class assured-forwarding {
                loss-priority low code-points af11;
                loss-priority high code-points [ af12 af13 ];
            }
        }
    }
    rewrite-rules {
        dscp core {
            forwarding-class assured-forwarding {
                loss-priority low code-point af11;
            }
        }
    }
    interfaces {
        ge-0/0/0 {
            unit 0 {
                classifiers { dscp edge; }
                rewrite-rules { dscp core; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class assured-forwarding {
                loss-priority low code-points af11;
                loss-priority high code-points [ af12 af13 ];
            }
        }
    }
    rewrite-rules {
        dscp core {
            forwarding-class assured-forwarding {
                loss-priority low code-point af11;
                loss-priority high code-point af12;
            }
        }
    }
    interfaces {
        ge-0/0/0 {
            unit 0 {
                classifiers { dscp edge; }
                rewrite-rules { dscp core; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, Configuring Rewrite Rules: an entry for each forwarding
  class and loss priority; a pair without one is not rewritten.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Named, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.packets.regions import join_words
from qosc.lint.facts.rule_lists import Assignment, applied, assignments, names_of, parts, where

__all__ = ["RULE", "check"]

RULE = Rule("QOS202", "rewrite-pair-missing", Severity.WARNING, "0.1")

_DEFAULT_CLASSES = frozenset(
    ("best-effort", "expedited-forwarding", "assured-forwarding", "network-control")
)


def check(context: Context) -> Iterator[Diagnostic]:
    writers = [
        one for one in context.once(assignments) if one.loss and (one.plain or _renamed(one))
    ]
    for applied_list in context.once(applied):
        pairs = _pairs(applied_list.stage)
        given: dict[tuple[str, str], Assignment] = {}
        for one in writers if pairs else ():
            if _kind(one.stage) in ("", _kind(applied_list.stage)):
                given.setdefault((one.mark.name, one.loss), one)
        classes = {name for name, _ in pairs}
        missing = [pair for pair in given if pair[0] in classes and pair not in pairs]
        if missing:
            yield _finding(applied_list.stage, missing, given[missing[0]], where(applied_list))


def _renamed(one: Assignment) -> bool:
    """Whether a table of defaults, taken over by `import default`, meets a class of another name.

    Its entries are for queues by number: packets of AF1x come to whatever class has queue 2.
    """
    taken = one.stage.feature.startswith("classifiers ") and not one.stage.default_by
    return taken and one.mark.name not in _DEFAULT_CLASSES


def _kind(stage: RuleList) -> str:
    """The kind of code point of a classifier or rewrite rule; empty for other lists."""
    words = stage.feature.split(" ")
    return words[1] if words[0] in ("classifiers", "rewrite-rules") else ""


def _pairs(stage: RuleList) -> set[tuple[str, str]]:
    """The forwarding classes and loss priorities that a rewrite rule has entries for."""
    return {
        (name, value.name)
        for rule in stage.rules
        for name in names_of(rule.match)
        for test in parts(rule.match)
        if isinstance(test, Test) and test.field is Field.LOSS_PRIORITY
        for value in test.values
        if isinstance(value, Named)
    }


def _finding(
    stage: RuleList, missing: list[tuple[str, str]], example: Assignment, ports: str
) -> Diagnostic:
    words = join_words([f"{name[:40]} with loss priority {loss}" for name, loss in missing], 2)
    return RULE.at(
        stage.origin,
        f"{stage.feature[:36]} has no entry for {words}",
        effect=f"such packets leave {ports} with the mark that they arrived with",
        label="no entry for this loss priority",
        related=(Label(example.rule.origin, "gives packets this class and loss priority"),),
        help="add an entry for each loss priority of the class",
    )
