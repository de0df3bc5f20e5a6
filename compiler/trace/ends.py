"""The port that packets come in or leave by, for the name that was asked for.

Packets of JunOS come and go on a logical interface, and filters, classifiers and rewrite rules
stand there (Juniper, Class of Service User Guide, `unit`: a logical interface must be configured to
use the physical device). So the name of a port with units that do something by themselves stands
for its only unit, or for the first of several that do the same; otherwise one has to be named.
"""

from __future__ import annotations

from qosc.diagnostics import first_names
from qosc.ir import Device, Port, PortKind
from qosc.ir.leaves import has_qos
from qosc.platforms import is_junos

__all__ = ["SeveralUnitsError", "logical_port"]

_NAMED = 20


class SeveralUnitsError(ValueError):
    """The port has several units, which need not treat packets alike; the message names them."""

    def __init__(self, port: str, units: tuple[str, ...]) -> None:
        super().__init__(
            f"packets of {port} are on one of its units: name {first_names(units, _NAMED, ' or ')}"
        )


def logical_port(device: Device, port: Port) -> Port:
    """The port itself, or the unit that its name stands for. Raises SeveralUnitsError.

    `device` has units in the ports that they are all of (`Config.joined_device`).
    """
    if port.kind is PortKind.CONTROL_PLANE and not (port.input or port.output):
        return _unit_of_lo0(device, port)
    if port.kind is not PortKind.INTERFACE or not is_junos(device.platform):
        return port
    units = [
        each
        for each in device.ports.values()
        if each.parent == port.name and each.kind is PortKind.SUBINTERFACE
    ]
    if port.unit or not any(map(has_qos, units)):
        return port
    kinds = {(unit.input, unit.output, unit.within) for unit in units}
    if len(kinds) > 1 or (port.holds and len(units) > 1):
        raise SeveralUnitsError(port.name, tuple(each.name for each in units))
    return units[0]


def _unit_of_lo0(device: Device, port: Port) -> Port:
    """The unit that lo0 stands for. Raises SeveralUnitsError where several have filters."""
    own = [each for each in device.ports.values() if each.parent == port.name and has_qos(each)]
    if len(own) > 1:
        raise SeveralUnitsError(port.name, tuple(each.name for each in own))
    return own[0] if own else port
