"""The back end of ns-3: ports of a device as C++ programs that simulate them."""

from __future__ import annotations

from dataclasses import replace

from qosc.ir import Device, Port
from qosc.ir.leaves import SEPARATOR
from qosc.ledger import Entry, Fidelity
from qosc.targets.base import Artefact, Options

__all__ = ["TARGET", "Ns3Target"]


class Ns3Target:
    """Makes one program for each scenario that the simulator's back end would make.

    The ledger is that of the scenarios: the program does what the simulator does with each value.
    Where it cannot, there is no program for the port, and the port's values are UNSUPPORTED.
    """

    name = "ns3"

    def compile(self, device: Device, ports: tuple[Port, ...], options: Options) -> Artefact:
        """See `qosc.targets.base.Target`."""
        from qosc.targets.ns3.files import make_files
        from qosc.targets.sim import TARGET as SCENARIOS

        made = SCENARIOS.compile(device, ports, options)
        files, refused = make_files(made.files)
        return replace(made, files=files, ledger=_ledger(made.ledger, refused))


def _ledger(entries: tuple[Entry, ...], refused: dict[str, str]) -> tuple[Entry, ...]:
    """The entries, with those of the refused scenarios turned into losses.

    `refused` gives for the name of a port why there is no program with it.
    """
    found = []
    for entry in entries:
        why = refused.get(entry.path.split(SEPARATOR)[0])
        if why is not None:
            entry = replace(entry, fidelity=Fidelity.UNSUPPORTED, got="nothing", note=why)  # noqa: PLW2901
        found.append(entry)
    return tuple(found)


TARGET = Ns3Target()
