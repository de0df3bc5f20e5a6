"""A class of a child policy that gets none of the packets of its parent class.

## What it does

Reports each class of a policy-map inside other classes that none of these classes hands a packet:
they match other packets, or classes before it in the child policy take all that they let in. The
answer is exact, as for `unreachable-class`, and over all places of the child policy together: a
class that is of use in one of them is left alone, and so is one of a policy that is also applied to
a port. Left alone are further a policy inside a class that marks its packets (no public source says
whether the child policy sees the mark), and classes that refer to something undefined.

## Why it matters

A child policy divides what its parent class takes, and nothing else. A class in it for other
packets is never reached: what it guarantees, polices or marks never happens, and the packets that
it was written for are treated by another class of the parent.

## Example

```ios
class-map match-any REAL-TIME
 match dscp ef cs5
class-map match-any SIGNALLING
 match dscp cs3 af31
policy-map QUEUES
 class REAL-TIME
  priority percent 20
 class SIGNALLING
  bandwidth percent 10
policy-map WAN
 class REAL-TIME
  shape average 2000000
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any REAL-TIME
 match dscp ef cs5
class-map match-any SIGNALLING
 match dscp cs3 af31
policy-map QUEUES
 class REAL-TIME
  priority percent 20
 class SIGNALLING
  bandwidth percent 10
policy-map WAN
 class class-default
  shape average 2000000
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco 10000 Series Router Quality of Service Configuration Guide, OL-7433-09, 13-4, Child Policy:
  a child policy is applied to a class of its parent and acts on individual streams of that class.
- Cisco IOS Quality of Service Solutions Command Reference, `policy-map`: a packet belongs to the
  first class of the policy that it matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Anything, Attachment, Policy, Reference, TrafficClass
from qosc.ir.resolve import POLICY_LEVELS
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.packets.sampled import sample
from qosc.packets.sample import EVERY

if TYPE_CHECKING:
    from qosc.packets import ClassRegion, PacketSpace, Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS110", "class-outside-parent", Severity.WARNING, "0.1")

_TOLD = 3
"""So many parent classes are named."""


class _Use(NamedTuple):
    """A class that has a child policy."""

    policy: Policy
    place: int

    @property
    def traffic_class(self) -> TrafficClass:
        """The class itself."""
        return self.policy.classes[self.place]


_Uses = Mapping[str, list[_Use]]


def check(context: Context) -> Iterator[Diagnostic]:
    policies = context.device.policies
    uses: dict[str, list[_Use]] = {}
    for policy in policies.values():
        for place, item in enumerate(policy.classes):
            if item.child is not None and item.child.name in policies:
                uses.setdefault(item.child.name, []).append(_Use(policy, place))
    if not uses:
        return
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            if isinstance(stage, Attachment):
                uses.pop(stage.policy.name, None)
    points = _Points(context, uses)
    for name, around in uses.items():
        policy = policies[name]
        if any(_marks(use.traffic_class) for use in around):
            continue
        sure = points.into(name)
        shares = context.once(sample).shares(policy)
        suspects = [
            place
            for place, item in enumerate(policy.classes)
            if not isinstance(item.match, Anything) and not shares[place][1] & sure
        ]
        if not suspects:
            continue
        findings: list[Diagnostic] = []  # none of them where the question is given up half-way
        with deciding(context, RULE, policy.origin, f"policy-map {name} inside other classes"):
            regions = _Regions(context.once(packet_space), uses)
            findings.extend(_findings(regions, policy, suspects, uses))
        yield from findings


def _marks(item: TrafficClass) -> bool:
    outcomes = (
        outcome
        for policer in item.policers
        for outcome in (policer.conform, policer.exceed, policer.violate)
    )
    return bool(item.marks) or any(outcome is not None and outcome.marks for outcome in outcomes)


class _Points:
    """The packets of the sample that surely come into a policy. Each policy is asked once."""

    def __init__(self, context: Context, uses: _Uses) -> None:
        self._sample, self._uses = context.once(sample), uses
        self._known: dict[str, int] = {}

    def into(self, name: str, depth: int = 0) -> int:
        """A bit for each packet; none is sure where policies contain themselves."""
        if name not in self._uses:
            return EVERY
        if name not in self._known:
            self._known[name] = values = 0
            for use in self._uses[name] if depth < POLICY_LEVELS else ():
                taken = self._sample.shares(use.policy)[use.place][1]
                values |= taken & self.into(use.policy.name, depth + 1)
            self._known[name] = values
        return self._known[name]


class _Regions:
    """The packets that come into a policy, and those that its classes take of any packets."""

    def __init__(self, space: PacketSpace, uses: _Uses) -> None:
        self.space, self._uses = space, uses
        self._known: dict[str, Region] = {}
        self._parts: dict[str, tuple[ClassRegion, ...]] = {}

    def of(self, policy: Policy) -> tuple[ClassRegion, ...]:
        """The classes of a policy by itself."""
        from qosc.packets import partition

        if policy.name not in self._parts:
            self._parts[policy.name] = partition(self.space, policy)
        return self._parts[policy.name]

    def into(self, name: str, depth: int = 0) -> Region:
        """All packets may come in where no class is around a policy, or one that it contains."""
        if name not in self._uses or depth >= POLICY_LEVELS:
            return self.space.everything
        if name not in self._known:
            self._known[name] = self.space.everything
            self._known[name] = self.space.union(
                self.of(use.policy)[use.place].taken & self.into(use.policy.name, depth + 1)
                for use in self._uses[name]
            )
        return self._known[name]


def _findings(
    regions: _Regions, policy: Policy, suspects: list[int], uses: _Uses
) -> Iterator[Diagnostic]:
    inside = regions.into(policy.name)
    if inside.is_empty() or _open(inside):
        return
    for place in suspects:
        part = regions.of(policy)[place]
        if not part.taken.is_empty() and not part.taken.meets(inside) and not _open(part.own):
            yield _finding(regions, policy, place, inside, uses)


def _open(region: Region) -> bool:
    """Whether the region depends on something that is not defined."""
    return any(isinstance(condition, Reference) for condition in region.conditions())


def _finding(
    regions: _Regions, policy: Policy, place: int, inside: Region, uses: _Uses
) -> Diagnostic:
    from qosc.diagnostics import Label
    from qosc.lint.facts.packets.regions import join_words
    from qosc.packets import describe_region, vocabulary

    item, own = policy.classes[place], regions.of(policy)[place].own
    first, *others = uses[policy.name]
    listed = join_words(
        [
            f"class {use.traffic_class.name} of policy-map {use.policy.name}"
            for use in (first, *others)
        ],
        _TOLD,
    )
    notes: tuple[str, ...] = ()
    if own.meets(inside):
        wanted = own & inside
        before = regions.of(policy)[:place]
        takers = [part.traffic_class.name for part in before if part.taken.meets(wanted)]
        words = join_words([f"class {name}" for name in takers])
        verb, lets = "match" if takers[1:] else "matches", "let" if others else "lets"
        why = f"{words} before it {verb} all of its packets that {listed} {lets} in"
        advice = f"put class {item.name} before {words}, or remove it"
    else:
        why = f"it is inside {listed}, which {'match' if others else 'matches'} none of its packets"
        advice = "put the policy-map inside a class that matches these packets, or remove the class"
        witness = own.witness()
        beside = [
            part.traffic_class.name
            for part in regions.of(first.policy)
            if witness is not None and witness in part.taken
        ]
        notes = tuple(
            f"{witness} goes to class {name} of policy-map {first.policy.name}" for name in beside
        )
    taken = regions.of(first.policy)[first.place].taken
    terms = vocabulary(regions.space.device, item.match, first.traffic_class.match)
    return RULE.at(
        item.origin,
        f"class {item.name} of policy-map {policy.name} is unreachable",
        effect=why,
        label="never reached",
        related=(Label(first.traffic_class.origin, f"matches {describe_region(taken, terms)}"),),
        notes=notes,
        help=advice,
    )
