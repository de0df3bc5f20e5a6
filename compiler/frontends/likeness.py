"""Whether a text is a router config at all, where nothing else tells."""

from __future__ import annotations

__all__ = ["looks_like_config"]

_NOT = ("---\n", "---\r", "#!", "<", "{", "[", "%YAML")
"""How a YAML document, a script, a page, JSON or an INI file begins."""

_LINES = (
    "access-list ",
    "class-map ",
    "hostname ",
    "interface ",
    "ip access-list ",
    "ipv4 access-list ",
    "ipv6 access-list ",
    "map-class ",
    "mls qos",
    "policy-map ",
    "priority-list ",
    "queue-list ",
    "route-map ",
    "router bgp ",
    "router ospf ",
    "service timestamps ",
    "sysname ",
    "table-map ",
    "version 1",
    "Current configuration",
    "Building configuration",
    "set class-of-service ",
    "set firewall ",
    "set groups ",
    "set interfaces ",
    "set policy-options ",
    "set protocols ",
    "set routing-options ",
    "set system ",
    "set version ",
    "class-of-service {",
    "firewall {",
    "groups {",
    "interfaces {",
    "policy-options {",
    "protocols {",
    "routing-options {",
    "system {",
)
"""How lines of a config begin that no prose and no other format has at the start of a line."""

_FENCE = "```"
"""A document quotes something here."""


def looks_like_config(text: str) -> bool:
    """Whether a text has a line that begins as those of a router config do, and is no document.

    It is for files whose names do not tell (`configs/core-rtr-01`); a text that a user names is
    read whatever this says.
    """
    if text.lstrip().startswith(_NOT):
        return False
    lines = text.splitlines()
    if any(line.startswith(_FENCE) for line in lines):
        return False
    return any(line.startswith(_LINES) and not line.rstrip().endswith(":") for line in lines)
