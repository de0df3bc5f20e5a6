"""Marks that stay inside the device, and what reads them: queues, curves, tables, rewrite rules."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir import Mark, Policer, Predicate, RefKind, RuleList, Test, Wred
from qosc.ir.match import Opaque
from qosc.lint.engine.rule import Context
from qosc.lint.facts.rule_lists import applied, names_of, parts
from qosc.packets.terms import vocabulary

__all__ = ["INNER", "fields_read", "loss_read", "marks_of", "unread_lines"]

INNER = (Field.QOS_GROUP, Field.DISCARD_CLASS)
"""Marks of Cisco that no packet carries."""
_WORDS = {Field.QOS_GROUP: "qos-group", Field.DISCARD_CLASS: "discard-class"}


def fields_read(context: Context) -> frozenset[Field]:
    """The fields that a class, a drop curve or a table of the device looks at; all of them where
    a line was not understood, or a class-map is not in the text: it may be the one that looks. For
    `context.once`.
    """
    fields: set[Field] = set()
    if any(True for _ in context.index.undefined(RefKind.CLASS_MAP)):
        fields.update(INNER)
    matches: list[Predicate] = [one.match for one in context.device.class_maps.values()]
    for policy in context.device.policies.values():
        for item in policy.classes:
            matches.append(item.match)
            if item.wred is not None and item.wred.field is not None:
                fields.add(item.wred.field)
            for mark in marks_of(item.marks, item.policers):
                if mark.table is not None:
                    fields.add(mark.table.source)
    for match in matches:
        for one in vocabulary(context.device, match):
            if isinstance(one, Test):
                fields.add(one.field)
            elif isinstance(one, Opaque) and any(word in one.feature for word in _WORDS.values()):
                fields.update(INNER)
    return frozenset(fields)


def unread_lines(context: Context, field: Field) -> bool:
    """Whether a line outside the model may read a field: it has its word and sets nothing."""
    word = _WORDS[field]
    return any(
        word in one.text and not one.text.lstrip().startswith("set ")
        for one in context.device.residue
    )


def marks_of(marks: tuple[Mark, ...], policers: tuple[Policer, ...]) -> Iterator[Mark]:
    """The marks of a class and of its policers."""
    yield from marks
    for policer in policers:
        for outcome in (policer.conform, policer.exceed, policer.violate):
            if outcome is not None:
                yield from outcome.marks


def loss_read(context: Context) -> frozenset[str]:
    """The forwarding classes of JunOS whose loss priority something looks at: a drop profile that
    differs by it, a rewrite rule that writes another code point for it, a filter or a policer.

    The empty name stands for all of them.
    """
    levels: set[str] = set()
    for policy in context.device.policies.values():
        for item in policy.classes:
            if item.wred is not None and _tells_apart(item.wred):
                levels.update(names_of(item.match) or ("",))
    for each in context.once(applied):
        levels |= _of_list(each.stage)
    return frozenset(levels)


def _tells_apart(wred: Wred) -> bool:
    """Whether packets of one loss priority may be dropped where those of another are not."""
    curves = {(one.minimum, one.maximum, one.denominator, one.points) for one in wred.curves}
    return wred.field is Field.LOSS_PRIORITY and (len(curves) > 1 or len(wred.curves) == 1)


def _of_list(stage: RuleList) -> set[str]:
    levels: set[str] = set()
    written: dict[str, list[object]] = {}
    rewrites = stage.feature.startswith("rewrite-rules ")
    for rule in stage.rules:
        if rule.policer is not None and rule.policer.meter.colours is not None:
            levels.add("")
        tests = [one for one in parts(rule.match) if isinstance(one, Test)]
        if any(test.field is Field.LOSS_PRIORITY for test in tests):
            if not rewrites:
                levels.add("")
            for name in names_of(rule.match):
                written.setdefault(name, []).append([(one.field, one.value) for one in rule.marks])
    # One entry alone leaves the packets of other loss priorities as they are.
    return levels | {
        name for name, marks in written.items() if len(marks) == 1 or marks[1:] != marks[:-1]
    }
