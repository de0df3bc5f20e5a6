"""Configuration groups: what `apply-groups` makes a level of the configuration inherit.

Rules, from Juniper's "CLI User Guide", Use Configuration Groups to Quickly Configure Devices:

* What is written at a level wins over what it inherits; the first group listed wins over the
  later ones; a group applied at a lower level wins over one applied above it.
* A group can apply groups. `apply-groups-except` stops a group that was applied above.
* A pattern in a group (`<ge-*>`) matches what is there, and makes nothing; patterns and names of
  one group count in the order they are listed.
* Values of a set are all inherited, behind those that are written.
* An entry of an ordered list that comes from a group stands behind the written ones: so does a
  `default-deny` policy that a group adds (S. Fouant, "Altering Default-Deny Behavior").
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.frontends.junos.tree.nodes import APPLIES, INACTIVE, Key, Node, Note
from qosc.frontends.junos.tree.wildcard import Matcher, is_wildcard, matcher
from qosc.source import SourceText

__all__ = ["expand"]

_MAX_NODES = 300_000
_MAX_STEPS = 1_000_000
_LAST = frozenset({"re1", "node1"})

_Source = tuple[Node, str, Node]
"""A level of a group, the name of the group, and the statement that applied it."""


def expand(root: Node, source: SourceText) -> tuple[Node, list[Note]]:
    """The configuration in force: without inactive statements, with all that is inherited."""
    top = root.copy(None, INACTIVE)
    groups = (top.kids or {}).pop("groups", None)
    if not top.flags & APPLIES:
        return top, []
    heir = _Heir(groups, source)
    heir.run(top)
    return top, heir.notes


class _Heir:
    def __init__(self, groups: Node | None, source: SourceText) -> None:
        self.groups: dict[Key, Node] = dict(groups.kids or {}) if groups is not None else {}
        self.source = source
        self.notes: list[Note] = []
        self.nodes = 0
        self.steps = 0
        self.full = False
        self._told: set[str] = set()
        self._patterns: dict[Node, list[tuple[int, Node, tuple[Matcher, ...]]]] = {}

    def run(self, top: Node) -> None:
        stack: list[tuple[Node, list[_Source]]] = [(top, [])]
        while stack:
            node, above = stack.pop()
            sources = self._sources(node, above)
            if sources:
                self._inherit(node, sources)
            kids = node.kids
            if not kids:
                continue
            for word in ("apply-groups", "apply-groups-except", "apply-flags"):
                kids.pop(word, None)
            for kid in kids.values():
                if not kid.kids and not sources:
                    continue
                below = self._project(kid, sources) if sources else []
                if below or kid.flags & APPLIES:
                    stack.append((kid, below))

    def _sources(self, node: Node, above: list[_Source]) -> list[_Source]:
        """What a level inherits from, the nearest first."""
        kids = node.kids or {}
        barred: set[str] = set()
        excepted = kids.get("apply-groups-except")
        if excepted is not None:
            barred = {kid.value for kid in excepted.children}
        applied = kids.get("apply-groups")
        own: list[_Source] = []
        if applied is not None:
            for kid in applied.children:
                own += self._find(node, kid)
        sources: list[_Source] = []
        seen: set[Node] = set()
        pending = list(reversed([*own, *(one for one in above if one[1] not in barred)]))
        while pending:
            one = pending.pop()
            level, name, _ = one
            if level in seen or name in barred:
                continue
            seen.add(level)
            sources.append(one)
            nested = (level.kids or {}).get("apply-groups") if level.flags & APPLIES else None
            if nested is not None:
                more = [item for kid in nested.children for item in self._find(node, kid)]
                pending.extend(reversed(more))
            if self._spent(1):
                break
        return sources

    def _find(self, node: Node, applied: Node) -> list[_Source]:
        """The levels of a group, named by an `apply-groups`, that match where it stands."""
        name = self._named(applied)
        group = self.groups.get(name)
        if group is None:
            return []
        path: list[Node] = []
        above: Node | None = node
        while above is not None and above.parent is not None:
            path.append(above)
            above = above.parent
        levels: list[_Source] = [(group, name, applied)]
        seen = {group}
        for step in reversed(path):
            if self._spent(len(levels)):
                return []
            # A group that the group applies to one of its own levels is part of it.
            at = 0
            while at < len(levels):
                level = levels[at][0]
                nested = (level.kids or {}).get("apply-groups") if level.flags & APPLIES else None
                if nested is not None:
                    for kid in nested.children:
                        other = self.groups.get(self._named(kid))
                        if other is not None and other not in seen and step is path[-1]:
                            seen.add(other)
                            levels.append((other, kid.value, kid))
                at += 1
            levels = self._project(step, levels)
            if not levels:
                return []
        return levels

    def _named(self, applied: Node) -> str:
        """The name of the group to take for that of the statement; notes what cannot be known."""
        name = applied.value
        group = self.groups.get(name)
        message = help_ = ""
        if name == "${node}":
            message = "`${node}` stands for the group of the cluster member that runs this"
            help_ = "read as node0"
            name = "node0"
        elif group is None:
            if name == "junos-defaults":
                message = "the group junos-defaults is built in; its statements are not known here"
            else:
                message = f"the group {name[:80]!r} is not defined"
                help_ = "what it would set is missing from the result"
        elif name in _LAST:
            message = f"the group {name} counts on another routing engine or node; not inherited"
            name = "\0"
        elif group.kids and "when" in group.kids:
            message = f"the group {name[:80]!r} counts only under a condition; not inherited"
            name = "\0"
        if message and applied.value not in self._told:
            self._told.add(applied.value)
            missing = name if group is None and name not in (*_LAST, "junos-defaults") else ""
            self.notes.append(Note(applied.span, message, help_, group=missing))
        return name

    def _inherit(self, node: Node, sources: Iterable[_Source]) -> None:
        """Make what the sources add at this level; what is below comes when it is visited."""
        kids = node.kids
        for level, name, applied in sources:
            for key, kid in (level.kids or {}).items():
                if self._spent(1):
                    return
                if key in _META or any(map(is_wildcard, kid.words)):
                    continue
                if kids is None:
                    kids = node.kids = {}
                if key in kids:
                    continue
                self.nodes += 1
                new = kid.twin(node)
                new.group, new.applied = name, applied
                kids[key] = new

    def _project(self, node: Node, sources: Iterable[_Source]) -> list[_Source]:
        """The levels of the sources that match a node, in the order of their listing."""
        projected: list[_Source] = []
        words = node.words
        for level, name, applied in sources:
            patterns = self._wild(level) if level.kids else []
            if self._spent(1 + len(patterns)):
                break
            if not level.kids:
                continue
            exact = level.kids.get(node.key)
            if exact is not None and (exact.words != node.words):
                exact = None
            if not patterns:
                if exact is not None:
                    projected.append((exact, name, applied))
                continue
            exact_at = -1
            if exact is not None:
                exact_at = self._place(level, exact)
            if len(words) == 1:
                only = words[0]  # most are; the loop below takes six times as long
                hits = [(at, kid) for at, kid, m in patterns if len(m) == 1 and m[0](only)]
            else:
                hits = [
                    (at, kid)
                    for at, kid, match in patterns
                    if len(match) == len(words)
                    and all(one(word) for one, word in zip(match, words, strict=True))
                ]
            if exact is not None and all(kid is not exact for _, kid in hits):
                hits.append((exact_at, exact))
                hits.sort(key=lambda hit: hit[0])
            projected.extend((kid, name, applied) for _, kid in hits)
        return projected

    def _wild(self, level: Node) -> list[tuple[int, Node, tuple[Matcher, ...]]]:
        """The children of a level that are patterns, with their places among all children."""
        patterns = self._patterns.get(level)
        if patterns is None:
            patterns = [
                (at, kid, tuple(map(matcher, kid.words)))
                for at, kid in enumerate((level.kids or {}).values())
                if any(map(is_wildcard, kid.words))
            ]
            self._patterns[level] = patterns
        return patterns

    def _place(self, level: Node, kid: Node) -> int:
        self._spent(len(level.kids or ()))
        return next((at for at, one in enumerate((level.kids or {}).values()) if one is kid), -1)

    def _spent(self, steps: int) -> bool:
        self.steps += steps
        if self.full:
            return True
        if self.steps > _MAX_STEPS or self.nodes > _MAX_NODES:
            self.full = True
            spans = [kid.span for kid in self.groups.values()]
            where = spans[0] if spans else self.source.span(1, 0, 0)
            self.notes.append(
                Note(where, "the groups make too much of this configuration; the rest is left out")
            )
        return self.full


_META = frozenset({"apply-groups", "apply-groups-except", "apply-flags", "when"})
