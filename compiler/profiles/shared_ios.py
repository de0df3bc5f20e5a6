"""Facts that all IOS platforms share."""

from __future__ import annotations

from qosc.profiles.model import Fact

__all__ = ["INTERFACE_SPEEDS", "MTU"]

INTERFACE_SPEEDS = Fact(
    {
        "ethernet": 10_000_000,
        "fastethernet": 100_000_000,
        "gigabitethernet": 1_000_000_000,
        "twogigabitethernet": 2_500_000_000,
        "fivegigabitethernet": 5_000_000_000,
        "tengigabitethernet": 10_000_000_000,
        "twentyfivegige": 25_000_000_000,
        "fortygigabitethernet": 40_000_000_000,
        "hundredgige": 100_000_000_000,
        "serial": 1_544_000,
    },
    "show interfaces: BW by interface type; IEEE 802.3 names; serial: 1544 kbit/s",
)

MTU = Fact(1500, "show interfaces: MTU 1500 bytes on Ethernet and serial")
