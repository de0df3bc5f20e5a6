"""Namespaces for nodes, veth pairs for links; nothing moves in them but what is asked for."""

from __future__ import annotations

import os
from typing import Any

from qosc.lab.linux.guest import kernel

__all__ = ["build", "tear_down"]


def build(prefix: str, experiment: dict[str, Any]) -> None:
    """Make the nodes, links and routes of an experiment; RuntimeError where that fails."""
    top: list[str] = []
    """Commands outside the namespaces. A program's start is slow in the guest: few are run."""
    inside: dict[str, list[str]] = {}
    for node in experiment["nodes"]:
        netns = prefix + node["name"]
        top.append(f"netns add {netns}")
        inside[netns] = ["link set lo up"]
        inside[netns] += [f"addr add {address}/32 dev lo" for address in node["addresses"]]
    for index, link in enumerate(experiment["links"]):
        _link(prefix, index, link, top, inside)
    for route in experiment["routes"]:
        source = f" src {route['src']}" if route.get("src") else ""
        inside[prefix + route["node"]].append(
            f"route add {route['to']} via {route['via']} dev {route['interface']}{source}"
        )
    _batch("ip", "", top)
    for netns, lines in inside.items():
        _batch("ip", netns, lines)
    for index, link in enumerate(experiment["links"]):
        if _wire(link):
            _batch("tc", f"{prefix}w{index}", _netem(link))
    for node in experiment["nodes"]:
        _in_namespace(prefix + node["name"], node.get("forward", False), node.get("sysctl", {}))


def tear_down(prefix: str, experiment: dict[str, Any]) -> None:
    """Remove the namespaces, and with them all that is in them."""
    names = [prefix + node["name"] for node in experiment["nodes"]]
    names += [f"{prefix}w{index}" for index, link in enumerate(experiment["links"]) if _wire(link)]
    _batch("ip", "", [f"netns del {name}" for name in names], check=False)


def _batch(program: str, netns: str, lines: list[str], *, check: bool = True) -> None:
    path = f"/run/tmp/{program}-{netns}"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    place = ["-n", netns] if netns else []
    kernel.tool([program, *place, *([] if check else ["-force"]), "-batch", path], check=check)


def _mac(index: int, side: int) -> str:
    return f"02:00:00:00:{index % 256:02x}:{side + 1:02x}"


def _wire(link: dict[str, Any]) -> bool:
    return bool(link.get("delay_us") or link.get("loss_ppm"))


def _link(
    prefix: str, index: int, link: dict[str, Any], top: list[str], inside: dict[str, list[str]]
) -> None:
    """A veth pair; where the link has delay or loss, two pairs that meet in a namespace of netem.

    netem stands away from the ports, so that they keep their root for the script.
    """
    ends = [
        (prefix + end["node"], end["interface"], _mac(index, n), end["address"])
        for n, end in enumerate(link["ends"])
    ]
    mtu = link.get("mtu", 1500)
    if _wire(link):
        wire = f"{prefix}w{index}"
        top.append(f"netns add {wire}")
        inside[wire] = ["link set e0 up", "link set e1 up"]
        for side, end in enumerate(ends):
            top.append(_pair(end, (wire, f"e{side}", _mac(index, side + 2)), mtu))
    else:
        top.append(_pair(ends[0], ends[1], mtu))
    for (netns, port, _, address), (_, _, mac, peer) in zip(ends, reversed(ends), strict=True):
        inside[netns] += [
            f"link set {port} up",
            f"addr add {address} peer {peer}/32 dev {port}",
            f"neigh replace {peer} lladdr {mac} nud permanent dev {port}",
        ]


def _pair(here: tuple[str, ...], there: tuple[str, ...], mtu: int) -> str:
    return (
        f"link add {here[1]} netns {here[0]} mtu {mtu} address {here[2]} txqueuelen 1000 type veth"
        f" peer name {there[1]} netns {there[0]} mtu {mtu} address {there[2]}"
    )


def _netem(link: dict[str, Any]) -> list[str]:
    delay = f" delay {link['delay_us']}us" if link.get("delay_us") else ""
    loss = f" loss {link['loss_ppm'] / 10_000:.4f}%" if link.get("loss_ppm") else ""
    lines = []
    for side in (0, 1):
        lines += [
            f"qdisc add dev e{side} root netem limit 100000{delay}{loss}",
            f"qdisc add dev e{side} clsact",
        ]
    for side in (0, 1):
        lines.append(
            f"filter add dev e{side} ingress matchall action mirred egress redirect dev e{1 - side}"
        )
    return lines


def _in_namespace(netns: str, forward: bool, sysctl: dict[str, str]) -> None:
    """Offloads off, net.ipv4 set as asked. In a child: entering is for good."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            kernel.enter(netns)
            for name in _interfaces():
                kernel.no_offloads(name)
            # sysctl files of the namespace show through /proc/self/net's task, hence after entry.
            for key, value in {"ip_forward": "1" if forward else "0", **sysctl}.items():
                with open(f"/proc/sys/net/ipv4/{key}", "w", encoding="ascii") as file:
                    file.write(value)
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(child, 0)[1]:
        raise RuntimeError(f"namespace {netns} could not be set up")


def _interfaces() -> list[str]:
    import socket

    return [name for _, name in socket.if_nameindex() if name != "lo"]
