"""The interfaces on Linux that the user gave ports of the router: `--device`, `--map`."""

from __future__ import annotations

import re

from qosc.ir import Port, PortKind
from qosc.targets.tc.devices import ALTERNATIVE_LONGEST, BATCH_CHARACTERS, LONGEST, is_told
from qosc.targets.tc.options import DeviceNameError, TcOptions

__all__ = ["given_devices", "given_places"]

_SHORTENED = re.compile(r"([a-z]+-?)\s*(.*)", re.DOTALL)
_MOST_NAMED = 8


def given_devices(
    ports: tuple[Port, ...], options: TcOptions, chosen: tuple[Port, ...]
) -> dict[str, str]:
    """The interface of each port that has one. Raises DeviceNameError.

    `chosen` are those of the ports that were asked for: `--device` is for one such.
    """
    pairs = [_pair(written, ports) for written in options.devices]
    if options.device_name:
        _check(options.device_name, options)
        pairs += [(port.name, options.device_name) for port in chosen if len(chosen) == 1]
    places = _places(pairs, options, several=frozenset())
    return {port: names[0] for port, names in places.items()}


def given_places(ports: tuple[Port, ...], options: TcOptions) -> dict[str, list[str]]:
    """The same of a machine that is set up, where a control plane may be at several interfaces."""
    several = frozenset(port.name for port in ports if port.kind is PortKind.CONTROL_PLANE)
    return _places([_pair(each, ports) for each in options.devices], options, several=several)


def _places(
    pairs: list[tuple[str, str]], options: TcOptions, *, several: frozenset[str]
) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    taken: dict[str, str] = {}
    for port, name in pairs:
        _check(name, options)
        known = places.setdefault(port, [])
        if known and name not in known and port not in several:
            raise DeviceNameError(f"{port} has two interfaces: {known[0]!a} and {name!a}")
        if taken.setdefault(name, port) != port:
            raise DeviceNameError(f"{name!a} is given for two ports: {taken[name]} and {port}")
        if name not in known:
            known.append(name)
    return places


def _pair(written: str, ports: tuple[Port, ...]) -> tuple[str, str]:
    name, equals, device = written.partition("=")
    if not (name.strip() and equals and device):
        raise DeviceNameError(f"{written!a} is no port and interface, such as Gi0/1=eth1")
    wanted = name.strip().lower()
    matching = [port for port in ports if wanted in (port.name.lower(), port.unit.lower())]
    matching = matching or [port for port in ports if _shortens(wanted, port.name.lower())]
    if len(matching) == 1:
        return matching[0].name, device
    if matching:
        several = ", ".join(port.name for port in matching[:_MOST_NAMED])
        raise DeviceNameError(f"{name!a} is short for several ports: {several}")
    known = ", ".join(port.name for port in ports[:_MOST_NAMED])
    more = f" and {len(ports) - _MOST_NAMED} more" if len(ports) > _MOST_NAMED else ""
    raise DeviceNameError(f"there is no port {name!a} with QoS among those compiled: {known}{more}")


def _shortens(short: str, name: str) -> bool:
    """Whether `Gi0/1` can be short for `GigabitEthernet0/1`: its first letters, and the rest."""
    one, two = _SHORTENED.fullmatch(short), _SHORTENED.fullmatch(name)
    return one is not None and two is not None and two[1].startswith(one[1]) and one[2] == two[2]


def _check(name: str, options: TcOptions) -> None:
    if is_told(name, batch=options.batch):
        return
    if is_told(name):
        raise DeviceNameError(
            f"{name!a} cannot be the name of an interface in files for tc -batch: "
            f"they take the characters {BATCH_CHARACTERS}; compile without --batch"
        )
    raise DeviceNameError(
        f"{name!a} is not the name of an interface on Linux: at most {LONGEST} bytes without white "
        f"space, / and :; nor an alternative name, of up to {ALTERNATIVE_LONGEST}, or a MAC address"
    )
