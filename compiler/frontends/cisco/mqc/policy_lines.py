"""A policy-map, while its lines are read."""

from __future__ import annotations

from collections.abc import Collection

from qosc.frontends.cisco.dialects.typed_names import renamed
from qosc.frontends.cisco.mqc.class_lines import CLASS_DEFAULT, ClassLines
from qosc.frontends.cisco.mqc.class_order import in_order
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import at, unquoted
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Policy, TrafficClass
from qosc.source import Span
from qosc.values import replace

__all__ = ["PolicyLines"]


class PolicyLines:
    """A policy-map while its lines are read. A class that is opened again is added to."""

    __slots__ = ("_before", "_named_at", "_origin", "classes", "description")

    def __init__(self, origin: Span) -> None:
        self._origin = origin
        self.description = ""
        self.classes: dict[str, ClassLines] = {}
        """By name, in the order of their first lines."""
        self._named_at: dict[str, Span] = {}
        self._before: dict[str, list[str]] = {}
        """The classes put before a class by `insert-before`, in the order of their lines."""

    def open_class(self, name: str, line: Line, node: Node) -> ClassLines:
        """The class that a line `class NAME ...` opens, made if the policy has none of the name."""
        target = self.classes.get(name)
        if target is not None:
            return target
        first, *others = node.words()
        target = self.classes[name] = ClassLines(name, line.span())
        self._named_at[name] = at(line, first)
        if node.name == "class_service_fragment":
            target.fragment = others[0].text
        elif node.name == "class_before":
            other = unquoted(others[0].text)
            if other in self.classes and other != name:
                self._before.setdefault(other, []).append(name)
        return target

    def rename(self, class_maps: Collection[str], policies: Collection[str]) -> None:
        """Let the classes of a policy of type queuing name objects of that type.

        `class_maps` and `policies` are the names that objects of both types have.
        """
        for one in self.classes.values():
            one.class_map = renamed(one.name, class_maps)
            if one.child is not None:
                one.child = replace(one.child, name=renamed(one.child.name, policies))

    def value(self, name: str) -> Policy:
        """The policy of the model, under this name; it ends with class-default."""
        names = [one for one in in_order(self.classes, self._before) if one != CLASS_DEFAULT]
        classes = (*map(self._class, names), self._class(CLASS_DEFAULT))
        return Policy(name, classes, self.description, self._origin)

    def _class(self, name: str) -> TrafficClass:
        target = self.classes.get(name) or ClassLines(name, self._origin)
        return target.value(self._named_at.get(name, self._origin))
