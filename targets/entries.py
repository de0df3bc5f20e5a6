"""Entries that all back ends make alike."""

from __future__ import annotations

from qosc.ir import Policer, Port
from qosc.ledger import Cursor, Fidelity

__all__ = ["enter_draws", "enter_within"]

_NONE = (
    "a packet that finds too few tokens passes and takes none: with those that the meter limits it "
    "may send more than the meter's rate, by no more than the rate and burst of the meter before it"
)


def enter_draws(policer: Policer, cursor: Cursor, *, metered: bool = True) -> None:
    """The entry of `Policer.draws_all`, at `cursor`, where the policer has it."""
    if not policer.draws_all:
        return
    if metered:
        cursor.enter("draws-all", Fidelity.APPROX, _NONE, "only packets that conform")
    else:
        cursor.enter("draws-all", Fidelity.UNSUPPORTED, "there is no meter", "no meter")


def enter_within(port: Port, cursor: Cursor) -> None:
    """The entries of `Port.within`, below `cursor`: each port is lowered on its own."""
    if port.within is not None:
        note = "what the ports of the set may send together is not held: each is lowered on its own"
        cursor.at("within").rest(Fidelity.UNSUPPORTED, note, "nothing")
