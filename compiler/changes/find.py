"""All changes from one device to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from qosc.changes.access_groups import Filters
from qosc.changes.contents import of_port
from qosc.changes.definitions import Differing, apart_by_definition
from qosc.changes.lines import unread_lines
from qosc.changes.meeting import APART, Meeting
from qosc.changes.model import Change, Changes, Way
from qosc.changes.pairing import Pairing, pair_ports
from qosc.changes.rows import Row, rows
from qosc.changes.sharing import Sharing
from qosc.changes.told import Teller
from qosc.changes.translations import Translations
from qosc.changes.unfollowed import moved_thresholds
from qosc.changes.virtual import with_default_queues, with_loose_policies
from qosc.changes.ways import End, Ends, aliases
from qosc.changes.whole_ports import port_deltas
from qosc.fields import Field
from qosc.ir import Device, Opaque, PortKind, Reference
from qosc.ir.leaves import has_qos
from qosc.packets.budget import TOO_DEEP, UndecidedError
from qosc.packets.diagrams import Diagram
from qosc.profiles.model import Profile
from qosc.treatments import Side, along, two_sides
from qosc.treatments.compare import Delta
from qosc.treatments.headers import BESIDE, ON_THE_WIRE

__all__ = ["changes"]

_FEW_ENDS = 48
"""Up to so many inputs and outputs, the fewest words are looked for: it takes as long for each."""


@dataclass
class _Found:
    """Rows of several ways that are one change."""

    row: Row
    ways: list[Way]
    end: tuple[End, End]
    at_output: bool


def changes(
    old: tuple[Device, Profile],
    new: tuple[Device, Profile],
    given: Mapping[str, str] | None = None,
    addresses: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
    name: str = "",
    texts: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> Changes:
    """Compare two devices (`Config.joined_device`), each with its profile.

    `given` pairs ports by hand, `addresses` has the addresses of ports on either side, to pair
    those whose names and descriptions do not; `texts` has the lines of both, for the
    definitions of objects that the model does not look into. Raises `pairing.NoSuchPortError`, and
    `qosc.packets.NoRoomError` where the system has no room for a space of packets. What cannot be
    decided is among the changes.
    """
    old, new = (
        with_loose_policies(old[0], new[0], old[1]),
        with_loose_policies(new[0], old[0], new[1]),
    )
    pairing = pair_ports(old[0], new[0], given or {}, addresses)
    both = with_default_queues(old, new, pairing)
    old, new = (both[0], old[1]), (both[1], new[1])
    lines, alike = unread_lines(old[0], new[0])
    before, after, differing = apart_by_definition(old[0], new[0], texts)
    old, new = (before, old[1]), (after, new[1])
    work = _Work(old, new, pairing, differing)
    nat = Translations((old[0], new[0]), pairing, texts)
    filters = Filters((old[0], new[0]), pairing, texts)
    found_changes = [*work.ports(), *work.all_ways(), *nat.changes(), *filters.changes(), *lines]
    found_changes += moved_thresholds((old[0], new[0]), texts)
    return Changes(
        changes=tuple(found_changes),
        pairing=pairing,
        old_has_qos=_any_qos(old[0]),
        new_has_qos=_any_qos(new[0]),
        ports=sum(
            has_qos(old[0].ports[p.old]) or has_qos(new[0].ports[p.new]) for p in pairing.pairs
        ),
        composed=tuple(work.composed),
        notes=(*_notes(old, new), *nat.notes(), *work.notes),
        not_modelled=alike,
        name=name or new[0].hostname or old[0].hostname,
        one_sided={
            port: of_port(device, port)
            for device, ports in ((old[0], pairing.only_old), (new[0], pairing.only_new))
            for port in ports
        },
        own_traffic=frozenset(_own_traffic(old[0], new[0], pairing)),
        builder=work.builder,
    )


def _any_qos(device: Device) -> bool:
    return any(has_qos(port) for port in device.ports.values())


def _own_traffic(old: Device, new: Device, pairing: Pairing) -> Iterator[str]:
    """The names, as ways have them, of ports that only packets to the router itself pass."""
    for pair in pairing.pairs:
        if PortKind.CONTROL_PLANE in (old.ports[pair.old].kind, new.ports[pair.new].kind):
            yield pair.old


def _notes(old: tuple[Device, Profile], new: tuple[Device, Profile]) -> Iterator[str]:
    if old[1].name != new[1].name and (_any_qos(old[0]) or _any_qos(new[0])):
        yield f"defaults are those of {old[1].name} before and of {new[1].name} after"
    assumed = [
        f"defaults are those of {profile.name}: {device.platform_reason}"
        for device, profile in (old, new)
        if device.platform_assumed and _any_qos(device)
    ]
    if len(assumed) == 2 and assumed[0] == assumed[1]:
        yield assumed[0]
    else:
        for word, (device, _) in (("old", old), ("new", new)):
            if device.platform_assumed and _any_qos(device):
                yield f"{word}: {assumed.pop(0)}"


class _Work:
    def __init__(
        self,
        old: tuple[Device, Profile],
        new: tuple[Device, Profile],
        pairing: Pairing,
        differing: Mapping[Opaque | Reference, Differing],
    ) -> None:
        self._old, self._new, self._pairing = old, new, pairing
        self._differing = differing
        self.composed: list[Way] = []
        self.builder: object = None
        self.notes: tuple[str, ...] = ()

    def ports(self) -> Iterator[Change]:
        """What differs of ports as wholes; ports with the same difference are one change."""
        alike: dict[tuple[object, ...], tuple[tuple[Delta, ...], list[str]]] = {}
        shared = (
            Sharing(*self._old, {}),
            Sharing(*self._new, {pair.new: pair.old for pair in self._pairing.pairs}),
        )
        for pair in self._pairing.pairs:
            before, after = self._old[0].ports[pair.old], self._new[0].ports[pair.new]
            if not (has_qos(before) or has_qos(after)):
                continue
            sides = (self._old[0], before, self._old[1]), (self._new[0], after, self._new[1])
            made = (*port_deltas(*sides), *shared[0].deltas(shared[1], pair.old))
            if made:
                alike.setdefault(tuple(one.key for one in made), (made, []))[1].append(pair.old)
        for made, names in alike.values():
            decided = all(delta.decided for delta in made)
            yield Change(
                "differs" if decided else "undecided",
                (Way(egress=tuple(names)),),
                made,
                "the port",
                at_output=True,
                reason="" if decided else "a figure is not known on one side",
            )

    def all_ways(self) -> Iterator[Change]:
        """What differs for packets, over all ways."""
        ends = Ends(self._old, self._new, self._pairing)
        ingresses = ends.ingress()
        egresses = ends.egress()
        ways = list(_ways(ingresses, egresses))
        if not ways:
            return
        sides = two_sides(self._old, self._new, aliases(self._pairing))
        self.builder = sides[0].space.builder
        free = ends.kept_free()
        meeting = Meeting(sides, ingresses, egresses, free)
        few = len(ingresses) + len(egresses) <= _FEW_ENDS
        teller = Teller(*sides, free, self._differing, shortest=few)
        by_way: dict[object, _Found] = {}
        broken: list[tuple[Way, str]] = []
        for start, egress in ways:
            way = Way(start.names or ("",), egress.names or ("",))
            try:
                ingress, begin = meeting.coming(start, egress)
                if begin is None:
                    continue
                kept = BESIDE if meeting.all_apart and egress.plain else ()
                inside = meeting.inside and egress.plain
                if not ingress.plain and not egress.plain:
                    self.composed.append(way)
                for row in _rows(sides, ingress, egress, begin, kept, inside=inside):
                    told = teller.way_in(row.packets, ingress)
                    place = by_way.setdefault(
                        (row.key, told),
                        _Found(row, [], (ingress, egress), told_at(ingress, egress)),
                    )
                    place.ways.append(way)
            except UndecidedError as error:
                broken.append((way, str(error)))
            except RecursionError:
                broken.append((way, TOO_DEEP))
        if meeting.apart:
            self.notes = (APART,)
        for one in by_way.values():
            try:
                yield teller.change(one.row, tuple(one.ways), one.end, one.at_output)
            except UndecidedError:
                # That it differs is known already.
                yield teller.brief(one.row, tuple(one.ways), at_output=one.at_output)
        for reason in dict.fromkeys(reason for _, reason in broken):
            ways_of = tuple(dict.fromkeys(way for way, why in broken if why == reason))
            delta = Delta("treatment", "not decided", "not decided", decided=False)
            yield Change("undecided", ways_of, (delta,), "any packet", reason=reason)


def told_at(ingress: End, egress: End) -> bool:
    """Whether the packets of a row are told as they reach the output."""
    return ingress.plain and not egress.plain


def _rows(
    sides: tuple[Side, Side],
    ingress: End,
    egress: End,
    begin: Diagram,
    kept: Iterable[Field],
    *,
    inside: bool,
) -> Iterable[Row]:
    """The rows of one way; with `inside`, with the DSCP that the device undoes as packets leave."""
    old, new = (
        along(side, one, None if egress.plain else other, begin, inside=inside)
        for side, one, other in zip(
            sides, (ingress.old, ingress.new), (egress.old, egress.new), strict=True
        )
    )
    for row in rows(sides[0].headers, old, new, (*ON_THE_WIRE, *kept)):
        if inside:
            row.deltas = tuple(map(_within, row.deltas))
        yield row


def _within(delta: Delta) -> Delta:
    """The words for a mark that no packet leaves with, and that the outputs go by."""
    name = Field.DSCP.value
    return delta._replace(name=f"{name} within the device") if delta.name == name else delta


def _ways(ingresses: Sequence[End], egresses: Sequence[End]) -> Iterator[tuple[End, End]]:
    """The ways on which something may differ.

    Where an input writes nothing that an output looks at or writes, each does what it does without
    the other, and they are compared apart.
    """
    changed = [egress for egress in egresses if egress.changed]
    for ingress in ingresses:
        for egress in egresses if ingress.changed else changed:
            if ingress.plain and egress.plain and not ingress.changed:
                continue
            if ingress.plain or egress.plain or _meet(ingress, egress):
                yield ingress, egress


def _meet(ingress: End, egress: End) -> bool:
    looked_at = egress.tested | egress.written
    return bool(ingress.written & looked_at) or Field.INPUT_INTERFACE in egress.tested
