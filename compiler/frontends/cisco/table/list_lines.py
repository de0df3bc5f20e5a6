"""Lines of access lists and route-maps."""

from __future__ import annotations

from qosc.frontends.cisco.table.fragments import ENTRY
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.table.row import Reader, Statement

__all__ = ["ROWS"]

ROWS = (
    Statement(
        Mode.ACL_STANDARD,
        "deny",
        shape=ENTRY,
        grammar="access_standard",
        reader=Reader.ACCESS_LISTS,
        gives="AccessList.entries",
        wraps=True,
    ),
    Statement(
        Mode.ACL_STANDARD,
        "permit",
        shape=ENTRY,
        grammar="access_standard",
        reader=Reader.ACCESS_LISTS,
        gives="AccessList.entries",
        wraps=True,
    ),
    Statement(
        Mode.ACL_STANDARD,
        "remark",
        shape=r"",
        grammar="access_standard",
        reader=Reader.ACCESS_LISTS,
    ),
    Statement(
        Mode.ACL_EXTENDED,
        "deny",
        shape=ENTRY,
        grammar="access_extended",
        reader=Reader.ACCESS_LISTS,
        gives="AccessList.entries",
        wraps=True,
    ),
    Statement(Mode.ACL_EXTENDED, "dynamic", grammar="access_extended", reader=Reader.ACCESS_LISTS),
    Statement(Mode.ACL_EXTENDED, "evaluate", grammar="access_extended", reader=Reader.ACCESS_LISTS),
    Statement(Mode.ACL_EXTENDED, "fragments", reader=Reader.ACCESS_LISTS),
    Statement(
        Mode.ACL_EXTENDED,
        "permit",
        shape=ENTRY,
        grammar="access_extended",
        reader=Reader.ACCESS_LISTS,
        gives="AccessList.entries",
        wraps=True,
    ),
    Statement(
        Mode.ACL_EXTENDED,
        "remark",
        shape=r"",
        grammar="access_extended",
        reader=Reader.ACCESS_LISTS,
    ),
    Statement(
        Mode.ACL_IPV6,
        "deny",
        shape=ENTRY,
        grammar="access_ipv6",
        reader=Reader.ACCESS_LISTS,
        gives="AccessList.entries",
        wraps=True,
    ),
    Statement(Mode.ACL_IPV6, "evaluate", grammar="access_ipv6", reader=Reader.ACCESS_LISTS),
    Statement(
        Mode.ACL_IPV6,
        "permit",
        shape=ENTRY,
        grammar="access_ipv6",
        reader=Reader.ACCESS_LISTS,
        gives="AccessList.entries",
        wraps=True,
    ),
    Statement(
        Mode.ACL_IPV6, "remark", shape=r"", grammar="access_ipv6", reader=Reader.ACCESS_LISTS
    ),
    Statement(Mode.ACL_IPV6, "sequence", reader=Reader.ACCESS_LISTS),
    Statement(
        Mode.ROUTE_MAP,
        "match ip",
        shape=r"add\w*\s+(?!prefix)\S",
        grammar="route_map",
        reader=Reader.ROUTE_MAPS,
        gives="Rule.match",
    ),
    Statement(
        Mode.ROUTE_MAP,
        "match length",
        shape=r"\d",
        grammar="route_map",
        reader=Reader.ROUTE_MAPS,
        gives="Rule.match",
    ),
    Statement(
        Mode.ROUTE_MAP,
        "set ip",
        shape=r"(?:prec\w*|tos|dscp|df|qos-group)\s+\S",
        grammar="route_map",
        reader=Reader.ROUTE_MAPS,
        gives="Rule.marks",
    ),
    Statement(
        Mode.ROUTE_MAP,
        "set qos-group",
        shape=r"\d",
        grammar="route_map",
        reader=Reader.ROUTE_MAPS,
        gives="Rule.marks",
    ),
)
