"""`set` and the marking actions of `police` and `rate-limit`.

Ranges: Cisco-IOS-XE-policy.yang (`set`, `police`) and the Cisco IOS Quality of Service Solutions
Command Reference.
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    code_point,
    field_number,
    number,
    phrase,
    recognised,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Mark, Outcome, Verdict

__all__ = ["COPIES", "mark", "outcome", "set_line"]

_NUMBERED = {
    "set_cos": (Field.COS, "a CoS"),
    "set_cos_inner": (Field.COS_INNER, "a CoS"),
    "set_exp": (Field.MPLS_EXP, "an EXP"),
    "set_exp_imposition": (Field.MPLS_EXP, "an EXP"),
    "set_exp_topmost": (Field.MPLS_EXP, "an EXP"),
    "set_discard_class": (Field.DISCARD_CLASS, "a discard-class"),
    "set_traffic_class": (Field.TRAFFIC_CLASS, "a traffic-class"),
}
_NAMED = {"set_dscp": Field.DSCP, "set_precedence": Field.PRECEDENCE}
_FLAGS = {"set_atm_clp": Field.ATM_CLP, "set_fr_de": Field.FR_DE}
_ALL = {
    "all_dscp": Field.DSCP,
    "all_precedence": Field.PRECEDENCE,
    "all_cos": Field.COS,
    "all_cos_inner": Field.COS_INNER,
    "all_qos_group": Field.QOS_GROUP,
    "all_discard_class": Field.DISCARD_CLASS,
    "all_traffic_class": Field.TRAFFIC_CLASS,
    "all_exp": Field.MPLS_EXP,
}
"""`no set dscp` takes the mark back whatever its value."""
_VERDICTS: dict[str, Verdict] = {verdict.value: verdict for verdict in Verdict}
_TUNNEL: dict[str, Field | None] = {
    "tunnel_dscp": Field.DSCP,
    "tunnel_precedence": Field.PRECEDENCE,
    "tunnel_copy": None,
}
COPIES = {
    "copy_cos": Field.COS,
    "copy_cos_inner": Field.COS_INNER,
    "copy_dscp": Field.DSCP,
    "copy_precedence": Field.PRECEDENCE,
    "copy_qos_group": Field.QOS_GROUP,
    "copy_discard_class": Field.DISCARD_CLASS,
    "copy_exp": Field.MPLS_EXP,
    "copy_traffic_class": Field.TRAFFIC_CLASS,
}
"""Phrases that copy a field to this one, through a table or as it is."""


def set_line(account: Account, line: Line, marks: dict[Field, Mark]) -> None:
    """Apply a line `[no] set ...` to the marks of a class; raises `Rejected`."""
    node = phrase("set", line)
    if node.name in _ALL:
        if not line.negated:
            raise Rejected(node, "a value is missing")
        marks.pop(_ALL[node.name], None)
        return
    made = mark(account, line, node)
    marks.pop(made.field, None)
    if not line.negated:
        marks[made.field] = made


def mark(account: Account, line: Line, node: Node) -> Mark:
    """The mark that a `set_...` or `copy_...` phrase makes; raises `Rejected`."""
    name = node.name.removesuffix("_continue")
    origin = at(line, node)
    if name in _NAMED:
        field = _NAMED[name]
        return Mark(field, code_point(field, node.nodes()[0]), origin)
    if name in _FLAGS:
        return Mark(_FLAGS[name], 1, origin)
    if name == "set_qos_group":
        value = number(node, 0, 1023, "a qos-group")
        return Mark(Field.QOS_GROUP, value, origin)
    if name in _NUMBERED:
        field, what = _NUMBERED[name]
        return Mark(field, field_number(field, node, what), origin)
    if name in COPIES:
        from qosc.frontends.cisco.mqc.table_maps import copied

        return copied(account, line, node, COPIES[name])
    if name == "policed_dscp":
        from qosc.frontends.cisco.mqc.table_maps import policed

        return policed(account, line, node)
    if name in _TUNNEL:
        outer = _TUNNEL[name]
        if outer is not None:
            code_point(outer, node.nodes()[0])
        reason = "it marks the header that a tunnel puts before the packet, which is not modelled"
        raise recognised(node, reason)
    raise recognised(node, "the field that it writes is not in the model")


def outcome(account: Account, line: Line, node: Node) -> Outcome:
    """What one action does to a packet; raises `Rejected`."""
    origin = at(line, node)
    if node.name in _VERDICTS:
        return Outcome(_VERDICTS[node.name], origin=origin)
    verdict = "continue" if node.name.endswith("_continue") else "transmit"
    return Outcome(_VERDICTS[verdict], (mark(account, line, node),), origin=origin)
