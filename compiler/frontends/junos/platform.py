"""Which Juniper platform a configuration runs on, told from the text alone.

All platforms write the same words, but some stanzas and interface names belong to one kind: the
zones of SRX, the buffers and forwarding class sets of QFX, the gigabit switch ports and PoE of EX.
The first row of the table that fits decides; then the number of ports does.

Sources: Juniper, QFX5210, QFX5220 and QFX5230 Switch Hardware Guides (ports); Understanding Default
CoS Settings (class mcast); Understanding CoS Forwarding Classes on EX Series (classes mcast-be and
their like); family (for EX Series switches; for the QFX Series) and Layer 2 Services on MX Series
Routers (ethernet-switching is of switches, bridge domains of MX). That `vxlan-routing` and
`overlay-ecmp` are of QFX alone is in no public page that was found.
"""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = ["ASSUMED", "NOTHING", "platform_of"]

_MODEL = pattern(
    r"^[ \t]*+(?:(?:#++|/\*)[ \t]*+)?(?:Model|Chassis|Hardware)[ \t]*:[ \t]*"
    r"(v?(?:mx|srx|qfx)|ex|acx|ptx)\d?[\w-]*",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of `show version` or `show chassis hardware`, as people leave it above a config."""

_SWITCHED = (
    r"(?: unit \d+ family ethernet-switching\b"
    r"| \{\n(?:.*\n){0,6}?[ \t]*family ethernet-switching\b)"
)
_ROWS = tuple(
    (name, reason, pattern(text, re.MULTILINE))
    for name, reason, text in (
        (
            "junos-srx",
            "the config has security zones, or interfaces of a chassis cluster",
            (
                r"^set security (?:zones|policies|nat|screen)\b"
                r"|^security\s*\{\s*(?:zones|policies|nat|screen)\s*\{"
                r"|^security \{\n(?:[ \t].*\n){0,400}?    (?:zones|policies|nat|screen) \{"
                r"|^[ \t]*(?:set interfaces )?(?:reth\d|fab[01]|swfab[01])\b"
            ),
        ),
        (
            "junos-qfx",
            "the config has class of service that only QFX has",
            (
                r"\b(?:congestion-notification-profile|forwarding-class-sets?|shared-buffer"
                r"|dedicated-buffer|multi-destination)\b"
                r"|\bforwarding-class (?:mcast|fcoe|no-loss)[ ;\n]"
                r"|^(?:set forwarding-options |[ \t]+)(?:vxlan-routing|overlay-ecmp)\b"
            ),
        ),
        (
            "junos-ex",
            "the config has classes of multicast or interfaces that only EX has",
            r"\bforwarding-class mcast-(?:be|ef|af|nc)\b|^[ \t]*(?:set interfaces )?mge-\d",
        ),
        (
            "junos-ex",
            "the config has Ethernet switching as EX has it",
            r"^(?:set )?(?:ethernet-switching-options|poe)\b"
            r"|^[ \t]*(?:set interfaces )?ge-\d+/\d+/\d+" + _SWITCHED,
        ),
        (
            "junos-qfx",
            "the config has Ethernet switching on ports of 10 Gbit/s and more, as QFX has it",
            r"^[ \t]*(?:set interfaces )?(?:xe|et)-\d+/\d+/\d+(?::\d)?" + _SWITCHED,
        ),
    )
)


_EVOLVED = pattern(r'^(?:set )?version "?\d\d\.\d\S*-EVO\b', re.MULTILINE)
_EVOLVED_REASON = (
    "its version is of Junos OS Evolved, which runs on PTX, ACX7000 and some QFX Series; PTX is "
    "assumed"
)
NOTHING = "nothing in the config tells which JunOS platform it is of; MX Series is assumed"
_ANY_SWITCHED = pattern(
    r"^(?![ \t]*description\b)(?:(?!/\*)[^\n#\"])*"
    r"\bfamily ethernet-switching[ \t]*(?:[{;\n]|\Z|[a-z])",
    re.MULTILINE,
)
"""Ethernet switching on any port, in a group or a range, or in a filter. MX has `family bridge`."""
_FAST = pattern(r"^[^\n#\"]*\b(?:xe|et)-(?:\d|\*)", re.MULTILINE)
_NOT_MX = (
    "the config has family ethernet-switching, which MX Series has not (it has family bridge); "
)
_SWITCHES = {"junos-ex": f"{_NOT_MX}EX Series is assumed", "junos-qfx": f"{_NOT_MX}QFX is assumed"}
ASSUMED = frozenset((NOTHING, _EVOLVED_REASON, *_SWITCHES.values()))
"""Reasons that are no evidence of the platform."""
_FIXED = pattern(r"^[ \t]*(?:set interfaces )?et-0/0/(\d{1,3})\b", re.MULTILINE)
_PORTS = 24
"""A card of a router has fewer ports `et`; a QFX spine has 32 or 64 of them at slot 0/0."""
_CARRIER = pattern(r"\b(?:flexible-vlan-tagging|bridge-domains|family mpls|ldp|rsvp)\b")
"""What aggregation routers of that shape (ACX7100, PTX10003) have, and fabric switches have not."""


def platform_of(text: str) -> tuple[str, str]:
    """The name of a profile and why; `junos-mx` where nothing says otherwise.

    The text may be cut off at any place. Time grows with its length.
    """
    model = _MODEL.search(text)
    if model is not None:
        kind = model[1].lower().removeprefix("v")
        return f"junos-{kind}", f"the text says `{model[0].strip()[:60]}`"
    for name, reason, row in _ROWS:
        if row.search(text) is not None:
            return name, reason
    ports = set(_FIXED.findall(text))
    if len(ports) >= _PORTS and _CARRIER.search(text) is None:
        return "junos-qfx", f"the config has {len(ports)} ports et-0/0/N and nothing of a carrier"
    if _EVOLVED.search(text) is not None:
        return "junos-ptx", _EVOLVED_REASON
    if _ANY_SWITCHED.search(text) is not None:
        name = "junos-qfx" if _FAST.search(text) is not None else "junos-ex"
        return name, _SWITCHES[name]
    return "junos-mx", NOTHING
