"""Which IOS a text is taken for that does not say its version: by its commands and its ports.

A current release is assumed unless something speaks of an older one: whoever pastes a config of
today leaves its first lines out as often as others, and a fact of releases from before 2010 is not
to be held against it.
"""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = ["assumed_release"]

_LEGACY = pattern(
    r"^[ \t]*(?:\S+#[ \t]*)?(rate-limit (?:in|out)put|priority-group|custom-queue-list"
    r"|priority-list|queue-list|traffic-shape|ip rtp priority|max-reserved-bandwidth) ",
    re.MULTILINE | re.IGNORECASE,
)
"""QoS without policy-maps, whose commands were hidden in IOS XE 2.6, 15.0(1)S and 15.1(3)T, and
removed in IOS XE 3.2S (Cisco, "Legacy QoS Command Deprecation"; product bulletin c25-580832)."""

_PORT = pattern(
    r"^[ \t]*(?:\S+#[ \t]*)?inte?r?f?a?c?e?[ \t]+([A-Za-z-]+)[ \t]*(\d[\d/]*)",
    re.MULTILINE | re.IGNORECASE,
)
_FASTER = (
    "tengigabitethernet",
    "twentyfivegige",
    "twogigabitethernet",
    "fortygigabitethernet",
    "fivegigabitethernet",
    "hundredgige",
)
_SLOW = ("ethernet", "fastethernet", "serial", "atm", "bri", "tokenring", "fddi", "hssi")
"""Kinds of port that routers had before Gigabit Ethernet."""


def _is(kind: str, names: tuple[str, ...]) -> bool:
    """Whether a kind of port, as it is written, is one of some names."""
    return any(name.startswith(kind) for name in names)


def assumed_release(head: str) -> tuple[str, str]:
    """The platform to assume, and why, for a text of IOS that tells no release.

    Names of ports: Cisco IOS Interface and Hardware Component Command Reference, `interface`
    (slot/port on the 2600, 3600 and 7200 Series, a number alone on those before them);
    `GigabitEthernet1` is a port of a CSR 1000V or Catalyst 8000V (stored configs).
    """
    head = head.replace("\r", "\n")
    match = _LEGACY.search(head)
    if match is not None:
        return "ios-12", (
            f"the config does not say its version; `{match[1].lower()}` is a command of "
            "classic IOS, which is assumed"
        )
    ports = [(kind.lower(), numbers.strip("/")) for kind, numbers in _PORT.findall(head)]
    slow = any(_is(kind, _SLOW) for kind, _ in ports)
    giga = [numbers for kind, numbers in ports if _is(kind, ("gigabitethernet",))]
    faster = [numbers for kind, numbers in ports if not _is(kind, _SLOW) and _is(kind, _FASTER)]
    virtual = giga and not slow and all("/" not in number and number != "0" for number in giga)
    if virtual or any(number.count("/") == 2 for number in faster):
        return "ios-xe", (
            "the config does not say its version; its ports are named as those of IOS XE, which is "
            "assumed"
        )
    by_three = any(number.count("/") == 2 for _, number in ports)
    if slow and not (giga or faster or by_three):
        return "ios-12", (
            "the config does not say its version; its ports are named as those of routers with "
            "classic IOS, which is assumed"
        )
    return "ios-15", (
        "the config does not say its version; a current release (IOS 15, with HQF) is assumed"
    )
