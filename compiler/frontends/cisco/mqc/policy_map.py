"""policy-map: its classes in order, and what is done to each."""

from __future__ import annotations

from collections.abc import Collection

from qosc.amounts import Depth
from qosc.frontends.cisco.dialects.typed_names import is_queuing, renamed
from qosc.frontends.cisco.mqc.class_lines import CLASS_DEFAULT, ClassLines
from qosc.frontends.cisco.mqc.class_order import in_order
from qosc.frontends.cisco.mqc.marks import set_line
from qosc.frontends.cisco.mqc.police import police
from qosc.frontends.cisco.mqc.queueing import (
    buffers,
    fair_queue,
    guarantee,
    is_share,
    one_in,
    priority,
    queue_limit,
    shaper,
)
from qosc.frontends.cisco.mqc.wred import read_wred
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    KILO,
    Account,
    Rejected,
    at,
    phrase,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Policy, Priority, Reference, RefKind
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
_WHY = {"dbl": "dynamic buffer limiting drops by flow, in a way that Cisco does not document"}
_TRUSTED = frozenset(("cos", "dscp", "ip-precedence"))
_KILO = frozenset(("kbytes", "mbytes", "gbytes"))
_STATEMENTS = frozenset(
    (
        "bandwidth",
        "drop",
        "fair-queue",
        "priority",
        "queue-buffers",
        "queue-limit",
        "random-detect",
        "service-policy",
        "set",
        "shape",
    )
)
_FRAMES = frozenset(("class", "description", "mtu", "policy-map"))
"""The statements of a policy of type network-qos that is there for jumbo frames only."""
_KINDS = frozenset(("average", "level", "peak", "percent", "ratio", "remaining"))
"""Words between a keyword and its value, behind which a line that takes it away may end."""


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
        self._found: dict[str, _Building] = {}
        self._queuing: dict[str, _Building] = {}
        """Those of type queuing, which have names of their own."""
        self.frames: set[str] = set()
        """Policies of type network-qos that set the size of frames and nothing else."""
        self.believed: dict[str, dict[str, Line]] = {}
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
                self._statement(target.classes[name], child)

    def _trust(self, policy: str, name: str, line: Line) -> None:
        """A line `trust [cos|dscp|ip-precedence]` of a Catalyst switch: without a word, DSCP."""
        words = line.text.lower().split()[1 + line.negated :]
        if len(words) > 1 or not _TRUSTED.issuperset(words):
            self._account.recognised(line, "`trust` is not in the model")
            return
        self._account.modelled(line)
        if line.negated:
            self.believed.get(policy, {}).pop(name, None)
        else:
            self.believed.setdefault(policy, {})[name] = line

    def _statement(self, target: ClassLines, line: Line) -> None:
        try:
            if line.keyword == "police":
                target.police = None if line.negated else police(self._account, line)
            elif line.keyword == "set" and not (line.negated and len(line.text.split()) == 2):
                set_line(self._account, line, target.marks)
            elif line.keyword in _STATEMENTS:
                words = line.text.lower().split()
                if line.negated and _KINDS.issuperset(words[2:]):
                    target.clear(line.keyword, words[2:])
                else:
                    self._apply(target, line, phrase("policy_map", line))
            else:
                reason = _WHY.get(line.keyword, f"`{line.keyword}` is not in the model")
                raise recognised(None, reason)
        except Rejected as error:
            self._account.rejected(line, error)
        else:
            self._account.modelled(line)

    def _apply(self, target: ClassLines, line: Line, node: Node) -> None:
        if is_share(node):
            target.shares.append((line, node))
            return
        self._take(target, line, node, None)

    def _take(self, target: ClassLines, line: Line, node: Node, whole: Depth | None) -> None:
        name = node.name
        gone = line.negated
        self._overhead(line, node)
        if name in ("bandwidth", "bandwidth_percent"):
            target.guarantee = None if gone else guarantee(line, node, self._account.dialect)
        elif name in ("remaining_percent", "remaining_ratio"):
            target.excess = None if gone else guarantee(line, node, self._account.dialect)
        elif name == "priority":
            target.priority = None if gone else self._priority(line, node)
        elif name.startswith("shape"):
            target.shaper = None if gone else shaper(line, node)
        elif name.startswith("queue_limit"):
            limit = queue_limit(line, node, whole)
            target.limits.pop(limit.match, None)
            if not gone:
                target.limits[limit.match] = limit
        elif name == "queue_buffers":
            target.limits.pop(None, None)
            if not gone:
                target.limits[None] = buffers(line, node)
        elif name.startswith("fair_queue"):
            target.fair_queue = None if gone else fair_queue(line, node, target.fair_queue)
        elif name.startswith(("wred", "curve")):
            target.wred = read_wred(target.wred, line, node, whole)
        elif name == "drop":
            target.drop = not gone
        else:
            word = node.words()[0]
            child = Reference(RefKind.POLICY_MAP, unquoted(word.text), at(line, word))
            target.child = None if gone else child

    def _overhead(self, line: Line, node: Node) -> None:
        if node.name == "shape_between" and node.words()[0].text.strip("0."):
            reason = "the least rate of a shaped queue is not in the model"
            self._account.recognised(line, reason, node.words()[0])
        account = node.find("account")
        if account is not None:
            reason = "accounting for layer-2 overhead is not in the model"
            self._account.recognised(line, reason, account)
        for part in node.nodes():
            loss = part if part.name == "loss" else part.find("chance_percent")
            if loss is not None and 100 % (percent := int(loss.word())) and one_in(percent):
                reason = f"taken for a drop probability of 1/{one_in(percent)}"
                self._account.recognised(line, reason, loss)
            units = [one for one in part.nodes() if one.name.endswith("unit")]
            unit = units[0] if units else part
            if unit.word() in _KILO:
                self._account.recognised(line, KILO, unit)

    def _priority(self, line: Line, node: Node) -> Priority:
        if node.find("express") is not None:
            # Cisco-IOS-XE-policy (17.18.1), priority/express: frames that interrupt others.
            self._account.recognised(line, "frame preemption is not in the model")
        return priority(line, node)

    def _shares(self, target: ClassLines) -> None:
        whole = target.limits.get(None)
        for line, node in target.shares:
            try:
                self._take(target, line, node, whole.depth if whole is not None else None)
            except Rejected as error:
                self._account.rejected(line, error)

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
                self._shares(one)
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
