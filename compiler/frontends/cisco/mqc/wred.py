"""The `random-detect` lines of a class or of an interface."""

from __future__ import annotations

from qosc.amounts import Depth
from qosc.fields import Field
from qosc.frontends.cisco.mqc.queueing import aggregate, curve, levels
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import Rejected, number, recognised
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import DropCurve, Wred
from qosc.source import Span

__all__ = ["WredLines", "read_wred"]

_FIELDS = {
    "wred_plain": Field.PRECEDENCE,
    "wred_dscp": Field.DSCP,
    "wred_cos": Field.COS,
    "wred_discard_class": Field.DISCARD_CLASS,
    "wred_exp": Field.MPLS_EXP,
}


class WredLines:
    """What the lines said so far."""

    __slots__ = ("curves", "ecn", "exponent", "field", "origin")

    def __init__(self, origin: Span) -> None:
        self.origin = origin
        self.field: Field | None = None
        self.curves: dict[tuple[int, ...], DropCurve] = {}
        self.exponent: int | None = None
        self.ecn = False

    def value(self) -> Wred:
        """Without a word on it, precedence chooses (QoS command reference, `random-detect`). One
        curve for all packets, which IOS XR has, needs no field.
        """
        field = self.field
        if field is None and () not in self.curves:
            field = Field.PRECEDENCE
        return Wred(field, tuple(self.curves.values()), self.exponent, self.ecn, self.origin)


def read_wred(
    before: WredLines | None, line: Line, node: Node, whole: Depth | None = None
) -> WredLines | None:
    """What holds behind a further line; raises `Rejected`. `whole` is the queue's limit."""
    name = node.name
    if name == "wred_other":
        raise recognised(None, "this form of random-detect is not in the model")
    if name == "wred_red":
        raise recognised(None, "the default curve of IOS XR is not in the model")
    if name in _FIELDS:
        if line.negated:
            return None
        wred = before or WredLines(line.span())
        wred.field = _FIELDS[name]
        return wred
    wred = before or WredLines(line.span())
    field: Field | None
    if name == "wred_ecn":
        wred.ecn = not line.negated
    elif name == "wred_exponent":
        exponent = number(
            node.words()[0],
            1,
            63,
            "an exponential weighting constant",
            "QoS command reference, random-detect",
        )
        wred.exponent = None if line.negated else exponent
    else:
        if name == "wred_levels":
            if line.negated:
                return None
            field, drop = None, levels(line, node)
            weight = node.find("exponent")
            wred.exponent = number(weight.words()[0], 0, 15, "a weight") if weight else None
            wred.ecn = node.find("ecn") is not None
        elif name == "wred_aggregate":
            field, drop = aggregate(line, node)
        else:
            field, drop = curve(line, node, whole)
        if wred.field is not None and wred.field is not field:
            raise Rejected(None, f"the class drops by {wred.field}, not by {field}")
        wred.field = field
        wred.curves.pop(drop.values, None)
        if not line.negated:
            wred.curves[drop.values] = drop
    return wred
