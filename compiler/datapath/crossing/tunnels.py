"""Tunnels of Cisco: which port packets leave by once they are in one, and what its classes see.

Read from the lines, which the model leaves out: packets are encapsulated (and encrypted) before the
policy of the physical port. Its classes then see the outer header, unless `qos pre-classify` keeps
the inner one (Cisco document 10106, "Quality of Service Options on GRE Tunnel Interfaces"; IOS
Quality of Service Solutions Command Reference, `qos pre-classify`, which stands on a tunnel or in a
crypto map).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from qosc.ir import Attachment, Device, Port
from qosc.patterns import pattern

__all__ = [
    "SPOKES",
    "Section",
    "by_default_route",
    "more_than_a_shaper",
    "policed_port",
    "rivals",
    "source_ports",
    "tunnel_sections",
]

SPOKES = " nhrp group "
"""What stands between a tunnel and a group in the name of a port for the spokes of the group."""

_DEFAULT_ROUTE = "ip route 0.0.0.0 0.0.0.0 "
_HEAD = pattern(r"(interface|crypto map) +(\S.*)", re.IGNORECASE)


class Section(NamedTuple):
    """An interface or a crypto map, with its lines on tunnels; `line` counts from 1."""

    kind: str
    name: str
    line: int
    source: str = ""
    addresses: tuple[str, ...] = ()
    crypto_map: str = ""
    protected: bool = False
    classified: bool = False
    networks: tuple[str, ...] = ()
    """The networks of its addresses, as `address/mask`."""

    @property
    def is_tunnel(self) -> bool:
        """Whether packets that leave here go on, encapsulated, from `source`."""
        return self.name.lower().startswith("tunnel") and self.source != ""


def tunnel_sections(lines: Iterable[str]) -> Iterator[Section]:
    """The interfaces and crypto maps of a config, in order; `source` is in lower case."""
    section: Section | None = None
    for number, line in enumerate(lines, start=1):
        if line[:1] not in (" ", "\t", "!", ""):
            if section is not None:
                yield section
            said = _HEAD.match(line)
            section = Section(said[1].lower(), said[2].strip(), number) if said else None
        elif section is not None:
            section = _with(section, line.split())
    if section is not None:
        yield section


def _with(section: Section, words: list[str]) -> Section:
    if words[:2] == ["tunnel", "source"] and len(words) > 2:
        return section._replace(source="".join(words[2:]).lower())
    if words[:2] == ["ip", "address"] and len(words) > 2:
        networks = (
            (*section.networks, f"{words[2]}/{words[3]}") if len(words) > 3 else section.networks
        )
        return section._replace(addresses=(*section.addresses, words[2]), networks=networks)
    if words[:2] == ["crypto", "map"] and len(words) == 3:
        return section._replace(crypto_map=words[2])
    if words[:2] == ["tunnel", "protection"]:
        return section._replace(protected=True)
    if words[:2] == ["qos", "pre-classify"]:
        return section._replace(classified=True)
    return section


def source_ports(sections: Iterable[Section]) -> dict[str, str]:
    """The interfaces, in lower case, by the addresses that tunnels may name as their source."""
    owners: dict[str, str] = {}
    for one in sections:
        for address in one.addresses:
            owners.setdefault(address, one.name.lower())
    return owners


def by_default_route(lines: Iterable[str], sections: Iterable[Section]) -> str:
    """The interface, in lower case, that the static default routes of a text lead to; empty where
    they lead to none of them, or to several.
    """
    known = list(sections)
    ports = set()
    for line in lines:
        words = line.split()
        if not line.startswith(_DEFAULT_ROUTE):
            continue
        hops = words[4:6]
        named = [one for one in known if one.kind == "interface" and one.name in hops]
        named = named or [one for one in known if any(_is_in(hop, one) for hop in hops)]
        ports.add(named[0].name.lower() if named else "")
    return ports.pop() if len(ports) == 1 else ""


def _is_in(address: str, section: Section) -> bool:
    """Whether an address is in a network of an interface."""
    for network in section.networks:
        try:
            if ip_address(address) in ip_network(network, strict=False):
                return True
        except ValueError:
            continue
    return False


def policed_port(device: Device, name: str) -> Port | None:
    """The port of a name in lower case; of a subinterface without a policy on output its main
    interface, where that has one.
    """
    by_name = {known.lower(): port for known, port in device.ports.items()}
    own, main = by_name.get(name), by_name.get(name.partition(".")[0])
    return main if main is not None and main.output and not (own and own.output) else own


def rivals(device: Device, tunnel: str, source: Port) -> bool:
    """Whether the spokes of a tunnel have policies, and its source another one that queues: then
    the router supports no more than a shaper in class-default on the source.

    Source: Cisco, Dynamic Multipoint VPN Configuration Guide, "Per-Tunnel QoS for DMVPN".
    """
    spokes = any(
        port.parent == tunnel and SPOKES in port.name and port.output
        for port in device.ports.values()
    )
    return spokes and more_than_a_shaper(device, source) is not None


def more_than_a_shaper(device: Device, port: Port) -> Attachment | None:
    """The policy on output of a port that has more than class-default with a shaper, if any."""
    for stage in port.output:
        policy = device.policies.get(stage.policy.name) if isinstance(stage, Attachment) else None
        if policy is None or policy.feature:
            continue
        if len(policy.classes) > 1 or any(
            each.child is not None or each.shaper is None for each in policy.classes
        ):
            assert isinstance(stage, Attachment)  # noqa: S101 - what `policy` follows from
            return stage
    return None
