"""A security policy of SRX that permits all, ahead of one with application QoS.

## What it does

Reports a policy between two zones that permits any source, destination and application, where a
later policy between the same zones has a rule set of application traffic control, and the first
has none.

## Why it matters

The first policy that matches is taken. No session comes to the later one, so that its classes,
marks and rate limits are given to none.

## Example

```junos
version 20.2R3;
security {
    policies {
        from-zone in to-zone out {
            policy ALL {
                match {
                    source-address any;
                    destination-address any;
                    application any;
                }
                then {
                    permit;
                }
            }
            policy WEB {
                match {
                    source-address any;
                    destination-address any;
                    application any;
                }
                then {
                    permit {
                        application-services {
                            application-traffic-control {
                                rule-set R;
                            }
                        }
                    }
                }
            }
        }
    }
}
```

## Use instead

```junos
version 20.2R3;
security {
    policies {
        from-zone in to-zone out {
            policy WEB {
                match {
                    source-address any;
                    destination-address any;
                    application any;
                }
                then {
                    permit {
                        application-services {
                            application-traffic-control {
                                rule-set R;
                            }
                        }
                    }
                }
            }
        }
    }
}
```

## Sources

- Juniper, Security Policies User Guide for Security Devices, policy ordering: policies are gone
  through from the first to the last, and the first that matches is applied.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import Words, below, line_of, span_of
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS993", "security-policy-before", Severity.WARNING, "0.1")

_ASKED = ("source-address", "destination-address", "application")


class _Policy(NamedTuple):
    """A policy: what it asks for, what it does, and the line it begins on."""

    name: str
    asked: list[Words]
    does: list[Words]
    line: int


def check(context: Context) -> Iterator[Diagnostic]:
    pairs: dict[tuple[str, str], dict[str, _Policy]] = {}
    for one, rest in below(context, "security", "policies", "from-zone"):
        if (rest[1], rest[3]) != ("to-zone", "policy") or len(rest) < 6:
            continue
        of = pairs.setdefault((rest[0], rest[2]), {})
        place = line_of(context, one, 8)
        policy = of.setdefault(rest[4], _Policy(rest[4], [], [], place))
        if rest[5] in ("match", "then"):
            (policy.asked if rest[5] == "match" else policy.does).append(rest[6:])
    for policies in pairs.values():
        yield from _told(context, list(policies.values()))


def _told(context: Context, policies: list[_Policy]) -> Iterator[Diagnostic]:
    first = next((one for one in policies if _takes_all(one)), None)
    if first is None or _with_rules(first):
        return
    behind = [one for one in policies[policies.index(first) + 1 :] if _with_rules(one)]
    if behind:
        yield RULE.at(
            span_of(context, first.line),
            f"policy {first.name} permits all, ahead of {behind[0].name} with its rule set",
            effect=f"no session comes to {behind[0].name}: its classes and limits are idle",
            label="takes every session",
            related=(Label(span_of(context, behind[0].line), "never reached"),),
            help=f"remove {first.name}, or put it behind",
        )


def _takes_all(one: _Policy) -> bool:
    """Whether a policy permits any session, without a condition beside the three."""
    said = {words[0]: words[1] for words in one.asked}
    return (
        said.keys() == set(_ASKED)
        and all(said[word] == "any" for word in _ASKED)
        and any(words[0] == "permit" for words in one.does)
    )


def _with_rules(one: _Policy) -> bool:
    return any("application-traffic-control" in words for words in one.does)
