"""Trials from the generator of devices, which shares nothing with the compiler."""

from __future__ import annotations

from random import Random

from tests.bulk.trial import Probe, Trial
from tests.generator import Device, device
from tests.generator.device import JunosExpected
from tests.wire import Packet

UNMARKED = "junos-unmarked"
"""A row of `known.json`."""
_CLASSIFIES = {4: ("dscp", "inet-precedence"), 6: ("dscp-ipv6",)}


def trial(seed: int, dialect: str, count: int, size: str = "small", *, batch: bool = True) -> Trial:
    """The device of a seed with so many packets; of JunOS the ports are the logical ones."""
    made = device(seed, dialect, size)
    names = {port.name: port.unit or port.name for port in made.ports}
    dice = Random(f"{seed} {dialect}")  # noqa: S311
    probes = tuple(
        Probe(packet, names[leave], treatment, names[entry], _known(made, entry, packet))
        for entry, leave, packet, treatment in made.packets(count, dice)
    )
    ports = tuple(names.values())
    name = f"{dialect} seed {seed} {size}"
    return Trial(name, made.text, probes, made.platform, batch, ports=ports)


def _known(made: Device, entry: str, packet: Packet) -> str:
    """The row of `known.json` that a wrong outcome of this packet falls under, or nothing.

    A port of JunOS without a classifier has that of ipprec-compatibility all the same; a script
    marks only where some QoS is configured, so that packets from other ports have no class.
    """
    if not isinstance(made.expected, JunosExpected):
        return ""
    (port,) = (each for each in made.expected.router.ports if each.name == entry)
    kinds = {each.kind for each in port.unit.classifiers}
    return "" if kinds & set(_CLASSIFIES[packet.version]) else UNMARKED
