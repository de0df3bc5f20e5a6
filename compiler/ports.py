"""Which ports of a config are meant: by a name as on a router, with what belongs to them."""

from __future__ import annotations

from qosc.configs import NAMED, Config, listed
from qosc.ir import Device, Port, PortKind

__all__ = ["ONLY", "NoSuchPortError", "named_port", "qos_ports", "scenario_ports"]

ONLY = ":only"
"""Behind the name of a port: without what hangs on it. No name of IOS or JunOS ends so."""


class NoSuchPortError(ValueError):
    """The config has no port of that name, or no port with QoS at all."""


def qos_ports(config: Config, interface: str | None = None) -> tuple[Port, ...]:
    """The ports with QoS; with `interface` the one of that name and all that hangs on it.

    `interface` may be shortened as on a router (`Gi0/1`), and its case does not matter. What hangs
    on it are its subinterfaces, units and circuits; `Gi0/1:only` leaves them out. Units
    whose queues are in the tree of their port come without them where the port is among the ports.

    Raises NoSuchPortError, with a message for the user, when there is none.
    """
    from qosc.datapath.unit_trees import in_one_tree
    from qosc.ir.leaves import qos_ports as ports_with_qos

    chosen = _chosen_ports(config, interface)
    if interface is not None and not _asked(interface)[1]:
        chosen = _with_those_behind(ports_with_qos(config.joined_device), chosen)
    return in_one_tree(chosen, {port.name for port in chosen})


def _chosen_ports(config: Config, interface: str | None) -> tuple[Port, ...]:
    """The same without the ports that packets go on through."""
    from qosc.ir.leaves import qos_ports as ports_with_qos

    ports = ports_with_qos(config.joined_device)
    if config.source.doubt is not None:
        what, remedy = config.source.doubt
        raise NoSuchPortError(f"{config.source.path} is {what}, not a config: {remedy}")
    if not ports:
        raise NoSuchPortError(f"{config.source.path}: no interface has any QoS configured on it")
    if interface is None:
        return ports
    from qosc.frontends.cisco.statements.interface_names import canonical

    device = config.joined_device
    name, only = _asked(interface)
    for wanted in (name.lower(), canonical(name).lower()):
        chosen = tuple(port for port in ports if wanted in _names(device, port))
        itself = tuple(port for port in chosen if wanted in (port.name.lower(), port.unit.lower()))
        if chosen and only and not itself:
            hanging = ", ".join(port.name for port in chosen[:NAMED])
            raise NoSuchPortError(f"no QoS on {name!r} itself; on it hangs {hanging}")
        if chosen:
            return itself if only else chosen
    known = listed(tuple(port.name for port in ports))
    raise NoSuchPortError(f"no interface {interface!r} with QoS; there is {known}")


def scenario_ports(
    config: Config, interface: str | None = None
) -> tuple[tuple[Port, ...], frozenset[str] | None]:
    """The ports that are in scenarios, and the names of those that scenarios are made for.

    With `interface` those are what `qos_ports` gives, or the port of that name where it has no QoS
    (the baseline), and all ports come along that do something to packets on their way in. Without
    it they are all ports with QoS (None). Raises NoSuchPortError as `qos_ports`.
    """
    if interface is None:
        try:
            return qos_ports(config), None
        except NoSuchPortError as error:
            raise NoSuchPortError(f"{error}{_baseline_words(config)}") from None
    from qosc.datapath.unit_trees import in_one_tree
    from qosc.ir.leaves import qos_ports as ports_with_qos

    device = config.joined_device
    try:
        meant = _chosen_ports(config, interface)
        # A scenario of a unit with stages of its own has those of its port behind them.
        inner = tuple(port for port in meant if not port.output)
        known = ports_with_qos(device)
        chosen = frozenset(port.name for port in (*meant, *_with_those_behind(known, inner)))
    except NoSuchPortError:
        plain = named_port(config, interface)
        if plain is None:
            raise
        chosen = frozenset((plain.name,))
    ports = tuple(
        port
        for port in device.ports.values()
        if port.name in chosen or (port.input and port.kind is not PortKind.CONTROL_PLANE)
    )
    return in_one_tree(ports, chosen), chosen


def named_port(config: Config, interface: str) -> Port | None:
    """The port of that very name, with QoS or without."""
    from qosc.frontends.cisco.statements.interface_names import canonical

    name, _ = _asked(interface)
    ports = {
        own.lower(): port
        for port in config.joined_device.ports.values()
        for own in (port.name, port.unit)
        if own
    }
    return ports.get(name.lower()) or ports.get(canonical(name).lower())


def _asked(interface: str) -> tuple[str, bool]:
    """The name that is asked for, and whether it is asked for alone."""
    name = interface.strip()
    only = name.lower().endswith(ONLY)
    return (name[: -len(ONLY)].rstrip() if only else name), only


def _baseline_words(config: Config) -> str:
    """What can be done with a config whose ports have no QoS."""
    names = [port.name for port in config.joined_device.ports.values()][:NAMED]
    if not names or config.source.doubt is not None:
        return ""
    known = ", ".join(names)
    return f"; --interface NAME makes the scenario of a port without QoS ({known})"


def _with_those_behind(ports: tuple[Port, ...], chosen: tuple[Port, ...]) -> tuple[Port, ...]:
    """The chosen ports and those that their packets go on through."""
    from qosc.ir import Relation

    behind = {
        port.parent
        for port in chosen
        if any(one.relation is Relation.THROUGH for one in port.beside)
    }
    names = {port.name for port in chosen} | behind
    return tuple(port for port in ports if port.name in names)


def _names(device: Device, port: Port) -> set[str]:
    """The names of a port and of all ports that it hangs on, in lower case."""
    from qosc.frontends.cisco.statements.interface_names import parent

    names: set[str] = {port.unit.lower()} if port.unit else set()
    name = port.name
    while name and name.lower() not in names:
        names.add(name.lower())
        known = device.ports.get(name)
        name = (known.parent if known is not None else "") or parent(name)
    return names
