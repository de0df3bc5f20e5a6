"""Which ways through two devices have to be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from qosc.changes.pairing import Pairing
from qosc.changes.parts import Alike, Fields, Parts, same_objects
from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.datapath.rates import link_rate
from qosc.fields import Field
from qosc.ir import Device, Port, PortKind, Reference, RuleList, Stage, unnamed_ingress
from qosc.profiles.model import Profile
from qosc.treatments import UNNAMED_PORT, port_ways
from qosc.treatments.headers import BESIDE

__all__ = ["End", "Ends", "aliases"]


class End(NamedTuple):
    """Ports that do the same in one direction, on either side, told by the first of them.

    `names` are all of them; none: ports without QoS.
    """

    names: tuple[str, ...]
    old: Port
    new: Port
    changed: bool
    tested: Fields = frozenset()
    written: Fields = frozenset()

    @property
    def plain(self) -> bool:
        """Whether it stands for ports without QoS."""
        return not self.names


class Ends:
    """The ports of two devices as ends of ways, those that do the same put together."""

    def __init__(
        self, old: tuple[Device, Profile], new: tuple[Device, Profile], pairing: Pairing
    ) -> None:
        self._old, self._new = old, new
        self._pairing = pairing
        self._parts = (Parts(old[0]), Parts(new[0]))
        self._ways = (port_ways(old[0]), port_ways(new[0]))
        self._known: dict[Reference, bool] = {}
        keeps = [kept_dscp(device) is not None for device in (old[0], new[0])]
        self._same_profile = old[1].name == new[1].name and keeps[0] == keeps[1]
        self._alike = (Alike(old[0]), Alike(new[0]))
        self.by_interface = any(
            Field.INPUT_INTERFACE in parts.tested((*port.input, *port.output))
            for parts, ways in zip(self._parts, self._ways, strict=True)
            for port in ways.values()
        )
        """Whether some stage looks at the port that a packet came in by."""

    def ingress(self) -> list[End]:
        """The ways in, that of ports without QoS first."""
        stages = (unnamed_ingress(self._old[0]), unnamed_ingress(self._new[0]))
        plain = End(
            (),
            UNNAMED_PORT,
            UNNAMED_PORT,
            changed=not self._same(*stages, UNNAMED_PORT, UNNAMED_PORT),
            written=self._written(*stages),
        )
        return [plain, *self._grouped("input")]

    def egress(self) -> list[End]:
        """The ways out, that of ports without QoS first."""
        plain = End((), UNNAMED_PORT, UNNAMED_PORT, changed=False)
        return [plain, *self._grouped("output")]

    def kept_free(self) -> tuple[Field, ...]:
        """What is kept beside packets, and no input of either text writes: an excerpt may leave out
        the inputs that do.
        """
        written: set[Field] = set()
        for parts, ways, (device, _) in zip(
            self._parts, self._ways, (self._old, self._new), strict=True
        ):
            written |= parts.written(unnamed_ingress(device))
            for port in ways.values():
                written |= parts.written(port.input)
        return tuple(field for field in BESIDE if field not in written)

    def _grouped(self, side: str) -> Iterator[End]:
        groups: dict[object, list[str]] = {}
        made: dict[object, End] = {}
        for name, old, new in self._ports():
            before, after = self._stages(old, side), self._stages(new, side)
            if not before and not after:
                continue
            rates = (link_rate(self._old[0], old, self._old[1]), link_rate(*self._at(new)))
            key: object = (*self._numbers(before, after), rates)
            if self.by_interface or PortKind.CONTROL_PLANE in (old.kind, new.kind):
                key = name
            if key not in made:
                made[key] = End(
                    (),
                    old,
                    new,
                    changed=not self._same(before, after, old, new),
                    tested=self._tested(before, after),
                    written=self._written(before, after),
                )
            groups.setdefault(key, []).append(name)
        for key, names in groups.items():
            yield made[key]._replace(names=tuple(names))

    def _at(self, port: Port) -> tuple[Device, Port, Profile]:
        return self._new[0], port, self._new[1]

    def _ports(self) -> Iterator[tuple[str, Port, Port]]:
        """The pairs of ports that have QoS on some side."""
        old, new = self._ways
        for pair in self._pairing.pairs:
            if pair.old in old or pair.new in new:
                before = old.get(pair.old) or self._old[0].ports[pair.old]
                after = new.get(pair.new) or self._new[0].ports[pair.new]
                yield pair.old, before, after

    @staticmethod
    def _stages(port: Port, side: str) -> tuple[Stage, ...]:
        if port.kind is PortKind.CONTROL_PLANE:
            return () if side == "input" else (*port.input, *port.output)
        return port.input if side == "input" else port.output

    def _numbers(self, *sides: tuple[Stage, ...]) -> Iterator[tuple[int, ...]]:
        """What the stages of both sides do, as numbers."""
        for alike, stages in zip(self._alike, sides, strict=True):
            yield tuple(map(alike.number, stages))

    def _same(
        self, before: tuple[Stage, ...], after: tuple[Stage, ...], old: Port, new: Port
    ) -> bool:
        """Whether two ends read the same, with all that they refer to and their rates."""
        if not self._same_profile or before != after:
            return False
        if link_rate(self._old[0], old, self._old[1]) != link_rate(*self._at(new)):
            return False
        parts = self._parts[0]
        references = parts.references(before)
        if any(isinstance(stage, RuleList) for stage in before) and self._renamed():
            return False
        return same_objects(self._old[0], self._new[0], references, self._known)

    def _renamed(self) -> bool:
        """Whether a port is called otherwise, and rules look at its name."""
        return self.by_interface and any(pair.old != pair.new for pair in self._pairing.pairs)

    def _tested(self, before: tuple[Stage, ...], after: tuple[Stage, ...]) -> Fields:
        return self._parts[0].tested(before) | self._parts[1].tested(after)

    def _written(self, before: tuple[Stage, ...], after: tuple[Stage, ...]) -> Fields:
        return self._parts[0].written(before) | self._parts[1].written(after)


def aliases(pairing: Pairing) -> Mapping[str, str]:
    """The old names of the new config's ports."""
    return {pair.new: pair.old for pair in pairing.pairs if pair.new != pair.old}
