"""How many commands the ports still to come will have, told from those that are like them.

A device of thousands of ports has few kinds of them. What one took, the next one of its kind takes
as well, so that a script that will not fit is refused at its first ports. Ports are of one kind
where their policies differ in nothing but their names and those of their classes, as when a program
has written a policy for each port.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from qosc.ir import Attachment, Device, Policy, Port, Predicate, Reference, Stage, TrafficClass
from qosc.source import NOWHERE
from qosc.values import replace

__all__ = ["SURE", "AlikePorts"]

SURE = 2
"""A script is refused by what its ports will take only where that is so many times as much as it
may have: ports that look alike may differ in a command or two (an address of the router's own).
"""
_CHILDREN = 2
"""So many levels of policies within a policy are looked into; what is below is told by its name."""


class AlikePorts:
    """Ports to be lowered, by what their commands follow from."""

    def __init__(self, device: Device, ports: Iterable[Port]) -> None:
        self._device = device
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[tuple[str, str, int], Hashable] = {}
        self._left = Counter(map(self._kind, ports))
        self._each: dict[Hashable, int] = {}
        self._to_come = 0

    def to_come(self, port: Port, commands: int) -> int:
        """How many commands the ports like those already lowered will have together, after `port`
        has been lowered to so many.
        """
        kind = self._kind(port)
        self._to_come -= self._each.get(kind, 0) * self._left[kind]
        self._left[kind] -= 1
        self._each[kind] = commands
        self._to_come += commands * self._left[kind]
        return self._to_come

    def _kind(self, port: Port) -> Hashable:
        """What is equal for ports of the same commands: their model without names and places."""
        bare = replace(
            port, name="", parent="", unit="", beside=(), input=(), output=(), origin=NOWHERE
        )
        return bare, tuple(map(self._stage, port.input)), tuple(map(self._stage, port.output))

    def _stage(self, stage: Stage) -> Hashable:
        """A policy by what it does; a list of rules, which may be long, by being the same one."""
        if isinstance(stage, Attachment):
            return "policy", self._policy(stage.policy, _CHILDREN)
        return id(stage)

    def _policy(self, named: Reference, levels: int) -> Hashable:
        """A number for what the policy does. Its name, where it is not defined or too deep."""
        place = named.name, named.use, levels
        if place not in self._known:
            policy = self._device.applied.get(named.use) if named.use else None
            policy = policy or self._device.policies.get(named.name)
            self._known[place] = named.name if policy is None else self._number(policy, levels)
        return self._known[place]

    def _number(self, policy: Policy, levels: int) -> Hashable:
        if levels < 0:
            return policy.name
        bare = replace(policy, name="", classes=())
        done = bare, tuple(self._class(each, levels) for each in policy.classes)
        # A policy may have thousands of classes and thousands of ports: it is hashed once.
        return self._numbers.setdefault(done, len(self._numbers))

    def _class(self, each: TrafficClass, levels: int) -> Hashable:
        child = None if each.child is None else self._policy(each.child, levels - 1)
        return replace(each, name="", match=self._match(each.match), child=None), child

    def _match(self, match: Predicate) -> Predicate:
        """What a class-map asks for in place of its name; what that names in turn stays."""
        if isinstance(match, Reference) and match.name in self._device.class_maps:
            return self._device.class_maps[match.name].match
        return match
