"""Every mark that a device writes, with what looks at packets after it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from qosc.fields import Field
from qosc.ir import Attachment, Device, Mark, Port, Reference, Stage
from qosc.lint.facts.marking.marks import Chain, Reader, Writer, overlap, readers, writers
from qosc.packets.quick import holds
from qosc.packets.terms import vocabulary
from qosc.source import NOWHERE, Span

if TYPE_CHECKING:
    from qosc.packets import Packet, PacketSpace, Region
    from qosc.packets.sample import Sample

__all__ = ["FEW", "Case", "cases"]

FEW = 16
"""Up to so many readers are all tried with every packet; of more, some are and only once."""

_CHOOSE_QUEUES = (Field.FORWARDING_CLASS, Field.LOSS_PRIORITY)
"""Fields that choose a queue and its dropping with no line that matches on them."""


class _Reads:
    """A stage, and what it tells apart: worked out when somebody asks."""

    def __init__(self, stage: Stage, readers: Iterator[Reader]) -> None:
        self.stage = stage
        self._found = readers
        self._looking: dict[Field, tuple[list[int], list[Reader]]] = {}

    @cached_property
    def readers(self) -> tuple[Reader, ...]:
        return tuple(self._found)

    def looking(self, field: Field, start: int) -> Iterator[Reader]:
        """The readers that look at a field, from the one with the number `start` on."""
        if field not in self._looking:
            readers = [
                (number, reader)
                for number, reader in enumerate(self.readers)
                if any(overlap(field, other) for other in reader.fields)
            ]
            self._looking[field] = [number for number, _ in readers], [one for _, one in readers]
        numbers, found_readers = self._looking[field]
        for place in range(bisect_left(numbers, start), len(numbers)):
            yield found_readers[place]

    @cached_property
    def unions(self) -> dict[Field, list[Region]]:
        """By field, what the last, the last two, ... of the readers that look at it take."""
        return {}

    def union(self, space: PacketSpace, field: Field, start: int) -> Region:
        """What the readers take that look at a field, from the one with the number `start` on.

        Each of many rules asks for those behind it: they are put together from the end, once.
        """
        next(self.looking(field, start), None)  # works out who looks
        numbers, last = self._looking[field]
        count = len(numbers) - bisect_left(numbers, start)
        made = self.unions.setdefault(field, [space.nothing])
        if made[0].space is not space:  # the one before is given up, and its regions with it
            made[:] = [space.nothing]
        while len(made) <= count:
            made.append(made[-1] | space.region(last[-len(made)].match))
        return made[count]


class _Later:
    """The stages that packets may pass after a writer. Many writers share one.

    `start` is the number of the first rule that looks at them, where that is not the first of all.
    """

    def __init__(self, reads: Iterable[_Reads], start: int = 0) -> None:
        self.reads = tuple(reads)
        self._start = start
        self._first: dict[Field, list[Reader]] = {}
        self._looks: dict[Field, bool] = {}
        self._points: dict[Field, int] = {}
        self._space: PacketSpace | None = None
        self._unions: dict[Field, Region] = {}
        self._last: dict[tuple[Field, int], Reader] = {}
        self._tried: set[tuple[Field, int]] = set()
        self._lost: list[tuple[Reader, list[Reference]]] | None = None

    def looking(self, field: Field) -> Iterator[Reader]:
        """The readers that look at a field."""
        for read in self.reads:
            yield from read.looking(field, self._start)

    def first(self, field: Field) -> list[Reader]:
        """The first readers that look at a field: one of them mostly takes the packet."""
        if field not in self._first:
            self._first[field] = list(islice(self.looking(field), 4 * FEW))
        return self._first[field]

    def looks(self, field: Field) -> bool:
        """Whether any reader looks at a field."""
        if field not in self._looks:
            self._looks[field] = any(True for _ in self.looking(field))
        return self._looks[field]

    def points(self, sample: Sample, field: Field) -> int:
        """The packets of the sample that the first few readers of a field take."""
        if field not in self._points:
            bits = 0
            for reader in islice(self.looking(field), FEW):
                bits |= sample.takes(reader.match) or 0
            self._points[field] = bits
        return self._points[field]

    def takes(self, device: Device, mark: Mark, packet: Packet) -> bool:
        """Whether a packet with the mark is seen to be taken; the one that did is asked first."""
        wanting = self.first(mark.field)
        last = self._last.get((mark.field, mark.value))
        if last is not None and holds(device, last.match, packet):
            return True
        if len(wanting) <= FEW or (mark.field, mark.value) not in self._tried:
            self._tried.add((mark.field, mark.value))
            for reader in wanting:
                if holds(device, reader.match, packet):
                    self._last[mark.field, mark.value] = reader
                    return True
        return False

    def union(self, space: PacketSpace, field: Field) -> Region:
        """What the readers that look at a field take."""
        if self._space is not space:  # the one before is given up, and its regions with it
            self._space, self._unions = space, {}
        if field not in self._unions:
            region = space.nothing
            for read in self.reads:
                region |= read.union(space, field, self._start)
            self._unions[field] = region
        return self._unions[field]

    def lost(self, device: Device) -> list[tuple[Reader, list[Reference]]]:
        """The readers that refer to something undefined, with those references."""
        if self._lost is None:
            self._lost = []
            for reader in (one for read in self.reads for one in read.readers[self._start :]):
                words = vocabulary(device, reader.match)
                if names := [item for item in words if isinstance(item, Reference)]:
                    self._lost.append((reader, names))
        return self._lost


class Case:
    """One mark of one writer, and what its packets may pass afterwards."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.later: dict[int, _Later] = {}
        self.taken = False

    def first(self) -> Iterator[Reader]:
        """The first readers that look at the field of the mark."""
        for later in self.later.values():
            yield from later.first(self.writer.mark.field)

    def is_looked_at(self) -> bool:
        """Whether anything looks at the field of the mark."""
        return any(later.looks(self.writer.mark.field) for later in self.later.values())


def cases(device: Device, busy: tuple[Port, ...]) -> list[Case]:
    """Every mark once, however often its policy is attached."""
    by_mark: dict[tuple[int | Span, str, int], Case] = {}
    known: dict[int, _Reads] = {}
    shared: dict[tuple[object, ...], _Later] = {}
    none = Chain()

    def reads(stage: Stage) -> int:
        owner = device.policies.get(stage.policy.name) if isinstance(stage, Attachment) else stage
        if owner is not None and id(owner) not in known:
            known[id(owner)] = _Reads(stage, readers(device, stage))
        return id(owner)

    outputs = dict.fromkeys(reads(item) for port in busy for item in port.output)
    silent = {
        name
        for name, policy in device.policies.items()
        if not any(item.marks or item.policers or item.child for item in policy.classes)
    }
    for port in busy:
        for stage, direction, after in _stages(port):
            if isinstance(stage, Attachment) and stage.policy.name in silent:
                continue
            key = (direction, *map(reads, after))
            if key not in shared:
                ids = dict.fromkeys(key[1:]) | (outputs if direction == "input" else {})
                shared[key] = _Later(known[item] for item in ids if item in known)
            for writer in writers(device, stage, direction, port.name, none):
                if writer.mark.value == 0:  # so it is with those that look their value up
                    continue
                if writer.mark.field in _CHOOSE_QUEUES:
                    continue
                # A policy has one value for each place where its defaults differ.
                line = writer.mark.origin
                owner = id(writer.owner) if line == NOWHERE else line
                mark = (owner, writer.mark.field.value, writer.mark.value)
                case = by_mark.setdefault(mark, Case(writer))
                case.later[id(shared[key])] = shared[key]
                if writer.rest:
                    rest = _Later([known[reads(stage)]], writer.rest)
                    case.later[id(rest)] = rest
    return list(by_mark.values())


def _stages(port: Port) -> Iterator[tuple[Stage, str, tuple[Stage, ...]]]:
    for direction, stages in (("input", port.input), ("output", port.output)):
        for number, stage in enumerate(stages):
            yield stage, direction, stages[number + 1 :]
