"""Policers of the `firewall` stanza.

Sources: Juniper, "Routing Policies, Firewall Filters, and Traffic Policers User Guide": Two-Color
Policer Configuration Overview; Three-Color Policer Configuration Overview (green packets get loss
priority low, yellow ones medium-high, red ones high; `action loss-priority high then discard` drops
the red ones); Color Modes for Three-Color Policers (a colour-aware policer may raise the loss
priority that a packet comes with, and never lowers it); Filter-Specific Policer Overview; Policer
Bandwidth on Aggregated Interfaces (a shared-bandwidth policer is one over all links of a bundle,
and a bundle is one port here); packet-burst (Hierarchical Policer) for `if-exceeding-pps`,
`pps-limit` and `packet-burst`. Statement `color-aware`: a policer that says neither mode is aware.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.text.values import amount, percentage
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import (
    Algorithm,
    Colours,
    Mark,
    Meter,
    Named,
    Not,
    Outcome,
    Policer,
    Rule,
    Test,
    Verdict,
)
from qosc.source import Span

__all__ = ["MEASURED", "NO_PREMIUM", "Found", "Policers", "policed"]

NO_PREMIUM = (
    "no forwarding class is premium (none says `policing-priority premium`, none is called "
    "expedited-forwarding)"
)
"""Why a hierarchical policer is in no model."""

_YELLOW = ("medium-low", "medium-high")
"""Loss priorities that count as yellow; high is red, and what has none or low is green."""
_SCOPES = ("logical-interface-policer", "physical-interface-policer")
MEASURED = ("shared-bandwidth-policer", "logical-bandwidth-policer")
"""Words for what the figures of a policer are of; `on_ports` has what they do."""

_ALGORITHMS = {
    "single-rate": Algorithm.SRTCM,
    "single-packet-rate": Algorithm.SRTCM,
    "two-rate": Algorithm.TRTCM,
    "two-packet-rate": Algorithm.TRTCM,
}
"""The statement page of `three-color-policer` has single-rate and two-rate. For the packet rates no
public page was found: their words, and both spellings of their bursts, are taken as people write
them."""


class Found(NamedTuple):
    """A policer, and who shares its meter: "", "filter", "unit" or "interface"."""

    policer: Policer
    scope: str


def _size(limits: Node, which: str) -> Node | None:
    """A burst of a three-colour policer, in bytes or (of packet rates) in packets."""
    return limits.get(f"{which}-burst-size") or limits.get(f"{which}-packet-burst-size")


def _colours(origin: Span) -> Colours:
    yellow = tuple(Named(name) for name in _YELLOW)
    above = Test(Field.LOSS_PRIORITY, (*yellow, Named("high")), origin)
    return Colours(Not(above, origin), Test(Field.LOSS_PRIORITY, yellow, origin), origin)


class Policers:
    """The policers by kind and name."""

    def __init__(self, root: Node, classes: ForwardingClasses, account: Account) -> None:
        self.account = account
        self.classes = classes
        self.found: dict[tuple[str, str], Found] = {}
        self.known: set[tuple[str, str]] = set()
        self.levels: dict[str, tuple[Policer, Policer, str]] = {}
        """The premium and the aggregate meter of the hierarchical policers, and who shares them."""
        self.words: dict[Span, set[str]] = {}
        """Of each statement in a policer, which words of `MEASURED` its policer says; one that
        several policers inherit has only what all say, and "" where they differ."""
        self.logical: list[tuple[Node, Span]] = []
        """The `logical-bandwidth-policer` statements, and the percentages that they are about."""
        firewall = root.get("firewall")
        for node in firewall.children if firewall is not None else ():
            if len(node.words) < 2:
                continue
            key = (node.words[0], node.words[1])
            if node.words[0] == "policer":
                policer = self._two_colours(node)
            elif node.words[0] == "three-color-policer":
                policer = self._three_colours(node)
            else:
                if node.words[0] == "hierarchical-policer":
                    self.known.add(key)
                    self._hierarchical(node)
                continue
            self.known.add(key)
            if policer is not None:
                self.found[key] = Found(policer, self._scope(node))
                account.modelled(node.parent, node)

    def _hierarchical(self, node: Node) -> None:
        """Two meters: premium packets pass the first and take tokens of the second, which limits
        the others to what they leave.

        Source: Juniper, Hierarchical Policers.
        """
        parts = [node.get(word) for word in ("premium", "aggregate")]
        made = [self._two_colours(part) if part is not None else None for part in parts]
        if made[0] is None or made[1] is None:
            self.account.recognised(node, "a level of it is not in the model")
            return
        if not self.classes.premium_classes():
            self.account.recognised(node, NO_PREMIUM)
            return
        self.account.modelled(node.parent, node, *parts)
        self.levels[node.words[1]] = (made[0], made[1], self._scope(node))

    def _scope(self, node: Node) -> str:
        scope = ""
        for word, name in (
            ("filter-specific", "filter"),
            (_SCOPES[0], "unit"),
            (_SCOPES[1], "interface"),
        ):
            said = node.get(word)
            if said is not None:
                scope = name
                self.account.modelled(said)
        self.account.modelled(*(node.get(word) for word in MEASURED))
        here = {word for word in MEASURED if node.get(word) is not None}
        for one in node.walk():
            before = self.words.setdefault(one.span, here)
            if before != here:
                self.words[one.span] = (before & here) | {""}
        whole, share = node.get(MEASURED[1]), node.get("if-exceeding", "bandwidth-percent")
        if whole is not None and share is not None:
            self.logical.append((whole, share.span))
        return scope

    def _two_colours(self, node: Node) -> Policer | None:
        limits = node.get("if-exceeding") or node.get("if-exceeding-pps")
        if limits is None:
            self.account.recognised(node, "it has no limit (if-exceeding) in this text")
            return None
        meter = self._meter(limits)
        if meter is None:
            return None
        exceed = self._exceed(node.get("then"), node)
        if exceed is None:
            return None
        return Policer(meter, Outcome(Verdict.TRANSMIT), exceed, origin=node.span)

    def _meter(self, limits: Node) -> Meter | None:
        packets = limits.name == "if-exceeding-pps"
        rate = limits.get("pps-limit" if packets else "bandwidth-limit")
        share = None if packets else limits.get("bandwidth-percent")
        burst = limits.get("packet-burst" if packets else "burst-size-limit")
        said = rate or share
        value = amount(rate.value) if rate else percentage(share.value) if share else None
        if said is None or value is None:
            self.account.unknown(said or limits, "not a rate that a policer can have")
            return None
        base = RateBase.PPS if packets else RateBase.BPS if rate else RateBase.PERCENT
        self.account.modelled(limits, said)
        depth = self._burst(burst, BurstUnit.PACKETS if packets else BurstUnit.BYTES)
        return Meter(
            Algorithm.SINGLE_BUCKET,
            Rate(value, base, origin=said.span),
            depth,
            origin=limits.span,
        )

    def _burst(self, node: Node | None, unit: BurstUnit = BurstUnit.BYTES) -> Burst | None:
        value = amount(node.value) if node is not None else None
        if node is None:
            return None
        if value is None:
            self.account.unknown(node, "not a size in bytes")
            return None
        self.account.modelled(node)
        return Burst(value, unit, origin=node.span)

    def _exceed(self, then: Node | None, node: Node) -> Outcome | None:
        """What is done to packets above the rate; None where an action is not in the model."""
        marks: list[Mark] = []
        verdict, whole = Verdict.TRANSMIT, True
        for kid in then.children if then is not None else ():
            word = kid.words[0]
            if word == "discard":
                verdict = Verdict.DROP
            elif word == "forwarding-class" and len(kid.words) > 1:
                marks.append(self.classes.mark(kid, kid.value))
            elif word == "loss-priority" and (loss := self.classes.loss(kid, kid.value)):
                marks.append(loss)
            elif word == "loss-priority" and len(kid.words) > 1:
                self.account.unknown(kid, "not a loss priority")
                whole = False
                continue
            elif kid.known:
                self.account.recognised(kid, "understood, but not in the model")
                whole = False
                continue
            else:
                self.account.unknown(kid, "not an action of a policer that is known")
                whole = False
                continue
            self.account.modelled(kid)
        if not whole:
            return None
        self.account.modelled(then)
        return Outcome(verdict, tuple(marks), origin=(then or node).span)

    def _three_colours(self, node: Node) -> Policer | None:
        for word, algorithm in _ALGORITHMS.items():
            limits = node.get(word)
            if limits is not None:
                return self._coloured(node, limits, algorithm)
        self.account.recognised(node, "its rates are not in the text")
        return None

    def _coloured(self, node: Node, limits: Node, algorithm: Algorithm) -> Policer | None:
        packets = limits.name.endswith("packet-rate")
        unit = BurstUnit.PACKETS if packets else BurstUnit.BYTES
        base = RateBase.PPS if packets else RateBase.BPS
        what = "packet" if packets else "information"
        cir, pir = limits.get(f"committed-{what}-rate"), limits.get(f"peak-{what}-rate")
        value = amount(cir.value) if cir is not None else None
        peak = amount(pir.value) if pir is not None else None
        if cir is None or value is None or (algorithm is Algorithm.TRTCM and peak is None):
            self.account.unknown(cir or limits, "not the rates that a policer needs")
            return None
        two = algorithm is Algorithm.TRTCM
        meter = Meter(
            algorithm,
            Rate(value, base, origin=cir.span),
            self._burst(_size(limits, "committed"), unit),
            None if two else self._burst(_size(limits, "excess"), unit),
            Rate(peak, base, origin=pir.span)
            if two and peak is not None and pir is not None
            else None,
            self._burst(_size(limits, "peak"), unit) if two else None,
            origin=limits.span,
        )
        blind, aware = limits.get("color-blind"), limits.get("color-aware")
        self.account.modelled(limits, cir, pir, blind, aware)
        if blind is None:
            meter = replace(meter, colours=_colours((aware or limits).span))
        red = Verdict.TRANSMIT
        action = node.get("action")
        drop = node.get("action", "loss-priority", "high", "then", "discard")
        if action is not None and drop is not None:
            self.account.whole(action)
            red = Verdict.DROP
        colours = []
        for loss, verdict in (
            ("low", Verdict.TRANSMIT),
            ("medium-high", Verdict.TRANSMIT),
            ("high", red),
        ):
            mark = self.classes.loss(limits, loss)
            marks = (mark,) if mark is not None and verdict is not Verdict.DROP else ()
            colours.append(Outcome(verdict, marks, origin=limits.span))
        return Policer(meter, colours[0], colours[1], colours[2], origin=node.span)


def policed(rule: Rule, policer: Policer) -> Rule:
    """The rule with its meter.

    What conforms, and what exceeds without being dropped, goes the rule's own way with the rule's
    marks; those of the policer's colour come after them.
    """

    def outcome(own: Outcome) -> Outcome:
        if own.verdict is Verdict.DROP or rule.verdict is Verdict.DROP:
            return replace(own, verdict=Verdict.DROP)
        fields = {mark.field for mark in own.marks}
        kept = tuple(mark for mark in rule.marks if mark.field not in fields)
        return replace(own, verdict=rule.verdict, marks=(*kept, *own.marks))

    violate = outcome(policer.violate) if policer.violate is not None else None
    made = replace(
        policer, conform=outcome(policer.conform), exceed=outcome(policer.exceed), violate=violate
    )
    return replace(rule, policer=made, marks=(), verdict=Verdict.TRANSMIT)
