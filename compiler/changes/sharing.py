"""Policers that several ports have in common: one bucket for the packets of all of them.

A JunOS filter that is not `interface-specific` has one instance for all interfaces that apply it
(Juniper, Interface-Specific Firewall Filter Instances Overview). Classes of Cisco that `police
aggregate` share a bucket over all ports, or on each port (`Profile.aggregates_of_port`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from qosc.ir import Device, Policer, Policy, Port, Reference, RuleList, Stage
from qosc.ir.resolve import resolve
from qosc.profiles.model import Profile
from qosc.source import NOWHERE, Span
from qosc.treatments.compare import Delta
from qosc.values import replace

__all__ = ["Sharing"]

_NAMED = 6
"""So many ports of a group are named; more are counted."""


class Sharing:
    """Which ports of a device share policers, by the names that ports have in `names`, or their
    own.
    """

    def __init__(self, device: Device, profile: Profile, names: Mapping[str, str]) -> None:
        users: dict[str, dict[str, Span]] = {}
        self._device = device
        self._of_port = profile.aggregates_of_port.value
        self._known: dict[str, tuple[Policer, ...]] = {}
        self._metered: set[str] = set()
        self._ports: dict[str, Port] = {}
        for port in device.ports.values():
            name = names.get(port.name, port.name)
            self._ports[name] = port
            for stage in (*port.input, *port.output):
                for policer, origin in self._policers(stage):
                    self._metered.add(name)
                    users.setdefault(policer.shared, {}).setdefault(name, origin)
        users.pop("", None)
        self._together: dict[str, tuple[str, ...]] = {}
        """The ports of each bucket that several have."""
        self._groups: dict[str, dict[tuple[str, ...], Span]] = {}
        for bucket, ports in users.items():
            group = tuple(sorted(ports))
            if len(group) > 1:
                self._together[bucket] = group
            for name, origin in ports.items() if len(group) > 1 else ():
                self._groups.setdefault(name, {}).setdefault(group, origin)

    def _policers(self, stage: Stage) -> Iterator[tuple[Policer, Span]]:
        """The policers of a stage, with the lines that use them."""
        if isinstance(stage, RuleList):
            for rule in stage.rules:
                if rule.policer is not None:
                    yield rule.policer, rule.origin
            return
        for policer in self._of_policy(stage.policy):
            # Where a bucket is of one port, its name stands for another one on each.
            yield replace(policer, shared="") if self._of_port else policer, policer.origin

    def _of_policy(self, reference: Reference) -> tuple[Policer, ...]:
        """The policers of a policy and of those inside it, each policy once."""
        key = reference.use or reference.name
        if key not in self._known:
            policers: list[Policer] = []
            seen: set[str] = set()
            work = [reference]  # a stack of our own: policies nest as deep as a config likes
            while work:
                item = work.pop()
                own, policy = item.use or item.name, resolve(self._device, item)
                if own in seen or not isinstance(policy, Policy):
                    continue
                seen.add(own)
                policers += (policer for each in policy.classes for policer in each.policers)
                work += (each.child for each in reversed(policy.classes) if each.child is not None)
            self._known[key] = tuple(policers)
        return self._known[key]

    def deltas(self, other: Sharing, name: str) -> Iterator[Delta]:
        """What a port shares here and otherwise in the other device, where both have policers."""
        before, after = self._groups.get(name, {}), other._groups.get(name, {})
        if not (before or after) or name not in self._metered & other._metered:
            return
        if before.keys() != after.keys():
            yield Delta(
                "policers for several ports together",
                _words(before),
                _words(after),
                old_origin=next(iter(before.values()), NOWHERE),
                new_origin=next(iter(after.values()), NOWHERE),
            )
            return
        # The same ports share something on both sides: is it the same policers? One whose figures
        # change is told by these.
        old, new = self._by_policer(name), other._by_policer(name)
        for policer, (groups, origin) in old.items():
            others, at = new.get(policer, (groups, NOWHERE))
            if groups != others:
                yield Delta(
                    f"ports of a policer of {policer.meter.cir}",
                    _ports_of(groups),
                    _ports_of(others),
                    old_origin=origin,
                    new_origin=at,
                )

    def _by_policer(self, name: str) -> dict[Policer, tuple[frozenset[tuple[str, ...]], Span]]:
        """Of each policer of a port, whatever its bucket is called: the ports that have such a
        bucket together, and a line that uses it.
        """
        groups: dict[Policer, set[tuple[str, ...]]] = {}
        origins: dict[Policer, Span] = {}
        port = self._ports[name]
        for stage in (*port.input, *port.output):
            for policer, origin in self._policers(stage):
                bare = replace(policer, shared="")
                groups.setdefault(bare, set()).add(self._together.get(policer.shared, (name,)))
                origins.setdefault(bare, origin)
        return {policer: (frozenset(ports), origins[policer]) for policer, ports in groups.items()}


def _ports_of(groups: frozenset[tuple[str, ...]]) -> str:
    """Which ports share: a port alone has a bucket of its own."""
    shared = sorted(group for group in groups if len(group) > 1)
    alone = ["each port by itself"] if len(shared) < len(groups) else []
    return "; ".join([*map(_listed, shared), *alone])


def _words(groups: Mapping[tuple[str, ...], Span]) -> str:
    return "; ".join(_listed(group) for group in sorted(groups)) or "none"


def _listed(group: tuple[str, ...]) -> str:
    """The ports that share, or the first of many with digits that follow from all of them."""
    if len(group) <= _NAMED:
        return " and ".join(group)
    digits = sha256("\n".join(group).encode()).hexdigest()[:8]
    return f"{', '.join(group[:_NAMED])} and {len(group) - _NAMED} more ({digits})"
