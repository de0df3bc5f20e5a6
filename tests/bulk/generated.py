"""Trials from the generator of devices, which shares nothing with the compiler."""

from __future__ import annotations

from random import Random

from tests.bulk.trial import Probe, Trial
from tests.generator import device


def trial(seed: int, dialect: str, count: int, size: str = "small", *, batch: bool = True) -> Trial:
    """The device of a seed with so many packets; of JunOS the ports are the logical ones."""
    made = device(seed, dialect, size)
    names = {port.name: port.unit or port.name for port in made.ports}
    dice = Random(f"{seed} {dialect}")  # noqa: S311
    probes = tuple(
        Probe(packet, names[leave], treatment, names[entry])
        for entry, leave, packet, treatment in made.packets(count, dice)
    )
    ports = tuple(names.values())
    name = f"{dialect} seed {seed} {size}"
    return Trial(name, made.text, probes, made.platform, batch, ports=ports)
