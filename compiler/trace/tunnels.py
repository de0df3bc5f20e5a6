"""What is said of packets that leave by a tunnel, or are encrypted where they leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.datapath.crossing.tunnels import (
    Section,
    policed_port,
    rivals,
    source_ports,
    tunnel_sections,
)
from qosc.ir import Device, Port

__all__ = ["spoke_groups", "tunnel_notes"]

_GROUP = " nhrp group "
_INNER = "its classes see the inner header (qos pre-classify)"


def tunnel_notes(device: Device, left: Port | None, lines: Sequence[str]) -> tuple[str, ...]:
    """Notes on the port that packets leave by; none where it is no tunnel and encrypts nothing."""
    if left is None:
        return ()
    sections = list(tunnel_sections(lines))
    names = {left.name.lower()}
    if _GROUP in left.name:
        names.add(left.parent.lower())
    own = [
        one
        for one in sections
        if one.kind == "interface" and one.name.replace(" ", "").lower() in names
    ]
    return tuple(note for one in own for note in _notes(device, one, sections))


def spoke_groups(device: Device, left: Port | None) -> tuple[str, ...]:
    """The ports that stand for the spokes of a group of NHRP on a tunnel (`ip nhrp map group`)."""
    return tuple(
        port.name
        for port in device.ports.values()
        if left is not None and port.parent == left.name and _GROUP in port.name and port.output
    )


def _notes(device: Device, own: Section, sections: list[Section]) -> Iterator[str]:
    if own.is_tunnel:
        name = source_ports(sections).get(own.source, own.source)
        port = policed_port(device, name)
        outer = "sees the outer header" if not own.protected else "sees the outer header, of ESP"
        lead = f"packets of {own.name} go on, encapsulated, by "
        if port is None or name.startswith("loopback"):
            yield (
                f"{lead}the port that routing chooses (tunnel source {own.source}): "
                + ("there " + _INNER if own.classified else f"a policy there {outer}")
            )
        elif not port.output:
            yield f"{lead}{port.name} (tunnel source), which has no policy on output"
        else:
            reason = _INNER if own.classified else f"its policy {outer}"
            yield f"{lead}{port.name} (tunnel source): {reason}"
            if rivals(device, own.name, port):
                yield (
                    f"{port.name} has more than a shaper in class-default beside the policies of "
                    f"{own.name}: Cisco supports no other policy there (QOS459)"
                )
    if own.crypto_map:
        maps = [one for one in sections if one.kind == "crypto map"]
        named = [one for one in maps if one.name.split()[0] == own.crypto_map]
        if not (own.classified or any(one.classified for one in named)):
            yield (
                f"packets that crypto map {own.crypto_map} encrypts are ESP before the classes of "
                f"{own.name}, which see their DSCP, and neither their ports nor their inner "
                "addresses (no qos pre-classify): the steps are those of packets that are not "
                "encrypted"
            )
