"""Ports of a device as tc commands, and those as a script."""

from __future__ import annotations

from dataclasses import replace

from qosc.datapath.assumed import with_assumed
from qosc.datapath.crossing.entered import with_entered
from qosc.datapath.crossing.tags_below import tags_below
from qosc.datapath.units import stacked_ports
from qosc.ir import Device, Port
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.targets.base import Artefact, left_out_words
from qosc.targets.entries import default_flows
from qosc.targets.link_entries import link_entries
from qosc.targets.tc.alike import SURE, AlikePorts
from qosc.targets.tc.given import given_devices
from qosc.targets.tc.host import (
    host_entries,
    length_entries,
    overhead_entries,
    reject_entries,
)
from qosc.targets.tc.kernels import release_for, why_not
from qosc.targets.tc.local_traffic import local_entries
from qosc.targets.tc.lower.below import below_entries
from qosc.targets.tc.lower.classify.budget import Budget
from qosc.targets.tc.lower.classify.chains import NoRoomError
from qosc.targets.tc.lower.control_plane import Plane, own_entries, plane_for, settled
from qosc.targets.tc.lower.fair import lower_with_fair_queue
from qosc.targets.tc.lower.names import named, numbered
from qosc.targets.tc.lower.own_packets import is_own, meters_shared, refused, words
from qosc.targets.tc.lower.port import lower_port
from qosc.targets.tc.lower.vlan_priority import priority_entries
from qosc.targets.tc.mark_places import bits_used, mark_places
from qosc.targets.tc.model import Plan
from qosc.targets.tc.options import (
    LEAVES,
    LeafError,
    TcOptions,
    TooManyCommandsError,
    UnknownKernelError,
)
from qosc.targets.to_itself import plane_of
from qosc.targets.unmarked import unmarked_loss

__all__ = ["compile", "lower"]


def lower(
    device: Device, ports: tuple[Port, ...], options: TcOptions
) -> tuple[tuple[Plan, ...], tuple[Entry, ...]]:
    """The typed commands of each port, and the account of every leaf.

    Of the ports that only packets to the router itself pass, those that can be told by their
    destination have commands, and so has each other port for them. Raises TooManyCommandsError.
    """
    return _lowered(*with_entered(device, ports), options)


def _lowered(
    device: Device, ports: tuple[Port, ...], options: TcOptions
) -> tuple[tuple[Plan, ...], tuple[Entry, ...]]:
    """The same, where each port already notes what other ports' rules ask for."""
    plans = []
    used = 0
    entries: list[Entry] = []
    device = with_assumed(device, options.profile)
    budget = Budget()
    ports = stacked_ports(ports)
    device = replace(device, ports={**device.ports, **{p.name: p for p in ports}})
    numbers = numbered(device)
    below = tags_below(device)
    own = plane_of(device, ports)
    alike = AlikePorts(numbers, (numbers.ports[port.name] for port in ports))
    for port in ports:
        if is_own(port) and port is not own:
            entries += refused(numbers, numbers.ports[port.name], options)
            continue
        left = replace(options, max_commands=options.max_commands - used)
        plane = None if own is None else plane_for(numbers, numbers.ports[own.name], options)
        try:
            plan, entries_of_port = _lower_one(
                numbers, port, left, budget, plane, tagged=port.name in below.one
            )
        except NoRoomError:
            raise TooManyCommandsError(port.name, options.max_commands) from None
        if numbers is not device:
            entries_of_port = named(entries_of_port, device, port)
        used += len(plan.commands)
        if used > options.max_commands:
            raise TooManyCommandsError(port.name, options.max_commands)
        whole = numbers.ports[port.name]
        about = used + alike.to_come(whole, len(plan.commands))
        if about > SURE * options.max_commands:
            raise TooManyCommandsError(port.name, options.max_commands, about)
        losses = tuple(
            (f"{entry.path}: {entry.asked}: {entry.note}", entry.origin)
            for entry in entries_of_port
            if entry.fidelity is Fidelity.UNSUPPORTED
        )
        plans.append(replace(plan, losses=losses))
        if port is own:
            entries += entries_of_port
            continue
        entries += (*entries_of_port, *default_flows(numbers, whole, options.profile))
        entries += unmarked_loss(numbers, whole, options.profile)
        entries += link_entries(whole)
    entries += below_entries(device, ports, below)
    if own is not None:
        entries += own_entries(plans, own)
    return tuple(plans), meters_shared(numbers, entries, () if own is None else (own.name,))


def _lower_one(
    device: Device,
    port: Port,
    options: TcOptions,
    budget: Budget,
    plane: Plane | None,
    *,
    tagged: bool,
) -> tuple[Plan, tuple[Entry, ...]]:
    """The commands and the account of one port, or of the control plane itself."""
    whole = device.ports[port.name]
    if plane is None or not is_own(port):
        return lower_with_fair_queue(device, whole, options, budget, tagged=tagged, plane=plane)
    empty = Port(port.name, port.kind, origin=port.origin)
    plan = lower_port(device, empty, options, Ledger(()), budget, plane=plane)
    return plan, settled(plane, plan)


def compile(  # noqa: A001  (it is what the target does)
    device: Device, ports: tuple[Port, ...], options: TcOptions
) -> Artefact:
    """One script for the ports, with its batch files if asked for, and the ledger.

    No file where no port can be in one: see `own_packets`. `device` has its defaults filled
    in. Raises UnknownKernelError, DeviceNameError, MarkShiftError, LeafError and
    TooManyCommandsError.
    """
    from qosc.targets.tc.render import render

    if release_for(options.kernel, options.iproute2) is None:
        raise UnknownKernelError(why_not(options.kernel, options.iproute2))
    if options.leaf and options.leaf not in LEAVES:
        raise LeafError(options.leaf)
    entered, every = with_entered(device, ports)
    own = plane_of(device, every)
    passed = tuple(port for port in every if not is_own(port) or port == own)
    # One interface stands for one port with QoS of its own, where there is one.
    chosen = tuple(port for port in ports if not is_own(port)) or passed
    devices = given_devices(passed, options, chosen)
    places = mark_places(device, options.mark_shift) if options.mark_shift else None
    plans, ledger = _lowered(entered, every, options)
    if places is not None:
        plans, ledger = tuple(map(places.moved, plans)), places.told(ledger)
    if not plans:
        return Artefact((), ledger)
    remarks = [*left_out_words(device), *words(p for p in ports if is_own(p) and p != own)]
    if bits := bits_used(plans):
        remarks.append(f"Bits of the packet's mark that this script has for itself: {bits:#x}.")
    whole = (
        *host_entries(plans),
        *local_entries(options.profile, plans),
        *overhead_entries(device, ledger),
        *length_entries(options.profile.name, plans, device),
        *priority_entries(options.profile.name, plans),
        *reject_entries(device, plans),
    )
    return Artefact(render(plans, ledger, options, remarks, devices), (*ledger, *whole))
