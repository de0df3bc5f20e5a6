"""A policy in another direction than its name and all the others say.

## What it does

Reports a policy, or a filter of JunOS, with a word for one direction in its name (IN, INPUT,
INGRESS, OUT, OUTPUT, EGRESS) that a port has in the other direction, where at least two other
places have policies in the direction of their names, and this is the only one that differs. It is
a warning where the same policy, or its twin for the other direction, is where its name says: LAN-IN
alone may be what goes into the LAN. Names that speak of a contract (OUT-OF-CONTRACT) are left out.

## Why it matters

Packets of the wrong direction are marked or limited, and those that were meant are not.

## Example

```ios
policy-map LAN-IN
 class class-default
  set dscp default
policy-map LAN-OUT
 class class-default
  police 8000000 250000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy input LAN-IN
 service-policy output LAN-OUT
interface FastEthernet0/1
 service-policy output LAN-IN
```

## Use instead

```ios
policy-map LAN-IN
 class class-default
  set dscp default
policy-map LAN-OUT
 class class-default
  police 8000000 250000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy input LAN-IN
 service-policy output LAN-OUT
interface FastEthernet0/1
 service-policy input LAN-IN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `service-policy`: `input` applies the
  policy to what comes in by the interface, `output` to what leaves.
- The config itself: the names of its policies and where they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Port, PortKind, Stage
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.words.name_words import said_words
from qosc.source import NOWHERE
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS618", "direction-unlike-name", Severity.WARNING, "0.1")

_LEAST = 2
_WORDS = {
    **dict.fromkeys(("in", "input", "ingress", "inbound"), "input"),
    **dict.fromkeys(("out", "output", "egress", "outbound"), "output"),
}


_OF_CONTRACT = frozenset(("of", "contract", "profile", "band", "call", "sync"))
"""`out of contract`, `in profile`: words beside which `in` and `out` are no direction."""


class _Spot(NamedTuple):
    port: Port
    direction: str
    named: str
    stage: Stage


def check(context: Context) -> Iterator[Diagnostic]:
    spots = []
    for port in context.index.busy:
        if port.kind is PortKind.CONTROL_PLANE:
            continue
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                words = said_words(_name(stage))
                named = {_WORDS[word] for word in words if word in _WORDS}
                if not _OF_CONTRACT.isdisjoint(words):
                    continue
                if len(named) == 1 and not stage.default_by:
                    spots.append(_Spot(port, direction, named.pop(), stage))
    astray = {(_name(one.stage), one.direction): one for one in spots if one.named != one.direction}
    right = [one for one in spots if one.named == one.direction]
    if len(astray) != 1 or len(right) < _LEAST:
        return
    (one,) = astray.values()
    if sum(spot.named != spot.direction for spot in spots) > 1 or one.stage.origin == NOWHERE:
        return
    policy = context.device.policies.get(_name(one.stage))
    classes = policy.classes if policy is not None and one.direction == "input" else ()
    if any(item.has_queue or item.child is not None for item in classes):
        return  # that it queues on input is told
    like = next((each for each in right if _name(each.stage) == _name(one.stage)), right[0])
    yield RULE.at(
        one.stage.origin,
        f"{_name(one.stage)[:50]} is on {one.direction} of {one.port.name}",
        effect=f"{len(right)} other places have policies in the direction of their names",
        label=f"named for {one.named}",
        related=(Label(like.stage.origin, f"on {like.direction}, as its name says"),),
        help=f"apply it on {one.named}, if it was meant",
        severity=None if _is_settled(one, right) else Severity.INFO,
    )


def _is_settled(one: _Spot, right: list[_Spot]) -> bool:
    """Whether other places show what the direction in the name is meant to say."""
    stem = _stem(_name(one.stage))
    return any(
        _name(each.stage) == _name(one.stage) or _stem(_name(each.stage)) == stem for each in right
    )


def _stem(name: str) -> tuple[str, ...]:
    """The words of a name without those for a direction."""
    return tuple(word for word in said_words(name) if word not in _WORDS)


def _name(stage: Stage) -> str:
    """The name of a policy or filter; empty for other lists."""
    if isinstance(stage, Attachment):
        return stage.policy.name
    return stage.feature.split(" ")[-1] if stage.feature.startswith("filter ") else ""
