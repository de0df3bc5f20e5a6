"""policy-map: its classes in order, and what is done to each."""

from __future__ import annotations

from collections.abc import Collection

from qosc.frontends.cisco.dialects.typed_names import is_queuing, renamed
from qosc.frontends.cisco.mqc.class_lines import CLASS_DEFAULT, ClassLines
from qosc.frontends.cisco.mqc.class_order import in_order
from qosc.frontends.cisco.mqc.class_statements import ClassStatements
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import Account, Rejected, at, phrase, unquoted
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Policy
from qosc.source import Span
from qosc.values import replace

__all__ = ["MADE", "PolicyMaps"]

MADE = (
    "custom-queue ",
    "fair-queue ",
    "frame-relay ",
    "ip rtp priority ",
    "map-class ",
    "priority-list ",
    "queue-list ",
    "random-detect ",
    "srr-queue ",
    "traffic-shape ",
    "tx-queue ",
    "wrr-queue ",
)
"""Policies that other statements than policy-maps make are called after these."""
_TRUSTED = frozenset(("cos", "dscp", "ip-precedence"))
_FRAMES = frozenset(("class", "description", "mtu", "policy-map"))
"""The statements of a policy of type network-qos that is there for jumbo frames only."""


class _Building:
    __slots__ = ("before", "classes", "description", "named_at", "origin")

    def __init__(self, origin: Span) -> None:
        self.origin = origin
        self.description = ""
        self.classes: dict[str, ClassLines] = {}
        self.named_at: dict[str, Span] = {}
        self.before: dict[str, list[str]] = {}
        """The classes put before a class by `insert-before`, in the order of their lines."""


class PolicyMaps:
    """Collects policy-maps. One that is opened again is added to, and so is a class in it."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._statements = ClassStatements(account)
        self._found: dict[str, _Building] = {}
        self._queuing: dict[str, _Building] = {}
        """Those of type queuing, which have names of their own."""
        self.frames: set[str] = set()
        """Policies of type network-qos that set the size of frames and nothing else."""
        self.trust_lines: dict[str, dict[str, Line]] = {}
        """The lines `trust ...` by policy and class."""

    @property
    def twice(self) -> frozenset[str]:
        """The names that a policy-map of type queuing shares with another."""
        return frozenset(self._queuing.keys() & self._found.keys())

    def section(self, line: Line) -> None:
        """A line `policy-map ...` with what is below it."""
        try:
            node = phrase("policy_map", line)
        except Rejected as error:
            self._account.rejected(line, error)
            return
        if node.name == "typed_policy_map":
            self._of_type(line, node.word().split())
            return
        self._account.modelled(line)
        name = unquoted(node.word())
        if " " in name and name.startswith(MADE):
            self._account.recognised(line, "the model has another use for the name")
            return
        found = self._queuing if " type " in line.text and is_queuing(line) else self._found
        if line.negated:
            found.pop(name, None)
            return
        target = found.setdefault(name, _Building(line.span()))
        for child in line.children:
            if not child.unknown:
                self._below(target, child, name)

    def _of_type(self, line: Line, words: list[str]) -> None:
        """A policy-map of a type that the model does not have."""
        kind, below = words[0], [one for one in line.walk() if not one.unknown]
        if kind == "network-qos" and {one.keyword for one in below} <= _FRAMES:
            self.frames.add(unquoted(words[-1]))
            for one in below:
                self._account.irrelevant(one)
            return
        for one in below:
            self._account.recognised(one, f"policy-maps of type {kind} are not in the model")

    def _below(self, target: _Building, line: Line, policy: str) -> None:
        try:
            node = phrase("policy_map", line)
        except Rejected as error:
            self._account.rejected(line, error)
            return
        if node.name == "typed_class":
            self._account.recognised(line, "classes of a type are not in the model")
            return
        self._account.modelled(line)
        if node.name == "description":
            target.description = "" if line.negated else node.word()
            return
        if node.name in ("class_fragment", "class_service_fragment"):
            # Cisco, Quality of Service Configuration Guide (IOS XE 17), "Policies Aggregation".
            reason = "queueing that fragments of several policies share is not in the model"
            self._account.recognised(line, reason)
        word = node.words()[0]
        name = unquoted(word.text)
        if name.lower() == CLASS_DEFAULT:
            name = CLASS_DEFAULT
        if line.negated:
            target.classes.pop(name, None)
            return
        if name not in target.classes:
            _open(target, line, node, name)
        for child in line.children:
            if child.unknown:
                continue
            if child.keyword == "trust":
                self._trust(policy, name, child)
            else:
                self._statements.read(target.classes[name], child)

    def _trust(self, policy: str, name: str, line: Line) -> None:
        """A line `trust [cos|dscp|ip-precedence]` of a Catalyst switch: without a word, DSCP."""
        words = line.text.lower().split()[1 + line.negated :]
        if len(words) > 1 or not _TRUSTED.issuperset(words):
            self._account.recognised(line, "`trust` is not in the model")
            return
        self._account.modelled(line)
        if line.negated:
            self.trust_lines.get(policy, {}).pop(name, None)
        else:
            self.trust_lines.setdefault(policy, {})[name] = line

    def finish(self, classes_twice: Collection[str] = ()) -> dict[str, Policy]:
        """The policies in the order of the config; each ends with class-default.

        `classes_twice` are the names that class-maps of both types have.
        """
        done = {}
        twice = self.twice
        for found in self._queuing.values():
            _of_queuing(found, classes_twice, twice)
        queuing = [(renamed(name, twice), found) for name, found in self._queuing.items()]
        for name, found in (*self._found.items(), *queuing):
            for one in found.classes.values():
                self._statements.finish(one)
            classes = [
                found.classes[one].value(found.named_at[one])
                for one in in_order(found.classes, found.before)
                if one != CLASS_DEFAULT
            ]
            last = found.classes.get(CLASS_DEFAULT) or ClassLines(CLASS_DEFAULT, found.origin)
            classes.append(last.value(found.named_at.get(CLASS_DEFAULT, found.origin)))
            done[name] = Policy(name, tuple(classes), found.description, found.origin)
        return done


def _of_queuing(found: _Building, classes: Collection[str], policies: Collection[str]) -> None:
    """Let the classes of a policy of type queuing name objects of that type."""
    for one in found.classes.values():
        one.class_map = renamed(one.name, classes)
        if one.child is not None:
            one.child = replace(one.child, name=renamed(one.child.name, policies))


def _open(target: _Building, line: Line, node: Node, name: str) -> None:
    """The first line of a class."""
    first, *others = node.words()
    found = target.classes[name] = ClassLines(name, line.span())
    target.named_at[name] = at(line, first)
    if node.name == "class_service_fragment":
        found.fragment = others[0].text
    elif node.name == "class_before":
        other = unquoted(others[0].text)
        if other in target.classes and other != name:
            target.before.setdefault(other, []).append(name)
