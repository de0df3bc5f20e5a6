"""ATM circuits: how they are named, ranges of them, and classes of parameters that they share.

A parameter that a circuit does not state comes from its own `class-vc`, else from the `class-int`
of its subinterface, else from that of the interface (Cisco IOS Wide-Area Networking Command
Reference, `vc-class atm`, `class-vc`, `class-int`). A circuit in a range has the parameters of the
range (`range pvc`, `pvc-in-range`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import number, recognised
from qosc.ir import PortKind
from qosc.patterns import pattern

if TYPE_CHECKING:
    from qosc.frontends.cisco.ports.port_lines import PortLines

__all__ = ["CIRCUIT", "circuit_name", "circuit_of", "circuits", "inherit"]

CIRCUIT = pattern(r"(\d+/)?\d+", re.ASCII)
_MOST = 256
"""Circuits of a range that are opened."""
_INHERITED = ("atm", "fair_queue", "max_reserved", "tx_ring")


def circuit_of(pair: Word) -> tuple[int, int]:
    """`vpi/vci`; without a VPI it is 0."""
    vpi, _, vci = pair.text.rpartition("/")
    low = number(pair._replace(text=vpi or "0"), 0, 4095, "a VPI")
    return low, number(pair._replace(text=vci), 0, 65535, "a VCI")


def circuit_name(above: str, circuit: tuple[int, int]) -> str:
    """What the port of a circuit is called."""
    return f"{above} pvc {circuit[0]}/{circuit[1]}"


def circuits(node: Node) -> Iterator[tuple[int, int]]:
    """The circuits of `range [name] pvc vpi/vci vpi/vci`; may raise `Rejected`.

    Every VCI of the range is there for every VPI of it.
    """
    first, last = (circuit_of(pair) for pair in node.words()[-2:])
    vpis, vcis = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
    if not 0 < len(vpis) * len(vcis) <= _MOST:
        raise recognised(None, f"a range of 1 to {_MOST} circuits is in the model")
    return ((vpi, vci) for vpi in vpis for vci in vcis)


def inherit(ports: dict[str, PortLines], classes: dict[str, PortLines]) -> set[str]:
    """Give circuits what their classes say; gives the names of the classes that are used."""
    used: set[str] = set()
    if not any(port.vc_class for port in ports.values()):
        return used
    for port in ports.values():
        if port.kind is not PortKind.CIRCUIT or " pvc " not in port.name:
            continue
        above: PortLines | None = port
        while above is not None:
            vc_class = classes.get(above.vc_class)
            if vc_class is not None:
                used.add(above.vc_class)
                _complete(port, vc_class)
            above = ports.get(above.parent)
    return used


def _complete(port: PortLines, above: PortLines) -> None:
    for name in _INHERITED:
        if getattr(port, name) is None:
            setattr(port, name, getattr(above, name))
    port.encapsulation = port.encapsulation or above.encapsulation
    for direction, policy in above.policies.items():
        if port.policies[direction] is None:
            port.policies[direction] = policy
