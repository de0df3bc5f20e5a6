"""policy-map: its classes in order, and what is done to each."""

from __future__ import annotations

from collections.abc import Collection

from qosc.frontends.cisco.dialects.typed_names import is_queuing, renamed
from qosc.frontends.cisco.mqc.class_lines import CLASS_DEFAULT
from qosc.frontends.cisco.mqc.class_statements import ClassStatements
from qosc.frontends.cisco.mqc.policy_lines import PolicyLines
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import Account, Rejected, phrase, unquoted
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Policy

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


class PolicyMaps:
    """Collects policy-maps. One that is opened again is added to, and so is a class in it."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._statements = ClassStatements(account)
        self._policies: dict[str, PolicyLines] = {}
        self._queuing: dict[str, PolicyLines] = {}
        """Those of type queuing, which have names of their own."""
        self.frames: set[str] = set()
        """Policies of type network-qos that set the size of frames and nothing else."""
        self.trust_lines: dict[str, dict[str, Line]] = {}
        """The lines `trust ...` by policy and class."""

    @property
    def twice(self) -> frozenset[str]:
        """The names that a policy-map of type queuing shares with another."""
        return frozenset(self._queuing.keys() & self._policies.keys())

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
        queuing = " type " in line.text and is_queuing(line)
        policies = self._queuing if queuing else self._policies
        if line.negated:
            policies.pop(name, None)
            return
        target = policies.setdefault(name, PolicyLines(line.span()))
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

    def _below(self, target: PolicyLines, line: Line, policy: str) -> None:
        """A line of a policy-map: its description, or a class with the lines below it."""
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
        else:
            self._class(target, line, node, policy)

    def _class(self, target: PolicyLines, line: Line, node: Node, policy: str) -> None:
        """A line `class NAME ...` with the lines below it."""
        if node.name in ("class_fragment", "class_service_fragment"):
            # Cisco, Quality of Service Configuration Guide (IOS XE 17), "Policies Aggregation".
            reason = "queueing that fragments of several policies share is not in the model"
            self._account.recognised(line, reason)
        name = unquoted(node.words()[0].text)
        if name.lower() == CLASS_DEFAULT:
            name = CLASS_DEFAULT
        if line.negated:
            target.classes.pop(name, None)
            return
        opened = target.open_class(name, line, node)
        for child in line.children:
            if child.unknown:
                continue
            if child.keyword == "trust":
                self._trust(policy, name, child)
            else:
                self._statements.read(opened, child)

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
        twice = self.twice
        for policy in self._queuing.values():
            policy.rename(classes_twice, twice)
        queuing = {renamed(name, twice): policy for name, policy in self._queuing.items()}
        policies = {**self._policies, **queuing}
        for policy in policies.values():
            for one in policy.classes.values():
                self._statements.finish(one)
        return {name: policy.value(name) for name, policy in policies.items()}
