"""The speed of links that a settings file gives, put into the ports of a config."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as copy_of
from typing import TYPE_CHECKING

from qosc.amounts import Rate
from qosc.configs import Config
from qosc.datapath.doubts import SETTINGS
from qosc.ir import Port, PortKind
from qosc.settings.globs import interface_matches
from qosc.values import replace

if TYPE_CHECKING:
    from qosc.settings.form import LinkRow

__all__ = ["with_speeds"]


def with_speeds(config: Config, rows: Sequence[LinkRow]) -> tuple[Config, list[str]]:
    """The config with the speeds of its lines, and a sentence for each that the config itself gives
    otherwise: what the config says is taken then.

    A subinterface, a unit and a circuit send over the line of their interface, and have no speed of
    their own.
    """
    from qosc.settings.form import bits_per_second

    ports: dict[str, Port] = {}
    notes: list[str] = []
    for name, port in config.device.ports.items():
        row = _row_of(port, rows)
        if row is None:
            continue
        speed = bits_per_second(row.speed)
        if port.speed is None:
            ports[name] = replace(port, speed=Rate(speed, default_by=SETTINGS))
        elif port.speed.bits_per_second(None) != speed:
            notes.append(f"{name} is {row.speed} there, and the config says otherwise: it is right")
    if not ports:
        return config, notes
    device = replace(config.device, ports={**config.device.ports, **ports})
    read = config.read
    if read is not None:
        own = {
            name: replace(read.device.ports[name], speed=port.speed) for name, port in ports.items()
        }
        inner = replace(read.device, ports={**read.device.ports, **own})
        return copy_of(config, device=device, read=read.with_device(inner)), notes
    return copy_of(config, device=device), notes


def _row_of(port: Port, rows: Iterable[LinkRow]) -> LinkRow | None:
    exact = None
    if port.kind is PortKind.INTERFACE and not port.whole:
        for row in rows:
            if any(interface_matches(pattern, port.name) for pattern in row.interfaces):
                exact = row
    return exact
