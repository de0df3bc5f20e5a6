"""A line of a class that is unreachable: classes before it match all of its packets.

## What it does

Looks at the alternatives of each class: the lines of a match-any class-map, the permit entries of
an access list that it matches, the values of one line. Reports one whose packets all belong to
classes before it, while the class as a whole still gets others. It must be so in every policy that
uses the class-map; an entry that is of use in one of them is not reported.

That two classes overlap is no finding: "voice first, then the rest" is how policies are written.
Only an unreachable line is.

## Why it matters

Somebody wrote the line to bring packets into this class. They are in another, with its rate, queue
and marks.

## Example

```ios
class-map match-any VOICE
 match dscp ef
 match dscp cs5
class-map match-any VIDEO
 match dscp cs5
 match dscp af41
policy-map WAN
 class VOICE
  priority 128
 class VIDEO
  bandwidth 512
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any VOICE
 match dscp ef
class-map match-any VIDEO
 match dscp cs5
 match dscp af41
policy-map WAN
 class VOICE
  priority 128
 class VIDEO
  bandwidth 512
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `policy-map`: a packet belongs to the
  first class of the policy that it matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Policy,
    Port,
    Predicate,
    Reference,
    RuleList,
    Test,
)
from qosc.ir.resolve import references_of, resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.packets.sampled import sample
from qosc.packets.quick import surely_reached
from qosc.source import Span

if TYPE_CHECKING:
    from qosc.packets import ClassRegion, Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS102", "partly-shadowed-class", Severity.INFO, "0.1")

QUICK = 48
DEEP = 8
"""How many class-maps inside class-maps are followed."""


class Alternative(NamedTuple):
    """One way into a class: a line or value, or an entry (at `place`) of the list `found`."""

    origin: Span
    match: Predicate
    found: AccessList | None = None
    place: int = 0

    def before(self) -> list[Predicate]:
        """What is tried before it in its own list."""
        entries = self.found.entries[: self.place] if self.found else ()
        return [entry.match for entry in entries]


_Key = tuple[Span, Predicate]


class _Exact:
    """The exact answers about one device, each worked out once."""

    def __init__(self, context: Context) -> None:
        self.space = context.once(packet_space)
        self._parts: dict[str, tuple[ClassRegion, ...]] = {}
        self._entries: dict[str, list[Region]] = {}

    def parts(self, policy: Policy) -> tuple[ClassRegion, ...]:
        """The partition of a policy."""
        if policy.name not in self._parts:
            from qosc.packets import partition

            self._parts[policy.name] = partition(self.space, policy)
        return self._parts[policy.name]

    def own(self, way: Alternative) -> Region:
        """What comes this way when nothing but the list itself is in between."""
        if way.found is None:
            return self.space.region(way.match)
        if way.found.name not in self._entries:
            left, shares = self.space.everything, []
            for entry in way.found.entries:
                region = self.space.region(entry.match)
                shares.append(region & left)
                left -= region
            self._entries[way.found.name] = shares
        return self._entries[way.found.name][way.place]


def check(context: Context) -> Iterator[Diagnostic]:
    suspects = [
        (policy, place)
        for policy in context.device.policies.values()
        for place, item in enumerate(policy.classes)
        if place and not isinstance(item.match, Anything) and not _fine(context, policy, place)
    ]
    idle = _idle(context, suspects) if suspects else {}
    for policy, place, way in idle.values():
        with deciding(context, RULE, way.origin, policy.title, _Exact):
            yield from _finding(context.once(_Exact), policy, place, way)


def _fine(context: Context, policy: Policy, place: int) -> bool:
    """Whether there is one way into a class, or the sample shows that each of several is open."""
    points = context.once(sample)
    ways = points.ways(policy.classes[place].match)
    if ways is None:
        return False
    left = points.shares(policy)[place][0]
    return len(ways) < 2 or all(way & left for way in ways)


def _idle(
    context: Context, suspects: list[tuple[Policy, int]]
) -> dict[_Key, tuple[Policy, int, Alternative]]:
    """The ways that are closed in some class and open nowhere, each with the first such class."""
    device = context.device
    useful = _used_elsewhere(device, context.index.busy)
    idle: dict[_Key, tuple[Policy, int, Alternative]] = {}
    looked_at = set()
    for policy, place in suspects:
        ways = list(alternatives(device, policy.classes[place].match))
        # Nothing can be said against the only way into a class.
        if len(ways) < 2:
            continue
        looked_at.add((policy.name, place))
        for way in ways:
            key = (way.origin, way.match)
            if key in useful:
                continue
            if _reached(context, policy, place, way):
                useful.add(key)
            else:
                idle.setdefault(key, (policy, place, way))
    # The other classes are looked at only where they may speak for a line that is idle here.
    for policy in device.policies.values() if idle else ():
        for place, item in enumerate(policy.classes):
            if isinstance(item.match, Anything) or (policy.name, place) in looked_at:
                continue
            for way in alternatives(device, item.match):
                key = (way.origin, way.match)
                if key in idle and key not in useful and _reached(context, policy, place, way):
                    useful.add(key)
    return {key: idle_parts for key, idle_parts in idle.items() if key not in useful}


def _used_elsewhere(device: Device, busy: tuple[Port, ...]) -> set[_Key]:
    """What also stands where it is no alternative: in a `rate-limit`, or beside other criteria."""
    rules = (
        rule
        for port in busy
        for stage in (*port.input, *port.output)
        if isinstance(stage, RuleList)
        for rule in stage.rules
    )
    work: list[Predicate] = [reference for rule in rules for reference in references_of(rule.match)]
    for class_map in device.class_maps.values():
        for line in _mixed(class_map.match):
            work.extend(references_of(line))
    keys: set[_Key] = set()
    for reference in dict.fromkeys(work):
        keys.update((way.origin, way.match) for way in alternatives(device, reference))
    return keys


def _mixed(match: Predicate) -> Iterator[Predicate]:
    """The parts of a class that are no ways into it by themselves."""
    if isinstance(match, AnyOf) or (isinstance(match, AllOf) and len(match.operands) == 1):
        for part in match.operands:
            yield from _mixed(part)
    elif not isinstance(match, Reference):
        yield match


def alternatives(device: Device, match: Predicate) -> Iterator[Alternative]:
    """The ways into a class, in the order of the config."""
    work: list[tuple[Predicate, int]] = [(match, 0)]
    while work:
        item, depth = work.pop()
        target = resolve(device, item) if isinstance(item, Reference) else None
        if isinstance(target, ClassMap) and depth < DEEP:
            work.append((target.match, depth + 1))
        elif isinstance(target, AccessList):
            yield from _entries(target)
        elif isinstance(item, AnyOf) or (isinstance(item, AllOf) and len(item.operands) == 1):
            work.extend((part, depth) for part in reversed(item.operands))
        else:
            yield from _values(item)


def _entries(access_list: AccessList) -> Iterator[Alternative]:
    for place, entry in enumerate(access_list.entries):
        if entry.permit:
            yield Alternative(entry.origin, entry.match, access_list, place)


def _values(item: Predicate) -> Iterator[Alternative]:
    """The values of a line apart, where the line is a test of one field with several."""
    parts = item.operands if isinstance(item, AllOf) else (item,)
    lists = [part for part in parts if isinstance(part, Test) and len(part.values) > 1]
    if len(lists) != 1 or any(isinstance(part, Reference) for part in parts):
        yield Alternative(item.origin, item)
        return
    rest = tuple(part for part in parts if part is not lists[0])
    for value in lists[0].values:
        one = Test(lists[0].field, (value,), lists[0].origin)
        yield Alternative(item.origin, AllOf((*rest, one), item.origin) if rest else one)


def _reached(context: Context, policy: Policy, place: int, way: Alternative) -> bool:
    """Whether some packet comes into the class this way; also where nobody can tell."""
    if place == 0:
        return True
    if place <= QUICK and way.place <= QUICK:
        classes = [item.match for item in policy.classes[:place]]
        if surely_reached(context.device, way.match, [*way.before(), *classes]):
            return True
    what = f"class {policy.classes[place].name} of {policy.title}"
    answers = []
    with deciding(context, RULE, policy.classes[place].origin, what, _Exact):
        exact = context.once(_Exact)
        own = exact.own(way)
        # A way that is closed by itself is the matter of the rules about its list.
        answers.append(own.is_empty() or own.meets(exact.parts(policy)[place].taken))
    return all(answers)


def _finding(exact: _Exact, policy: Policy, place: int, way: Alternative) -> Iterator[Diagnostic]:
    from qosc.ir.describe import describe_match
    from qosc.lint.facts.packets.regions import join_words, labels, takers

    space, parts, own = exact.space, exact.parts(policy), exact.own(way)
    part = parts[place]
    if part.taken.is_empty():
        return  # the class as a whole is out of reach: another rule's finding
    name = part.traffic_class.name
    earlier = [(other.traffic_class.match, other.own) for other in parts[:place]]
    taken = takers(space.device, own, earlier, way.match)
    names = join_words([f"class {parts[taker.place].traffic_class.name}" for taker in taken])
    yield RULE.at(
        way.origin,
        f"{describe_match(way.match)[:40]} of class {name} is unreachable",
        effect=f"{names} before it in {policy.title} "
        f"{'matches' if len(taken) == 1 else 'match'} its packets",
        label="never matches",
        related=(
            *labels(taken, [part.traffic_class.origin for part in parts]),
            Label(part.traffic_class.origin, "comes later"),
        ),
        help=f"remove it, or put class {name} before {names}",
    )
