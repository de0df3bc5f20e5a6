"""The traffic contracts of ATM circuits."""

from __future__ import annotations

from qosc.frontends.cisco.mqc.queueing import kilobits
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import Account, number
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import AtmShaping

__all__ = ["CONTRACTS", "contract"]

CONTRACTS = {
    "vbr_nrt": "vbr-nrt",
    "vbr_rt": "vbr-rt",
    "cbr": "cbr",
    "ubr": "ubr",
    "ubr_plus": "ubr",
    "abr": "abr",
}


def contract(account: Account, line: Line, node: Node) -> AtmShaping:
    """Rates are kbit/s of cells, the maximum burst size is in cells."""
    words = node.words()
    rates = [kilobits(line, word, "a cell rate") for word in words[:2]]
    category = CONTRACTS[node.name]
    if node.name in ("vbr_nrt", "vbr_rt"):
        cells = number(words[2], 1, 65535, "a burst in cells") if len(words) > 2 else None
        return AtmShaping(category, rates[0], rates[1], cells, line.span())
    if node.name in ("ubr_plus", "abr") and len(rates) > 1:
        account.recognised(line, "the minimum cell rate is not in the model", words[1])
    return AtmShaping(category, rates[0] if rates else None, origin=line.span())
