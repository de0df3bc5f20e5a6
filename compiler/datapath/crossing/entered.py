"""The port that a packet came in by, noted at that port for rules elsewhere that test it. A

target that sees a packet on its way out alone has to be told. Where a rule of a port tests another
port, that one gets a rule list of its own, before all others, which notes its number; the
ports without QoS that are asked for then belong to the artefact, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qosc.fields import Field
from qosc.ir import Anything, Device, Mark, Named, Port, Rule, RuleList, Test
from qosc.ir.leaves import leaves
from qosc.values import parts, replace

__all__ = ["FEATURE", "MOST", "with_entered"]

FEATURE = "input-interface"
"""The feature of the rule lists that note a port."""
MOST = 31
"""So many ports are told apart; of more, none is noted."""


def with_entered(device: Device, ports: tuple[Port, ...]) -> tuple[Device, tuple[Port, ...]]:
    """The device with those rule lists, and the ports with those that their rules test.

    Ports are numbered from 1 in the order of their names, all that the config tests: artefacts
    for different ports of it agree.
    """
    named = sorted(set(_named(device)) & device.ports.keys())
    if not named or len(named) > MOST:
        return device, ports
    numbers = {name: number for number, name in enumerate(named, 1)}
    known = {port.name for port in ports}
    asked = {name for port in ports for name in _asked(device, port)} - known
    every = (*ports, *(device.ports[name] for name in named if name in asked))
    noted = tuple(
        _noting(port, numbers[port.name]) if port.name in numbers else port for port in every
    )
    others = {
        name: _noting(device.ports[name], number)
        for name, number in numbers.items()
        if name not in known | asked
    }
    return (
        replace(device, ports={**device.ports, **others, **{port.name: port for port in noted}}),
        noted,
    )


def _noting(port: Port, number: int) -> Port:
    mark = Mark(Field.INPUT_INTERFACE, number, port.origin, port.name)
    rule = Rule(Anything(), marks=(mark,), origin=port.origin)
    return replace(port, input=(RuleList(FEATURE, (rule,), origin=port.origin), *port.input))


def _asked(device: Device, port: Port) -> Iterator[str]:
    for leaf in leaves(device, port):
        if isinstance(leaf.value, Test):
            yield from _names(leaf.value)


def _names(test: Test) -> Iterator[str]:
    if test.field is Field.INPUT_INTERFACE:
        yield from (value.name for value in test.values if isinstance(value, Named))


def _named(device: Device) -> Iterator[str]:
    """The interfaces that any rule of the config asks for."""
    work: list[Any] = [
        *device.ports.values(),
        *device.policies.values(),
        *device.class_maps.values(),
    ]
    seen: set[int] = set()
    while work:
        value = work.pop()
        if isinstance(value, Test):
            yield from _names(value)
        elif isinstance(value, tuple):
            work.extend(value)
        elif (inner := parts(value)) and id(value) not in seen:
            seen.add(id(value))
            work.extend(filter(None, inner))
