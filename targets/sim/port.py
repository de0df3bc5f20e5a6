"""A port of the device as a port and a link of a scenario."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.amounts import CELL, Depth, DepthUnit, show_rate
from qosc.datapath import link_rate
from qosc.datapath.lengths import Layer, layer_of, mtu_of
from qosc.datapath.lines import Evidence, Line, line_rate
from qosc.datapath.queues.fair import flows_limit, flows_of
from qosc.datapath.queues.flows import HOLD
from qosc.ir import AtmShaping, Device, PortKind
from qosc.ir import Port as IrPort
from qosc.ir import Stage as IrStage
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Fidelity, Ledger
from qosc.scenario import Class, Limit, Policy, Port, Queue, RuleList, Stage
from qosc.scenario.model import has_queues
from qosc.targets.entries import enter_bandwidth, enter_speed
from qosc.targets.sim.droppers import WHICH_DROPPED, enter_depth, flow_queues, held_bytes
from qosc.targets.sim.match import EVERYTHING
from qosc.targets.sim.options import SimOptions
from qosc.targets.sim.police import MOST, SharedNames
from qosc.targets.sim.policy import Context, lower_stage
from qosc.targets.sim.words import clean, origin

__all__ = ["ASSUMED_RATE", "ROUTER", "Lowered", "lower_port"]

ROUTER = "router"
ASSUMED_RATE = 10_000_000
"""bit/s of a link whose rate neither the config nor the profile knows."""
_LEAST_MTU, _MOST_MTU = 68, 65_535


@dataclass(frozen=True, slots=True)
class Lowered:
    """One port: its entry in the scenario, and what its link is like."""

    source: IrPort
    model: Port
    rate: int
    mtu: int
    layer: Layer
    sends: bool
    """Whether the config says how the port sends."""
    assumed: bool
    """Whether the link's rate is only assumed."""


def lower_port(
    device: Device, port: IrPort, options: SimOptions, ledger: Ledger, meters: SharedNames
) -> Lowered | None:
    """The port, with an entry for each of its leaves; None for one that packets do not pass."""
    cursor = ledger.at(port.name)
    if port.kind is PortKind.CONTROL_PLANE:
        note = "packets to the router itself are not simulated"
        cursor.rest(Fidelity.UNSUPPORTED, note, "nothing")
        return None
    line = line_rate(device, port, options.profile) or Line(ASSUMED_RATE, Evidence.NOTHING)
    assumed = line.evidence is Evidence.NOTHING or not 0 < line.rate <= MOST
    rate = line.rate if 0 < line.rate <= MOST else ASSUMED_RATE
    link = link_rate(device, port, options.profile)
    whole = rate if link is None else min(link, MOST)
    layer = layer_of(port)
    sends = any((port.output, port.atm, port.fair_queue, port.hold_queue_out, port.tx_ring))
    received = _stages(Context(device, options, whole, meters, output=False), port, ledger)
    sent = _stages(Context(device, options, whole, meters, output=True), port, ledger)
    queued = any(has_queues(stage) for stage in sent)
    weighted = options.profile.weighted_flows.value
    sent = _one_scheduler(_with_flow_queues(port, options, whole, cursor, sent))
    _enter_link(port, line._replace(rate=rate), layer, cursor, assumed=assumed)
    model = Port(
        node=ROUTER,
        port=clean(port.name) or "port",
        accounting_bytes=layer.counted if sends or any(map(_counts, received)) else 0,
        input=received,
        output=sent,
        limit=_limit(port, rate, cursor, queued=queued, weighted=weighted),
        tx_ring_packets=_ring(port, rate, cursor),
        origin=origin(port.origin),
    )
    _enter_rest(port, cursor)
    mtu = min(max(mtu_of(port, options.profile), _LEAST_MTU), _MOST_MTU)
    return Lowered(
        source=port, model=model, rate=rate, mtu=mtu, layer=layer, sends=sends, assumed=assumed
    )


def _stages(context: Context, port: IrPort, ledger: Ledger) -> tuple[Stage, ...]:
    stages: tuple[IrStage, ...] = port.output if context.output else port.input
    paths = child_paths(join(port.name, "output" if context.output else "input"), stages)
    made = [
        lower_stage(context, stage, Cursor(ledger, path))
        for stage, path in zip(stages, paths, strict=True)
    ]
    return tuple(stage for stage in made if stage is not None)


def _counts(stage: Stage) -> bool:
    """Whether a meter of a stage counts what its port does of a packet."""
    if isinstance(stage, RuleList):
        polices = [rule.police for rule in stage.rules if rule.police is not None]
        return any(police.accounting_bytes is None for police in polices)
    below = (each.child for each in stage.classes if each.child is not None)
    return any(each.police for each in stage.classes) or any(map(_counts, below))


def _with_flow_queues(
    port: IrPort, options: SimOptions, rate: int, cursor: Cursor, stages: tuple[Stage, ...]
) -> tuple[Stage, ...]:
    """The stages, and behind them the flow queues of `fair-queue` on the interface."""
    if port.fair_queue is None:
        return stages
    at = cursor.at("fair-queue")
    if any(has_queues(stage) for stage in stages):
        note = "the queues are those of the policy"
        at.rest(Fidelity.UNSUPPORTED, note, "nothing")
        return stages
    flows = flow_queues(flows_of(port.fair_queue, rate), options.profile, None, at)
    queue = Queue(limits=(_held(flows_limit(port), rate),), flow_queues=flows)
    everything = Class(name="flows", match=EVERYTHING, queue=queue)
    policy = Policy(
        kind="policy",
        name="fair-queue",
        classes=(everything,),
        origin=origin(port.fair_queue.origin),
    )
    return (*stages, policy)


def _one_scheduler(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """At most one policy with queues; a model made by hand may have more, a config cannot."""
    queued = [stage for stage in stages if has_queues(stage)]
    return tuple(stage for stage in stages if stage not in queued[1:])


def _enter_link(port: IrPort, line: Line, layer: Layer, cursor: Cursor, *, assumed: bool) -> None:
    got = f"{show_rate(line.rate)}, {layer.words}"
    enter_speed(port, cursor, got)
    if port.bandwidth is not None:
        if assumed:
            note = "no rate that a scenario can hold"
            cursor.enter("bandwidth", Fidelity.UNSUPPORTED, note, got)
        else:
            enter_bandwidth(cursor, line, got)
    if port.max_reserved is not None:
        cursor.exact("max-reserved", "checked when the policy is attached; no packet meets it")
    if port.mtu is not None:
        fits = _LEAST_MTU <= port.mtu <= _MOST_MTU
        cursor.at("mtu").rest(
            Fidelity.EXACT if fits else Fidelity.APPROX,
            "" if fits else f"a scenario's is between {_LEAST_MTU} and {_MOST_MTU} bytes",
        )
    if port.encapsulation:
        cursor.exact("encapsulation", got=layer.words)
    if port.atm is not None:
        _enter_atm(port.atm, line.rate, cursor.at("atm"))


def _enter_atm(atm: AtmShaping, rate: int, cursor: Cursor) -> None:
    got = f"a link of {show_rate(rate)}"
    if atm.category in ("cbr", "vbr-nrt", "vbr-rt"):
        cursor.at("category").rest(Fidelity.EXACT, "", got)
    else:
        note = f"{clean(atm.category)} promises no rate: the link has the whole rate all the time"
        cursor.at("category").rest(Fidelity.APPROX, note, got)
    if atm.sustained is not None:
        cursor.exact("sustained", got=got)
    if atm.peak is not None and (atm.sustained is None or atm.sustained.value == atm.peak.value):
        cursor.exact("peak", got=got)
    cells = atm.burst_cells or 0
    note = (
        f"cells leave at the sustained rate; after idle time the circuit sends up to {cells} cells "
        f"({cells * CELL} bytes) at the peak rate, so that they leave earlier there"
    )
    if cells <= 1 or atm.peak is None or atm.peak == atm.sustained:
        cursor.rest(Fidelity.EXACT)
    else:
        cursor.rest(Fidelity.APPROX, note, got)


def _limit(port: IrPort, rate: int, cursor: Cursor, *, queued: bool, weighted: bool) -> Limit:
    hold = port.hold_queue_out
    if hold is None:
        return Limit(packets=1000)
    if queued:
        cursor.at("hold-queue-out").rest(
            Fidelity.APPROX,
            "bounds all queues of the port together; here each class has its own limit",
            "not used",
        )
        return Limit(packets=1000)
    if hold.default_by:
        cursor.enter("hold-queue-out", Fidelity.UNKNOWN, HOLD.others)
    elif port.fair_queue is not None and weighted:
        cursor.enter("hold-queue-out", Fidelity.UNKNOWN, WHICH_DROPPED)
    else:
        enter_depth(hold, rate, rate, cursor, "hold-queue-out")
    return _held(hold, rate)


def _held(hold: Depth, rate: int) -> Limit:
    if hold.unit is DepthUnit.PACKETS:
        return Limit(packets=_within(hold.value), origin=origin(hold.origin))
    return Limit(bytes=_within(held_bytes(hold, rate, rate) or 0), origin=origin(hold.origin))


def _ring(port: IrPort, rate: int, cursor: Cursor) -> int:
    ring: Depth | None = port.tx_ring
    if ring is None:
        return 0
    packets = ring.value
    if ring.unit is not DepthUnit.PACKETS:
        packets = (held_bytes(ring, rate, rate) or 0) // 1500
    cursor.at("tx-ring").rest(
        Fidelity.UNKNOWN,
        "the ring is taken to count packets; some port adapters count buffers of "
        'a fixed size (Cisco, "Understanding and Tuning the tx-ring-limit Value")',
        f"{_within(packets)} packets",
    )
    return _within(packets)


def _within(value: int) -> int:
    return min(max(value, 0), MOST)


def _enter_rest(port: IrPort, cursor: Cursor) -> None:
    if port.hold_queue_in is not None:
        cursor.at("hold-queue-in").rest(
            Fidelity.APPROX,
            "the simulated router takes no time, so that its input queue is "
            "always empty; differs only where the processor is overloaded",
            "not used",
        )
    cursor.rest(Fidelity.EXACT)
