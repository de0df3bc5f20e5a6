"""The addresses of ports, as the text has them: the model holds none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qosc.patterns import pattern

if TYPE_CHECKING:
    from qosc.configs import Config

__all__ = ["addresses"]

_CISCO = pattern(r"^[ \t]++ip(?:v4)? address (\d{1,3}(?:\.\d{1,3}){3})(?:[ /]|$)")
_CISCO_PORT = pattern(r"^interface[ \t]++(\S.*)$")
_JUNOS_SET = pattern(
    r"^set interfaces (\S++) unit (\d++) family inet6? address ([0-9a-fA-F.:]++)(?:/|$)",
    re.MULTILINE,
)


def addresses(config: Config) -> dict[str, str]:
    """The first address of each port that the text gives one, by the port's name."""
    found: dict[str, str] = {}
    names = {name.lower(): name for name in config.joined_device.ports}
    for port, unit, address in _JUNOS_SET.findall(config.text.text):
        for name in (f"{port}.{unit}", port):
            if name in names:
                found.setdefault(names[name], address)
                break
    device = config.joined_device if config.read is None else config.read.device
    starts = {port.origin.line: port.name for port in device.ports.values()}
    at = ""
    for number, line in config.text.numbered():
        if _CISCO_PORT.match(line) is not None:
            at = starts.get(number, "")
        elif at and (address := _CISCO.match(line)) is not None:
            found.setdefault(at, address[1])
    return found
