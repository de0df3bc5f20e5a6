"""The queues at the output of a Catalyst port, whatever its family."""

from __future__ import annotations

from qosc.frontends.cisco.catalyst.maps import SwitchMaps
from qosc.frontends.cisco.catalyst.port import ETHERNET, SwitchPort
from qosc.frontends.cisco.catalyst.port_values import FOREIGN
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Attachment, Policy

__all__ = ["switch_queues"]

_SRR = "cat3750"
_ALL_ZERO = (
    "a port that trusts nothing gives every packet the port's CoS, 0 by default, from release "
    "12.1(11)EA1 on: the model keeps the CoS of the frame"
)
"""Catalyst 2950 and 2955 Switch Software Configuration Guide, "Default Standard QoS Configuration"
and "Enabling Pass-Through Mode"."""
_WRR = ("cat2950", "cat3550")


def switch_queues(
    port: SwitchPort,
    name: str,
    maps: SwitchMaps,
    own: SwitchPort | None = None,
    *,
    queued: bool = False,
) -> list[tuple[Attachment | None, Policy]]:
    """The policy for the output of the port, and one inside it; all but one without a use.

    `own` are the lines of the port itself; `queued` says that a policy-map is at its output.
    """
    if maps.off:
        for line in _lines(port):
            maps.recognised(line, maps.off)
        return []
    if port.foreign:
        for queue in port.tx.values():
            maps.recognised(queue.line, FOREIGN)
        return []
    if port.tx or (not queued and _by_default(name, maps, "cat4500")):
        from qosc.frontends.cisco.catalyst.tx_queue import transmit_queues

        return [transmit_queues(port, name, maps)]
    if (
        port.has_wrr()
        or (maps.platform in _WRR and port.out is not None)
        or _by_default(name, maps, "cat3550")
    ):
        from qosc.frontends.cisco.catalyst.wrr import weighted_queues

        trusts = own is not None and (own.trust is not None or own.override is not None)
        if maps.platform == "cat2950" and not trusts and ETHERNET.fullmatch(name) is not None:
            for line in _lines(port)[:1]:
                maps.recognised(line, _ALL_ZERO)
        queues = weighted_queues(port, name, maps)
        return [queues] if queues is not None else []
    if port.has_srr() or _by_default(name, maps, _SRR):
        from qosc.frontends.cisco.catalyst.srr import shaped_queues

        return shaped_queues(port, name, maps)
    if port.out is not None:
        if maps.platform == _SRR or maps.by_cos or maps.by_dscp:
            from qosc.frontends.cisco.catalyst.srr import shaped_queues

            return shaped_queues(port, name, maps)
        maps.recognised(port.out, "which queue is strict depends on the switch")
    return []


def _by_default(name: str, maps: SwitchMaps, family: str) -> bool:
    """Whether a port has the queues of a family without a line of its own."""
    return (
        maps.platform == family
        and maps.enabled is not None
        and ETHERNET.fullmatch(name) is not None
    )


def _lines(port: SwitchPort) -> list[Line]:
    lines = port.queue_lines(port.share, port.shape)
    lines += [queue.line for queue in port.tx.values()]
    return [*lines, *([port.out] if port.out is not None else [])]
