"""The queue of best effort in a higher priority than that of another class.

## What it does

Reports the queue of the packets that nothing has classified, where the config gives it a higher
scheduling priority than another queue of the same scheduler map whose class is not named for bulk,
scavenger or best effort.

## Why it matters

Within their transmit-rates queues of a higher priority are served first: what nobody has classified
goes before what somebody has.

## Example

```junos
class-of-service {
    classifiers {
        dscp EDGE {
            forwarding-class best-effort { loss-priority low code-points be; }
            forwarding-class assured-forwarding { loss-priority low code-points af21; }
            forwarding-class network-control { loss-priority low code-points cs6; }
        }
    }
    schedulers {
        A { transmit-rate percent 40; priority medium-low; }
        B { transmit-rate percent 35; priority high; }
        N { transmit-rate percent 5; priority high; }
    }
    scheduler-maps {
        M {
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp EDGE; } } }
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
        dscp EDGE {
            forwarding-class best-effort { loss-priority low code-points be; }
            forwarding-class assured-forwarding { loss-priority low code-points af21; }
            forwarding-class network-control { loss-priority low code-points cs6; }
        }
    }
    schedulers {
        A { transmit-rate percent 40; priority medium-low; }
        B { transmit-rate percent 35; priority low; }
        N { transmit-rate percent 5; priority high; }
    }
    scheduler-maps {
        M {
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp EDGE; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Sources

- Juniper, Class of Service User Guide, Priority Scheduling Overview: queues of a higher priority
  send ahead of those of a lower one, as long as they have bandwidth credit.
- The config itself: the names of its classes.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Test, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import names_of
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS615", "best-effort-first", Severity.WARNING, "0.1")

_LOW = pattern(
    r"(?i)best|bulk|scav|default|less|low|(?:^|[-_])be(?:$|[-_0-9])|internet|silver|bronze"
)


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.junos_statements:
        return
    reported: set[Span] = set()
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue
        rest = next((one for one in policy.classes if _is_rest(one)), None)
        if rest is None or rest.default_by or rest.level is None or rest.origin == NOWHERE:
            continue
        if rest.priority is not None:
            continue  # a strict queue for best effort is told by its class
        for other in policy.classes:
            if other.default_by or other.level is None or other.level <= rest.level:
                continue
            names = names_of(other.match)
            if other is rest or not names or _LOW.search(names[0]) or rest.origin in reported:
                continue
            reported.add(rest.origin)
            yield RULE.at(
                _priority_of(context, rest),
                f"{rest.name[:30]} of {policy.title[:40]} is served before {names[0][:30]}",
                effect="packets that nothing has classified go before those of the class",
                label="a higher priority",
                related=(Label(other.origin, f"{names[0][:40]} has a lower one"),),
                help="exchange the two priorities, if they were mixed up",
            )


def _is_rest(item: TrafficClass) -> bool:
    """Whether packets without a forwarding class are in it."""
    values = item.match.values if isinstance(item.match, Test) else ()
    return any(getattr(value, "name", "-") == "" for value in values)


def _priority_of(context: Context, item: TrafficClass) -> Span:
    """The line of the scheduler with its priority; the class in its map where it is not found."""
    source = context.source
    rate = item.guarantee or item.part_of_rest
    if source is None or rate is None or rate.origin == NOWHERE:
        return item.origin
    whose = _SCHEDULER.search(source.line(rate.origin.line))
    for step in (1, -1):
        for number in range(rate.origin.line, rate.origin.line + step * _NEAR, step):
            line = source.line(number) if 1 <= number <= len(source.lines) else ""
            match = _PRIORITY.search(line)
            if match is not None and (whose is None or whose[0] in line):
                return source.span(number, match.start(), match.end())
            if whose is None and ("}" if step == 1 else "{") in line:
                break  # the end of the scheduler
    return item.origin


_NEAR = 6
_SCHEDULER = pattern(r"\bschedulers \S{1,255} ")
_PRIORITY = pattern(r"\bpriority [a-z-]+")
