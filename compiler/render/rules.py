"""Lists of rules as tables: classifiers, filters, rewrite rules, rate limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.datapath.shares import Base
from qosc.fields import WIDTHS, Field
from qosc.ir import AllOf, Anything, Device, Interval, Not, Predicate, Rule, RuleList, Test, Verdict
from qosc.ir.describe import describe, describe_match
from qosc.ir.leaves import resolve
from qosc.render.figures import Defaults, meter, outcome
from qosc.render.layout import hung
from qosc.render.printable import printable
from qosc.render.style import Style
from qosc.render.table import table
from qosc.values import replace

__all__ = ["JUNOS_VERDICTS", "rule_table"]

JUNOS_VERDICTS = {"transmit": "accept", "drop": "discard", "continue": "next term"}
_CLASSIFIERS = ("classifiers ", "default classifier", "forwarding-class ")


def rule_table(
    device: Device, rules: RuleList, base: Base, style: Style, indent: int, *, junos: bool
) -> Iterator[str]:
    """The rules in order, what each matches and does, and what becomes of the rest."""
    words = JUNOS_VERDICTS if junos else {}
    family = ""
    if junos and len(rules.rules) > 1 and _passes_others(rules.rules[0]):
        # What a filter of one family does with the others: it does not see them.
        family, rules = _passes_others(rules.rules[0]), replace(rules, rules=rules.rules[1:])
    version = family or _version(rules)
    matches = list(_matches(device, rules, version))
    lead = " " * indent
    defaults = Defaults()
    if version:
        yield f"{lead}of IPv{version} packets:"
    if any(rule.policer is not None for rule in rules.rules):
        rows = [
            (str(number), words_of, *_metered(rule, base, defaults, words))
            for number, (rule, words_of) in enumerate(zip(rules.rules, matches, strict=True), 1)
        ]
        heads = ("term" if junos else "rule", "matches", "meter", "conform", "exceed")
        yield from table(heads, rows, style, indent)
    elif junos and rules.feature.startswith(_CLASSIFIERS):
        heads3 = ("matches", "forwarding class", "loss priority")
        body = [
            (match, _mark(rule, Field.FORWARDING_CLASS), _mark(rule, Field.LOSS_PRIORITY))
            for rule, match in zip(rules.rules, matches, strict=True)
        ]
        yield from table(heads3, body, style, indent)
    else:
        plain = all(rule.verdict is Verdict.TRANSMIT for rule in rules.rules)
        marks = [
            (
                str(number),
                match,
                ", ".join(describe(mark).removeprefix("set ") for mark in rule.marks)
                or ("nothing" if plain else ""),
                "" if plain else words.get(rule.verdict.value, rule.verdict.value),
            )
            for number, (rule, match) in enumerate(zip(rules.rules, matches, strict=True), 1)
        ]
        if junos and rules.feature.startswith("rewrite-rules "):
            marks = [("", *row[1:]) for row in marks]
        heads4 = ("term" if junos else "rule", "matches", "sets", "then")
        yield from table(heads4, marks, style, indent)
    for note in (*defaults.notes(), *_common_meters(rules, "Terms" if junos else "Rules")):
        yield from hung(lead, note, style.columns)
    if _drops_rest(rules):
        yield f"{lead}What no {'term' if junos else 'rule'} matches is dropped."


def _passes_others(rule: Rule) -> str:
    """The version of IP that a rule lets all others pass beside; empty for any other rule."""
    inner = rule.match.operand if isinstance(rule.match, Not) else None
    if inner is None or rule.policer or rule.marks or rule.verdict is not Verdict.TRANSMIT:
        return ""
    version, rest = _parts(inner)
    return "" if rest else str(version or "")


def _metered(
    rule: Rule, base: Base, defaults: Defaults, words: dict[str, str]
) -> tuple[str, str, str]:
    policer = rule.policer
    if policer is None:
        verdict = words.get(rule.verdict.value, rule.verdict.value)
        return "", ", ".join([*map(describe, rule.marks), verdict]), ""
    exceed = outcome(policer.exceed, words)
    if policer.violate is not None:
        exceed += f"; violate: {outcome(policer.violate, words)}"
    return meter(policer.meter, base, defaults), outcome(policer.conform, words), exceed


def _common_meters(rules: RuleList, title: str) -> Iterator[str]:
    """Which rules have one meter: each bucket that several of them take tokens of."""
    by_meter: dict[str, list[int]] = {}
    for number, rule in enumerate(rules.rules, 1):
        if rule.policer is not None and rule.policer.shared:
            by_meter.setdefault(rule.policer.shared, []).append(number)
    for bucket, numbers in by_meter.items():
        if len(numbers) > 1:
            yield f"{title} {_counted(numbers)} have one meter: {printable(bucket)}."


def _counted(numbers: Sequence[int]) -> str:
    """Rising numbers in words: `1 to 3, 5 and 8`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    parts = [f"{run[0]} to {run[1]}" if run[-1] > run[0] + 1 else _pair(run) for run in runs]
    words = ", ".join(parts).rsplit(", ", 1)
    return " and ".join(words)


def _pair(run: Sequence[int]) -> str:
    return ", ".join(map(str, run))


def _mark(rule: Rule, field: Field) -> str:
    """What a rule writes into a field."""
    return ", ".join(
        describe(mark).removeprefix(f"set {field} ") for mark in rule.marks if mark.field is field
    )


def _version(rules: RuleList) -> str:
    """The version of IP that every rule asks for; empty where one asks for none or another."""
    tests = {_parts(rule.match)[0] for rule in rules.rules}
    return str(tests.pop() or "") if len(tests) == 1 and len(rules.rules) > 1 else ""


def _parts(match: Predicate) -> tuple[int | None, tuple[Predicate, ...]]:
    """The version of IP that a match asks for first, and the rest of it."""
    operands = match.operands if isinstance(match, AllOf) else (match,)
    first = operands[0] if operands else None
    if (
        isinstance(first, Test)
        and first.field is Field.VERSION
        and len(first.values) == 1
        and isinstance(first.values[0], Interval)
    ):
        return first.values[0].low, operands[1:]
    return None, operands


def _matches(device: Device, rules: RuleList, version: str) -> Iterator[str]:
    """Each rule's match in words; of a test for every value, those that no rule before it took."""
    taken: dict[Field, list[tuple[int, int]]] = {}
    for rule in rules.rules:
        rest = _parts(rule.match)[1] if version else (rule.match,)
        single = rest[0] if len(rest) == 1 else None
        if not rest:
            yield "any other"
            continue
        if isinstance(single, Test):
            single = _left(single, taken)
            rest = (single,)
        match = rest[0] if len(rest) == 1 else AllOf(tuple(rest))
        yield describe_match(match, lambda ref: resolve(device, ref))


def _left(test: Test, taken: dict[Field, list[tuple[int, int]]]) -> Test:
    """A test without the values that tests before it have taken, where it is for all values."""
    before = taken.setdefault(test.field, [])
    runs = [(one.low, one.high) for one in test.values if isinstance(one, Interval)]
    if len(runs) < len(test.values):
        return test
    last = (1 << WIDTHS[test.field]) - 1 if test.field in WIDTHS else None
    without = tuple(_without(before, last)) if before and runs == [(0, last)] else ()
    before += runs
    return Test(test.field, without) if without else test


def _without(taken: Sequence[tuple[int, int]], last: int | None) -> Iterator[Interval]:
    at = 0
    for low, high in sorted(taken):
        if low > at:
            yield Interval(at, low - 1)
        at = max(at, high + 1)
    if last is not None and at <= last:
        yield Interval(at, last)


def _drops_rest(rules: RuleList) -> bool:
    """Whether packets that no rule takes are dropped, and not one rule takes them all."""
    return rules.otherwise_drop and not any(
        isinstance(rule.match, Anything) and rule.verdict is not Verdict.CONTINUE
        for rule in rules.rules
    )
