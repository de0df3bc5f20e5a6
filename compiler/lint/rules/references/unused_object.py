"""A scheduler, classifier, rewrite rule, policer or filter that is not referenced.

## What it does

Reports schedulers, drop profiles, classifiers, rewrite rules, policers and filters of JunOS that
are defined and named nowhere else in the text, and actions of a Policy Agent file
(ServiceCategories, PolicyAction) that no rule of it names.

## Why it matters

Packets are not treated as the author wrote: a rewrite rule that no interface names writes no mark,
so the next router classifies by the marks the packets came with; a classifier that no interface
names leaves them in the class of the default classifier. What is meant to be unused can be removed.

## Example

```junos
class-of-service {
    rewrite-rules {
        dscp to-core {
            forwarding-class best-effort {
                loss-priority low code-point be;
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
    rewrite-rules {
        dscp to-core {
            forwarding-class best-effort {
                loss-priority low code-point be;
            }
        }
    }
    interfaces {
        ge-0/0/0 {
            unit 0 {
                rewrite-rules { dscp to-core; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, Applying Rewrite Rules to Output Logical Interfaces, and
  Applying Behavior Aggregate Classifiers to Logical Interfaces: without it the default ones act.
- IBM, z/OS V2R1 Communications Server, IP Configuration Reference, ServicePolicyRules and
  PolicyRule: a rule leads to what is done by its ServiceReference or PolicyActionReference.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir.device import Name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import meant, objects, words
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["RULE", "check"]

RULE = Rule("QOS013", "unused-object", Severity.INFO, "0.1")

_EFFECTS = {
    "scheduler": "no queue is served by it",
    "drop-profile": "no queue drops by it",
    "classifier": "packets keep the class of another classifier",
    "rewrite-rule": "it writes no mark",
    "policer": "it limits nothing",
    "three-color-policer": "it limits nothing",
    "filter": "no packet meets it",
    "ServiceCategories": "nothing is marked or limited by it",
    "PolicyAction": "nothing is marked or limited by it",
}
_DEFINES = {
    "scheduler": ("schedulers",),
    "drop-profile": ("drop-profiles",),
    "classifier": (),
    "rewrite-rule": (),
    "policer": ("policer",),
    "three-color-policer": ("three-color-policer",),
    "filter": ("filter",),
}
"""The words before a name where it is defined."""
_OF_HOSTS = ("ServiceCategories", "PolicyAction")
"""Actions of a Policy Agent file, which rules of the same file name and nothing else does."""
_USE = "(used)"
_MOST = 500


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return  # an excerpt: what uses the object is not in the text
    known = context.once(objects)
    proposed = {(kind, meant(known, kind, name)) for kind, name, _ in known.missing()}
    idle = [
        name
        for name in known.unused()
        if name.kind.partition(" ")[0] in _EFFECTS and (name.kind, name.name) not in proposed
    ]
    if not idle or len(idle) > _MOST:
        return
    named = _named(context, {name.name for name in idle})
    for name in idle:
        first = name.kind.partition(" ")[0]
        if first in _OF_HOSTS:
            yield _finding(name, first)
            continue
        before = named.get(name.name, set()) - {"", first, name.kind.partition(" ")[2]}
        if before <= set(_DEFINES[first]):
            yield _finding(name, first)


def _finding(name: Name, first: str) -> Diagnostic:
    return RULE.at(
        name.origin,
        f"{words(name.kind, name.name)[:70]} is not referenced",
        effect=_EFFECTS[first],
        label="defined here, referenced nowhere",
        help="apply it, or remove it",
    )


_WORD = pattern(r'"[^"]*"|[^\s;{}\[\]]+')


_BETWEEN = bytes.maketrans(b';{}[]"', b"      ")
"""What else than blanks stands between words, made blank."""
_AT_ONCE = 4_000


def _lines(source: SourceText, names: set[str]) -> Iterator[str]:
    """The lines that may hold one of some names as a word."""
    lines = source.lines
    if any(_WORD.fullmatch(name) is None or '"' in name for name in names):
        yield from lines
        return
    # Most lines hold none, and taking each apart by the pattern costs many times as much as this.
    for start in range(0, len(lines), _AT_ONCE):
        some = lines[start : start + _AT_ONCE]
        data = "\n".join(some).encode("utf-8", "surrogatepass").translate(_BETWEEN)
        plain = data.decode("utf-8", "surrogatepass").split("\n")
        for line, bare in zip(some, plain, strict=True):
            if not names.isdisjoint(bare.split()):
                yield line


def _named(context: Context, names: set[str]) -> dict[str, set[str]]:
    """The words that stand before each of some names anywhere in the text, or `_USE`."""
    by_kind: dict[str, set[str]] = {}
    for line in _lines(context.source, names) if context.source is not None else ():
        before = ""
        tokens = [token.strip('"') for token in _WORD.findall(line)]
        # What ends a statement is a value: `policer P;` uses it, `policer P {` defines it.
        last = len(tokens) - 1 if not line.rstrip().endswith("{") else -1
        for place, word in enumerate(tokens):
            if word in names:
                by_kind.setdefault(word, set()).add(before if place != last else _USE)
            before = word
    return by_kind
