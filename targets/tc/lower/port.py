"""One port: its input pipeline at the ingress hook, its output pipeline at the egress hook, and its
queues below the root.
"""

from __future__ import annotations

from qosc.datapath.lengths import layer_of, mtu_of
from qosc.datapath.lines import line_rate
from qosc.datapath.queues.fair import flows_limit, flows_of
from qosc.datapath.unknown_link import scheduled_rate
from qosc.ir import Attachment, Device, Policy, Port, Stage
from qosc.ir.leaves import child_paths, has_queues, join, resolve
from qosc.ledger import Cursor, Fidelity, Ledger
from qosc.targets.beside import enter_beside, withdraw_divisions
from qosc.targets.tc.host import OWN_CHAIN
from qosc.targets.tc.kernels import DEFAULT, release_for
from qosc.targets.tc.lower.classify.budget import Budget
from qosc.targets.tc.lower.classify.chains import OK, Chains, TooDeepError, U32Prefs, to
from qosc.targets.tc.lower.classify.match import of_tag
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.control_plane import Plane
from qosc.targets.tc.lower.link import atm_layers, enter_hold_queue, enter_link
from qosc.targets.tc.lower.queueing.droppers import flow_queues, tail_drop
from qosc.targets.tc.lower.queueing.entries import refuse_queues
from qosc.targets.tc.lower.queueing.queues import Queues, lower_queues, too_many
from qosc.targets.tc.lower.stages import lower_stages
from qosc.targets.tc.lower.vlan_priority import priority_leaves, with_priorities
from qosc.targets.tc.model import Clsact, Command, Handle, Hook, Htb, Plan
from qosc.targets.tc.options import TcOptions

__all__ = ["NO_LOWERING", "link_of", "lower_port"]

_THROUGH = (
    "the VLAN device hands packets on to the device of that port, and their marks with them "
    "(vlan_dev_hard_start_xmit; seen on Linux 6.1)"
)
# On 6.1.176, a mark set by `skbedit` at the egress hook of a VLAN device was there at that of the
# device below it, on all packets of that VLAN and on no other.
NO_LOWERING = "there is no lowering to tc for it yet"
_NO_INPUT_QUEUES = (
    "Linux does not queue on the way in, and no ifb device is set up for it (docs/tc.md, Queues on "
    "input)"
)
_REJECTED = (
    "the router rejects a policy with queues on input, marks and meters included (QOS443): the "
    "script has those, and no queues"
)


def lower_port(
    device: Device,
    port: Port,
    options: TcOptions,
    ledger: Ledger,
    budget: Budget,
    *,
    tagged: bool = False,
    plane: Plane | None = None,
) -> Plan:
    """All commands of a port; every leaf of it is entered in the ledger. `tagged` says that packets
    of VLANs below it pass it, with their tags. `plane` is what packets to the machine itself meet
    behind the input of the port.

    Raises NoRoomError for more filters than `options.max_commands` leaves room for.
    """
    layer = layer_of(port)
    atm, stab = atm_layers(layer)
    context = Context(
        device=device,
        port=port,
        options=options,
        ledger=ledger,
        link=link_of(device, port, options),
        mtu=min(max(mtu_of(port, options.profile), 64), 65_000),
        layer=layer,
        atm=atm,
        stab=stab,
        kernel=release_for(options.kernel, options.iproute2) or DEFAULT,
        tags=tagged or any(of_tag(leaf.value) for leaf in ledger.open_leaves(port.name)),
        line=line_rate(device, port, options.profile),
        budget=budget,
    )
    cursor = ledger.at(port.name)
    priorities = priority_leaves(ledger, port)
    queues, root = _root(context, cursor)
    filters_left = options.max_commands - len(root)
    u32 = U32Prefs()
    ingress = _pipeline(
        context,
        Chains(Hook.INGRESS, u32, filters_left),
        port.input,
        cursor.at("input"),
        queues,
        plane,
    )
    egress = _pipeline(
        context, Chains(Hook.EGRESS, u32, filters_left), port.output, cursor.at("output"), queues
    )
    filters = (*ingress, *egress)
    hooks = (Command(Clsact(), port.origin),) if filters else ()
    enter_beside(port, cursor, _THROUGH)
    enter_link(context, cursor, shaped=any(isinstance(c.node, Htb) for c in root))
    # What other dialects have and no code here looks at.
    cursor.rest(Fidelity.UNSUPPORTED, NO_LOWERING, "nothing")
    withdraw_divisions(device, port, ledger)
    commands = (*hooks, *root, *filters)
    return Plan(port.name, with_priorities(port, commands, ledger, priorities))


def link_of(device: Device, port: Port, options: TcOptions) -> int | None:
    """What percentages are of, in bit/s, where it is a rate that tc takes; if nobody knows it, one
    that leaves the shapers above it alone.
    """
    rate = scheduled_rate(device, port, options.profile)
    return rate if rate is not None and _taken(rate) else None


def _taken(rate: int) -> bool:
    return 8 <= rate < 1 << 60


def _root(context: Context, cursor: Cursor) -> tuple[Queues, tuple[Command, ...]]:
    """What stands at the root of the interface."""
    port = context.port
    queueing = _queueing_policy(context, cursor)
    if queueing is not None and too_many(context, queueing[0]):
        _refuse_tree(context, *queueing, "more classes than HTB has ids for")
        queueing = None
    if queueing is not None and context.link and context.line and _taken(context.line.rate):
        policy, place = queueing
        queues = lower_queues(context, policy, place, context.link, context.line.rate)
        if port.fair_queue is not None:
            note = "a policy with queues takes the place of the interface's fair queue"
            cursor.at("fair-queue").rest(Fidelity.EXACT, note, "not used")
        enter_hold_queue(context, cursor, as_fifo=False)
        return queues, tuple(queues.commands)
    if queueing is not None:
        _refuse_tree(context, *queueing, "the speed of the link is not known: say `bandwidth`")
    if port.fair_queue is not None:
        sfq = flow_queues(
            context,
            flows_of(port.fair_queue, context.link),
            cursor.at("fair-queue"),
            flows_limit(port),
            (None, Handle(1)),
            context.link or 0,
        )
        enter_hold_queue(context, cursor, as_fifo=True)
        return Queues(), (Command(sfq, port.fair_queue.origin),)
    enter_hold_queue(context, cursor, as_fifo=True)
    if port.hold_queue_out is not None:
        fifo = tail_drop(context, port.hold_queue_out, None, Handle(1), context.link or 0)
        return Queues(), (Command(fifo, port.hold_queue_out.origin),)
    return Queues(), ()


def _queueing_policy(context: Context, cursor: Cursor) -> tuple[Policy, Cursor] | None:
    """The output policy with queues; refuses those on input, and a second one."""
    port = context.port
    queues = context.options.profile.queues_on_input.value
    for path, policy in _policies(context, cursor, "input"):
        if has_queues(context.device, policy):
            _refuse_tree(context, policy, path, _NO_INPUT_QUEUES if queues else _REJECTED)
    chosen: tuple[Policy, Cursor] | None = None
    for path, policy in _policies(context, cursor, "output"):
        if not has_queues(context.device, policy):
            continue
        if chosen is None:
            chosen = policy, path
        else:
            note = f"{port.name} has one set of queues: those of {chosen[0].name}"
            _refuse_tree(context, policy, path, note)
    return chosen


def _policies(context: Context, cursor: Cursor, side: str) -> list[tuple[Cursor, Policy]]:
    stages = context.port.input if side == "input" else context.port.output
    policies = []
    for path, stage in zip(child_paths(join(cursor.path, side), stages), stages, strict=True):
        if isinstance(stage, Attachment):
            policy = resolve(context.device, stage.policy)
            if isinstance(policy, Policy):
                policies.append((Cursor(cursor.ledger, path), policy))
    return policies


def _refuse_tree(
    context: Context, policy: Policy, cursor: Cursor, note: str, seen: tuple[str, ...] = ()
) -> None:
    refuse_queues(policy, cursor, note)
    for traffic_class, path in zip(
        policy.classes, child_paths(cursor.path, policy.classes), strict=True
    ):
        if traffic_class.child is None or traffic_class.child.name in (*seen, policy.name):
            continue
        child = resolve(context.device, traffic_class.child)
        if isinstance(child, Policy):
            below = Cursor(cursor.ledger, join(path, "child", f"policy-map {child.name}"))
            _refuse_tree(context, child, below, note, (*seen, policy.name))


def _pipeline(
    context: Context,
    chains: Chains,
    stages: tuple[Stage, ...],
    cursor: Cursor,
    queues: Queues,
    plane: Plane | None = None,
) -> tuple[Command, ...]:
    """The filters of one direction; behind them those of the `plane`."""
    before = chains.u32.groups
    way = OK if plane is None else to(OWN_CHAIN)
    first = lower_stages(context, chains, stages, cursor, queues, way)
    if plane is not None:
        if first is None:
            chains.always(chains.new(), way)
        plane.add(context, chains)
    try:
        return chains.commands()
    except TooDeepError as error:
        cursor.ledger.withdraw(cursor.path, f"{error}: none of this direction's filters are set")
        chains.u32.groups = before
        return ()
