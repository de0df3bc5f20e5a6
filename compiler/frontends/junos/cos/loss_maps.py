"""Loss priorities from and to the discard-eligible bit of Frame Relay.

Source: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)": Configuring and
Applying Custom Frame Relay Loss Priority Maps; Rewriting Frame Relay DE Bits.
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.junos.text.values import LOSS
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import Interval, Mark, Named, Rule, RuleList, Test

__all__ = ["loss_list"]

_KIND = "frame-relay-de"


def loss_list(holder: Node | None, said: Node, account: Account) -> RuleList | None:
    """The rules of the map or the rewrite that a unit names; None where there is none.

    `holder` is the `loss-priority-maps` or the `loss-priority-rewrites` of class-of-service.
    """
    node = holder.get(_KIND, said.value) if holder is not None else None
    if holder is None or node is None:
        account.recognised(said, f"{_KIND} `{said.value}` is not defined")
        return None
    account.modelled(said, holder, node)
    rules = []
    for level in node.all("loss-priority"):
        name = level.value
        if name not in LOSS:
            account.unknown(level, "not a loss priority", tuple(LOSS))
            continue
        points, point = level.get("code-points"), level.get("code-point")
        bits = [kid.value for kid in points.children] if points is not None else []
        rewrites = point is not None
        if point is not None:
            bits = [point.value]
        if not bits or any(bit not in ("0", "1") for bit in bits):
            account.unknown(level, "the bit is 0 or 1")
            continue
        account.whole(level)
        at = level.span
        values = tuple(Interval(int(bit), int(bit)) for bit in bits)
        if rewrites:
            match = Test(Field.LOSS_PRIORITY, (Named(name),), at)
            mark = Mark(Field.FR_DE, int(bits[0]), at)
        else:
            match = Test(Field.FR_DE, values, at)
            mark = Mark(Field.LOSS_PRIORITY, LOSS[name], at, name)
        rules.append(Rule(match, None, (mark,), origin=at))
    return RuleList(f"{holder.name} {_KIND} {said.value}", tuple(rules), node.span)
