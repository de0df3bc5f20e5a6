"""A policer whose conform and exceed actions are identical.

## What it does

Compares the actions of each policer, of `police` and of `rate-limit`. Where conform, exceed and
violate mark alike and end alike, the rate and the bursts decide nothing. It is silent where an
action of the policer is not understood.

## Why it matters

Traffic is not limited, whatever the rate says: a policer that sets the same mark on all packets is
a marker in disguise, and one that transmits them all only counts. That may be meant. A reader of
the config, and a person who plans a link by it, will take the rate for a limit.

## Example

```ios
access-list 161 permit udp any host 192.0.2.2 eq 50001
class-map match-all BULK
 match access-group 161
policy-map LAN-IN
 class BULK
  police 1000000 conform-action set-prec-transmit 1 exceed-action set-prec-transmit 1
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 service-policy input LAN-IN
```

## Use instead

```ios
access-list 161 permit udp any host 192.0.2.2 eq 50001
class-map match-all BULK
 match access-group 161
policy-map LAN-IN
 class BULK
  set precedence 1
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 service-policy input LAN-IN
```

## Sources

- It follows from RFC 3290, section 5: a meter tells packets apart, and only different actions make
  a difference.
- T. Ferrari (ed.), Remote Hardware Control, QUAdiS project, appendix B: six `rate-limit` lines of a
  published testbed that are markers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Outcome, Policer, Verdict
from qosc.ir.describe import describe
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered

__all__ = ["RULE", "check"]

_SAME = ("conform-action and exceed-action are identical", "packets above its rate are not limited")
"""On IOS, and on JunOS."""

RULE = Rule("QOS301", "police-same-actions", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    junos = context.profile.takes.junos_statements
    for policing in context.once(metered):
        policer = policing.policer
        if policer.shared in context.once(limiting):
            continue  # it takes the tokens of packets that the meter does limit
        if not _differ(policer) and policer.origin.line not in context.once(half_read):
            yield RULE.at(
                policer.origin,
                f"{policing.what}: {_SAME[junos]}",
                effect=_effect(policer.conform),
                label=f"{policer.meter.cir} limits nothing",
                help=_advice(policer.conform, junos=junos),
            )


def limiting(context: Context) -> frozenset[str]:
    """The shared meters that treat what exceeds otherwise somewhere. Use through `context.once`."""
    return frozenset(
        policing.policer.shared
        for policing in context.once(metered)
        if policing.policer.shared and _differ(policing.policer)
    )


def _differ(policer: Policer) -> bool:
    """Whether packets inside and outside the rate or a burst are treated differently."""
    outcomes = (policer.conform, policer.exceed, policer.violate)
    return len({(one.verdict, one.marks) for one in outcomes if one is not None}) > 1


def half_read(context: Context) -> frozenset[int]:
    """The lines of policers of which an action is not in the model. Use through `context.once`."""
    starts = sorted({policing.policer.origin.line for policing in context.once(metered)})
    return frozenset(
        starts[bisect_right(starts, residue.origin.line) - 1]
        for residue in context.device.residue
        if residue.context == "police" and starts and starts[0] <= residue.origin.line
    )


def _effect(outcome: Outcome) -> str:
    if outcome.verdict is Verdict.DROP:
        return "every packet is dropped, whatever the rate"
    if outcome.marks:
        marks = " and ".join(describe(mark).removeprefix("set ") for mark in outcome.marks)
        return f"it sets {marks} on every packet and limits none"
    return "it only counts packets"


def _advice(outcome: Outcome, *, junos: bool) -> str:
    if junos and outcome.marks:
        return (
            "if only the mark is meant, set it in the then of the filter term; else give the "
            "policer a then that differs"
        )
    if junos and outcome.verdict is not Verdict.DROP:
        return "give the policer a then that differs, or leave it out"
    if outcome.verdict is Verdict.DROP:
        return "say so with the drop action of a class, or let the packets that conform through"
    if outcome.marks:
        return "if only the mark is meant, say so with set in a policy-map; else give exceed-action"
    return "give the packets that exceed another action, or leave the policer out"
