"""What the words of a statement are, in the stanzas that matter to QoS.

Braces say where a statement of JunOS is nested; a `set` line does not. Both are one chain of words,
so the same table splits both into nodes. A word that the table does not know makes a node of its
own, with one word; so does each word after it. What is not in the table is therefore kept, and has
the same shape in both forms.

One line of the table is one statement, indented below the statement that holds it:

    word            a container
    word *          a list; each entry has a name (two names: `* *`)
    word =          one value; a later one replaces an earlier one
    word []         a set of values; each is a child of its own
    word []+        the same, where a value may come twice
    word !          no value
    word ?          a value or none
    * / *!          any word: the name of an entry / a value
    @word           the order of the entries matters
    word ... |x     only one of the statements that share `|x` can be there
    word ... ~      only what is listed below is read; the rest of the container is skipped
    word ... ->r    below it the statements of `r`, which is defined by a line `=r`
    word ... : A.b  it is read, and fills in the field `b` of the model's `A`; behind `:` alone it
                    is read and fills in none

A statement without `:` is recognised only, unless there is one below it that is read.

The shapes follow the statement syntax in Juniper's "Class of Service User Guide", "Routing
Policies, Firewall Filters, and Traffic Policers User Guide" and the CLI Explorer.
"""

from __future__ import annotations

from collections.abc import Sequence

from qosc.frontends.junos.tree.table_cos import COS
from qosc.frontends.junos.tree.table_cos_parts import COS_PARTS
from qosc.frontends.junos.tree.table_firewall import FIREWALL
from qosc.frontends.junos.tree.table_top import TOP

__all__ = [
    "ANY_VALUE",
    "BAG",
    "CONTAINER",
    "FLAG",
    "IRRELEVANT",
    "LEAF",
    "LIST",
    "OPTIONAL",
    "ROOTS",
    "SPECIAL",
    "VALUES",
    "Spec",
    "parts",
    "root_spec",
]

CONTAINER, LIST, LEAF, VALUES, BAG, FLAG, OPTIONAL, ANY_VALUE = range(8)

_KINDS = {"": CONTAINER, "=": LEAF, "[]": VALUES, "[]+": BAG, "!": FLAG, "?": OPTIONAL}


class Spec:
    """One line of the table."""

    __slots__ = ("any", "choice", "gives", "kind", "names", "only", "ordered", "words")

    def __init__(self, kind: int, names: int = 0) -> None:
        self.kind = kind
        self.names = names
        """Words after the keyword that belong to the node."""
        self.words: dict[str, Spec] = {}
        self.any: Spec | None = None
        self.choice = ""
        self.ordered = False
        self.only = False
        self.gives: str | None = None
        """The fields of the model that it fills in; None where it is recognised only."""


_TABLE = TOP + COS + COS_PARTS + FIREWALL


def _build() -> dict[str, Spec]:
    """Read the table: the names of its parts and their specifications."""
    parts: dict[str, Spec] = {}
    wanted: list[tuple[Spec, str]] = []
    stack: list[tuple[int, Spec]] = []
    for line in _TABLE.splitlines():
        text = line.strip()
        if not text:
            continue
        if text.startswith("="):
            stack = [(0, parts.setdefault(text[1:], Spec(CONTAINER)))]
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        while stack[-1][0] >= depth:
            stack.pop()
        parent = stack[-1][1]
        word, spec, part = _row(text.split())
        if part:
            wanted.append((spec, part))
        if word == "*":
            parent.any = spec
        else:
            parent.words[word] = spec
        stack.append((depth, spec))
    for spec, part in wanted:
        shared = parts[part]
        if spec.words:
            spec.words = {**shared.words, **spec.words}
            spec.any = spec.any or shared.any
        else:
            spec.words, spec.any = shared.words, shared.any
    return parts


def _row(cells: list[str]) -> tuple[str, Spec, str]:
    given = cells.index(":") if ":" in cells else len(cells)
    word, marks = cells[0], cells[1:given]
    ordered = word.startswith("@")
    word = word.lstrip("@")
    choice = part = ""
    only = False
    names = 0
    kind = CONTAINER
    for mark in marks:
        if mark.startswith("->"):
            part = mark[2:]
        elif mark.startswith("|"):
            choice = mark[1:]
        elif mark == "~":
            only = True
        elif mark in _KINDS:
            kind = _KINDS[mark]
        else:  # `*`, or a fixed word between the names of an entry
            kind, names = LIST, names + 1
    if word == "*!":
        word, kind = "*", ANY_VALUE
    if kind in {LEAF, VALUES, BAG}:
        names = 1
    spec = Spec(kind, names)
    spec.choice, spec.ordered, spec.only = choice, ordered, only
    spec.gives = " ".join(cells[given + 1 :]) if given < len(cells) else None
    return word, spec, part


_PARTS: dict[str, Spec] = {}


def parts() -> dict[str, Spec]:
    """The specifications of the whole configuration (`root`) and of each `=r` of the table."""
    root_spec()
    return _PARTS


def root_spec() -> Spec:
    """The specification of the whole configuration; the table is read on first use."""
    if not _PARTS:
        _PARTS.update(_build())
    return _PARTS["root"]


def _special() -> dict[str, Spec]:
    """Statements that can stand anywhere: "CLI User Guide", Configuration groups."""
    special = {word: Spec(VALUES, 1) for word in ("apply-groups", "apply-groups-except")}
    for spec in special.values():
        spec.ordered = True
    special["apply-flags"] = Spec(LEAF, 1)
    special["apply-macro"] = Spec(LIST, 1)
    return special


SPECIAL = _special()

ROOTS: Sequence[str] = (
    "version",
    "system",
    "groups",
    "logical-systems",
    "tenants",
    "dynamic-profiles",
    "class-of-service",
    "firewall",
    "interfaces",
    "policy-options",
    "chassis",
    "routing-instances",
    "forwarding-options",
    "vlans",
    "bridge-domains",
    "switch-options",
    "ethernet-switching-options",
    "apply-groups",
    "apply-groups-except",
)
"""Stanzas at the top of a configuration that are read."""

IRRELEVANT = frozenset(
    {
        "access",
        "access-profile",
        "accounting-options",
        "applications",
        "apply-macro",
        "bridge",
        "diameter",
        "dynamic-tunnels",
        "event-options",
        "fabric",
        "fm",
        "ietf-interfaces",
        "jnx-aaa",
        "jsrc",
        "jsrc-partition",
        "l2vpn",
        "layer2-control",
        "logical-tunnels",
        "multi-chassis",
        "multicast-snooping-options",
        "netconf-node",
        "openconfig",
        "poe",
        "protocols",
        "rcsid",
        "routing-options",
        "security",
        "services",
        "session-limit-group",
        "smtp",
        "snmp",
        "unified-edge",
        "virtual-chassis",
        "wlan",
        "variables",
        "schema",
        "host",
        "rpm",
        "state",
        "rtf",
        "openconfig-qos",
        "analytics",
        "class-of-service-defaults",
        "extensions",
        "apply-flags",
        "predefined-variable-defaults",
        "replay",
        "when",
    }
)
"""Stanzas at the top of a configuration that cannot matter to QoS."""
