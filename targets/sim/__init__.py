"""The back end of the simulator: ports of a device as scenarios."""

from __future__ import annotations

from qosc.datapath.assumed import with_assumed
from qosc.datapath.units import path_ports
from qosc.ir import Device, Port
from qosc.ir.leaves import leaves
from qosc.ledger import Ledger
from qosc.profiles.doubts import doubts
from qosc.targets.base import Artefact, Options
from qosc.targets.entries import enter_beside, enter_within

__all__ = ["TARGET", "SimTarget"]

_THROUGH = "what leaves here is in the scenario of that port"


class SimTarget:
    """Makes one scenario for each output port: sender -> router -> receiver.

    Where only input ports are given there is one scenario, named after the first of them. With
    `Options.leaving` there are scenarios for those ports only; the others feed them.
    """

    name = "sim"

    def compile(self, device: Device, ports: tuple[Port, ...], options: Options) -> Artefact:
        """See `qosc.targets.base.Target`."""
        from qosc.targets.sim.baseline import with_baselines
        from qosc.targets.sim.files import make_files
        from qosc.targets.sim.police import SharedNames
        from qosc.targets.sim.port import lower_port

        device = with_assumed(device, options.profile)
        if options.leaving is not None:
            device, ports = with_baselines(device, ports, options.leaving, options.profile)
        ports = path_ports(device, ports, options.leaving)
        ledger = Ledger(
            (leaf for port in ports for leaf in leaves(device, port)), doubts(options.profile)
        )
        meters = SharedNames()
        for port in ports:
            enter_within(port, ledger.at(port.name))
            enter_beside(port, ledger.at(port.name), _THROUGH)
        found = [lower_port(device, port, options, ledger, meters) for port in ports]
        entries = ledger.close()
        lowered = tuple(port for port in found if port is not None)
        files, rows = make_files(device, lowered, options, entries)
        return Artefact(files, (*entries, *rows))


TARGET = SimTarget()
