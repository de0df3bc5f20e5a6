"""JunOS configurations printed as a router does for `| display xml` and `| display json`.

Written from Juniper's Junos XML Management Protocol Developer Guide ("Map Configuration Statements
to Junos XML Tag Elements", "... to JSON") and the YANG models of Junos 21.1; it shares the tree of
the reader of braces, and nothing with the reader of these forms.
"""

from __future__ import annotations

import json
import re
from xml.sax.saxutils import escape

from qosc.frontends.junos import Node, read
from qosc.frontends.junos.tree.schema import BAG, LEAF, LIST, OPTIONAL, VALUES
from qosc.source import SourceText

ENTRY = {"interfaces": "interface", "prefix-list": "prefix-list-item"}
"""Elements around entries that have no keyword."""
LISTS = ("policy-maps", "drop-profiles", "schedulers", "scheduler-maps", "traffic-control-profiles")
VALUE = {"queue": "class-name", "exp": "classifier-name", "ieee-802.1": "classifier-name"}
EMPTY = object()


def data_of(text: str) -> list:
    """A configuration as pairs of a name and a value: a text, EMPTY, or pairs."""
    return _kids(read(SourceText("c", text)).written)


def _kids(node: Node) -> list:
    made: list = []
    for kid in node.children:
        made += _pairs(kid, node)
    return made


def _pairs(kid: Node, holder: Node) -> list:  # noqa: C901 - one row each
    words, spec = kid.words, kid.spec
    marks = [("@", {"inactive": True})] if kid.inactive else []
    if spec is not None and spec.kind in (VALUES, BAG):
        return [(words[0], value.words[0]) for value in kid.children]
    inside = _kids(kid)
    if spec is not None and spec.kind == LIST:
        if words[0] == "drop-profile-map":
            return [(words[0], [*marks, (words[1], words[2]), (words[3], words[4]), *inside])]
        if words[0] == "member-range":
            return [(words[0], [*marks, ("name", words[1]), ("end-range", words[3])])]
        if words[0] == "family" and len(words) == 2:
            return [("family", [(words[1], [*marks, *inside] or EMPTY)])]
        return [(words[0], [*marks, ("name", words[1]), *inside])]
    if words[0] == "802.3ad":
        return [("ieee-802.3ad", [*marks, ("bundle", words[1]), *inside])]
    if spec is not None and spec.kind == LEAF and len(words) > 1:
        if words[0] in ("input", "output") and holder.name == "filter":
            return [(words[0], [*marks, ("filter-name", words[1]), *inside])]
        if words[0] in VALUE and holder.name == "classifiers":
            return [(words[0], [*marks, (VALUE[words[0]], words[1]), *inside])]
        if words[0] in ("dscp", "exp", "ieee-802.1") and holder.name == "rewrite-rules":
            return [(words[0], [*marks, ("name", words[1]), *inside])]
        if words[0].endswith("-traffic-control-profile"):
            return [(words[0], [*marks, ("profile-name", words[1]), *inside])]
        return [(words[0], words[1])]
    if spec is not None and spec.kind == OPTIONAL:
        said = words[1:] and ("percent" if words[0] == "remainder" else words[1])
        value = words[1] if words[0] == "remainder" and said else EMPTY
        return [(words[0], [(said, value)] if said else EMPTY)]
    entry = holder.spec is not None and words[0] not in holder.spec.words
    if entry and holder.name in LISTS:
        return [("...", [*marks, ("name", words[0]), *inside])]
    if entry and holder.words[:1] and holder.name in ENTRY:
        return [(ENTRY[holder.name], [*marks, ("name", words[0]), *inside])]
    if entry and holder.parent is not None and holder.parent.name == "code-point-aliases":
        bits = kid.children[0].words[0]
        return [("...", [("name", words[0]), ("bits", bits)])]
    if (
        entry
        and not inside
        and (holder.name.endswith(("-rate", "buffer-size")) or "queue" in holder.name)
    ):
        return [(VALUE.get(holder.name, "rate"), words[0])]
    if re.fullmatch(r"[A-Za-z_][\w.-]*", words[0]) is None or (entry and _prefixes(holder)):
        return [("...", [*marks, ("name", words[0]), *inside])]
    if any(name == "..." for name, _ in inside):
        # A list whose keyword comes once for each entry.
        own = [pair for pair in inside if pair[0] != "..."]
        every = [(words[0], pair[1]) for pair in inside if pair[0] == "..."]
        return [(words[0], [*marks, *own]), *every] if own or marks else every
    return [(words[0], [*marks, *inside] or EMPTY)]


def _prefixes(holder: Node) -> bool:
    return holder.name.endswith(("-address", "-prefix-list")) or (
        holder.name in ("address", "prefix-list")
        and holder.parent is not None
        and holder.parent.name == "from"
    )


def xml_of(text: str) -> str:
    """As `show configuration | display xml`."""
    lines = [
        '<rpc-reply xmlns:junos="http://xml.juniper.net/junos/21.1R1/junos">',
        '    <configuration junos:commit-seconds="1616161616" junos:commit-user="op">',
        *_xml(data_of(text), 2),
        "    </configuration>",
        "    <cli>",
        "        <banner></banner>",
        "    </cli>",
        "</rpc-reply>",
    ]
    return "\n".join(lines) + "\n"


def _xml(pairs: list, depth: int) -> list[str]:
    made = []
    margin = "    " * depth
    for name, value in pairs:
        if value is EMPTY:
            made.append(f"{margin}<{name}/>")
        elif isinstance(value, str):
            made.append(f"{margin}<{name}>{escape(value)}</{name}>")
        elif name != "@":
            idle = ' inactive="inactive"' if value[:1] == [("@", {"inactive": True})] else ""
            made.append(f"{margin}<{name}{idle}>")
            made += _xml(value, depth + 1)
            made.append(f"{margin}</{name}>")
    return made


def json_of(text: str, *, verbose: bool = False, indent: int | None = 4) -> str:
    """As `show configuration | display json`; `verbose` is how releases before 16.1 wrote it."""
    top = {"@": {"junos:commit-user": "op"}, **_object(data_of(text), verbose)}
    whole = [top] if verbose else top
    return json.dumps({"configuration": whole}, indent=indent) + "\n"


def _object(pairs: list, verbose: bool) -> dict:
    made: dict = {}
    for name, value in pairs:
        if name == "@":
            made["attributes" if verbose else "@"] = value
            continue
        new = _value(value, verbose)
        if name not in made:
            made[name] = [new] if verbose else new
        elif isinstance(made[name], list) and made[name] != [None]:
            made[name].append(new)
        else:
            made[name] = [made[name], new]
    return made


def _value(value: object, verbose: bool) -> object:
    if value is EMPTY:
        return {"data": [None]} if verbose else [None]
    if isinstance(value, str):
        plain = int(value) if not verbose and value.isascii() and value.isdecimal() else value
        plain = plain if str(plain) == value else value
        return {"data": plain} if verbose else plain
    assert isinstance(value, list)
    return _object(value, verbose)
