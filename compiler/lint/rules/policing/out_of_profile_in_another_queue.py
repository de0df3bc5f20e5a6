"""A policer that sends what exceeds its rate to another queue than what conforms.

## What it does

Reports a policer that changes the forwarding class of packets above its rate and lets them pass, so
that packets of one flow go to different queues. On IOS, it reports a policer on input that sets a
DSCP or precedence on them which the output policy of another interface puts into another queue,
where the marks alone decide that. Policers of packets that cannot be TCP are left out. It is
information where what exceeds gets the mark of best effort or of a lower effort (0, CS1 or 1):
whoever wrote that takes it out of its class on purpose.

## Why it matters

Two queues are served at different times, so packets of one flow overtake each other. TCP takes
three packets out of order for a loss, sends one again and halves its rate. Measured on routers at
10 Gbit/s with 3 Gbit/s of other traffic, one TCP flow reached 6 Gbit/s without a policer. With what
exceeds 1 Gbit/s in a queue of its own it reached 0.92 and 0.47 Gbit/s, with 8812 and 7199 packets
out of order in two set-ups and not one lost. With those packets in the same queue, dropped at
random by how full it was, it reached 5.6 Gbit/s, and 15 packets were lost and 15 out of order.

## Example

```junos
class-of-service {
    forwarding-classes {
        queue 0 best-effort;
        queue 1 scavenger;
        queue 2 alpha;
        queue 3 network-control;
    }
}
firewall {
    family inet {
        filter circuit {
            term flow {
                from { source-address { 192.0.2.0/28; } }
                then { policer one-gigabit; forwarding-class alpha; accept; }
            }
            term rest { then accept; }
        }
    }
    policer one-gigabit {
        if-exceeding { bandwidth-limit 1g; burst-size-limit 32m; }
        then forwarding-class scavenger;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input circuit; } } } }
}
```

```ios
access-list 101 permit tcp any any eq 443
class-map match-all WEB
 match access-group 101
class-map match-any DATA
 match dscp af21 af22 af23
class-map match-any SCAVENGER
 match dscp cs1
policy-map LAN
 class WEB
  set dscp af21
  police 8000000 250000 conform-action transmit exceed-action set-dscp-transmit cs1
policy-map WAN
 class DATA
  bandwidth percent 30
 class SCAVENGER
  bandwidth percent 5
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 bandwidth 10000
 service-policy output WAN
```

## Use instead

```junos
class-of-service {
    forwarding-classes {
        queue 0 best-effort;
        queue 1 scavenger;
        queue 2 alpha;
        queue 3 network-control;
    }
}
firewall {
    family inet {
        filter circuit {
            term flow {
                from { source-address { 192.0.2.0/28; } }
                then { policer one-gigabit; forwarding-class alpha; accept; }
            }
            term rest { then accept; }
        }
    }
    policer one-gigabit {
        if-exceeding { bandwidth-limit 1g; burst-size-limit 32m; }
        then loss-priority high;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input circuit; } } } }
}
```

```ios
access-list 101 permit tcp any any eq 443
class-map match-all WEB
 match access-group 101
class-map match-any DATA
 match dscp af21 af22 af23
class-map match-any SCAVENGER
 match dscp cs1
policy-map LAN
 class WEB
  set dscp af21
  police 8000000 250000 conform-action transmit exceed-action set-dscp-transmit af22
policy-map WAN
 class DATA
  bandwidth percent 30
 class SCAVENGER
  bandwidth percent 5
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 bandwidth 10000
 service-policy output WAN
```

## Sources

- Z. Yan, M. Veeraraghavan, C. Tracy, C. Guok, On How to Provision Quality of Service (QoS) for
  Large Dataset Transfers, CTRQ 2013, experiments 2 and 3, tables II and III.
- RFC 2597, section 2, on the same fault within an AF class.
- RFC 3662 and RFC 8622: the code points of a lower effort, CS1 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Mark, Outcome, Policer, Predicate, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.output_queues import parted
from qosc.lint.facts.packets.transports import may_be_tcp
from qosc.lint.facts.rule_lists import applied, names_of

__all__ = ["RULE", "check"]

_OUT_OF_ORDER = "packets of one flow arrive out of order, and TCP slows down"

RULE = Rule("QOS306", "out-of-profile-in-another-queue", Severity.WARNING, "0.1")

_TAKEN_OUT = {Field.DSCP: (0, 1, 8), Field.PRECEDENCE: (0, 1)}
"""The marks of best effort and, by RFC 3662 and RFC 8622, of a lower effort."""

_DEFAULT = "class-default"
_MEASURED = (
    "measured: a TCP flow of 6 Gbit/s fell to 0.92 and 0.47 Gbit/s with it, and to 5.6 Gbit/s with "
    "what exceeds in the same queue and dropped early"
)


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[object] = set()
    for applied_list in context.once(applied):
        for rule in applied_list.stage.rules:
            mark = _moved(rule.policer, rule.match) if rule.policer is not None else None
            if mark is None or (mark.origin, rule.origin) in reported:
                continue
            if may_be_tcp(context.device, rule.match):
                reported.add((mark.origin, rule.origin))
                yield _finding(applied_list.stage.feature, rule.policer, mark)

    for one in context.once(parted):
        yield RULE.at(
            one.mark.origin,
            f"{one.by[:50]} moves packets above the rate to another queue",
            effect=f"they are in {_of(one.above)} of {one.policy[:40]}, those within the rate in "
            f"{_of(one.within)}: {_OUT_OF_ORDER}",
            label="no class matches this mark"
            if one.above == _DEFAULT
            else "this mark has another queue",
            related=(Label(one.origin, "the queues are those of this policy"),),
            notes=(_MEASURED,),
            help="mark what exceeds with a higher drop precedence of the same AF class, and give "
            "the queue of that class WRED",
            severity=Severity.INFO
            if one.mark.value in _TAKEN_OUT.get(one.mark.field, ())
            else None,
        )


def _of(name: str) -> str:
    """The queue of a class in words."""
    return "no class" if name == _DEFAULT else f"class {name[:30]}"


def _moved(policer: Policer, match: Predicate) -> Mark | None:
    """The mark that puts packets above the rate into another queue than those within it."""
    within = _class(policer.conform)
    if policer.conform.verdict is Verdict.DROP:
        return None
    for outcome in (policer.exceed, policer.violate):
        above = _class(outcome) if outcome and outcome.verdict is not Verdict.DROP else None
        if above is None:
            continue
        if within is not None and within.value == above.value:
            continue
        if within is None and above.name in names_of(match):
            continue
        return above
    return None


def _class(outcome: Outcome) -> Mark | None:
    return next((m for m in reversed(outcome.marks) if m.field is Field.FORWARDING_CLASS), None)


def _finding(feature: str, policer: Policer | None, mark: Mark) -> Diagnostic:
    within = _class(policer.conform) if policer is not None else None
    own = within.name[:40] if within is not None else "their own class"
    related = (Label(within.origin, "what conforms goes here"),) if within is not None else ()
    return RULE.at(
        mark.origin,
        f"{feature[:50]} moves packets above the rate to another queue",
        effect=f"they are in {mark.name[:40]}, those within the rate in {own}: {_OUT_OF_ORDER}",
        label="what exceeds goes here",
        related=related,
        notes=(_MEASURED,),
        help="give what exceeds a higher loss priority in the same class, and the queue a drop "
        "profile for it",
    )
