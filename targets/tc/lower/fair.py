"""A port with a fair queue of its own, lowered as classes by precedence."""

from __future__ import annotations

from dataclasses import replace

from qosc.ir import Device, Port
from qosc.ir.describe import describe
from qosc.ir.leaves import join, leaves
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.profiles.fair import by_precedence
from qosc.targets.base import Options
from qosc.targets.tc.lower.port import link_of, lower_port
from qosc.targets.tc.model import Plan

__all__ = ["lower_with_fair_queue"]

_NOTE = (
    "a class for each precedence, in turns in proportion to precedence + 1, with flow queues in "
    "it; a router gives each flow such a weight: the same where every precedence has as many busy "
    "flows, otherwise a flow of a precedence with n busy flows has 1/n of its class. Flows are "
    "told apart by another hash"
)


def lower_with_fair_queue(
    device: Device, port: Port, options: Options
) -> tuple[Plan, tuple[Entry, ...]]:
    """The commands of a port and the account of its leaves.

    Where the speed of the link is not known there is nothing to hold it to, and no classes.
    """
    other, changed = device, port
    if link_of(device, port, options):
        other, changed = by_precedence(device, port)
    ledger = Ledger(leaves(other, changed))
    plan = lower_port(other, changed, options, ledger)
    found = ledger.close()
    if changed is port:
        return plan, found
    fidelity, note, got = Fidelity.APPROX, _NOTE, "eight classes with flow queues"
    real = {leaf.path for leaf in leaves(device, port)}
    lost = [e for e in found if e.path not in real and e.fidelity is Fidelity.UNSUPPORTED]
    if lost:
        fidelity, note, got = lost[0].fidelity, lost[0].note, "nothing"
    # The leaves of the classes are ours; the config has those of the fair queue in their place.
    known = {entry.path: entry for entry in found}
    own = join(port.name, "fair-queue")
    entries = []
    for leaf in leaves(device, port):
        entry = known.get(leaf.path)
        if leaf.path == own or leaf.path.startswith(f"{own} > "):
            entry = Entry(leaf.path, fidelity, describe(leaf.value), got, note, leaf.origin)
        if entry is not None:
            entries.append(entry)
    return replace(plan, port=port.name), tuple(entries)
