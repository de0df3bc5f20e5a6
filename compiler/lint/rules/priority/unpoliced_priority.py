"""A priority class without any bound on its rate.

## What it does

Reports a class with `priority` that has no rate of its own, no `police`, and no policer in its
child policy. A JunOS class of `strict-high` priority is bounded by `rate-limit`, by `shaping-rate`,
or by a policer in each filter term that puts packets into it; a queue of NX-OS, by a policer in
each class that puts packets into it by its qos-group. A policy that is applied on input only
starves no link: there, the priority is that of the switch fabric.

## Why it matters

The scheduler sends priority packets until there are none left. If more of them come than were
planned for, from a fault, a loop or an attacker who knows the mark, every other class waits without
end; routing protocols among them.

## Example

```ios ios-xe
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority
 class DATA
  bandwidth remaining percent 50
interface GigabitEthernet0/0/0
 service-policy output WAN
```

```junos
class-of-service {
    schedulers {
        voice { priority strict-high; }
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map core; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    schedulers {
        voice { transmit-rate { percent 20; rate-limit; } priority strict-high; }
        rest { transmit-rate percent 70; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map core; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

```ios ios-xe
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority
  police cir 10000000
 class DATA
  bandwidth remaining percent 50
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Sources

- Cisco ME 3400 Ethernet Access Switch Command Reference, `priority`: care is needed with priority
  without police, since it may congest the other queues.
- Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide 7.x, "Using Modular QoS
  CLI": policies of type qos mark and police, those of type queuing shape and queue.
- Juniper, CLI Reference, `priority` and `transmit-rate` (Schedulers): without a bound a strict-high
  queue can take all of a port.
- Cisco community, ASR9000/XR: Understanding QoS, default marking behavior and troubleshooting: what
  priority on input sets is the priority of the packet in the switch fabric.
- RFC 3246, section 2.8: an EF implementation that could starve others must bound the EF rate.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Interval, Reference, Test, TrafficClass, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import assignments, names_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS405", "unpoliced-priority", Severity.WARNING, "0.1")


_LIMITED = "give it a transmit-rate with rate-limit, or a shaping-rate"
_SHAPED = "give its scheduler a shaping-rate"
_BY_GROUP = "police what the policy of type qos puts into this queue, or shape the queue"
_OTHERWISE = "give priority a rate, or add a police line to the class"


def check(context: Context) -> Iterator[Diagnostic]:
    where = context.once(places)
    for policy in context.device.policies.values():
        spots = where.get(policy.name, ())
        if spots and all(place.direction == "input" for place in spots):
            continue  # no link to starve: on IOS XR it is the priority in the switch fabric
        of_junos = policy.feature.startswith("scheduler-map ")
        if policy.feature and not of_junos:
            continue  # such as a priority-list, whose queues cannot have a bound
        for traffic_class in policy.classes:
            priority = traffic_class.priority
            if priority is None or priority.rate is not None or _bounded(context, traffic_class):
                continue
            if of_junos and _policed(context, traffic_class):
                continue
            takes = context.profile.takes
            if takes.queues_by_group and _policed_by_group(context, traffic_class):
                continue
            help_ = _BY_GROUP if takes.queues_by_group else _OTHERWISE
            if of_junos:
                help_ = _LIMITED if takes.limited_transmit_rate else _SHAPED
            yield RULE.at(
                priority.origin,
                f"{'strict-high' if of_junos else 'priority'} class {traffic_class.name} of "
                f"{policy.title} has no limit",
                effect="where its packets fill the link, the classes served after it get nothing",
                label="no bound on its rate" if of_junos else "no rate, no police",
                help=help_,
            )


def _policed(context: Context, traffic_class: TrafficClass) -> bool:
    """Whether every rule that puts packets into the class by a filter polices them."""
    names = names_of(traffic_class.match)
    rules = [one.rule for one in context.once(assignments) if one.mark.name in names and one.plain]
    return bool(rules) and all(rule.policer is not None for rule in rules)


def _policed_by_group(context: Context, traffic_class: TrafficClass) -> bool:
    """Whether every class that puts packets into the queue by its qos-group polices them."""
    match, device = traffic_class.match, context.device
    class_map = device.class_maps.get(match.name) if isinstance(match, Reference) else None
    groups = {
        value.low
        for test in (class_map.match.operands if class_map is not None else ())
        if isinstance(test, Test) and test.field is Field.QOS_GROUP
        for value in test.values
        if isinstance(value, Interval)
    }
    sources = [
        one
        for policy in device.policies.values()
        for one in policy.classes
        if any(mark.field is Field.QOS_GROUP and mark.value in groups for mark in one.marks)
    ]
    return bool(sources) and 0 not in groups and all(one.policers for one in sources)


def _bounded(context: Context, traffic_class: TrafficClass) -> bool:
    if _limited(traffic_class) or traffic_class.shaper is not None or traffic_class.drop:
        return True
    child = traffic_class.child
    below = context.device.policies.get(child.name) if child is not None else None
    return below is not None and any(_limited(inner) or inner.shaper for inner in below.classes)


def _limited(traffic_class: TrafficClass) -> bool:
    """Whether a policer of the class drops some packets; one that sends all bounds nothing."""
    return any(
        one is not None and one.verdict is Verdict.DROP
        for policer in traffic_class.policers
        for one in (policer.conform, policer.exceed, policer.violate)
    )
