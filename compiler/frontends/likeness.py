"""Whether a text is a router config at all, where nothing else tells."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["looks_like_config", "reads_like_config"]

_NOT = ("---\n", "---\r", "#!", "<", "{", "[", "%YAML")
"""How a YAML document, a script, a page, JSON or an INI file begins."""

_DATA = (
    ("<configuration", "http://xml.juniper.net/"),
    ("<configuration", "<class-of-service>"),
    ('"configuration"', '"junos:'),
    ('"configuration"', '"class-of-service"'),
)
"""What is in a JunOS configuration as XML or JSON, and together in no other data: many programs
call their settings so.
"""

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
        return any(all(mark in text for mark in marks) for marks in _DATA)
    lines = text.splitlines()
    if any(line.startswith(_FENCE) for line in lines):
        return False
    return any(line.startswith(_LINES) and not line.rstrip().endswith(":") for line in lines)


_JUNOS = (
    *("access", "accounting-options", "applications", "apply-groups", "bridge-domains", "chassis"),
    *("class-of-service", "dynamic-profiles", "event-options", "fabric", "firewall", "groups"),
    *("forwarding-options", "interfaces", "logical-systems", "multi-chassis", "policy-options"),
    *("poe", "protocols", "routing-instances", "routing-options", "security", "services", "snmp"),
    *("switch-options", "system", "tenants", "version", "virtual-chassis", "vlans"),
)
"""Statements at the top of the hierarchy of JunOS (Juniper, CLI User Guide)."""
_COMMANDS = ("set", "delete", "deactivate", "activate", "edit", "top")
_PROMPT = pattern(r"(?:[\w.\-]{1,64}+@)?+[\w.\-]{1,64}+(?:\(conf[^ )]{0,40}+\)#|[#>] )|\[edit[ \]]")
_REMARKS = ("!", "#", "/*", "*", ";")
_NO_STATEMENT = frozenset(("}", "end", "exit", "quit", "return", "next"))
_SHARE = 3
"""One known line in so many makes a config; of prose and of other systems' configs fewer are."""


def reads_like_config(text: str) -> bool:
    """Whether a text in which no line concerns QoS may yet be a config of a router.

    It is one where it has no lines but remarks, where it has a prompt or looks like one, or where a
    third of the lines that are not indented begin as statements of IOS or JunOS do.
    """
    if looks_like_config(text):
        return True
    lines = [
        line.rstrip()
        for line in text.splitlines()
        if line.strip() and not line.lstrip().startswith(_REMARKS)
    ]
    if not lines:
        return True
    if any(_PROMPT.match(line) for line in lines):
        return True
    if lines[0].lstrip().startswith(_NOT):
        return False
    heads = [line for line in lines if line[:1] not in " \t" and line not in _NO_STATEMENT]
    return _SHARE * sum(map(_is_head, heads or lines)) >= len(heads or lines)


def _is_head(line: str) -> bool:
    """Whether a line begins as a statement of IOS, or of the top level of JunOS, does."""
    from qosc.frontends.cisco.sections.modes import Kind, resolve
    from qosc.frontends.cisco.table.mode import Mode

    words = line.split()
    if words[0] in _COMMANDS:
        return len(words) > 1 and words[1] in _JUNOS
    if words[0] in _JUNOS and words[-1][-1] in "{;":
        return True
    if line.endswith((".", ":", ",")):
        return False  # prose
    for mode in (Mode.GLOBAL, Mode.INTERFACE):
        resolved = resolve(line.strip(), mode, in_full=True)
        if resolved is not None and resolved.entry.kind != Kind.ABSENT:
            return True
    return False
