"""A forwarding class in use that the scheduler map of a port leaves out.

## What it does

Reports each scheduler map in force that has no entry for a forwarding class into which a
classifier, a filter or a policer of the config puts packets. Classes that come with a default
table only are left out, and so are those whose queue another class of the map serves.

## Why it matters

The queue of such a class has no bandwidth and no buffer of its own on that port. While the others
have something to send, its packets wait and are dropped.

## Example

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class expedited-forwarding {
                loss-priority low code-points ef;
            }
        }
    }
    schedulers {
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 {
            scheduler-map core;
            unit 0 { classifiers { dscp edge; } }
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
            forwarding-class expedited-forwarding {
                loss-priority low code-points ef;
            }
        }
    }
    schedulers {
        voice { transmit-rate percent 10; }
        rest { transmit-rate percent 80; }
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
        ge-0/0/0 {
            scheduler-map core;
            unit 0 { classifiers { dscp edge; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, Default Schedulers Overview: classes without a scheduler
  have no reserved bandwidth and no buffer space.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.packets.regions import join_words
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.rule_lists import Assignment, assignments, restricted, served
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS431", "class-without-scheduler", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    used: dict[str, Assignment] = {}
    for one in context.once(assignments):
        if one.plain:
            used.setdefault(one.mark.name, one)
    full = context.once(_without_other_traffic)
    for name, known_spots in context.once(places).items():
        policy = context.device.policies.get(name)
        spots = known_spots
        if policy is not None and policy.origin == NOWHERE:
            spots = [spot for spot in spots if spot.port.name not in full]
        known = served(policy) if policy is not None else frozenset()
        if policy is None or not known:
            continue
        inside = context.once(restricted).get(name)
        queues = {one.mark.value for key, one in used.items() if key in known}
        missing = [
            one
            for key, one in used.items()
            if key not in known
            and one.mark.value not in queues
            and (inside is None or key in inside)
        ]
        if missing and spots:
            yield _finding(policy, missing, spots)


def _without_other_traffic(context: Context) -> frozenset[str]:
    """The ports of which each unit has queues of its own, or those of the profile for remaining
    traffic: the queues that the platform has there by itself get no packet.
    """
    full: dict[str, bool] = {}
    for unit in context.device.ports.values():
        if unit.parent:
            full[unit.parent] = full.get(unit.parent, True) and any(
                isinstance(stage, Attachment) for stage in unit.output
            )
    remaining = frozenset(
        residue.context.rpartition(" ")[2]
        for residue in context.device.residue
        if residue.text.startswith("output-traffic-control-profile-remaining ")
    )
    return remaining.union(name for name, all_of_them in full.items() if all_of_them)


def _finding(policy: Policy, missing: list[Assignment], spots: list[Place]) -> Diagnostic:
    names = join_words([one.mark.name[:40] for one in missing], 3)
    port = spots[0].port.name
    more = f" and {len(spots) - 1} other ports" if len(spots) > 1 else ""
    one = len(missing) == 1
    written = policy.origin.end_column > policy.origin.column
    return RULE.at(
        policy.origin if written else spots[0].origin,
        f"{policy.title} has no scheduler for {names}",
        effect=f"on {port}{more} {'this class has' if one else 'these classes have'} no bandwidth "
        f"of {'its' if one else 'their'} own",
        label="no entry for it" if one else "no entry for them",
        related=tuple(
            Label(item.rule.origin, f"{item.by[:60]} puts packets into {item.mark.name[:40]}")
            for item in missing[:3]
        ),
        help="add the class to the map",
    )
