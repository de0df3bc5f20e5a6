"""Firewall filters as lists of rules.

Sources: Juniper, "Routing Policies, Firewall Filters, and Traffic Policers User Guide": How
Standard Firewall Filters Evaluate Packets (terms in order; the first that matches ends the filter
unless it says `next term`; a match without a terminating action is accepted; a packet that no term
takes is discarded); Firewall Filter Terminating Actions and Nonterminating Actions;
Understanding Multiple Firewall Filters in a Nested Configuration (the terms of a filter named by a
term stand in its place; only the whole ends in a discard); Simple Filter Overview (no terminating
actions: all packets are accepted); Interface-Specific Firewall Filter Instances Overview (else
policers act on the sum of all interfaces that apply it, lists apart); Filter-Specific Policer
Overview (else each term has a policer of its own).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from qosc.fields import Field
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.firewall.match import PrefixLists, match_of
from qosc.frontends.junos.firewall.policers import Found, Policers, policed
from qosc.frontends.junos.firewall.values import number
from qosc.frontends.junos.text.values import DSCPS
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import (
    Anything,
    Interval,
    Mark,
    Not,
    Predicate,
    Rule,
    RuleList,
    Test,
    Verdict,
)
from qosc.ir.device import Name
from qosc.source import Span

__all__ = ["SIMPLE", "Filter", "Filters", "guard"]

_SILENT = frozenset(
    (
        "count",
        "log",
        "syslog",
        "sample",
        "service-accounting",
        "port-mirror",
        "port-mirror-instance",
        "accept",
        "exclude-accounting",
        "indirect-count",
        "traffic-class-count",
        "next-hop-group",
        "analyzer",
        "l2-mirror",
        "service-filter-hit",
        "skip-services",
        "packet-mode",
        "load-balance",
    )
)
"""Actions without an effect on the packet's treatment; `accept` is what happens anyway."""
_MOST_COPIES = 20_000
"""Terms of filters inside filters, counted once for each place."""
_DEEPEST = 8
SIMPLE = "simple"
"""Stands for a family: the simple filters, which see IPv4 packets and accept all of them."""
_KINDS = {"filter": "", "simple-filter": SIMPLE}
_FAMILIES = {
    "inet": (Field.VERSION, (4,)),
    "inet6": (Field.VERSION, (6,)),
    SIMPLE: (Field.VERSION, (4,)),
    "mpls": (Field.ETHERTYPE, (0x8847, 0x8848)),
}


class _Term(NamedTuple):
    rule: Rule
    policer: tuple[str, str, Found] | None
    """The term's name, the policer's name and the policer."""


class Filter(NamedTuple):
    """A filter: its rules, and what tells its instances apart."""

    family: str
    name: str
    terms: tuple[_Term, ...]
    node: Node
    specific: bool
    """Whether each interface has meters of its own."""


def guard(family: str, origin: Span) -> Predicate | None:
    """What holds for the packets that a filter of the family does not see; None: it sees all."""
    if family not in _FAMILIES:
        return None
    field, values = _FAMILIES[family]
    return Not(Test(field, tuple(Interval(value, value) for value in values), origin))


class Filters:
    """The filters by family and name; those without a family are of family inet."""

    def __init__(
        self,
        root: Node,
        lists: PrefixLists,
        classes: ForwardingClasses,
        policers: Policers,
        account: Account,
    ) -> None:
        self.lists, self.classes, self.policers = lists, classes, policers
        self.account = account
        self.found: dict[tuple[str, str], Filter] = {}
        self.nodes: dict[tuple[str, str], Node] = {}
        self.copied = 0
        self.common: set[Span] = set()
        self.rejects: dict[Span, Name] = {}
        """The terms of filters that are not interface-specific."""
        self._made: dict[tuple[object, ...], RuleList] = {}
        self._plain: dict[tuple[Node, ...], RuleList] = {}
        firewall = root.get("firewall")
        if firewall is None:
            return
        holders = [(node.words[-1], node) for node in firewall.all("family")]
        for family, holder in [("inet", firewall), *holders]:
            for node in holder.children:
                kind = node.words[0]
                if len(node.words) < 2 or not node.known or kind not in _KINDS:
                    continue
                account.modelled(firewall, holder, node)
                self.nodes.setdefault((_KINDS[kind] or family, node.words[1]), node)
        for key, node in self.nodes.items():
            self.found[key] = self._filter(node, key[0])

    def _filter(self, node: Node, family: str) -> Filter:
        specific = node.get("interface-specific")
        self.account.modelled(specific)
        terms = self._terms(node, family, ())
        if specific is None:
            self.common.update(one.rule.origin for one in terms if one.policer is not None)
        return Filter(family, node.words[1], tuple(terms), node, specific is not None)

    def _terms(self, node: Node, family: str, inside: tuple[str, ...]) -> list[_Term]:
        """The terms of a filter, those of the filters inside it in their place."""
        terms: list[_Term] = []
        for kid in node.children:
            if kid.words[0] == "accounting-profile":
                self.account.irrelevant(kid, *kid.children)
            if kid.words[0] != "term" or len(kid.words) < 2:
                continue
            self.copied += bool(inside)
            if self.copied > _MOST_COPIES:
                self.account.recognised(node, "filters inside filters make too many terms")
                break
            nested = kid.get("filter")
            if nested is None:
                terms += self._term(kid, family, inside)
                continue
            self.account.modelled(kid, nested)
            nested_filter = self.nodes.get((family, nested.value))
            path = (*inside, kid.words[1])
            if nested_filter is None:
                self.account.recognised(
                    nested, f"filter `{nested.value}` of family {family} is not defined"
                )
            elif nested_filter is node or len(path) > _DEEPEST:
                self.account.recognised(nested, "filters inside filters lead into each other")
            else:
                terms += self._terms(nested_filter, family, path)
        return terms

    def _term(self, node: Node, family: str, inside: tuple[str, ...] = ()) -> list[_Term]:
        self.account.modelled(node)
        match = match_of(node.get("from"), family, self.lists, self.classes, self.account)
        then = node.get("then")
        self.account.modelled(then)
        verdict, marks, policer = Verdict.TRANSMIT, [], None
        levels = undefined = ""
        for kid in then.children if then is not None else ():
            word = kid.words[0]
            if not kid.known:
                self.account.unknown(kid, "not an action of a filter that is known")
                continue
            if word in ("discard", "reject"):
                verdict = Verdict.DROP
                if word == "reject":
                    self.rejects[node.span] = Name("term", node.words[1], origin=node.span)
            elif word == "next":
                verdict = Verdict.CONTINUE if kid.value == "term" else verdict
            elif word in ("policer", "three-color-policer"):
                label = " ".join((*inside, node.words[1]))
                metered = self._policer(kid, label)
                policer = metered or policer
                undefined = undefined or ("" if metered else " ".join(_named(kid)))
                continue
            elif word == "hierarchical-policer" and kid.value in self.policers.levels:
                levels = kid.value
            elif word not in _SILENT:
                mark = self._mark(kid)
                if mark is None:
                    continue
                marks.append(mark)
            self.account.modelled(kid)
        rule = Rule(match, None, tuple(marks), verdict, node.span, undefined)
        if levels:
            from qosc.frontends.junos.firewall.levels import level_rules

            label = " ".join((*inside, node.words[1]))
            premium = self.classes.premium_classes()
            wanted = self.classes.test(premium, node.span)
            made = level_rules(rule, levels, self.policers.levels[levels], wanted, node.span)
            return [
                _Term(policed(one, residue.policer), (label, name, residue))
                for one, name, residue in made
            ]
        if policer is not None:
            rule = policed(rule, policer[2].policer)
        return [_Term(rule, policer)]

    def _mark(self, node: Node) -> Mark | None:
        word, text = node.words[0], node.value
        if word == "forwarding-class" and len(node.words) > 1:
            return self.classes.mark(node, text)
        if word == "loss-priority":
            loss = self.classes.loss(node, text)
            if loss is None:
                self.account.unknown(node, f"`{text}` is not a loss priority")
            return loss
        if word in ("dscp", "traffic-class"):
            value = number(text, DSCPS, 63)
            if value is not None:
                return Mark(Field.DSCP, value, node.span)
            self.account.unknown(node, f"`{text}` is not a DSCP")
            return None
        self.account.recognised(node, "understood, but not in the model")
        return None

    def _policer(self, node: Node, term: str) -> tuple[str, str, Found] | None:
        kind, name = _named(node)
        if kind == "three-color-policer":
            if not name:
                return None
            self.account.modelled(node.children[0])
        policer = self.policers.found.get((kind, name))
        if policer is not None:
            self.account.modelled(node)
            return term, name, policer
        if (kind, name) in self.policers.known:
            self.account.recognised(node, f"{kind} `{name}` is not in the model")
        else:
            self.account.recognised(node, f"{kind} `{name}` is not defined")
        return None

    def stage(
        self,
        filters: tuple[Filter, ...],
        unit: str,
        direction: str,
        uses: dict[tuple[str, str], int],
        *,
        listed: bool = False,
    ) -> RuleList:
        """The filters of one attachment as one list: an `input-list` is one filter after another.

        `uses` counts how often each filter is applied outside of lists; a list (`listed`) has
        meters of its own. Sources: Juniper, Multiple Firewall Filters Applied as a List: a packet
        that a filter does not take goes to the next; behind the last one it is discarded. Juniper,
        Policy Framework Configuration Guide, chapter 9: the filters of a list become one filter
        with a name of the interface and direction, all policers and counters renamed likewise.
        """
        nodes = tuple(one.node for one in filters)
        if nodes in self._plain:
            return self._plain[nodes]
        first = filters[0]
        origin = first.node.span
        other = guard(first.family, origin)
        rules = [Rule(other, origin=origin)] if other is not None else []
        for one in filters:
            own = one.specific or listed
            often = not own and uses.get((one.family, one.name), 0) > 1
            at = f" on {unit} {direction}" if own else ""
            counts: dict[str, int] = {}
            for term in one.terms:
                if term.policer is not None:
                    counts[term.policer[1]] = counts.get(term.policer[1], 0) + 1
            place = _Place(unit, direction, at, often)
            rules += [_shared(one, term, place, counts) for term in one.terms]
        names = " ".join(one.name for one in filters)
        word = "filter" if len(filters) == 1 else "filters"
        feature = f"{word} {first.family} {names}"
        if first.family == SIMPLE:
            feature = f"simple-filter {names}"
        drop = first.family != SIMPLE
        # A filter on hundreds of units is one value, unless meters tell the units apart.
        meters = tuple(one.policer.shared if one.policer is not None else "" for one in rules)
        made = RuleList(feature, tuple(rules), origin, otherwise_drop=drop)
        made = self._made.setdefault((nodes, meters), made)
        if all(one.policer is None for one in rules):
            self._plain[nodes] = made  # the same wherever it is applied
        return made


def _named(node: Node) -> tuple[str, str]:
    """The kind of a policer that an action names, and its name; empty where it names none."""
    kind = node.words[0]
    if kind != "three-color-policer":
        return kind, node.value
    rate = node.children[0] if node.children else None
    return kind, rate.value if rate is not None and len(rate.words) > 1 else ""


class _Place(NamedTuple):
    """Where a filter is applied.

    `at` names what has meters of its own, `often` says that other places have the same ones.
    """

    unit: str
    direction: str
    at: str
    often: bool


def _shared(one: Filter, term: _Term, place: _Place, counts: dict[str, int]) -> Rule:
    """The rule of a term, its meter shared with all that use the same instance."""
    rule = term.rule
    if term.policer is None or rule.policer is None:
        return rule
    label, name, policer = term.policer
    unit, direction, at, often = place
    shared = ""
    if policer.scope == "unit":
        shared = f"policer {name} on {unit} {direction}"
    elif policer.scope == "interface":
        shared = f"policer {name} on {unit.partition('.')[0]} {direction}"
    elif policer.scope == "filter" and (often or counts[name] > 1):
        shared = f"policer {name} of filter {one.family} {one.name}{at}"
    elif policer.scope == "level" or (policer.scope == "" and often):
        shared = f"policer {name} of filter {one.family} {one.name} term {label}{at}"
    if not shared:
        return rule
    return replace(rule, policer=replace(rule.policer, shared=shared))


def everything(family: str, origin: Span) -> Predicate:
    """What a policer of a family on an interface meters."""
    other = guard(family, origin)
    return other.operand if isinstance(other, Not) else Anything(origin)
