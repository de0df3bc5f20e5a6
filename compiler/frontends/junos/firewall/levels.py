"""A hierarchical policer, in a term of a filter or of all frames: rules for its two levels.

Source: Juniper, Hierarchical Policers: premium packets are held to the premium rate and take tokens
of the aggregate meter; other packets get what premium packets leave of the aggregate rate. An
excess of premium packets is dropped, one of the others as the aggregate level says. Of frames:
Hierarchical Policer Overview (Subscriber Management): packets are classified before the policer;
Hierarchical Policer Configuration Overview: on a physical interface it is one for all units, and it
is no part of a family.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.frontends.junos.firewall.policers import Found, policed
from qosc.frontends.junos.firewall.values import combine
from qosc.ir import AllOf, Anything, Not, Outcome, Policer, Rule, RuleList, Test, Verdict
from qosc.source import Span

__all__ = ["frames_stage", "level_rules"]


def level_rules(
    rule: Rule, name: str, levels: tuple[Policer, Policer, str], wanted: Test, at: Span
) -> list[tuple[Rule, str, Found]]:
    """The rules that take the place of a term's rule, each with its meter and the meter's name.

    `wanted` holds for premium packets.
    """
    premium, aggregate, scope = levels
    asked = () if isinstance(rule.match, Anything) else (rule.match,)
    mine = replace(rule, match=combine((*asked, wanted), AllOf))
    others = replace(rule, match=combine((*asked, Not(wanted, at)), AllOf))
    first = replace(mine, marks=(), verdict=Verdict.CONTINUE)
    passes = Outcome(Verdict.TRANSMIT, origin=aggregate.exceed.origin)
    counted = replace(aggregate, exceed=passes, draws_all=True)
    whole = f"{name} aggregate"
    return [
        (first, f"{name} premium", Found(premium, scope)),
        (mine, whole, Found(counted, scope or "level")),
        (others, whole, Found(aggregate, scope or "level")),
    ]


def frames_stage(
    name: str, levels: tuple[Policer, Policer, str], wanted: Test, place: str, at: Span
) -> RuleList:
    """The stage of all frames that come into a unit; units with one `place` share its meters."""
    rule = Rule(Anything(at), origin=at)
    rules = []
    for one, meter, each in level_rules(rule, name, levels, wanted, at):
        shared = f"hierarchical-policer {meter} on {place} input"
        rules.append(policed(one, replace(each.policer, shared=shared)))
    return RuleList(f"layer2-policer {name}", tuple(rules), at)
