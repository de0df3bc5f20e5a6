"""The outcomes of router and script, side by side, for every packet that can be on the port."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from qosc.packets import Packet
from qosc.packets.diagrams import Diagram
from qosc.source import NOWHERE, Span
from qosc.treatments.tree import differing
from qosc.verify.found import Difference
from qosc.verify.packets.meters import Wanted, disagreement
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Metered, Outcomes, State, Tree
from qosc.verify.tc.machine import Bucket

__all__ = ["Comparison", "Meters", "last_place"]

_MOST = 12
"""Differences that are told of one direction."""

Trace = Callable[[Diagram], tuple[Outcomes, Outcomes]]


@dataclass
class Meters:
    """Which bucket of the script stands for which meter of the model, over a whole script."""

    buckets: dict[Hashable, set[Bucket]] = field(default_factory=dict)
    wanted: dict[Hashable, set[Wanted]] = field(default_factory=dict)

    def pair(self, wanted: Wanted, got: Bucket) -> None:
        """A packet meets these two at the same place."""
        own = (wanted.which, wanted.rate, wanted.depth)
        self.buckets.setdefault(own, set()).add(got)
        self.wanted.setdefault(got.which, set()).add(wanted)

    def differences(self) -> list[Difference]:
        """Meters that are two buckets, and buckets that are two meters."""
        different = []
        for own, got in self.buckets.items():
            places = {each.which: each for each in got}
            if len(places) > 1:
                line = max(each.line for each in places.values())
                origin = next(w.origin for w in self.wanted[max(places)] if w.which == _name(own))
                different.append(
                    Difference(
                        "meter",
                        "one policer of the router is several in the script",
                        "one bucket",
                        f"{len(places)} buckets",
                        origin,
                        line,
                    )
                )
        for which, wanted in self.wanted.items():
            names = {(each.which, each.rate, each.depth) for each in wanted}
            if len(names) > 1:
                line = next(
                    b.line for some in self.buckets.values() for b in some if b.which == which
                )
                origin = min(each.origin for each in wanted)
                different.append(
                    Difference(
                        "meter",
                        "several policers of the router are one in the script",
                        f"{len(names)} buckets",
                        "one bucket",
                        origin,
                        line,
                    )
                )
        return different


def _disagree(wanted: Wanted, got: Bucket) -> bool:
    """Whether a bucket of the script is not the one that the router has there."""
    return bool(disagreement(wanted, got.action))


def _name(own: Hashable) -> object:
    return own[0] if isinstance(own, tuple) else own


class Comparison:
    """Compares one direction of a port. `domain` holds the packets that are compared."""

    def __init__(
        self,
        space: HeaderSpace,
        domain: Diagram,
        meters: Meters,
        same_queue: Callable[[Hashable, Hashable], bool],
        queue_words: Callable[[Hashable], str],
        priority_of: Callable[[Hashable], int],
    ) -> None:
        self._space, self._domain, self._meters = space, domain, meters
        self._same_queue, self._queue_words = same_queue, queue_words
        self._priority_of = priority_of
        self._known: dict[tuple[Tree, Tree], Diagram] = {}
        self.regions = 0

    def run(
        self, router: Outcomes, script: Outcomes, trace: Trace, place: Callable[[State], Span]
    ) -> list[Difference]:
        """The differences, one for each pair of places. `trace` runs both for a few packets."""
        by_kind: dict[tuple[str, Span, int], Difference] = {}
        for one, here in router.items():
            inside = here & self._domain
            if not inside.satisfiable():
                continue
            for two, there in script.items():
                both = inside & there
                if not both.satisfiable():
                    continue
                self.regions += 1
                apart = both & self._differ(one, two)
                if not apart.satisfiable():
                    self._note_meters(one, two)
                elif len(by_kind) < _MOST:
                    made = self._tell(apart, trace, place)
                    by_kind.setdefault((made.kind, made.origin, made.line), made)
        return list(by_kind.values())

    def _note_meters(self, one: Tree, two: Tree) -> None:
        if isinstance(one, Metered) and isinstance(two, Metered):
            self._meters.pair(one.bucket, two.bucket)
            self._note_meters(one.conform, two.conform)
            self._note_meters(one.exceed, two.exceed)

    def _differ(self, one: Tree, two: Tree) -> Diagram:
        key = (one, two)
        if key not in self._known:
            self._known[key] = self._compare(one, two)
        return self._known[key]

    def _compare(self, one: Tree, two: Tree) -> Diagram:
        return differing(one, two, self._space.true, _disagree, self._leaves_differ)

    def _leaves_differ(self, one: Leaf, two: Leaf) -> Diagram:
        space = self._space
        if one.dropped or two.dropped:
            return space.false if one.dropped == two.dropped else space.true
        if two.state.faults or not self._same_queue(one.state.queue, two.state.queue):
            return space.true
        if self._priority(one.state) != self._priority(two.state):
            return space.true
        marked = space.differ(space.mark_bits, one.state.beside, two.state.beside)
        written = space.differ(space.ds_bits, one.state.ds, two.state.ds)
        return marked | written & space.have("ip")

    # Telling

    def _tell(self, apart: Diagram, trace: Trace, place: Callable[[State], Span]) -> Difference:
        packet, alone, odd = self._space.witness(apart)
        router, script = trace(alone)
        one, two = _first(router, alone), _first(script, alone)
        return self._explain(one, two, alone, packet, odd, place)

    def _explain(
        self,
        one: Tree,
        two: Tree,
        alone: Diagram,
        packet: Packet | None,
        odd: tuple[str, ...],
        place: Callable[[State], Span],
        colour: tuple[str, ...] = (),
    ) -> Difference:
        notes = tuple(f"the packet is {words}" for words in odd) + colour
        if isinstance(one, Metered) and isinstance(two, Metered):
            why = disagreement(one.bucket, two.bucket.action)
            if why:
                return Difference(
                    kind="meter",
                    message="policer has another rate or burst",
                    router=_bucket(one.bucket),
                    script=_police(two.bucket),
                    origin=one.bucket.origin,
                    line=two.bucket.line,
                    packet=packet,
                    notes=(why, *notes),
                )
            for name, first, second in (
                ("conforms", one.conform, two.conform),
                ("exceeds", one.exceed, two.exceed),
            ):
                if (alone & self._compare(first, second)).satisfiable():
                    which = f"of {_bucket(one.bucket)} the packet {name}"
                    return self._explain(first, second, alone, packet, odd, place, (*colour, which))
        if isinstance(one, Metered):
            return Difference(
                kind="meter",
                message="packet is policed by the router only",
                router=_bucket(one.bucket),
                script=self._words(two),
                origin=one.bucket.origin,
                line=_line(two),
                packet=packet,
                notes=notes,
            )
        if isinstance(two, Metered):
            return Difference(
                kind="meter",
                message="packet is policed by the script only",
                router=self._words(one),
                script=_police(two.bucket),
                origin=place(one.state),
                line=two.bucket.line,
                packet=packet,
                notes=notes,
            )
        kind, message = self._kind(one, two, alone)
        return Difference(
            kind=kind,
            message=message,
            router=self._words(one),
            script=self._words(two),
            origin=place(one.state),
            line=_line(two),
            packet=packet,
            notes=(*notes, *two.state.faults),
        )

    def _kind(self, one: Leaf, two: Leaf, alone: Diagram) -> tuple[str, str]:
        if one.dropped != two.dropped:
            return "verdict", "packet dropped by only one of router and script"
        if not self._same_queue(one.state.queue, two.state.queue):
            return "class", "packet queued in another class"
        marks = self._space.differ(self._space.mark_bits, one.state.beside, two.state.beside)
        if (alone & marks).satisfiable():
            return "mark", "packet has another internal mark"
        if two.state.faults:
            return "fault", "packet leaves with a broken header"
        if self._priority(one.state) != self._priority(two.state):
            return "mark", "packet leaves with another priority in its VLAN tag"
        return "mark", "packet leaves with another DS byte"

    def _priority(self, state: State) -> int:
        """That of the VLAN tag: the router has set it, or the device has it for that queue."""
        return state.priority or self._priority_of(state.queue)

    def _words(self, tree: Tree) -> str:
        if isinstance(tree, Metered):
            bucket = tree.bucket
            return _bucket(bucket) if isinstance(bucket, Wanted) else _police(bucket)
        if tree.dropped:
            return "drops it"
        state, words = tree.state, []
        if state.queue is not None:
            words.append(f"queue {self._queue_words(state.queue)}")
        if priority := self._priority(state):
            words.append(f"priority {priority} in its VLAN tag")
        if state.ds.mask:
            words.append(f"DS byte {state.ds.value:#04x} in the bits {state.ds.mask:#04x}")
        if state.beside.mask:
            words.append(f"mark {state.beside.value:#x} in the bits {state.beside.mask:#x}")
        return "sends it" + (", " + ", ".join(words) if words else " as it is")


def _first(outcomes: Outcomes, alone: Diagram) -> Tree:
    for tree, packets in outcomes.items():
        if (packets & alone).satisfiable():
            return tree
    return Leaf(dropped=False, state=State())


def _line(tree: Tree) -> int:
    while isinstance(tree, Metered):
        return tree.bucket.line if isinstance(tree.bucket, Bucket) else 0
    trail = tree.state.trail
    return trail[-1] if trail else 0


def last_place(state: State) -> Span:
    """The last place of the config that the trail of a packet names."""
    return next((p for p in reversed(state.trail) if p != NOWHERE), NOWHERE)


def _bucket(wanted: Wanted) -> str:
    unit = ("packet/s", "packets") if wanted.packets else ("bit/s", "bytes")
    depth = "" if wanted.depth is None else f" and {wanted.depth} {unit[1]}"
    return f"a meter of {wanted.rate} {unit[0]}{depth}"


def _police(bucket: Bucket) -> str:
    got = bucket.action
    unit = ("packet/s", "packets") if got.packets else ("bit/s", "bytes")
    return f"a meter of {got.rate} {unit[0]} and {got.burst} {unit[1]}"
