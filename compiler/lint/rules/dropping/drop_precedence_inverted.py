"""Random drops that spare the packets that should go first.

## What it does

Compares the `random-detect` curves that the config gives to the code points of each assured
forwarding class: AFx1 is to be dropped last, AFx3 first. It reports a curve that begins earlier for
a lower drop precedence, or, where both begin alike, ends earlier or rises more steeply. On JunOS it
compares the drop profiles of loss priority low and high of a scheduler, as a warning. One for low
alone is reported where something on the device gives packets of the class loss priority high.

## Why it matters

A policer marks what exceeds a contract AFx2 or AFx3, so that under congestion these packets are
lost before those within the contract. With the curves the wrong way round, those who keep to the
contract lose packets, and those who do not get through.

## Example

```ios
class-map match-any DATA
 match dscp af21 af22 af23
policy-map WAN
 class DATA
  bandwidth 256
  random-detect dscp-based
  random-detect dscp af21 20 40 10
  random-detect dscp af23 32 40 10
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any DATA
 match dscp af21 af22 af23
policy-map WAN
 class DATA
  bandwidth 256
  random-detect dscp-based
  random-detect dscp af21 32 40 10
  random-detect dscp af23 20 40 10
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 2597, section 2: a packet must not be forwarded with a smaller probability than one of a
  higher drop precedence in the same AF class.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import DropCurve, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import applied, chains, names_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS413", "drop-precedence-inverted", Severity.ERROR, "0.1")

_ANY = ""
_LOW, _HIGH = 0, 3
"""The loss priorities of JunOS by their rank."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            wred = traffic_class.wred
            if wred is not None and wred.field is Field.DSCP:
                yield from _check_class(policy.title, traffic_class, _by_dscp(wred.curves))
            elif wred is not None and wred.field is Field.LOSS_PRIORITY:
                raised = context.once(_raised)
                some = _ANY in raised or not raised.isdisjoint(names_of(traffic_class.match))
                yield from _of_loss_priorities(policy.title, traffic_class, wred.curves, some)


def _raised(context: Context) -> frozenset[str]:
    """The forwarding classes whose packets may have loss priority high, with `_ANY` for all."""
    raised = set()
    for stage, _ in context.once(applied):
        for rule in stage.rules:
            for marks in chains(rule):
                if any(m.field is Field.LOSS_PRIORITY and m.name == "high" for m in marks):
                    own = [m.name for m in marks if m.field is Field.FORWARDING_CLASS]
                    raised.add(own[-1] if own else _ANY)
    return frozenset(raised)


def _of_loss_priorities(
    policy: str, traffic_class: TrafficClass, curves: tuple[DropCurve, ...], raised: bool
) -> Iterator[Diagnostic]:
    """The drop profiles of JunOS: `low` is to be kept longer than `high`."""
    by_value = _by_dscp(curves)
    low, high = by_value.get(_LOW), by_value.get(_HIGH)
    if low is None or not _begins(low):
        return
    if high is None:
        if not raised or any(not curve.values for curve in curves):
            return
        what = "has a drop profile for loss priority low only"
    elif _begins(high) and _begins(low) < _begins(high):
        what = "drops loss priority low before high"
    else:
        return
    yield RULE.at(
        low.origin,
        f"{traffic_class.name} of {policy} {what}",
        label="dropped first",
        related=(Label(high.origin, "dropped later"),) if high is not None else (),
        severity=Severity.WARNING,  # JunOS commits it
        help="let the drop profile of high begin at the lower fill level",
    )


def _begins(curve: DropCurve) -> tuple[int, ...]:
    """The fill levels from the first one on where something is dropped; empty where nothing is."""
    return tuple(fill for fill, chance in curve.points if chance)


def _by_dscp(curves: tuple[DropCurve, ...]) -> dict[int, DropCurve]:
    return {value: curve for curve in reversed(curves) for value in curve.values}


def _check_class(
    policy: str, traffic_class: TrafficClass, curves: dict[int, DropCurve]
) -> Iterator[Diagnostic]:
    for af_class in range(1, 5):
        row = [8 * af_class + 2 * drop for drop in (1, 2, 3)]
        for first, second in ((row[0], row[1]), (row[1], row[2]), (row[0], row[2])):
            kept, lost = curves.get(first), curves.get(second)
            if kept is None or lost is None or not _comparable(kept, lost):
                continue
            if _gentleness(kept) < _gentleness(lost):
                names = [code_point_name(Field.DSCP, value) for value in (first, second)]
                yield RULE.at(
                    kept.origin,
                    f"class {traffic_class.name} of {policy} drops DSCP {names[0]} before "
                    f"{names[1]}",
                    effect="packets within the contract are lost before those that exceed it",
                    label=f"dropped from {kept.minimum} on",
                    related=(Label(lost.origin, f"dropped from {lost.minimum} on"),),
                    help="let the lower drop precedence begin at the higher threshold",
                )
                break


def _comparable(kept: DropCurve, lost: DropCurve) -> bool:
    """Whether the config gives both curves, in one unit.

    A class need not take every code point, so that a default curve may be of no account.
    """
    ends = (kept.minimum, kept.maximum, lost.minimum, lost.maximum)
    known = [end for end in ends if end is not None and not end.default_by]
    return len(known) == len(ends) and len({end.unit for end in known}) == 1


def _gentleness(curve: DropCurve) -> tuple[int, int, int]:
    low, high = curve.minimum, curve.maximum
    return (low.value if low else 0, high.value if high else 0, curve.denominator or 0)
