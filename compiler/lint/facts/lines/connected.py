"""The IPv4 networks that the interfaces of a Cisco text are in, those without QoS too."""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import AllOf, Masked, Predicate, Test
from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import Block, interfaces
from qosc.lint.facts.port_networks import Network, network_of
from qosc.patterns import pattern

__all__ = ["addresses_of", "asked_network", "connected", "networks_behind"]

_ADDRESS = pattern(r"ip(?:v4)? address (\d+(?:\.\d+){3})(?:/(\d+)| (\d+(?:\.\d+){3}))")
_VLAN = pattern(r".* vlan (\d+)")


def addresses_of(block: Block) -> tuple[Network, ...]:
    """The networks of an interface, each with its own address; what is no address is left out."""
    addresses = []
    for _, line in block.starting("ip address ", "ipv4 address "):
        said = _ADDRESS.match(line)
        if said is None:
            continue
        network = network_of(said[1], said[2] or said[3])
        if network is not None:  # else a line with a finding of its own
            addresses.append(network)
    return tuple(addresses)


def connected(context: Context) -> dict[str, tuple[Network, ...]]:
    """The networks with hosts of each interface, by its name in small letters. Use through
    `context.once`.
    """
    by_port = {}
    for block in context.once(interfaces):
        networks = tuple(one for one in addresses_of(block) if one.has_hosts)
        if networks:
            by_port[block.head.split()[1]] = networks
    return by_port


def networks_behind(context: Context, port: str) -> tuple[Network, ...]:
    """The networks whose hosts send to a port: its own, or those of the VLANs that it carries."""
    known = context.once(connected)
    own = known.get(port.lower())
    if own is not None:
        return own
    said = _VLAN.match(port)
    if said is not None:
        return known.get(f"vlan{said[1]}", ())
    from qosc.lint.facts.switches.switch_ports import switch_ports, vlan_of

    one = context.once(switch_ports).get(port)
    if one is None:
        return ()
    carried = [known[name] for name in known if vlan_of(name) and one.carries(vlan_of(name))]
    return tuple(network for networks in carried for network in networks)


def asked_network(match: Predicate, field: Field) -> tuple[int, int] | None:
    """The only address and mask that an entry has for a field; None for none, or for several."""
    tests = match.operands if isinstance(match, AllOf) else (match,)
    asked = [one for one in tests if isinstance(one, Test) and one.field is field]
    if len(asked) != 1 or len(asked[0].values) != 1:
        return None
    (value,) = asked[0].values
    return (value.value, value.mask) if isinstance(value, Masked) else None
