"""Traffic that shows what an output port does: a backlogged source for each class, and a ping."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.fields import ICMP, TCP
from qosc.ir import Device
from qosc.ir import Port as IrPort
from qosc.packets import Packet, PacketSpace
from qosc.scenario import Cbr, Ping, Source, Tcp
from qosc.targets.base import Options
from qosc.targets.sim.reach import Reach, packet_length, wanted_classes
from qosc.targets.sim.reach import header as header_of
from qosc.targets.sim.words import Names, clean

__all__ = ["Plan", "default_traffic"]

PACKET_BYTES = 528
"""500 bytes of data, UDP and IP."""
_TCP_FLOWS = 4
_PING_US = 100_000
_APART_US = 137
"""Sources that start together at rates of one family would stay in step for ever."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The sources, and what the reader should know about them."""

    sources: tuple[Source, ...]
    remarks: tuple[str, ...]


def default_traffic(
    device: Device, entry: IrPort | None, leaving: IrPort | None, options: Options, rate: int,
    mtu: int, hosts: tuple[str, str],
) -> Plan:  # fmt: skip
    """About twice `rate` bit/s from the port `entry` to the port `leaving`.

    None stands for a port without QoS. Each class of the output policy gets UDP packets that first
    match puts there, at a constant rate, in proportion to what it is promised; a class that UDP
    cannot reach gets TCP. No packet is longer than `mtu` bytes.
    """
    space = PacketSpace(
        device, undefined_matches_nothing=options.undefined_access_list != "all",
        as_likely=True,
    )  # fmt: skip
    reach = Reach(space, entry, mtu)
    wanted = wanted_classes(device, space, leaving, rate)
    total = sum(each.promised for each in wanted)
    names, remarks = Names(), []
    sources: list[Source] = []
    for index, each in enumerate(wanted):
        found = reach.find(each.taken, index, min(PACKET_BYTES, mtu))
        if found is None:
            remarks.append(f"no traffic for {clean(each.name)}: no packet of UDP or TCP over IPv4 "
                           "that comes in reaches it")  # fmt: skip
            continue
        share = max(2 * rate * each.promised // total, 8_000)
        sources.append(_source(names.take(each.name), index, found, share, hosts, mtu))
    first = min(wanted, key=lambda each: each.rank, default=None)
    ping = reach.packet(first.taken, ICMP, 0, min(84, mtu)) if first is not None else None
    if ping is not None:
        sources.append(_ping(names.take("ping"), ping, hosts))
    elif first is not None:
        remarks.append(f"no ping: {clean(first.name)} takes none")
    return Plan(tuple(sources), tuple(remarks))


def _source(
    name: str, index: int, found: tuple[Packet, int], share: int, hosts: tuple[str, str],
    mtu: int,
) -> Source:  # fmt: skip
    packet, protocol = found
    common = {
        "name": name, "from": hosts[0], "to": hosts[1], "header": header_of(packet, protocol),
        "start_us": index * _APART_US,
    }  # fmt: skip
    if protocol == TCP:
        return Tcp.model_validate(
            {**common, "kind": "tcp", "flows": _TCP_FLOWS, "mss_bytes": min(1460, mtu - 40)}
        )
    length = packet_length(packet, PACKET_BYTES)
    return Cbr.model_validate({**common, "kind": "cbr", "packet_bytes": length, "rate_bps": share})


def _ping(name: str, packet: Packet, hosts: tuple[str, str]) -> Ping:
    return Ping.model_validate(
        {"name": name, "kind": "ping", "from": hosts[0], "to": hosts[1],
         "packet_bytes": packet_length(packet, 84), "interval_us": _PING_US,
         "header": header_of(packet, ICMP)}
    )  # fmt: skip
