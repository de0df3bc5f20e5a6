"""What is followed through a pipeline: a set of packets, or one packet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, Self

from qosc.fields import DS_VIEWS
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Mark,
    Not,
    Opaque,
    Predicate,
    Reference,
    Test,
)
from qosc.ir.resolve import resolve
from qosc.packets import Packet, Region, UndecidedError, preimage
from qosc.packets.quick import fits, marked

__all__ = ["DependsError", "Packets", "Single", "Traveller", "Work"]

_DEEP = 40


class DependsError(UndecidedError):
    """What becomes of a packet depends on a condition that the config does not define."""

    def __init__(self, condition: Opaque | Reference) -> None:
        super().__init__()
        self.args = (f"depends on {_words(condition)}",)


def _words(condition: Opaque | Reference) -> str:
    if isinstance(condition, Opaque):
        return f"{condition.feature} {condition.argument}"
    return f"{condition.target} {condition.name}, which is not defined"


class Traveller(Protocol):
    """Something that matches can split and marks can change."""

    def split(self, match: Predicate) -> tuple[Self | None, Self | None]:
        """The part for which `match` holds and the rest; None where there is none.

        Raises UndecidedError.
        """

    def write(self, mark: Mark) -> Self:
        """The same after a mark."""

    def with_own_dscp(self, first: Self) -> Self:
        """The same with the DS field that it had as `first`, at the start of its way."""


@dataclass(frozen=True, slots=True)
class Packets:
    """The packets of `region`, told as they came in; `marks` are written to them since."""

    region: Region
    marks: tuple[Mark, ...] = ()

    def split(self, match: Predicate) -> tuple[Packets | None, Packets | None]:
        """See Traveller."""
        wanted = self.region.space.region(match)
        if self.marks:
            wanted = preimage(wanted, self.marks)
        hit, rest = self.region & wanted, self.region - wanted
        return self._only(hit), self._only(rest)

    def _only(self, region: Region) -> Packets | None:
        return None if region.is_empty() else Packets(region, self.marks)

    def write(self, mark: Mark) -> Packets:
        """See Traveller."""
        return Packets(self.region, (*self.marks, mark))

    def with_own_dscp(self, first: Packets) -> Packets:
        """See Traveller."""
        left = tuple(mark for mark in self.marks if mark.field not in DS_VIEWS)
        kept = tuple(mark for mark in first.marks if mark.field in DS_VIEWS)
        return Packets(self.region, (*kept, *left))


@dataclass(slots=True)
class Work:
    """Entries of lists, and parts of matches, that packets were held against."""

    tests: int = 0


@dataclass(frozen=True, slots=True)
class Single:
    """One packet, as it is now; what following it takes is added to `work`."""

    device: Device
    packet: Packet
    work: Work = field(default_factory=Work, compare=False, repr=False)

    def split(self, match: Predicate) -> tuple[Single | None, Single | None]:
        """See Traveller. Raises DependsError where nothing in the config says what matches."""
        open_: list[Opaque | Reference] = []
        taken = self._holds(match, open_, 0)
        if taken is None:
            raise DependsError(open_[0])
        return (self, None) if taken else (None, self)

    def _holds(self, match: Predicate, open_: list[Opaque | Reference], depth: int) -> bool | None:
        """Whether `match` holds; None where that depends on a condition, which goes to `open_`."""
        if depth > _DEEP:
            raise UndecidedError("a match that leads back to itself")
        if isinstance(match, Test):
            value = self.packet.get(match.field)
            return value is not None and any(fits(each, value) for each in match.values)
        if isinstance(match, Anything):
            return True
        if isinstance(match, Not):
            inner = self._holds(match.operand, open_, depth + 1)
            return None if inner is None else not inner
        if isinstance(match, AllOf | AnyOf):
            decides = isinstance(match, AnyOf)
            result: bool | None = not decides
            for part in match.operands:
                self.work.tests += 1
                answer = self._holds(part, open_, depth + 1)
                if answer is decides:
                    return decides
                if answer is None:
                    result = None
            return result
        target = resolve(self.device, match) if isinstance(match, Reference) else None
        if isinstance(target, ClassMap) and target.match.operands:
            return self._holds(target.match, open_, depth + 1)
        if isinstance(target, AccessList) and target.entries:
            return self._permitted(target, open_, depth + 1)
        open_.append(match)
        return None

    def _permitted(
        self, access_list: AccessList, open_: list[Opaque | Reference], depth: int
    ) -> bool | None:
        """The action of the first entry that matches; None where that may be several."""
        may: set[bool] = set()
        for entry in access_list.entries:
            self.work.tests += 1
            hit = self._holds(entry.match, open_, depth)
            if hit is not False:
                may.add(entry.permit)
            if hit:
                break
        else:
            may |= {False}
        return may.pop() if len(may) == 1 else None

    def write(self, mark: Mark) -> Single:
        """See Traveller."""
        return Single(self.device, marked(self.packet, (mark,)), self.work)

    def with_own_dscp(self, first: Single) -> Single:
        """See Traveller."""
        now = self.packet
        packet = Packet(now.version, first.packet.ds, now.values, now.layers)
        return Single(self.device, packet, self.work)
