"""The leaves of a port's model: each value that a back end must carry or account for.

A path names a leaf the way a person would point at it:
`ATM1/0.108 pvc 4/108 > output > policy-map cdf-wfq > class pre7 > guarantee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qosc.amounts import Burst, Depth, Rate
from qosc.ir.conditioning import Doubt, Mark, Meter, Outcome, RuleList
from qosc.ir.device import Attachment, Beside, Device, Port
from qosc.ir.match import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    Opaque,
    Reference,
    Test,
)
from qosc.ir.queueing import FairQueue, Policy, TrafficClass
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.source import NOWHERE, Span
from qosc.values import dataclass, field_names, replace

__all__ = [
    "MOST_LEVELS",
    "MOST_REFERENCES",
    "SEPARATOR",
    "Leaf",
    "ModelTooLargeError",
    "child_paths",
    "has_qos",
    "has_queues",
    "join",
    "leaves",
    "plain_tests",
    "qos_ports",
    "queued_classes",
    "queues_below",
    "resolve",
]

SEPARATOR = " > "

MOST_LEVELS = 32
"""References that lead to references, from a port on."""
MOST_REFERENCES = 20_000
"""References that are followed for one port."""


class ModelTooLargeError(ValueError):
    """A config whose objects refer to each other so deeply, or so often, that no router takes it.

    Class-maps that each use another one twice double with every level.
    """


_ATOMS = (Rate, Burst, Depth, Mark, Outcome, Test, Anything, Opaque, Beside)
_NOT_LEAVES = frozenset(
    (
        "origin",
        "rank",
        "kind",
        "name",
        "label",
        "description",
        "options",
        "default_by",
        "doubts",
        "feature",
        "overridden",
        "parent",
        "by_guarantee",
        "pool",
        "pools",
        "metered",
        "queued",
        "shutdown",
        "speed_by_name",
        "per_link",
        "remainder",
        "remaining",
        "permit",
        "fragments_by_layer_3",
        "deny_ignored",
        "doubt",
        "use",
        "whole",
        "unit",
        "of_unit",
        "vlan",
        "holds",
        "unit_queues",
        "fifo",
        "undefined",
    )
)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of the model: where it stands, what it is, where it was written."""

    path: str
    value: object
    origin: Span
    default_by: str = ""
    """The profile (and its source) that the whole stage of the leaf comes from."""
    doubt: Doubt | None = None
    """What the router may do otherwise."""


def join(*parts: str) -> str:
    """A leaf's path from its parts."""
    return SEPARATOR.join(parts)


def has_qos(port: Port) -> bool:
    """Whether the port says anything about how packets are treated."""
    return any(
        (
            port.input,
            port.output,
            port.fair_queue,
            port.hold_queue_in,
            port.hold_queue_out,
            port.tx_ring,
            port.atm,
            port.within,
        )
    )


def qos_ports(device: Device) -> tuple[Port, ...]:
    """The ports with QoS, in the order of the config."""
    return tuple(port for port in device.ports.values() if has_qos(port))


def leaves(device: Device, port: Port) -> Iterator[Leaf]:
    """Every leaf of one port, each once, in the order of the model.

    A reference is followed to what it names and stands for it; only one that leads nowhere (or
    back to where it came from) is a leaf itself. A policy that is used twice has its leaves twice:
    each use is lowered on its own. Raises ModelTooLargeError above MOST_LEVELS or MOST_REFERENCES.
    """
    yield from _walk(device, port, port.name, port.origin, _Path())


class _Path:
    """The references that led here, and how often any was followed for this port."""

    __slots__ = ("followed", "references")

    def __init__(self, references: tuple[Reference, ...] = (), followed: list[int] | None = None):
        self.references = references
        self.followed = [0] if followed is None else followed

    def __contains__(self, reference: Reference) -> bool:
        return reference in self.references

    def below(self, reference: Reference) -> _Path:
        self.followed[0] += 1
        if len(self.references) >= MOST_LEVELS or self.followed[0] > MOST_REFERENCES:
            name = f"{reference.target} {reference.name[:80]!a}"
            raise ModelTooLargeError(f"{name} is reached too deeply or too often to be translated")
        return _Path((*self.references, reference), self.followed)


def child_paths(path: str, value: tuple[object, ...]) -> list[str]:
    """The paths of the elements of a tuple that stands at `path`.

    Elements that can be told apart by a name of their own are called by it, others are counted
    from 1.
    """
    names = [_element_name(element) for element in value]
    unique = len(set(names)) == len(names) and all(names)
    return [
        join(path, name) if unique else f"{path}[{number}]"
        for number, name in enumerate(names, start=1)
    ]


def _element_name(element: object) -> str:
    if isinstance(element, RuleList):
        return element.feature
    if isinstance(element, Attachment):
        return f"policy-map {element.policy.name}"
    if isinstance(element, TrafficClass):
        return f"class {element.name}"
    if isinstance(element, Beside):
        return f"{element.relation} {element.name}"
    return ""


def _walk(device: Device, value: object, path: str, origin: Span, seen: _Path) -> Iterator[Leaf]:
    by = value.default_by if isinstance(value, Attachment | RuleList | FairQueue) else ""
    doubted = (isinstance(value, Meter) and value.doubts) or (
        isinstance(value, AccessEntry) and value.doubt
    )
    if by or doubted:
        yield from _remarked(device, value, path, origin, seen)
    elif isinstance(value, Attachment):
        # The attachment's own path already names the policy.
        yield from _follow(device, value.policy, path, seen)
    elif isinstance(value, Reference):
        yield from _follow(device, value, join(path, f"{value.target} {value.name}"), seen)
    elif isinstance(value, _ATOMS) or not (names := field_names(value.__class__)):
        yield Leaf(path, value, getattr(value, "origin", origin) or origin)
    else:
        origin = getattr(value, "origin", origin)
        empty = True
        for name in names:
            if name in _NOT_LEAVES:
                continue
            child = getattr(value, name)
            if child is None or child is False or child in ((), ""):
                continue
            empty = False
            below = join(path, name.replace("_", "-"))
            if isinstance(child, tuple) and name not in ("values", "points"):
                # A tuple of named elements needs no step of its own in the path.
                base = path if isinstance(value, Policy | AccessList) else below
                for place, element in zip(child_paths(base, child), child, strict=True):
                    yield from _walk(device, element, place, origin, seen)
            else:
                yield from _walk(device, child, below, origin, seen)
        if empty:
            # `fair-queue` without a number says something too.
            yield Leaf(path, value, origin)


def _remarked(
    device: Device, value: object, path: str, origin: Span, seen: _Path
) -> Iterator[Leaf]:
    """The leaves of a stage that comes from a profile, or of a meter or an entry with doubts."""
    if isinstance(value, AccessEntry):
        doubt = Doubt("match", value.doubt)
        for leaf in _walk(device, replace(value, doubt=""), path, origin, seen):
            yield replace(leaf, doubt=doubt)
    elif isinstance(value, Meter):
        doubts = {join(path, one.leaf): one for one in value.doubts}
        for leaf in _walk(device, replace(value, doubts=()), path, origin, seen):
            yield replace(leaf, doubt=doubts.get(leaf.path))
    elif isinstance(value, Attachment | RuleList | FairQueue):
        for leaf in _walk(device, replace(value, default_by=""), path, origin, seen):
            yield replace(leaf, default_by=value.default_by)


def _follow(device: Device, reference: Reference, path: str, seen: _Path) -> Iterator[Leaf]:
    target = resolve(device, reference)
    if target is None or reference in seen:
        yield Leaf(path, reference, reference.origin)
    else:
        yield from _walk(device, target, path, NOWHERE, seen.below(reference))


def has_queues(
    device: Device, policy: Policy, above: Iterable[str] = (), levels: int | None = None
) -> bool:
    """Whether some class of a policy, or of one below it, has a queue of its own.

    `above` holds the names of policies that are not looked into once more; no more than `levels`
    of policies are looked into (None: all).
    """
    waiting, seen = [(policy, 1)], {policy.name, *above}
    while waiting:
        looked, level = waiting.pop()
        for traffic_class in looked.classes:
            if traffic_class.has_queue:
                return True
            child = (
                resolve(device, traffic_class.child) if traffic_class.child is not None else None
            )
            if isinstance(child, Policy) and child.name not in seen and level != levels:
                seen.add(child.name)
                waiting.append((child, level + 1))
    return False


def queues_below(device: Device, traffic_class: TrafficClass, above: Iterable[str] = ()) -> bool:
    """Whether the queues of a class are those of its child policy; `above` as in `has_queues`."""
    child = resolve(device, traffic_class.child) if traffic_class.child is not None else None
    if not isinstance(child, Policy) or child.name in above:
        return False
    return has_queues(device, child, above, POLICY_LEVELS)


def queued_classes(device: Device, policy: Policy, above: Iterable[str] = ()) -> tuple[bool, ...]:
    """Which classes of a policy have a part in its scheduler: a queue, or those of a child policy.

    Once one has, the last has too: the default class. A class that says nothing of queueing, as one
    that only marks or polices, has none: its packets are in the queue of the default class (Cisco,
    Class-Based Weighted Fair Queueing: packets of no class with a queue are class-default's).
    `above` is as in `has_queues`.
    """
    names = {policy.name, *above}
    own = [
        traffic_class.has_queue or queues_below(device, traffic_class, names)
        for traffic_class in policy.classes
    ]
    return (*own[:-1], any(own)) if own else ()


def plain_tests(leaf: object) -> tuple[Test, ...]:
    """The header tests that a leaf stands for: of an opaque condition, those of what it likely is.

    Empty for leaves that are no predicates, and for conditions that no header tells.
    """
    if isinstance(leaf, Test):
        return (leaf,)
    if isinstance(leaf, Opaque):
        return plain_tests(leaf.likely)
    if isinstance(leaf, AllOf | AnyOf):
        return tuple(test for part in leaf.operands for test in plain_tests(part))
    return ()
