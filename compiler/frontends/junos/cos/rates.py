"""Rates and bursts of statements of class of service."""

from __future__ import annotations

from qosc.amounts import Burst, Rate, RateBase
from qosc.frontends.junos.text.values import amount, percentage
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node

__all__ = ["burst_of", "rate_of"]


def rate_of(node: Node | None, account: Account) -> Rate | None:
    """The rate of a statement such as `shaping-rate 1g` or `transmit-rate percent 10`."""
    if node is None:
        return None
    for kid in node.children:
        if kid.words[0] == "percent" and len(kid.words) > 1:
            share = percentage(kid.value)
            if share is not None:
                account.modelled(node, kid)
                return Rate(share, RateBase.PERCENT, origin=kid.span)
            account.unknown(kid, "not a percentage")
        elif len(kid.words) == 1 and (value := amount(kid.name)) is not None:
            account.modelled(node, kid)
            return Rate(value, origin=kid.span)
        elif kid.name[:1].isdigit():
            account.unknown(kid, "not a rate")
    return None


def burst_of(node: Node | None, account: Account) -> Burst | None:
    """The burst of a `shaping-rate`, in bytes."""
    said = node.get("burst-size") if node is not None else None
    value = amount(said.value) if said is not None else None
    if said is None or value is None:
        return None
    account.modelled(said)
    return Burst(value, origin=said.span)
