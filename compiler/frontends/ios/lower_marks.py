"""`set` and the marking actions of `police` and `rate-limit`."""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lowering import at, code_point, field_number, number, recognised
from qosc.frontends.ios.statements import Node
from qosc.ir import Mark, Outcome, Verdict

__all__ = ["mark", "outcome"]

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


def mark(line: Line, node: Node) -> Mark:
    """The mark that a `set_...` phrase makes; raises `Rejected`."""
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
    if name == "set_copy":
        raise recognised(node, "marks copied from another field are not in the model")
    raise recognised(node, "marks of the tunnel header are not in the model")


def outcome(line: Line, node: Node) -> Outcome:
    """What one action does to a packet; raises `Rejected`."""
    origin = at(line, node)
    if node.name in ("transmit", "drop", "continue"):
        return Outcome(Verdict(node.name), origin=origin)
    if node.name == "policed_dscp":
        raise recognised(node, "the policed-dscp map is not in the model")
    verdict = Verdict.CONTINUE if node.name.endswith("_continue") else Verdict.TRANSMIT
    return Outcome(verdict, (mark(line, node),), origin=origin)
