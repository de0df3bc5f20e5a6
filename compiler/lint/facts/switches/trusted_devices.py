"""Ports of a Catalyst that name the device to trust, and no mark of it."""

from __future__ import annotations

from qosc.ir import Attachment
from qosc.lint.engine.rule import Context
from qosc.lint.facts.port_networks import block_lines
from qosc.lint.facts.switches.switch_ports import switch_ports, trusting, vlan_of
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["lone_devices", "trunk_devices"]

_DEVICE = pattern(r"\s+mls qos trust device \S")
_MEANT = pattern(r"\s+(?:mls qos trust(?! device)|mls qos cos|service-policy|auto qos)\b")
_PHONE = ("switchport voice", "switchport trunk native", "switchport access")
_MOST = 200
"""So many lines of an interface are looked at."""


def lone_devices(context: Context) -> dict[int, str]:
    """The lines `mls qos trust device` that switch nothing on, with their ports.

    The port has no `mls qos trust cos` or `dscp`, policy or AutoQoS beside it, nor goes it by the
    policy of a VLAN. Use through `context.once`.
    """
    source = context.source
    if source is None or not context.device.complete or "mls qos" not in source.lines:
        return {}
    devices = {
        _alone(source, port.origin.line): port.name
        for port in context.device.ports.values()
        if port.origin.line and not port.shutdown and not _by_vlan(context, port.name)
    }
    return {line: port for line, port in devices.items() if line}


def trunk_devices(context: Context) -> dict[int, str]:
    """The lines `mls qos trust device` on trunks where no phone can be, with their ports.

    Such a trunk has no voice VLAN, and no native or access VLAN of its own, as those of phones on
    old releases have. Use through `context.once`.
    """
    source = context.source
    if source is None or not context.device.complete or not trusting(context):
        return {}
    devices = {}
    for port in context.device.ports.values():
        if port.shutdown or not port.origin.line:
            continue
        lines = list(block_lines(source, port.origin.line))
        words = [" ".join(line.split()).lower() for line in lines]
        if "switchport mode trunk" not in words or any(one.startswith(_PHONE) for one in words):
            continue
        for place, line in enumerate(lines, start=1):
            if _DEVICE.match(line):
                devices[port.origin.line + place] = port.name
    return devices


def _by_vlan(context: Context, name: str) -> bool:
    """Whether a policy of a VLAN interface looks at what comes in at a port."""
    one = context.once(switch_ports).get(name)
    return one is not None and one.vlan_based and any(map(one.carries, context.once(_policed)))


def _policed(context: Context) -> tuple[int, ...]:
    """The VLANs whose interface has a policy on input. For `context.once`."""
    return tuple(
        vlan_of(port.name)
        for port in context.index.busy
        if vlan_of(port.name) and any(isinstance(stage, Attachment) for stage in port.input)
    )


def _alone(source: SourceText, begins: int) -> int:
    """The line that names the device on the interface of a line; 0 if a mark is trusted too."""
    count = 0
    for number in range(begins + 1, min(source.last, begins + _MOST) + 1):
        line = source.line(number)
        if line[:1] not in (" ", "\t"):
            break
        if _MEANT.match(line):
            return 0
        if _DEVICE.match(line):
            count = number
    return count
