"""Who defines and who uses the objects that the model holds only as parts of their users.

Schedulers, drop profiles, policers, prefix lists, classifiers and their like have no place of their
own in the model: a scheduler becomes a class of each scheduler map that names it. Whether a name
leads anywhere, and whether anything leads to an object, is asked of the list made here.

Source of the names that are there without a definition: Juniper, "Class of Service User Guide":
Default Forwarding Classes (routers), and Understanding Default CoS Scheduling and Classification
(QFX and EX switches); Default Aliases for CoS Value Bit Patterns Overview.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from qosc.frontends.junos.cos.code_points import KINDS, SHOWN, default_aliases
from qosc.frontends.junos.tree.nodes import Node
from qosc.frontends.junos.tree.wildcard import matcher, stem
from qosc.ir.device import Name
from qosc.source import Span

__all__ = ["names_of"]

_CLASSES = (
    "best-effort",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
    "be",
    "ef",
    "af",
    "nc",
    "fcoe",
    "no-loss",
    "mcast",
    "mcast-be",
    "mcast-ef",
    "mcast-af",
    "mcast-nc",
    "multicast-be",
    "multicast-ef",
    "multicast-af",
    "multicast-nc",
)
_POLICERS = ("policer", "three-color-policer", "hierarchical-policer")
_BITS = frozenset("01b")
_WILD = frozenset("*?[<")
_SCALARS = {
    "scheduler-map": "scheduler-map",
    "input-scheduler-map": "scheduler-map",
    "output-traffic-control-profile": "traffic-control-profile",
    "output-traffic-control-profile-remaining": "traffic-control-profile",
    "input-traffic-control-profile": "traffic-control-profile",
    "input-traffic-control-profile-remaining": "traffic-control-profile",
    "scheduler-map-chassis": "scheduler-map",
    "forwarding-class": "forwarding-class",
}


def names_of(root: Node, ports: Iterable[str]) -> tuple[Name, ...]:
    """The definitions and uses, each place once, in no order that means anything.

    `ports` are the names of the ports of the model: a pattern of an interface's name that fits
    none of them is a use of an `interface` that is not defined.
    """
    made: dict[tuple[str, str, bool, Span], Name] = {}
    for name in _all(root, ports):
        if name.name and name.name != "default" and not name.name.startswith("__"):
            made.setdefault((name.kind, name.name, not name.by, name.origin), name)
    return tuple(made.values())


def _all(root: Node, ports: Iterable[str]) -> Iterator[Name]:
    yield from (Name("forwarding-class", word) for word in _CLASSES)
    for kind, word in SHOWN.items():
        yield Name(f"classifier {kind}", word)
        yield Name(f"rewrite-rule {kind}", word)
    cos, firewall = root.get("class-of-service"), root.get("firewall")
    if cos is not None:
        yield from _class_of_service(cos)
        yield from _patterns(cos, ports)
        yield from _absent_units(root, cos)
    if firewall is not None:
        yield from _firewall(firewall)
    lists = root.get("policy-options")
    for node in lists.all("prefix-list") if lists is not None else ():
        yield _definition("prefix-list", node)
    interfaces = root.get("interfaces")
    if interfaces is not None:
        yield from _interfaces(interfaces)


def _definition(kind: str, node: Node) -> Name:
    return Name(kind, node.value, "", node.span)


def _use(kind: str, node: Node, by: str) -> Name:
    return Name(kind, node.value, by, node.value_span)


def _queue(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None


def _below(cos: Node, word: str) -> list[Node]:
    held = cos.get(word)
    return [node for node in held.children if node.known] if held is not None else []


def _class_of_service(cos: Node) -> Iterator[Name]:
    for word, kind in (
        ("schedulers", "scheduler"),
        ("scheduler-maps", "scheduler-map"),
        ("drop-profiles", "drop-profile"),
        ("traffic-control-profiles", "traffic-control-profile"),
    ):
        yield from (_definition(kind, node) for node in _below(cos, word))
    for node in _below(cos, "forwarding-classes"):
        if node.words[0] == "class" and len(node.words) > 1:
            number = node.get("queue-num")
            queue = _queue(number.value) if number is not None else None
            yield Name("forwarding-class", node.words[1], "", node.span, queue)
        elif node.words[0] == "queue":
            yield from (
                Name("forwarding-class", kid.name, "", kid.span, _queue(node.value))
                for kid in node.children
                if len(kid.words) == 1
            )
    yield from _schedulers(cos)
    yield from _tables(cos)
    for node in _below(cos, "interfaces"):
        for level in (node, *node.all("unit"), *node.all("forwarding-class-set")):
            yield from _bound(level, " ".join(level.path()[2:]))
    for node in _below(cos, "traffic-control-profiles"):
        yield from _bound(node, f"traffic-control-profile {node.value}")


def _schedulers(cos: Node) -> Iterator[Name]:
    for node in _below(cos, "scheduler-maps"):
        for entry in node.all("forwarding-class"):
            by = f"scheduler-map {node.value}"
            yield Name("forwarding-class", entry.words[-1], by, entry.value_span)
            scheduler = entry.get("scheduler")
            if scheduler is not None and len(scheduler.words) > 1:
                yield _use("scheduler", scheduler, by)
    for node in _below(cos, "schedulers"):
        for entry in node.all("drop-profile-map"):
            profile = entry.get("drop-profile")
            if profile is not None and len(profile.words) > 1:
                yield _use("drop-profile", profile, f"scheduler {node.value}")


def _tables(cos: Node) -> Iterator[Name]:
    """Classifiers, rewrite rules, and the aliases of code points in them."""
    for kind in KINDS:
        yield from (Name(f"alias {kind}", alias) for alias in default_aliases(kind))
    for node in _below(cos, "code-point-aliases"):
        yield from (_definition(f"alias {node.name}", kid) for kid in node.children)
    for stanza, word in (("classifiers", "classifier"), ("rewrite-rules", "rewrite-rule")):
        for node in _below(cos, stanza):
            if len(node.words) < 2:
                continue
            kind, by = f"{word} {node.words[0]}", f"{word} {node.words[0]} {node.words[1]}"
            yield Name(kind, node.words[1], "", node.span)
            base = node.get("import")
            if base is not None and len(base.words) > 1:
                yield _use(kind, base, by)
            for group in node.all("forwarding-class"):
                if len(group.words) > 1:
                    yield Name("forwarding-class", group.words[1], by, group.value_span)
                for level in group.all("loss-priority"):
                    yield from _aliases(level, node.words[0], by)


def _aliases(level: Node, kind: str, by: str) -> Iterator[Name]:
    held = level.get("code-points") or level.get("code-point")
    if held is None or kind not in KINDS:
        return
    for point in held.children or ([held] if len(held.words) > 1 else []):
        if point.value.strip("01b") and not _BITS.issuperset(point.value):
            yield _use(f"alias {kind}", point, by)


def _bound(level: Node, by: str) -> Iterator[Name]:
    for word, kind in _SCALARS.items():
        node = level.get(word)
        if node is not None and len(node.words) > 1:
            yield _use(kind, node, by)
    for stanza, word in (("classifiers", "classifier"), ("rewrite-rules", "rewrite-rule")):
        held = level.get(stanza)
        for node in held.children if held is not None else ():
            if len(node.words) > 1:
                yield Name(f"{word} {node.words[0]}", node.words[1], by, node.span)


def _patterns(cos: Node, ports: Iterable[str]) -> Iterator[Name]:
    """The patterns for names of interfaces that no interface has."""
    entries = [node for node in _below(cos, "interfaces") if not _WILD.isdisjoint(node.name)]
    if not entries:
        return
    physical = sorted({port.partition(".")[0] for port in ports})
    for node in entries:
        pattern = node.name if node.name.startswith("<") else f"<{node.name}>"
        fits = matcher(pattern)
        tried = _beginning(physical, stem(pattern))
        if not any(fits(name) for name in tried if name != node.name):
            yield Name("interface", node.name, "class-of-service interfaces", node.span)


def _absent_units(root: Node, cos: Node) -> Iterator[Name]:
    """The units that class of service names by number, where the interface has others only."""
    held = root.get("interfaces")
    units = {node.name: _numbers(node) for node in (held.children if held is not None else ())}
    for node in _below(cos, "interfaces"):
        have, named = units.get(node.name, {}), _numbers(node)
        if not have or any(map(_wild, (*have, *named))) or not have.keys().isdisjoint(named):
            continue
        for number, unit in named.items():
            by = "class-of-service interfaces"
            yield Name("interface", f"{node.name}.{number}", by, unit.span)


def _numbers(node: Node) -> dict[str, Node]:
    """The units of an interface by their numbers."""
    return {unit.words[1]: unit for unit in node.all("unit") if len(unit.words) > 1}


def _wild(word: str) -> bool:
    return not _WILD.isdisjoint(word)


def _beginning(names: Sequence[str], letters: str) -> Iterator[str]:
    """Those of the sorted names that begin with some letters."""
    for at in range(bisect_left(names, letters), len(names)):
        if not names[at].startswith(letters):
            break
        yield names[at]


def _firewall(firewall: Node) -> Iterator[Name]:
    holders = [("inet", firewall)]
    holders += [(node.words[-1], node) for node in firewall.all("family")]
    for word in _POLICERS:
        for node in firewall.all(word):
            if len(node.words) > 1:
                yield Name(word, node.words[1], "", node.span)
                then = node.get("then", "forwarding-class")
                if then is not None and len(then.words) > 1:
                    yield _use("forwarding-class", then, f"policer {node.words[1]}")
    for family, holder in holders:
        for node in (*holder.all("filter"), *holder.all("simple-filter")):
            if len(node.words) < 2:
                continue
            yield Name(f"{node.words[0]} {family}", node.words[1], "", node.span)
            by = f"filter {node.words[1]}"
            for term in node.all("term"):
                yield from _term(term, by, family)


def _term(term: Node, by: str, family: str) -> Iterator[Name]:
    then, conditions = term.get("then"), term.get("from")
    by = f"term {term.value} of {by}"
    nested = term.get("filter")
    if nested is not None and len(nested.words) > 1:
        yield _use(f"filter {family}", nested, by)
    for node in then.children if then is not None else ():
        if node.words[0] in ("policer", "hierarchical-policer") and len(node.words) > 1:
            yield _use(node.words[0], node, by)
        elif node.words[0] == "three-color-policer":
            yield from (
                _use("three-color-policer", kid, by) for kid in node.children if len(kid.words) > 1
            )
        elif node.words[0] == "forwarding-class" and len(node.words) > 1:
            yield _use("forwarding-class", node, by)
    for node in conditions.children if conditions is not None else ():
        if "prefix-list" in node.words[0] and node.known:
            for kid in node.children or ([node] if len(node.words) > 1 else []):
                yield Name("prefix-list", kid.words[0] if node.kids else kid.value, by, kid.span)


def _interfaces(interfaces: Node) -> Iterator[Name]:
    for node in interfaces.walk():
        word = node.words[0] if node.words else ""
        if word not in ("filter", "policer", "simple-filter") or not node.kids:
            continue
        above = node.parent
        family = above.words[-1] if above is not None and above.words[0] == "family" else "any"
        kind = "policer" if word == "policer" else f"{word} {family}"
        by = " ".join(above.path()[1:]) if above is not None else ""
        for way in node.children:
            if way.words[0] == "group":
                continue  # the number of an interface group
            for said in way.children if way.words[0].endswith("-list") else [way]:
                if len(said.words) > 1 or said is not way:
                    yield _use(kind, said, by)
