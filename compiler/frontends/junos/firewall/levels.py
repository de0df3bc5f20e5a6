"""A hierarchical policer in a term of a filter: rules for its two levels.

Source: Juniper, Hierarchical Policers: premium packets are held to the premium rate and take tokens
of the aggregate meter; other packets get what premium packets leave of the aggregate rate. An
excess of premium packets is dropped, one of the others as the aggregate level says.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.frontends.junos.firewall.policers import Found
from qosc.frontends.junos.firewall.values import combine
from qosc.ir import AllOf, Anything, Not, Outcome, Policer, Rule, Test, Verdict
from qosc.source import Span

__all__ = ["level_rules"]


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
