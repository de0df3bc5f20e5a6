"""What statements outside the model name: the objects that their effect hangs on.

`service-policy input EDGE` of a dynamic template says nothing of rates; they stand in the
policy-map EDGE. Where the statement is not in the model, nothing else compares that policy-map. An
object is taken with the lines that stand indented below its head, whatever is known of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from qosc.ir import Residue, ResidueKind
from qosc.ir.device import Definition
from qosc.patterns import pattern
from qosc.values import replace

__all__ = ["refer"]

_HEAD = pattern(
    r"(?P<kind>policy-map|class-map|table-map|map-class|vc-class|route-map|time-range"
    r"|(?:ip |ipv4 |ipv6 |mac )?access-list|object-group)\s+(?P<rest>.+)"
)
_CUES = {
    "policy-map": {"service-policy", "policy-map", "policy"},
    "class-map": {"class", "class-map"},
    "access-list": {"access-group", "access-list", "access-class", "list", "group", "acl"},
    "table-map": {"table", "table-map"},
    "map-class": {"class", "map-class", "map-group"},
    "vc-class": {"class-vc", "class-int", "class-range", "vc-class"},
    "route-map": {"route-map"},
    "object-group": {"object-group"},
    "time-range": {"time-range"},
}
"""By the kind of an object, the words of which a line has one that names such an object."""
_BEFORE = {
    "class-map": {"match-any", "match-all", "type"},
    "policy-map": {"type"},
    "access-list": {"standard", "extended"},
    "map-class": {"frame-relay", "atm", "dialer"},
    "vc-class": {"atm"},
    "object-group": {"network", "service", "ip", "ipv4", "ipv6", "address", "port", "protocol"},
}
"""Words between the kind of an object and its name."""
_SAYS_NOTHING = ("!", "description ", "remark ", "end-")


def refer(
    lines: Sequence[str], residue: tuple[Residue, ...]
) -> tuple[tuple[Residue, ...], dict[str, Definition]]:
    """The residue with the names of what each line names, and what these lead to.

    Time grows with the lines of the text, where there is a residue.
    """
    if not any(one.kind is ResidueKind.LINE and one.rival is None for one in residue):
        return residue, {}
    objects = _objects(lines, {one.origin.line for one in residue})
    kinds: dict[str, list[str]] = {}
    for kind, name in objects:
        kinds.setdefault(name, []).append(kind)
    residues: list[Residue] = []
    work: list[str] = []
    for one in residue:
        names: tuple[str, ...] = ()
        if one.kind is ResidueKind.LINE and one.rival is None:
            names = tuple(_named(one.text.split(), kinds))
        work += names
        residues.append(replace(one, names=names) if names else one)
    definitions: dict[str, Definition] = {}
    while work:
        key = work.pop()
        if key in definitions:
            continue
        own = objects[key.partition(" ")[0], key.partition(" ")[2]]
        inner = dict.fromkeys(name for line in own for name in _named(line.split(), kinds))
        definitions[key] = Definition(tuple(own), tuple(inner))
        work += inner
    return tuple(residues), definitions


def _objects(lines: Sequence[str], told: Iterable[int]) -> dict[tuple[str, str], list[str]]:
    """The statements of each object by its kind and name, in single blanks, without those lines
    that are told by themselves.
    """
    objects: dict[tuple[str, str], list[str]] = {}
    current: list[str] | None = None
    skipped = frozenset(told)
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith(_SAYS_NOTHING):
            continue
        if line[0].isspace():
            if current is not None and number not in skipped:
                current.append(" ".join(text.split()))
            continue
        current = None
        head = _HEAD.match(text)
        if head is None:
            continue
        kind = head["kind"].rpartition(" ")[2]
        words = head["rest"].split()
        while len(words) > 1 and words[0] in _BEFORE.get(kind, ()):
            del words[: 2 if words[0] == "type" and len(words) > 2 else 1]
        current = objects.setdefault((kind, words[0]), [])
        # What stands behind the name, or before it, is a part of what the object is.
        if number not in skipped:
            current.append(" ".join(text.split()))
    return objects


def _named(words: Sequence[str], kinds: dict[str, list[str]]) -> Iterator[str]:
    """The keys of the objects that a statement names."""
    start = 1 if words[:1] in (["no"], ["default"]) else 0
    here = frozenset(words)
    for word in words[start + 1 :]:
        for kind in kinds.get(word, ()):
            if not here.isdisjoint(_CUES[kind]):
                yield f"{kind} {word}"
