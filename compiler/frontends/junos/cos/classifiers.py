"""Behaviour aggregate classifiers and rewrite rules as lists of rules.

Sources: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)": Configuring Behavior
Aggregate Classifiers (`import` takes a table over and changes entries of it); Juniper Networks
Default Forwarding Classes (a code point in no entry goes to the class of queue 0); Applying Default
Rewrite Rules; Configuring Rewrite Rules (a pair without a rule keeps its code point).
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.fields import Field
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.cos.code_points import (
    KINDS,
    SHOWN,
    Aliases,
    Kind,
    default_codes,
    default_rewrites,
    unsettled_rewrites,
)
from qosc.frontends.junos.text.values import LOSS
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import (
    AllOf,
    Anything,
    Interval,
    Mark,
    Named,
    Predicate,
    Residue,
    Rule,
    RuleList,
    SupportState,
    Test,
)
from qosc.source import Span

__all__ = ["Tables", "fixed", "match_code_points"]

_DEPTH = 16


class _Entry(NamedTuple):
    """A forwarding class and a loss priority (of a default table, or by name), and their node."""

    name: str
    loss: str
    node: Node
    default: bool


class Tables:
    """The classifiers and rewrite rules by (statement, kind, name)."""

    def __init__(
        self, root: Node, aliases: Aliases, classes: ForwardingClasses, account: Account
    ) -> None:
        self.aliases, self.classes, self.account = aliases, classes, account
        self.nodes: dict[tuple[str, str, str], Node] = {}
        self.lists: dict[tuple[str, str, str], RuleList] = {}
        cos = root.get("class-of-service")
        defaults = cos.get("system-defaults") if cos is not None else None
        self.defaults = {
            word: held
            for word in ("classifiers", "rewrite-rules")
            if defaults is not None and (held := defaults.get(word)) is not None
        }
        self.holders = {
            word: held
            for word in ("loss-priority-maps", "loss-priority-rewrites")
            if cos is not None and (held := cos.get(word)) is not None
        }
        for word in ("classifiers", "rewrite-rules"):
            holder = root.get("class-of-service", word)
            for node in holder.children if holder is not None else ():
                if len(node.words) < 2 or not node.known:
                    continue
                if node.words[0] in KINDS:
                    account.modelled(holder, node)
                    self.nodes.setdefault((word, node.words[0], node.words[1]), node)
                else:
                    account.recognised(node, "the model has no field for drop eligibility")
        for key, node in self.nodes.items():
            self.lists[key] = self._make(key, node)

    def get(self, word: str, kind: str, name: str, node: Node) -> RuleList | None:
        """The list that an interface binds; None where there is none of that name."""
        key = (word, kind, name)
        if key not in self.lists and name == SHOWN.get(kind):
            key = (word, kind, "default")
        if key in self.lists or key[2] != "default" or kind not in KINDS:
            return self.lists.get(key)
        # A default table is made once; its rules stand where it is first asked for.
        self.lists[key] = self._make(key, node, default=True)
        return self.lists[key]

    def everywhere(self, word: str) -> Node | None:
        """The table of `system-defaults`, in force on every interface: `exp NAME`.

        Source: Juniper, "Traffic Management User Guide (QFX Series)", Configuring a Global MPLS EXP
        Classifier.
        """
        held = self.defaults.get(word)
        classifier = held.get("exp") if held is not None else None
        if classifier is None or len(classifier.words) < 2:
            return None
        self.account.modelled(held.parent if held is not None else None, held, classifier)
        return classifier

    def _make(self, key: tuple[str, str, str], node: Node, *, default: bool = False) -> RuleList:
        word, kind, name = key
        if word == "classifiers":
            twice: list[tuple[int, _Entry]] = []
            codes = (
                self._default_codes(kind, node) if default else self._codes(node, kind, 0, twice)
            )
            rules = self._classifier_rules(kind, codes, node)
            rules += [
                Rule(
                    match_code_points(self.classes.kind(kind), [code], entry.node.span),
                    None,
                    self._marks(entry.node, entry.name, entry.loss),
                    origin=entry.node.span,
                )
                for code, entry in twice
            ]
        else:
            own = self._default_pairs(kind, node) if default else None
            pairs = self._pairs(node, kind, 0) if own is None else own
            rules = self._rewrite_rules(kind, pairs)
        return RuleList(f"{word} {kind} {name}", tuple(rules), node.span)

    def _codes(
        self, node: Node, kind: str, depth: int, twice: list[tuple[int, _Entry]] | None = None
    ) -> dict[int, _Entry]:
        """The entry of each code point; one that a later entry replaces is added to `twice`.

        No public source says which of two entries of one classifier counts: here the last.
        """
        codes: dict[int, _Entry] = {}
        own: set[int] = set()
        source = node.get("import")
        if source is not None and depth < _DEPTH:
            base = self._imported(source, "classifiers", kind)
            if source.value == "default":
                codes |= self._default_codes(kind, source)
            elif base is not None:
                codes |= self._codes(base, kind, depth + 1)
        for group in node.all("forwarding-class"):
            self.account.modelled(group)
            for level in group.all("loss-priority"):
                held = level.get("code-points")
                if not self._known_level(level) or held is None:
                    continue
                self.account.modelled(held)
                for point in held.children or [held][: len(held.words) - 1]:
                    code = self.aliases.value(kind, point.value)
                    if code is None:
                        self.account.unknown(point, f"not a code point of {kind}")
                        continue
                    self.account.modelled(point)
                    made = _Entry(group.value, level.value, level, default=False)
                    if code in own and twice is not None and codes[code][:2] != made[:2]:
                        twice.append((code, codes[code]))
                    own.add(code)
                    codes[code] = made
        return codes

    def _default_codes(self, kind: str, node: Node) -> dict[int, _Entry]:
        codes = default_codes(kind, self.classes.defaults.tables.value)
        if kind == "exp" and self.classes.defaults.rewrites.value == "ptx":
            self._unsettled(
                "classifiers exp default",
                "this table depends on the release (Juniper, Default MPLS EXP Classifier): here it "
                "is that before Junos OS 21.1, since when it has best-effort and network-control "
                "of four loss priorities",
                node,
            )
        return {
            code: _Entry(name, loss, node, default=True) for code, (name, loss) in codes.items()
        }

    def _pairs(self, node: Node, kind: str, depth: int) -> dict[tuple[str, str], tuple[int, Node]]:
        pairs: dict[tuple[str, str], tuple[int, Node]] = {}
        source = node.get("import")
        if source is not None and depth < _DEPTH:
            base = self._imported(source, "rewrite-rules", kind)
            if source.value == "default":
                pairs |= self._default_pairs(kind, source)
            elif base is not None:
                pairs |= self._pairs(base, kind, depth + 1)
        for group in node.all("forwarding-class"):
            self.account.modelled(group)
            for level in group.all("loss-priority"):
                held = level.get("code-point")
                if not self._known_level(level) or held is None:
                    continue
                code = self.aliases.value(kind, held.value)
                if code is None:
                    self.account.unknown(held, f"not a code point of {kind}")
                    continue
                self.account.modelled(held)
                pairs[group.value, level.value] = (code, level)
        return pairs

    def _default_pairs(self, kind: str, node: Node) -> dict[tuple[str, str], tuple[int, Node]]:
        """The default rewrite rule; what no public source has of it is told."""
        whose = self.classes.defaults.rewrites.value
        if reason := unsettled_rewrites(kind, whose):
            self._unsettled(
                f"rewrite-rules {kind} default",
                f"what this rule writes {reason}; here other packets keep their code points",
                node,
            )
        return {
            (self.classes.of_default(name), loss): (code, node)
            for (name, loss), code in default_rewrites(kind, whose).items()
        }

    def _unsettled(self, what: str, reason: str, node: Node) -> None:
        """Tell that no source settles a default table."""
        state, context = SupportState.RECOGNISED, f"class-of-service {what}"
        self.account.remark(Residue(state, context, "", reason, (), node.span))

    def _imported(self, source: Node, word: str, kind: str) -> Node | None:
        base = self.nodes.get((word, kind, source.value))
        if base is None and source.value != "default":
            self.account.recognised(source, f"{word} {kind} `{source.value}` is not defined")
        else:
            self.account.modelled(source)
        return base

    def _known_level(self, level: Node) -> bool:
        if level.value in LOSS:
            self.account.modelled(level)
            return True
        self.account.unknown(level, "not a loss priority", tuple(LOSS))
        return False

    def _classifier_rules(self, kind: str, codes: dict[int, _Entry], node: Node) -> list[Rule]:
        groups: dict[tuple[str, str], list[int]] = {}
        where: dict[tuple[str, str], Node] = {}
        for code, entry in codes.items():
            name = self.classes.of_default(entry.name) if entry.default else entry.name
            groups.setdefault((name, entry.loss), []).append(code)
            if not entry.default or (name, entry.loss) not in where:
                where[name, entry.loss] = entry.node
        whole = len(codes) == 1 << KINDS[kind].bits
        last = (self.classes.of_queue(0), "low")
        if whole and last in groups:
            # No two groups have a code point in common: that of the packets that nothing else is
            # said of can be what the others leave.
            groups[last] = groups.pop(last)
        rules = []
        for (name, loss), points in groups.items():
            at = where[name, loss]
            rest = whole and (name, loss) == last
            match = match_code_points(self.classes.kind(kind), None if rest else points, at.span)
            rules.append(Rule(match, None, self._marks(at, name, loss), origin=at.span))
        if not whole:
            others = self._marks(node, self.classes.of_queue(0), "low")
            rules.append(
                Rule(
                    match_code_points(self.classes.kind(kind), None, node.span),
                    None,
                    others,
                    origin=node.span,
                )
            )
        return rules

    def _marks(self, node: Node, name: str, loss: str) -> tuple[Mark, ...]:
        mark = self.classes.loss(node, loss)
        forwarding = self.classes.mark(node, name)
        return (forwarding, mark) if mark is not None else (forwarding,)

    def _rewrite_rules(
        self, kind: str, pairs: dict[tuple[str, str], tuple[int, Node]]
    ) -> list[Rule]:
        field, version, _ = self.classes.kind(kind)
        rules = []
        for (name, loss), (code, node) in pairs.items():
            at = node.span
            parts: list[Predicate] = [
                self.classes.test((name,), at),
                Test(Field.LOSS_PRIORITY, (Named(loss),), at),
            ]
            if version:
                parts.insert(0, Test(Field.VERSION, (Interval(version, version),), at))
            rules.append(Rule(AllOf(tuple(parts)), None, (Mark(field, code, at),), origin=at))
        return rules


def match_code_points(kind: Kind, points: list[int] | None, at: Span) -> Predicate:
    """The packets with one of the code points; with None, all that have such a code point."""
    field, version, bits = kind
    ip = Test(Field.VERSION, (Interval(version, version),), at) if version else None
    if points is None:
        return ip or Test(field, (Interval(0, (1 << bits) - 1),), at)
    test = Test(field, tuple(Interval(point, point) for point in sorted(points)), at)
    return AllOf((ip, test)) if ip is not None else test


def fixed(node: Node, classes: ForwardingClasses) -> RuleList:
    """`forwarding-class` of an interface: every packet that comes in is of that class."""
    marks = (classes.mark(node, node.value),)
    rule = Rule(Anything(node.span), None, marks, origin=node.span)
    return RuleList(f"forwarding-class {node.value}", (rule,), node.span)
