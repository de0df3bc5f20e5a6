"""The addresses of ports, as the text has them: the model holds none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qosc.patterns import pattern
from qosc.platforms import is_junos

if TYPE_CHECKING:
    from qosc.configs import Config

__all__ = ["addresses"]

_CISCO = pattern(r"^[ \t]++ip(?:v4)? address (\d{1,3}(?:\.\d{1,3}){3})(?:[ /]|$)")
_CISCO_PORT = pattern(r"^interface[ \t]++(\S.*)$")


def addresses(config: Config) -> dict[str, str]:
    """The first address of each port that the text gives one, by the port's name."""
    by_port: dict[str, str] = {}
    names = {name.lower(): name for name in config.joined_device.ports}
    if is_junos(config.joined_device.platform):
        from qosc.changes.junos_definitions import statements

        for words in statements(config.text.lines):
            # interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
            if words[:1] != ["interfaces"] or words[2:3] != ["unit"] or "address" not in words[:-1]:
                continue
            first = words[words.index("address") + 1].partition("/")[0]
            for name in (f"{words[1]}.{words[3]}", words[1]):
                if name.lower() in names:
                    by_port.setdefault(names[name.lower()], first)
                    break
        return by_port
    device = config.joined_device if config.read is None else config.read.device
    starts = {port.origin.line: port.name for port in device.ports.values()}
    at = ""
    for number, line in config.text.numbered():
        if _CISCO_PORT.match(line) is not None:
            at = starts.get(number, "")
        elif at and (address := _CISCO.match(line)) is not None:
            by_port.setdefault(at, address[1])
    return by_port
