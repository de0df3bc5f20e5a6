"""The link of a port: its speed, what its layers add to a packet, and its own buffers."""

from __future__ import annotations

from qosc.amounts import CELL, DepthUnit, show_rate
from qosc.datapath.doubts import MEMBER_LINKS
from qosc.datapath.lengths import Layer
from qosc.datapath.lines import Evidence, Line
from qosc.ir import AtmShaping
from qosc.ledger import Cursor, Fidelity
from qosc.targets.entries import enter_bandwidth, enter_speed, enter_within
from qosc.targets.tc.host import TAG
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.depths import depth_bytes
from qosc.targets.tc.model import ATM, Stab

__all__ = ["atm_layers", "enter_hold_queue", "enter_link"]

_TAGGED = "the interface given for this port has to be the VLAN device of the tag, which writes it"
_LEAST_FRAME = 60
"""Bytes of the shortest Ethernet frame without its check sequence (IEEE 802.3)."""


def atm_layers(layer: Layer) -> tuple[ATM | None, Stab | None]:
    """How an ATM circuit counts a packet, in relation to the length that Linux has.

    With LLC/SNAP that is more. With VC multiplexing it is less, which a class cannot say, so that
    the size table of the qdisc does.
    """
    if not layer.atm:
        return None, None
    more = layer.beside_mac
    return (None, Stab(more)) if more < 0 else (ATM(more), None)


def enter_link(context: Context, cursor: Cursor, *, shaped: bool) -> None:
    """Entries for what the port says of its link; `shaped`: a root class has the link's rate."""
    port = context.port
    line = context.line
    got = "nothing depends on it"
    if shaped and line is not None:
        got = f"root class at {show_rate(line.rate)}"
    enter_within(port, cursor)
    bound = _uncounted(context, line) if shaped and line is not None else ""
    enter_speed(port, cursor, got, bound)
    if port.bandwidth is not None:
        if shaped and line is not None:
            enter_bandwidth(cursor, line, got, bound)
        else:
            cursor.exact("bandwidth", "percentages are taken of it", got)
    if port.max_reserved is not None:
        note = "a limit on what may be configured: it changes nothing for packets"
        cursor.exact("max-reserved", note, "not used")
    if port.mtu is not None:
        cursor.exact("mtu", "sizes of buckets and turns go by it", f"{port.mtu} bytes")
    if context.layer.atm and shaped and port.encapsulation:
        layers = context.layer.wire
        note = f"{layers} bytes a packet, then whole cells of {CELL}"
        cursor.exact("encapsulation", note, f"linklayer atm, {layers} bytes")
    elif port.encapsulation:
        note = "lengths are counted as on Ethernet: 14 bytes a packet"
        if port.encapsulation.startswith(TAG):
            note = f"{_TAGGED}: {note}, without the tag"
        cursor.enter("encapsulation", Fidelity.APPROX, note, "14 bytes a packet")
    if port.atm is not None:
        _enter_atm(context, port.atm, cursor, got, shaped=shaped)
    _enter_buffers(context, cursor)


def _uncounted(context: Context, line: Line) -> str:
    """How far the line of an Ethernet port is below its rate as HTB counts it, which leaves out the
    check sequence, preamble and gap (IEEE 802.3); empty for others, and where the rate is assumed
    or a sum.
    """
    more = context.layer.beside_mac
    said = context.port.bandwidth
    summed = said is not None and said.default_by == MEMBER_LINKS
    known = line.evidence in (Evidence.KIND, Evidence.SAID, Evidence.SETTINGS) and not summed
    if context.layer.atm or more <= 0 or not known:
        return ""
    sizes = (context.frame, _LEAST_FRAME)
    most, least = (f"{100 * size / (size + more):.1f} %" for size in sizes)
    return (
        f"HTB does not count the {more} bytes of FCS, preamble and gap of a frame: the line sends "
        f"{most} of this rate in frames of {context.frame} bytes and {least} in those of "
        f"{_LEAST_FRAME}, so that packets queue below the classes (docs/tc.md, The rate of the "
        "line)"
    )


def _enter_atm(
    context: Context, atm: AtmShaping, cursor: Cursor, got: str, *, shaped: bool
) -> None:
    place = cursor.at("atm")
    if not shaped:
        if atm.category.lower() == "ubr" and atm.peak is None:
            place.rest(Fidelity.EXACT, "the circuit promises no rate and has no bound", "not used")
        note = (
            "the circuit is shaped only where a policy queues: one of a class-default with "
            "`bandwidth` is enough"
        )
        place.rest(Fidelity.UNSUPPORTED, note, got)
        return
    if atm.category.lower() == "abr":
        note = "the network's feedback on the rate is not followed"
        place.enter("category", Fidelity.UNSUPPORTED, note, got)
    frame = context.frame
    note = (
        f"cells are counted, not spaced: up to {frame} bytes and 2 ms of the rate leave at once, "
        "where the circuit's contract allows so many cells"
    )
    if atm.sustained is not None and atm.peak is not None and atm.sustained != atm.peak:
        note += "; the peak rate is not held within such a burst"
    place.rest(Fidelity.ENVELOPE, note, got)


def _enter_buffers(context: Context, cursor: Cursor) -> None:
    port = context.port
    if port.tx_ring is not None:
        ring = port.tx_ring
        held = depth_bytes(context, ring, context.link or 0, context.mtu)
        bound = f"{ring}"
        if context.link:
            bound = f"{held * 8_000 / context.link:.1f} ms of full-size packets"
        note = (
            f"a first-in-first-out ring below the scheduler adds up to {bound} of delay to every "
            "class on the router; Linux has its own driver's ring there. No share, drop or mark "
            "depends on it"
        )
        cursor.enter("tx-ring", Fidelity.APPROX, note, "not added")
    if port.hold_queue_in is not None:
        note = (
            "on the router it drops only when the processor cannot keep up; Linux has its own "
            "backlog for that. No share or mark depends on it"
        )
        cursor.enter("hold-queue-in", Fidelity.APPROX, note, "not added")


def enter_hold_queue(context: Context, cursor: Cursor, *, as_fifo: bool) -> None:
    """The depth of the output hold queue: the whole queue, or a bound beside the classes'."""
    hold = context.port.hold_queue_out
    if hold is None:
        return
    if as_fifo and hold.unit is DepthUnit.PACKETS:
        cursor.exact("hold-queue-out", "the interface's own ring holds some packets more")
    elif as_fifo:
        cursor.enter("hold-queue-out", Fidelity.APPROX, "turned into bytes at the link's rate")
    else:
        note = (
            f"each class has its own limit; on the router {hold} for all classes together may drop "
            "earlier when several are full"
        )
        cursor.enter("hold-queue-out", Fidelity.APPROX, note, "the limits of the classes")
