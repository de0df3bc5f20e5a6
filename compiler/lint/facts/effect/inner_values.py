"""The values that a device writes beside its packets: forwarding classes, qos-groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from qosc.fields import Field
from qosc.ir import Device, Mark, RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.facts.marking.inner_marks import INNER, marks_of
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["Written", "inner_writes"]

_WORDS = {Field.QOS_GROUP: "qos-group", Field.DISCARD_CLASS: "discard-class"}


class Written(NamedTuple):
    """What is written: forwarding classes and loss priorities by name, numbers by field with the
    first place of each.

    `by_hand`: whether a line of the config gives a forwarding class. `open` has the fields of which
    a table or a line outside the model may write any value. `elsewhere` says whether a name stands
    in a line that is not in the model.
    """

    names: frozenset[str]
    losses: frozenset[str]
    by_hand: bool
    values: dict[Field, dict[int, Span]]
    open: frozenset[Field]
    elsewhere: Callable[[str], bool]


def inner_writes(context: Context) -> Written:
    """What the device writes beside its packets. Use through `context.once`."""
    device = context.device
    lists = _lists(device, context)
    names: set[str] = set()
    losses: set[str] = set()
    values: dict[Field, dict[int, Span]] = {}
    unsure: set[Field] = set()
    by_hand = False
    for stage in lists:
        # A rewrite rule looks at the class; what it writes is no class.
        for rule in stage.rules:
            policers = (rule.policer,) if rule.policer is not None else ()
            for mark in marks_of(rule.marks, policers):
                if mark.field is Field.FORWARDING_CLASS:
                    names.add(mark.name)
                    by_hand = by_hand or not stage.default_by
                elif mark.field is Field.LOSS_PRIORITY:
                    losses.add(mark.name)
                else:
                    _note(mark, values, unsure)
    for policy in device.policies.values():
        for item in policy.classes:
            for mark in marks_of(item.marks, item.policers):
                _note(mark, values, unsure)
    texts = [one.text for one in device.residue]
    if context.source is not None:
        texts += [
            line for line in context.source.lines if "host-outbound" in line or "egress" in line
        ]
    for field, word in _WORDS.items():
        if any(word in text and "match" not in text for text in texts):
            unsure.add(field)
    return Written(
        frozenset(names), frozenset(losses), by_hand, values, frozenset(unsure), _finder(texts)
    )


def _lists(device: Device, context: Context) -> list[RuleList]:
    """The lists of rules in force, and those that the platform adds."""
    by_id: dict[int, RuleList] = {}
    ports = context.index.busy
    stages = [stage for port in ports for stage in (*port.input, *port.output)]
    for standing in device.standing.values():
        stages += [*standing.input, *standing.output]
    for stage in (*stages, *device.rule_lists.values()):
        if isinstance(stage, RuleList):
            by_id[id(stage)] = stage
    return list(by_id.values())


def _note(mark: Mark, values: dict[Field, dict[int, Span]], unsure: set[Field]) -> None:
    if mark.field in INNER:
        if mark.table is not None:
            unsure.add(mark.field)
        values.setdefault(mark.field, {}).setdefault(mark.value, mark.origin)


def _finder(texts: Iterable[str]) -> Callable[[str], bool]:
    """Whether a name is in one of the texts; they are joined once."""
    whole = "\n".join(texts)

    @cache
    def there(name: str) -> bool:
        return name in whole

    return there
