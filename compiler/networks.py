"""Several configs joined by links: one scenario for all their routers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from qosc.api import Config, NoSuchPortError, named_port, qos_ports, with_own
from qosc.configs import as_config
from qosc.ir import PortKind

if TYPE_CHECKING:
    from qosc.ir import Port
    from qosc.scenario.links import Links, Place
    from qosc.targets.base import Artefact, NetworkTarget, Options

__all__ = ["check_names", "compile_network", "router_names"]


def router_names(configs: Sequence[Config], links: Links) -> tuple[str, ...]:
    """What each router is called: as the document says, or by its hostname, or by its file.

    Raises `qosc.targets.base.UnknownNameError` for a file that is not among them, and where two
    have one name.
    """
    from qosc.scenario.near import no_such
    from qosc.targets.base import UnknownNameError
    from qosc.targets.sim.words import clean

    paths = [config.source.path for config in configs]
    given: dict[int, str] = {}
    for name, file in links.routers.items():
        places = [at for at, path in enumerate(paths) if file in (path, os.path.basename(path))]
        if not places:
            known = [os.path.basename(path) for path in paths]
            raise UnknownNameError(no_such("config", file, known), "routers", name)
        given[places[0]] = name
    names: list[str] = []
    for at, config in enumerate(configs):
        stem = os.path.basename(paths[at]).partition(".")[0]
        name = given.get(at) or clean(config.device.hostname or stem or f"router {at + 1}")
        if name in names:
            raise UnknownNameError(
                f"two routers are called {name[:80]!a}; give each a name with "
                "routers: {NAME: FILE}",
                "links",
            )
        names.append(name)
    return tuple(names)


def check_names(configs: Sequence[Config], links: Links) -> None:
    """UnknownNameError (of `qosc.targets.base`) for a router, port or host of the document that is
    not there or is named twice.
    """
    from qosc.scenario.near import no_such
    from qosc.targets.base import UnknownNameError

    by_name = dict(zip(router_names(configs, links), configs, strict=True))
    seen: set[tuple[str, str]] = set()
    for place, end in _canonical(links, by_name).places():
        config = by_name.get(end.node)
        if config is None:
            raise UnknownNameError(no_such("router", end.node, by_name), *place, "node")
        known = [
            port.name
            for port in config.joined_device.ports.values()
            if port.kind is not PortKind.CONTROL_PLANE
        ]
        if end.port not in known:
            raise UnknownNameError(no_such("port", end.port, known), *place, "port")
        key = (end.node, end.port)
        if key in seen:
            what = f"the port {end.port[:80]!a} of {end.node[:80]!a} is named twice"
            raise UnknownNameError(what, *place, "port")
        seen.add(key)
    nodes = set(by_name)
    for number, host in enumerate(links.hosts):
        if host.name in nodes:
            what = f"there is a node {host.name[:80]!a} already"
            raise UnknownNameError(what, "hosts", number, "name")
        nodes.add(host.name)


def compile_network(
    configs: Sequence[Config],
    links: Links,
    *,
    target: str = "sim",
    undefined_access_list: str = "none",
    allow_loss: bool = False,
    **options: object,
) -> Artefact:
    """One scenario for the routers of two or more configs, joined by `links`.

    Args:
        configs: what `qosc.load` returned, each once.
        links: what `qosc.load_links` returned.
        target: one that makes scenarios, such as "sim" and "ns3".
        undefined_access_list: as for `qosc.compile`.
        allow_loss: as for `qosc.compile`.
        options: the target's own, as for `qosc.compile`, for each router.

    The ports with QoS are in it, and those that `links` names. Raises
    `qosc.targets.base.UnknownNameError`, with the place in the document, for a router, port or host
    that is not there or is named twice, ValueError for another target, and TypeError for an option
    that it does not have and for configs or links that were not read.
    """
    from qosc.scenario.links import Links
    from qosc.targets import find, simulated
    from qosc.targets.base import assumed, left_out

    configs = [as_config(each, "compile_network") for each in configs]
    given: object = links
    if not isinstance(given, Links):
        kind = type(given).__name__
        raise TypeError(
            f"qosc.compile_network takes what qosc.load_links(path) returns, not {kind}"
        )
    maker = cast("NetworkTarget[Options]", find(target))
    if not maker.simulated:
        raise ValueError(f"several routers are for the targets {' and '.join(simulated())}")
    make = with_own(maker.options, options)
    check_names(configs, links)
    by_name = dict(zip(router_names(configs, links), configs, strict=True))
    links = _canonical(links, by_name)
    parts = []
    for name, config in by_name.items():
        wanted = {place.port for _, place in links.places() if place.node == name}
        with_qos = {port.name for port in _qos(config)}
        device = config.joined_device
        ports = tuple(p for p in device.ports.values() if p.name in wanted | with_qos)
        made = make(
            config.profile,
            undefined_access_list=undefined_access_list,
            allow_loss=allow_loss,
            source=config.source,
            leaving=frozenset(port.name for port in ports),
        )
        parts.append((name, device, ports, made))
    artefact = maker.together(parts, links)
    lines = tuple(line for config in configs for line in left_out(config.joined_device))
    taken = tuple(
        f"{name}: {words}" for name, config in by_name.items() for words in assumed(config.device)
    )
    artefact = replace(artefact, left_out=lines, assumed=taken)
    lost = artefact.losses or artefact.left_out
    return artefact if allow_loss or not lost else replace(artefact, files=())


def _qos(config: Config) -> tuple[Port, ...]:
    """The ports with QoS; a router of the network may have none."""
    try:
        return qos_ports(config)
    except NoSuchPortError:
        if config.source.doubt is not None:
            raise
        return ()


def _canonical(links: Links, configs: dict[str, Config]) -> Links:
    """The document with the names of ports as the configs have them."""

    def found(place: Place) -> Place:
        config = configs.get(place.node)
        port = named_port(config, place.port) if config is not None else None
        return place if port is None else place.model_copy(update={"port": port.name})

    wires = tuple(
        wire.model_copy(update={"ends": tuple(found(end) for end in wire.ends)})
        for wire in links.links
    )
    hosts = tuple(host.model_copy(update={"at": found(host.at)}) for host in links.hosts)
    return links.model_copy(update={"links": wires, "hosts": hosts})
