"""A queue with a share into which nothing on the device puts packets.

## What it does

Reports a forwarding class that a scheduler map in force gives a transmit-rate or a priority, where
no classifier, filter or policer of the device and no `host-outbound-traffic` gives packets that
class, while other classes are given so; and a class of an output policy of Cisco that matches
nothing but a qos-group or a discard class which nothing sets, while another class of the same
policy gets a value that is set. The class of packets that nothing has classified, and that of
network control, into which the router puts its own packets, are left out; so are a queue of Cisco
with a share of 0 and a class whose name says that it is reserved or spare, and a class whose name
stands in a line that is not in the model.

## Why it matters

The share is kept for packets that never come. Those it was meant for are in another queue.

## Example

```junos
class-of-service {
    classifiers {
        dscp EDGE {
            forwarding-class expedited-forwarding { loss-priority low code-points ef; }
            forwarding-class network-control { loss-priority low code-points [ cs6 cs7 ]; }
        }
    }
    schedulers {
        V { transmit-rate percent 20; }
        A { transmit-rate percent 40; }
        B { transmit-rate percent 35; }
        N { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class expedited-forwarding scheduler V;
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
            forwarding-class expedited-forwarding { loss-priority low code-points ef; }
            forwarding-class assured-forwarding { loss-priority low code-points af31; }
            forwarding-class network-control { loss-priority low code-points [ cs6 cs7 ]; }
        }
    }
    schedulers {
        V { transmit-rate percent 20; }
        A { transmit-rate percent 40; }
        B { transmit-rate percent 35; }
        N { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class expedited-forwarding scheduler V;
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

- Juniper, Class of Service User Guide, Understanding How Forwarding Classes Assign Classes to
  Output Queues: packets are in the queue of the forwarding class that they are given.
- Juniper, Class of Service User Guide, Default Routing Engine Protocol Queue Assignments: the
  router's own packets are in queue 0 and queue 3.
- Cisco 10000 Series Router Quality of Service Configuration Guide, Marking Traffic, QoS Group
  Marking: the value exists within the router only. It is also set by policies of BGP (QPPB).

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Interval, Policy, RefKind, Test, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.inner_values import Written, inner_writes
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import names_of, sounds_like_control
from qosc.lint.facts.walk import leaf_tests, sole_tests
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS601", "queue-never-fed", Severity.WARNING, "0.1")

_CISCO = (Field.QOS_GROUP, Field.DISCARD_CLASS)
_CONTROL_QUEUE = 3
_LATER = pattern(r"(?i)reserv|spare|future|unused|not[-_]?used")
"""Names of classes that are kept for traffic to come."""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete or any(context.index.undefined(RefKind.CLASS_MAP)):
        return
    if context.profile.takes.junos_statements:
        yield from _of_junos(context)
    else:
        yield from _of_cisco(context)


def _of_junos(context: Context) -> Iterator[Diagnostic]:
    written = context.once(inner_writes)
    fed = written.names
    if not written.by_hand:
        return
    control = {
        one.name
        for one in context.device.names
        if one.kind == "forwarding-class" and not one.by and one.queue == _CONTROL_QUEUE
    }
    reported: set[Span] = set()
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue
        for item in policy.classes:
            names = names_of(item.match)
            if item.default_by or item.origin == NOWHERE or item.origin in reported or not names:
                continue
            if not _has_share(item) or _takes_the_rest(item) or _LATER.search(names[0]):
                continue
            if any(
                one in fed or one in control or sounds_like_control(one) or written.elsewhere(one)
                for one in names
            ):
                continue
            reported.add(item.origin)
            yield RULE.at(
                item.origin,
                f"{names[0][:40]} has a queue in {policy.title[:60]}; nothing puts packets there",
                effect="no classifier, filter or policer of the device gives packets this class",
                label="no packet comes here",
                help="classify its packets, or give the share to a queue that has packets",
            )


def _has_share(item: TrafficClass) -> bool:
    """Whether the config gives a class a part of the line."""
    rate = item.guarantee or item.part_of_rest
    given = rate is not None and bool(rate.value) and not rate.default_by
    return given or (item.priority is not None and item.priority.origin != NOWHERE)


def _takes_the_rest(item: TrafficClass) -> bool:
    """Whether packets without a forwarding class are in it."""
    tests = [item.match] if isinstance(item.match, Test) else []
    return any(getattr(value, "name", "-") == "" for test in tests for value in test.values)


def _is_nothing(item: TrafficClass) -> bool:
    """Whether a class gets 0 % on purpose: nothing is kept for packets that do not come."""
    rates = [rate for rate in (item.guarantee, item.part_of_rest) if rate is not None]
    given = [rate for rate in rates if not rate.default_by]
    does = item.priority or item.shaper or item.policers or item.marks or item.child or item.drop
    return not does and not any(rate.value for rate in given)


def _of_cisco(context: Context) -> Iterator[Diagnostic]:
    written = context.once(inner_writes)
    reported: set[Span] = set()
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or policy.feature or any(one.direction == "input" for one in spots):
            continue
        for field in _CISCO:
            yield from _values(context, policy, field, written, reported)


def _values(
    context: Context, policy: Policy, field: Field, written: Written, reported: set[Span]
) -> Iterator[Diagnostic]:
    values = written.values.get(field, {})
    if not values or field in written.open:
        return
    asked: list[tuple[TrafficClass, Test, frozenset[int]]] = []
    for item in policy.classes:
        tests = list(leaf_tests(context.device, item.match))
        if [one.field for one in tests] != [field]:
            continue
        (test,) = tests
        if not list(sole_tests(context.device, item.match)):
            continue
        spans = [one for one in test.values if isinstance(one, Interval)]
        if len(spans) == len(test.values):
            asked.append(
                (
                    item,
                    test,
                    frozenset(n for one in spans for n in range(one.low, one.high + 1)),
                )
            )
    matched = frozenset(number for _, _, wanted in asked for number in wanted)
    if not all(value in matched for value in values if value):
        return  # a value that is set and not matched is the other end of the same slip
    for item, test, wanted in asked:
        if wanted & set(values) or 0 in wanted or test.origin in reported or test.origin == NOWHERE:
            continue
        if _is_nothing(item) or _LATER.search(item.name):
            continue
        reported.add(test.origin)
        first = min(values)
        yield RULE.at(
            test.origin,
            f"class {item.name} of {policy.title} matches {field} {min(wanted)}; nothing sets it",
            effect="the class never has a packet",
            label="never set",
            related=(Label(values[first], f"the device sets {field} {first}"),),
            help=f"set {field} {min(wanted)} on input, or take the class out",
        )
