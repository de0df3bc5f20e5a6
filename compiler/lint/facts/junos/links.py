"""What the units of a JunOS text carry: their families, and whether frames have a VLAN tag."""

from __future__ import annotations

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.statements import below

__all__ = ["families", "groups_of_units", "is_known", "tags"]

_TAGGING = {
    "vlan-tagging": 1,
    "stacked-vlan-tagging": 2,
    "flexible-vlan-tagging": 2,
}
"""How many tags a frame of the port may have at most."""
_COUNTS = {"vlan-tags": 2, "vlan-id": 1, "vlan-id-range": 1, "vlan-id-list": 1}
_ETHERNET = ("fe-", "ge-", "xe-", "et-", "mge-", "ae")
_LAYER_3 = frozenset(("inet", "inet6", "mpls", "iso"))


def families(context: Context) -> dict[str, dict[str, int]]:
    """The families of each unit, with the first line of each. Use through `context.once`."""
    found: dict[str, dict[str, int]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:2] == ("family",) and len(rest) > 2:
            of = found.setdefault(f"{one.words[1]}.{rest[0]}", {})
            of.setdefault(rest[2], one.line)
    return found


def groups_of_units(context: Context) -> dict[str, int]:
    """The interface groups (`filter group N`) that units are in, with a line of each. Use through
    `context.once`.
    """
    found: dict[str, int] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[-3:-1] == ("filter", "group"):
            found.setdefault(rest[-1], one.line)
    return found


def is_known(unit: str) -> bool:
    """Whether a name is of one unit: no pattern, and no variable of a dynamic profile."""
    return not set("*<>[]$?").intersection(unit)


def tags(context: Context) -> dict[str, int | None]:
    """How many VLAN tags the frames of each unit of an Ethernet port have at most; None where that
    cannot be told. Units of other ports are left out. Use through `context.once`.
    """
    ports: dict[str, int] = {}
    units: dict[str, int | None] = {}
    open_ports: set[str] = set()
    for one, rest in below(context, "interfaces", "*"):
        port = one.words[1]
        if not port.startswith(_ETHERNET) or not is_known(port):
            continue
        if rest[0] in _TAGGING:
            ports[port] = max(ports.get(port, 0), _TAGGING[rest[0]])
        if rest[0] == "encapsulation" or "802.3ad" in rest:
            open_ports.add(port)
        if rest[0] != "unit":
            continue
        unit, said = f"{port}.{rest[1]}", rest[2:]
        if said[:1] == ("family",) and said[1] in _LAYER_3:
            units.setdefault(unit, 0)
        elif said[:1] in (("family",), ("encapsulation",), ("input-vlan-map",)):
            units[unit] = None  # of bridging or a pseudowire: its frames have the tags of others
        if said[0] in _COUNTS and units.get(unit, 0) is not None:
            units[unit] = max(units.get(unit) or 0, _COUNTS[said[0]])
    return {
        unit: None if unit.partition(".")[0] in open_ports else count
        for unit, count in units.items()
        if count != 0 or unit.partition(".")[0] not in ports
    }
