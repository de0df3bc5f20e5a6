"""The back end of the simulator: ports of a device as scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from qosc.datapath.assumed import with_assumed
from qosc.datapath.doubts import doubts
from qosc.datapath.units import path_ports
from qosc.ir import Device, Port
from qosc.ir.leaves import join, leaves
from qosc.ledger import Ledger
from qosc.targets.base import Artefact, Ports
from qosc.targets.beside import enter_beside, withdraw_divisions
from qosc.targets.entries import default_flows, enter_within
from qosc.targets.link_entries import link_entries
from qosc.targets.sim.options import FLAGS, SimOptions, TooManyValuesError
from qosc.targets.unmarked import unmarked_loss

if TYPE_CHECKING:
    from qosc.ledger import Entry
    from qosc.scenario.links import Links
    from qosc.targets.sim.files import Made
    from qosc.targets.sim.port import Lowered

__all__ = ["TARGET", "SimTarget", "lower_ports", "scenarios", "together"]

_COUNTED = 200_000
"""So many values are counted before it is said how many there would be."""
_PORT = 20
"""Values that a port counts as, for what it takes to make a scenario of it."""
_THROUGH = "what leaves here is in the scenario of that port"


class SimTarget:
    """Makes one scenario for each output port: sender -> router -> receiver.

    Where only input ports are given there is one scenario, named after the first of them. With
    `SimOptions.leaving` there are scenarios for those ports only; the others feed them.
    """

    name = "sim"
    options = SimOptions
    flags = FLAGS
    ports = Ports.PATHS
    simulated = True

    def compile(self, device: Device, ports: tuple[Port, ...], options: SimOptions) -> Artefact:
        """See `qosc.targets.base.Target`."""
        made, ledger = scenarios(device, ports, options)
        return Artefact(tuple(each.file() for each in made), ledger)

    def together(
        self, parts: Sequence[tuple[str, Device, tuple[Port, ...], SimOptions]], links: Links
    ) -> Artefact:
        """See `qosc.targets.base.NetworkTarget`."""
        made, ledger = together(parts, links)
        return Artefact((made.file(),), ledger)


def scenarios(
    device: Device, ports: tuple[Port, ...], options: SimOptions
) -> tuple[tuple[Made, ...], tuple[Entry, ...]]:
    """The scenarios of some ports, and the account of every leaf."""
    from qosc.targets.sim.files import make_scenarios

    device, lowered, entries = lower_ports(device, ports, options)
    made, rows = make_scenarios(device, lowered, options, entries)
    return made, (*entries, *rows)


def lower_ports(
    device: Device, ports: tuple[Port, ...], options: SimOptions
) -> tuple[Device, tuple[Lowered, ...], tuple[Entry, ...]]:
    """The device with what is assumed of it, its ports as those of a scenario, and the account of
    every leaf. Raises TooManyValuesError.
    """
    from qosc.targets.sim.baseline import with_baselines
    from qosc.targets.sim.police import SharedNames
    from qosc.targets.sim.port import lower_port

    device = with_assumed(device, options.profile)
    if options.leaving is not None:
        device, ports = with_baselines(device, ports, options.leaving, options.profile)
    ports = path_ports(device, ports, options.leaving)
    # Of far too many only the first are counted: a list that thousands of ports use is each one's.
    most = max(options.max_values, _COUNTED)
    every_leaf = list(islice((leaf for port in ports for leaf in leaves(device, port)), most + 1))
    values = len(every_leaf) + _PORT * len(ports)
    if values > options.max_values:
        chosen, more = options.leaving is not None, len(every_leaf) > most
        raise TooManyValuesError(values, len(ports), options.max_values, chosen=chosen, more=more)
    ledger = Ledger(every_leaf, doubts(options.profile))
    meters = SharedNames(device)
    for port in ports:
        enter_within(port, ledger.at(port.name))
        enter_beside(port, ledger.at(port.name), _THROUGH)
    made = [lower_port(device, port, options, ledger, meters) for port in ports]
    for port in ports:
        withdraw_divisions(device, port, ledger)
    entries = (
        *ledger.close(),
        *(row for port in ports for row in default_flows(device, port, options.profile)),
        *(row for port in ports for row in unmarked_loss(device, port, options.profile)),
        *(row for port in ports for row in link_entries(port)),
    )
    lowered = tuple(port for port in made if port is not None)
    return device, lowered, entries


def together(
    parts: Sequence[tuple[str, Device, tuple[Port, ...], SimOptions]], links: Links
) -> tuple[Made, tuple[Entry, ...]]:
    """One scenario of several routers, each with its name and its ports, and the account of every
    leaf, with the router's name before its path. Raises UnknownNameError for traffic that leads
    nowhere.
    """
    from qosc.targets.sim.files import Known
    from qosc.targets.sim.network import Router, joined

    routers: list[Router] = []
    ledger: list[Entry] = []
    for name, whole, ports, options in parts:
        device, lowered, entries = lower_ports(whole, ports, options)
        by_name = {port.source.name: port for port in lowered}
        routers.append(Router(name, device, options, by_name, entries))
        ledger += (replace(entry, path=join(name, entry.path)) for entry in entries)
    made, rows = joined(routers, links)
    overlay = next((options.overlay for *_, options in parts if options.overlay is not None), None)
    if overlay is not None:
        known = Known()
        known.add(made.scenario)
        known.check(overlay)
    return made, (*ledger, *rows)


TARGET = SimTarget()
