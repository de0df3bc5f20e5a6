"""Whether a fault in a script changes nothing, and why.

Two scripts are compared with each other, without the config: for every packet that there can be,
whatever a ledger would excuse, and for every figure. A fault that the reader did not see is never
called harmless.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from qosc.ir import Device
from qosc.verify import Unreadable
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Metered, Tree
from qosc.verify.queueing.setup import Setup, set_up
from qosc.verify.tc.machine import Machine
from qosc.verify.tc.matches import Matches
from qosc.verify.tc.model import Class, PortSetup, SetPriority
from qosc.verify.tc.read import read_script

SAME_ENDS = "every packet ends where it would have, with the same marks and meters"
UNUSED_DEFAULT = "a filter chooses a class for every packet, so none comes to the default class"
ONLY_ONE = "a leaf that is alone in its order of service has all turns"
INNER = "the kernel asks leaves only for their order and their turns"
SAME_ORDER = "the kernel compares the orders of service of leaves, and no pair compares otherwise"
ONLY_A_NAME = "nothing is below the qdisc, and no filter names it"

HOOKS = ("ingress", "egress")


class DifferentError(Exception):
    """The two scripts do not do the same."""


def why_harmless(device: Device, script: str, mutant: str) -> str:
    """The reason why the mutant does what the script does; empty where there is none."""
    try:
        before, after = read_script(script), read_script(mutant)
        if before == after:
            return ""
        space = HeaderSpace(device)
        reasons = [each for pair in zip(before, after, strict=True) for each in _port(space, *pair)]
    except (DifferentError, Unreadable, ValueError):
        return ""
    return reasons[0] if reasons else ""


def _port(space: HeaderSpace, one: PortSetup, two: PortSetup) -> Iterator[str]:
    if one.name != two.name:
        raise DifferentError
    yield from _qdiscs(space, one, two)
    yield from _classes(one, two)
    if one.filters != two.filters:
        _same_ends(space, set_up(one), set_up(two))
        yield SAME_ENDS


def _qdiscs(space: HeaderSpace, one: PortSetup, two: PortSetup) -> Iterator[str]:
    if len(one.qdiscs) != len(two.qdiscs):
        raise DifferentError
    for first, second in zip(one.qdiscs, two.qdiscs, strict=True):
        if first == second:
            continue
        names = {first.handle[0], second.handle[0]}
        if (first.kind, first.parent, first.values) == (second.kind, second.parent, second.values):
            used = {each.parent[0] for each in (*one.qdiscs, *one.classes) if each.parent}
            if names & (used | _chosen(one)):
                raise DifferentError
            yield ONLY_A_NAME
            continue
        same = (first.kind, first.handle, first.parent) == (
            second.kind,
            second.handle,
            second.parent,
        )
        if not same or {**first.values, "default": 0} != {**second.values, "default": 0}:
            raise DifferentError
        _same_ends(space, set_up(one), set_up(two))
        yield UNUSED_DEFAULT


def _chosen(port: PortSetup) -> set[int]:
    """The handles of the classes that filters choose."""
    actions = (action for found in port.filters for action in found.actions)
    return {action.classid[0] for action in actions if isinstance(action, SetPriority)}


def _classes(one: PortSetup, two: PortSetup) -> Iterator[str]:
    if len(one.classes) != len(two.classes):
        raise DifferentError
    inner = {each.parent for each in one.classes}
    leaves = [each for each in one.classes if each.classid not in inner]
    served = [each for each in two.classes if each.classid not in inner]
    for first, second in zip(one.classes, two.classes, strict=True):
        if first == second:
            continue
        if (first.classid, first.parent) != (second.classid, second.parent):
            raise DifferentError
        changed = {
            name
            for name in {*first.values, *second.values}
            if first.values.get(name) != second.values.get(name)
        }
        if first.classid in inner and changed <= {"prio", "quantum"}:
            yield INNER
            continue
        if changed == {"prio"} and _signs(leaves) == _signs(served):
            yield SAME_ORDER
            continue
        fellows = [each for each in leaves if each.values.get("prio") == first.values.get("prio")]
        alone = changed <= {"prio", "quantum"} and len(leaves) == 1
        if not alone and (changed != {"quantum"} or len(fellows) > 1):
            raise DifferentError
        yield ONLY_ONE


def _signs(leaves: Sequence[Class]) -> list[tuple[bool, bool]]:
    """How the orders of service of each two leaves compare: whether the first is served before the
    second, and whether they are equal (tc-htb(8), `prio`: the lowest number is tried first).

    There are eight, and what is above the last is the last (Linux, sch_htb.c, htb_change_class).
    """
    orders = [min(int(each.values.get("prio", 0)), 7) for each in leaves]
    return [(a < b, a == b) for a, b in combinations(orders, 2)]


def _same_ends(space: HeaderSpace, one: Setup, two: Setup) -> None:
    """Raise DifferentError unless both treat every packet alike. Buckets may be in other lines."""
    pairs: set[tuple[object, object]] = set()
    for hook in HOOKS:
        ways = []
        for setup in (one, two):
            filters = tuple(each for each in setup.port.filters if each.hook == hook)
            ways.append(Machine(space, Matches(space), filters, space.domain).outcomes())
        for first, here in ways[0].items():
            for second, there in ways[1].items():
                both = here & there & space.domain
                if both.satisfiable():
                    pairs |= set(_alike(space, both, hook, (one, first), (two, second)))
    for side in (0, 1):
        if len({pair[side] for pair in pairs}) != len(pairs):
            raise DifferentError


def _alike(
    space: HeaderSpace, packets, hook: str, one: tuple[Setup, Tree], two: tuple[Setup, Tree]
) -> Iterator[tuple[object, object]]:
    (before, first), (after, second) = one, two
    if isinstance(first, Metered) and isinstance(second, Metered):
        if _figures(first) != _figures(second):
            raise DifferentError
        yield first.bucket.which, second.bucket.which
        yield from _alike(space, packets, hook, (before, first.conform), (after, second.conform))
        yield from _alike(space, packets, hook, (before, first.exceed), (after, second.exceed))
        return
    if not isinstance(first, Leaf) or not isinstance(second, Leaf):
        raise DifferentError
    if first.dropped or second.dropped:
        if first.dropped != second.dropped:
            raise DifferentError
        return
    a, b = first.state, second.state
    queues = (a.queue, b.queue)
    if hook == "egress":
        queues = before.queue_of(a.queue), after.queue_of(b.queue)
    apart = space.differ(space.mark_bits, a.beside, b.beside)
    apart |= space.differ(space.ds_bits, a.ds, b.ds) & space.have("ip")
    if queues[0] != queues[1] or a.faults != b.faults or (apart & packets).satisfiable():
        raise DifferentError


def _figures(meter: Metered) -> tuple[object, ...]:
    """What a bucket holds; where its packets go is looked at by itself."""
    got = meter.bucket.action
    return (got.rate, got.burst, got.mtu, got.overhead, got.packets, got.index, got.linklayer)
