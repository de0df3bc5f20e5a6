"""Policies as they work where they are applied.

One policy may be applied to ports of different speeds, and to several classes. A burst, a queue
limit or a drop curve that the config leaves to the platform follows from a rate, and where that is
a share of something, from where the policy is: Cisco, "QoS: Percentage-Based Policing": the same
policy map is used for interfaces with different amounts of bandwidth.

So each policy is filled in for each base that something needs. Where all results are equal, that is
the policy. Where they differ, each has a key in `Device.applied`, and the references say which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qosc.datapath.fill import fill_policy
from qosc.datapath.shares import Base
from qosc.ir import Attachment, Device, Policy, Stage
from qosc.ir.resolve import POLICY_LEVELS
from qosc.profiles.model import Profile
from qosc.tuples import NamedTuple
from qosc.values import replace

__all__ = ["Applied", "Key", "applied"]

_MOST, _MOST_TIMES = 20_000, 10
"""So many classes of child policies are filled in, and so many for each class of the config: what
is beyond that works at no rate that is known. No router takes so many."""
_UNKNOWN = Base(None)
_FILLED = ("policers", "priority", "shaper", "limits", "wred")
"""The fields of a class that have defaults."""


class Key(NamedTuple):
    """A policy and what its percentages are of."""

    name: str
    base: Base

    def __str__(self) -> str:
        base = self.base
        rate = "an unknown rate" if base.whole is None else f"{base.whole} bit/s"
        pool = "" if base.pool is None else f", guarantees of {base.pool} bit/s"
        return f"{self.name} at {rate}{pool}{'' if base.output else ' on input'}"


class Applied:
    """The policies of a device where they are applied. `policies` and `by_use` are those of
    `Device.policies` and `Device.applied`.
    """

    def __init__(self, device: Device, profile: Profile) -> None:
        self._device, self._defined = device, device.policies
        self._profile = profile
        self._order, self._looped = _order(device.policies)
        self._filled: dict[Key, Policy] = {}
        self._keys: dict[str, list[Key]] = {}
        self._inside: dict[Key, tuple[Key | None, ...]] = {}
        self._room = _MOST + _MOST_TIMES * sum(len(each.classes) for each in self._defined.values())
        self._uses: dict[Key, str] = {}
        self.policies: Mapping[str, Policy] = {}
        self.by_use: Mapping[str, Policy] = {}

    def fill(self, places: Iterable[Key]) -> None:
        """Fill in all policies, at these places of ports and at those that follow from them."""
        self._walk(places)
        for name in reversed(self._order):
            # What is applied nowhere works at no rate that is known; its children follow from it.
            if name not in self._keys:
                self._walk([Key(name, _UNKNOWN)])
        self._choose()

    def use(self, name: str, base: Base) -> str:
        """`Reference.use` of a policy at a place of a port."""
        return self._uses.get(Key(name, base), "")

    def _walk(self, places: Iterable[Key]) -> None:
        # Level by level: policies that contain each other many times over, or themselves, cost no
        # more than their lines.
        level, depth = list(places), 0
        while level:
            below: list[Key] = []
            for key in level:
                policy = self._defined.get(key.name)
                if policy is None or key in self._filled:
                    continue
                made = self._filled[key] = self._fill(policy, key.base)
                self._keys.setdefault(key.name, []).append(key)
                inside = self._children(key, made, depth)
                if any(inside):
                    self._inside[key] = inside
                    below += [each for each in inside if each is not None]
            level, depth = below, depth + 1

    def _fill(self, policy: Policy, base: Base) -> Policy:
        return fill_policy(self._device, policy, base, self._profile)

    def _children(self, key: Key, policy: Policy, depth: int) -> tuple[Key | None, ...]:
        """The policy inside each class, at its base; None where there is none."""
        keys: list[Key | None] = []
        for each in policy.classes:
            name = each.child.name if each.child is not None else ""
            if each.child is None or name not in self._defined:
                keys.append(None)
                continue
            child = Key(name, key.base.below(each))
            if child not in self._filled:
                self._room -= len(self._defined[name].classes)
            loops = key.name in self._looped and name in self._looped
            if depth + 1 >= POLICY_LEVELS or self._room < 0 or loops:
                child = Key(name, Base(None, None, key.base.output))
            keys.append(child)
        return tuple(keys)

    def _choose(self) -> None:
        """Give a policy of one kind its place among the definitions, others a use each."""
        policies: dict[str, Policy] = {}
        by_use: dict[str, dict[str, Policy]] = {}
        for name in self._order:
            if len(self._keys[name]) == 1:
                policies[name] = self._linked(self._keys[name][0])
                continue
            kinds: dict[Policy, str] = {}
            uses = {}
            for key in self._keys[name]:
                use, policy = str(key), self._linked(key)
                if policy not in kinds and use in kinds.values():
                    use += f", buffers of {key.base.buffer or key.base.whole} bit/s"
                uses[key] = kinds.setdefault(policy, use)
            policies[name] = _agreed(self._defined[name], list(kinds))
            # What contains itself is refused by routers, and is the same at every level here.
            if len(kinds) > 1 and name not in self._looped:
                self._uses.update(uses)
                by_use[name] = {use: policy for policy, use in kinds.items()}
        self.policies = {name: policies[name] for name in self._defined}
        self.by_use = {
            use: policy for name in self._defined for use, policy in by_use.get(name, {}).items()
        }

    def _linked(self, key: Key) -> Policy:
        """A policy that says which policies its classes use."""
        policy, inside = self._filled[key], self._inside.get(key)
        if inside is None:
            return policy
        classes = list(policy.classes)
        for number, (traffic_class, child) in enumerate(zip(policy.classes, inside, strict=True)):
            use = self._uses.get(child, "") if child is not None else ""
            if traffic_class.child is not None and traffic_class.child.use != use:
                classes[number] = replace(
                    traffic_class, child=replace(traffic_class.child, use=use)
                )
        return replace(policy, classes=tuple(classes))


def _order(policies: Mapping[str, Policy]) -> tuple[list[str], frozenset[str]]:
    """Names of policies from the inside out, and which contain themselves."""
    if all(each.child is None for policy in policies.values() for each in policy.classes):
        return list(policies), frozenset()
    from qosc.datapath.nesting import bottom_up

    return bottom_up(policies)


def applied(device: Device, profile: Profile, bases: Mapping[str, int | None]) -> Device:
    """The device with its policies filled in where they are applied.

    `bases` has the rate of each port with a policy, in bit/s, where it is known.
    """
    uses = Applied(device, profile)
    uses.fill(
        Key(stage.policy.name, Base(rate, None, output))
        for name, rate in bases.items()
        for output in (False, True)
        for stage in (device.ports[name].output if output else device.ports[name].input)
        if isinstance(stage, Attachment)
    )
    ports = dict(device.ports)
    for name, rate in bases.items():
        port = device.ports[name]
        coming = _with_uses(port.input, uses, Base(rate, None, output=False))
        going = _with_uses(port.output, uses, Base(rate))
        if coming is not port.input or going is not port.output:
            ports[name] = replace(port, input=coming, output=going)
    return replace(device, ports=ports, policies=uses.policies, applied=uses.by_use)


def _with_uses(stages: tuple[Stage, ...], applied: Applied, base: Base) -> tuple[Stage, ...]:
    changed: list[Stage] = []
    for stage in stages:
        if isinstance(stage, Attachment):
            use = applied.use(stage.policy.name, base)
            if use != stage.policy.use:
                stage = replace(stage, policy=replace(stage.policy, use=use))  # noqa: PLW2901
        changed.append(stage)
    same = all(new is old for new, old in zip(changed, stages, strict=True))
    return stages if same else tuple(changed)


def _agreed(policy: Policy, made: list[Policy]) -> Policy:
    """A policy with the defaults that it has wherever it is applied."""
    if len(made) == 1:
        return made[0]
    classes = []
    for number, traffic_class in enumerate(policy.classes):
        there = [each.classes[number] for each in made]
        same = {
            name: getattr(there[0], name)
            for name in _FILLED
            if all(getattr(one, name) == getattr(there[0], name) for one in there)
        }
        if traffic_class.child is not None and traffic_class.child.use:
            same["child"] = replace(traffic_class.child, use="")
        classes.append(replace(traffic_class, **same))
    return replace(policy, classes=tuple(classes))
