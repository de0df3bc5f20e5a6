"""The back end of ns-3: ports of a device as C++ programs that simulate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from qosc.ir import Device, Port
from qosc.ir.leaves import SEPARATOR
from qosc.ledger import Entry, Fidelity
from qosc.targets.base import Artefact, Ports
from qosc.targets.sim.options import FLAGS, SimOptions

if TYPE_CHECKING:
    from qosc.scenario.links import Links
    from qosc.targets.sim.files import Made

__all__ = ["TARGET", "Ns3Target", "programs"]


class Ns3Target:
    """Makes one program for each scenario that the simulator's back end would make.

    The ledger is that of the scenarios: the program does what the simulator does with each value.
    Where it cannot, there is no program for the port, and the port's values are UNSUPPORTED.
    """

    name = "ns3"
    options = SimOptions
    flags = FLAGS
    ports = Ports.PATHS
    simulated = True

    def compile(self, device: Device, ports: tuple[Port, ...], options: SimOptions) -> Artefact:
        """See `qosc.targets.base.Target`."""
        from qosc.targets.sim import scenarios

        return programs(*scenarios(device, ports, options))

    def together(
        self, parts: Sequence[tuple[str, Device, tuple[Port, ...], SimOptions]], links: Links
    ) -> Artefact:
        """See `qosc.targets.base.NetworkTarget`."""
        from qosc.targets.sim import together

        made, ledger = together(parts, links)
        return programs((made,), ledger)


def programs(made: tuple[Made, ...], ledger: tuple[Entry, ...]) -> Artefact:
    """The artefact of some scenarios, with the ledger that they were made with."""
    from qosc.targets.ns3.files import make_files

    files, refused = make_files(made)
    return Artefact(files, _ledger(ledger, refused))


def _ledger(entries: tuple[Entry, ...], refused: dict[str, str]) -> tuple[Entry, ...]:
    """The entries, with those of the refused scenarios turned into losses.

    `refused` gives for the name of a port why there is no program with it. A name that no entry
    has (long ones are cut in a scenario) costs all entries: rather too many losses than one less.
    """
    if not refused:
        return entries
    why = [_reason(entry.path, refused) for entry in entries]
    if not set(refused.values()) <= set(why):
        why = [reason or next(iter(refused.values())) for reason in why]
    return tuple(
        entry
        if reason is None
        else replace(entry, fidelity=Fidelity.UNSUPPORTED, got="nothing", note=reason)
        for entry, reason in zip(entries, why, strict=True)
    )


def _reason(path: str, refused: dict[str, str]) -> str | None:
    for port, reason in refused.items():
        if path == port or path.startswith(f"{port}{SEPARATOR}"):
            return reason
    return None


TARGET = Ns3Target()
