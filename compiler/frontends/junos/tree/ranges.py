"""Interface ranges: statements that are written once and hold for each member of a range.

Source: Juniper, "Interfaces Fundamentals": Understanding Interface Ranges (`member` takes a name or
a pattern, `member-range` the first and last name of a row; what is said of a member itself wins;
a range stands for its members under `class-of-service interfaces` too).
"""

from __future__ import annotations

from qosc.frontends.junos.tree.nodes import Node, Note
from qosc.frontends.junos.tree.wildcard import matcher
from qosc.patterns import pattern

__all__ = ["expand_ranges"]

_LAST = pattern(r"(.*?)(\d{1,6})\Z")
_MOST_MEMBERS = 1024
_MOST_NODES = 200_000
_OWN = frozenset(("member", "member-range"))
_PATTERN = frozenset("*?[<")


class _Merger:
    """Copies statements below others, but for those that are there."""

    def __init__(self) -> None:
        self.nodes = 0

    def merge(self, source: Node, target: Node) -> None:
        """Make the target have what the source has, and what it has not itself."""
        stack = [(source, target)]
        while stack and self.nodes < _MOST_NODES:
            old, new = stack.pop()
            for key, kid in (old.kids or {}).items():
                if kid.words[0] in _OWN:
                    continue
                if new.kids is None:
                    new.kids = {}
                twin = new.kids.get(key)
                if twin is None:
                    self.nodes += 1
                    twin = new.kids[key] = kid.twin(new)
                if twin.words == kid.words and kid.kids:
                    stack.append((kid, twin))


def expand_ranges(root: Node) -> list[Note]:
    """Give each member of an interface range the statements of the range, in place."""
    interfaces = root.get("interfaces")
    if interfaces is None:
        return []
    notes: list[Note] = []
    merger = _Merger()
    bound = root.get("class-of-service", "interfaces")
    for node in interfaces.all("interface-range"):
        if len(node.words) < 2:
            continue
        names, left_out = _members(node, interfaces)
        _merge_all(merger, node, names, interfaces, node)
        said = bound.kids.get(node.words[1]) if bound is not None and bound.kids else None
        if bound is not None and bound.kids and said is not None and names:
            del bound.kids[said.key]
            _merge_all(merger, said, names, bound, said)
        if left_out or merger.nodes >= _MOST_NODES:
            message = "not all members of this interface range are looked at"
            notes.append(Note(node.span, message, "it has more than can be told apart here"))
    return notes


def _merge_all(merger: _Merger, source: Node, names: list[str], holder: Node, at: Node) -> None:
    for name in names:
        if holder.kids is None:
            holder.kids = {}
        target = holder.kids.get(name)
        if target is None:
            target = at.twin(holder)
            target.words, target.key = (name,), name
            target.spec = holder.spec.any if holder.spec is not None else None
            holder.kids[name] = target
        merger.merge(source, target)


def _members(node: Node, interfaces: Node) -> tuple[list[str], bool]:
    """The names of the members, and whether some were left out."""
    names: dict[str, None] = {}
    more = False
    for kid in node.all("member"):
        for name in [one.value for one in kid.children] or list(kid.words[1:]):
            if _PATTERN.isdisjoint(name):
                names[name] = None
            else:
                fits = matcher(name if name.startswith("<") else f"<{name}>")
                children = (one for one in interfaces.children if len(one.words) == 1)
                names.update((one.name, None) for one in children if fits(one.name))
    for kid in node.all("member-range"):
        if len(kid.words) < 4:
            continue
        first, last = _LAST.match(kid.words[1]), _LAST.match(kid.words[3])
        if first is None or last is None or first[1] != last[1]:
            more = True
            continue
        low, high = int(first[2]), int(last[2])
        more |= high - low >= _MOST_MEMBERS
        for number in range(low, min(high, low + _MOST_MEMBERS - 1) + 1):
            names[f"{first[1]}{number}"] = None
    found_names = list(names)
    return found_names[:_MOST_MEMBERS], more or len(found_names) > _MOST_MEMBERS
