"""Traces of configs as they are written in real life, against a plain first-match interpreter."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import qosc
from qosc.fields import Field
from qosc.ir import Device, Port, PortKind
from qosc.ir.leaves import has_qos
from qosc.packets import Packet
from qosc.source import SourceText
from qosc.trace.route import route
from qosc.trace.steps import Matched, Metered, Way
from qosc.trace.travellers import DependsError, Single
from tests.judged.corner_packets import packets
from tests.judged.first_match import Fate, UnknownError, fate
from tests.published import CORPUS

ROOT = Path(__file__).parents[2]
OWN = (
    "examples/infn-fnal-wfq/router.cfg",
    "examples/infn-cern-car-wfq/scenario-3.cfg",
    "examples/esnet-alpha-flows/three-queues-10-30-60.conf",
    "examples/constructs/junos-loss-priority.conf",
    "examples/constructs/table-map.cfg",
    "examples/constructs/hierarchy.cfg",
    "examples/two-routers/west.cfg",
)


def plain_ports(device: Device) -> list[Port]:
    """Ports that stand for themselves: no part of another, and nothing beside them. A control
    plane, lo0 among them, is none: its input comes last where packets end there.

    A port of JunOS whose units have QoS stands for one of them.
    """
    divided = {port.parent for port in device.ports.values() if has_qos(port)}
    ports = [
        port
        for port in device.ports.values()
        if has_qos(port)
        and not port.beside
        and port.name not in divided
        and port.kind is not PortKind.CONTROL_PLANE
    ]
    found = [port for port in ports if port.parent not in device.ports and not port.holds]
    return found or ports


def as_packet(fields: dict[str, int | str], port: str) -> Packet:
    version = int(fields["ip-version"])
    values = {Field(name): value for name, value in fields.items()}
    values[Field.INPUT_INTERFACE] = port
    ds = int(fields["dscp"]) << 2 | int(fields["ecn"])
    return Packet(version, ds, {k: v for k, v in values.items() if k not in _VIEWS})


_VIEWS = (Field.VERSION, Field.DSCP, Field.ECN)


def told(way: Way[Single]) -> tuple[object, ...]:
    names = [step.name for step in way.steps if isinstance(step, Matched) and step.kind == "class"]
    meters = [step.policer for step in way.steps if isinstance(step, Metered)]
    return way.dropped, names, meters, None if way.dropped else way.traveller.packet.ds


def expected(found: Fate) -> tuple[object, ...]:
    names = [each.name for taken in found.classes for each in taken]
    ds = int(found.fields["dscp"]) << 2 | int(found.fields["ecn"])
    return found.dropped, names, found.meters, None if found.dropped else ds


def check(text: bytes, name: str, rng: Random, count: int) -> int:
    """How many packets were followed on both ways."""
    followed = 0
    for config in qosc.devices(SourceText.of(name, text)):
        device = config.joined_device
        ports = plain_ports(device)
        if not ports or followed:
            continue
        for fields in packets(device, rng, count):
            here, there = rng.choice(ports), rng.choice(ports)
            packet = {**fields, "input-interface": here.name}
            found = route(device, config.profile, here, there)
            single = Single(found.device, as_packet(fields, here.name))
            try:
                wanted = fate(device, here.input, packet)
                if not wanted.dropped:
                    rest = fate(device, there.output, wanted.fields)
                    wanted = Fate(
                        rest.fields,
                        rest.dropped,
                        wanted.meters + rest.meters,
                        wanted.classes + rest.classes,
                    )
            except UnknownError:
                continue
            try:
                (way,) = found.follow(Way(single), meters=False)
            except DependsError:
                continue
            assert told(way) == expected(wanted), f"{name}: {here.name} to {there.name}: {fields}"
            followed += 1
    return followed


@pytest.mark.parametrize("name", OWN)
def test_examples_are_traced_as_the_interpreter_has_it(name: str) -> None:
    path = ROOT / name
    assert check(path.read_bytes(), name, Random(3), 60) > 20  # noqa: S311


@pytest.mark.shared("corpus")
@pytest.mark.parametrize("part", range(4))
def test_the_corpus_is_traced_as_the_interpreter_has_it(part: int) -> None:
    files = sorted(path for path in CORPUS.rglob("*") if path.is_file())
    chosen = Random(part).sample(files, 30)  # noqa: S311
    rng = Random(part)  # noqa: S311
    followed = [check(path.read_bytes(), path.name, rng, 20) for path in chosen]
    assert sum(followed) > 100
