"""A JunOS term or scheduler that is named for another forwarding class than it is for.

## What it does

Reports a term of a filter whose name has the name of one forwarding class and which puts its
packets into another one, and two classes of a scheduler map each of which has the scheduler that
is named for the other.

## Why it matters

Voice waits in the queue of data, or best effort is served before all else, and whoever reads the
config takes the name at its word. Two lines were exchanged, or a term was copied.

## Example

```junos
class-of-service {
    forwarding-classes {
        class BE queue-num 0;
        class VOICE queue-num 1;
    }
}
firewall {
    family inet {
        filter MARK {
            term voice {
                from { protocol udp; destination-port 16384-32767; }
                then { forwarding-class BE; accept; }
            }
            term rest {
                then { forwarding-class VOICE; accept; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input MARK; } } } }
}
```

## Use instead

```junos
class-of-service {
    forwarding-classes {
        class BE queue-num 0;
        class VOICE queue-num 1;
    }
}
firewall {
    family inet {
        filter MARK {
            term voice {
                from { protocol udp; destination-port 16384-32767; }
                then { forwarding-class VOICE; accept; }
            }
            term rest {
                then { forwarding-class BE; accept; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input MARK; } } } }
}
```

## Sources

- Juniper, CLI Explorer, `forwarding-class (Firewall Filter)` and `scheduler-maps`: the class is
  what the line names, whatever the term or the scheduler is called.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir.device import Name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import objects
from qosc.lint.facts.rule_lists import applied
from qosc.lint.facts.words.name_words import said_words
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS716", "class-unlike-name", Severity.WARNING, "0.1")

_TERM = pattern(r"\bterm[ ]+\"?([^\s\"{;]+)")
_MAPPED = pattern(r"forwarding-class[ ]+(\S+)[ ]+scheduler[ ]+([^\s;]+)")
_LEAST = 2
"""Names of fewer letters say nothing."""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.junos_statements or context.source is None:
        return
    classes = {
        one.name.lower(): one.name for one in context.once(objects).written("forwarding-class")
    }
    if len(classes) > 1:
        yield from _terms(context, classes)
        yield from _schedulers(context, classes)


def _terms(context: Context, classes: dict[str, str]) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for applied_list in context.once(applied):
        if not applied_list.stage.feature.startswith("filter "):
            continue
        for rule in applied_list.stage.rules:
            said = _TERM.search(_line(context, rule.origin))
            name = _named(said[1], classes) if said is not None else ""
            outcome = rule.policer.conform if rule.policer is not None else None
            marks = (*rule.marks, *(outcome.marks if outcome is not None else ()))
            for mark in marks if name else ():
                if mark.field is not Field.FORWARDING_CLASS or mark.origin in reported:
                    continue
                if mark.name == name or mark.origin == NOWHERE or said is None:
                    continue
                reported.add(mark.origin)
                yield RULE.at(
                    mark.origin,
                    f"term {said[1][:40]} puts its packets into {mark.name[:40]}, not into "
                    f"{name[:40]}",
                    label="another class",
                    related=(Label(rule.origin, f"named for {name[:40]}"),),
                    help=f"write {name[:40]} if it was meant",
                )


def _schedulers(context: Context, classes: dict[str, str]) -> Iterator[Diagnostic]:
    """Pairs of one map whose schedulers were exchanged."""
    by_map: dict[str, list[tuple[str, str, Name]]] = {}
    for (kind, scheduler), uses in context.once(objects).uses.items():
        for use in uses if kind == "scheduler" else ():
            said = _MAPPED.search(_line(context, use.origin))
            name = _named(scheduler, classes)
            if said is not None and said[1] in classes.values() and name:
                by_map.setdefault(_map_of(use), []).append((said[1], name, use))
    for group in by_map.values():
        own = {served: (meant, use) for served, meant, use in group}
        for served, (meant, use) in own.items():
            other = own.get(meant)
            if other is None or other[0] != served or served >= meant:
                continue
            yield RULE.at(
                use.origin,
                f"class {served[:40]} has the scheduler named for {meant[:40]}, and "
                f"{meant[:40]} that for {served[:40]}",
                label="exchanged",
                related=(Label(other[1].origin, "and this one"),),
                help="exchange the two schedulers, if they were mixed up",
            )


def _map_of(use: Name) -> str:
    return use.by


def _named(name: str, classes: dict[str, str]) -> str:
    """The one forwarding class that a name has as a word; empty if there is none, or several."""
    words = said_words(name)
    named = {classes[word] for word in (*words, name.lower()) if word in classes}
    return named.pop() if len(named) == 1 and len(min(named)) >= _LEAST else ""


def _line(context: Context, origin: Span) -> str:
    if context.source is None or not origin.line:
        return ""
    return context.source.line(origin.line)
