"""The account of a lowering: what became of each leaf of the model.

A back end enters each leaf exactly once. A leaf without an entry, an entry without a leaf and a
second entry are bugs in the back end and raise `LedgerError`: nothing is ever lost in silence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from qosc.ir.describe import describe
from qosc.ir.leaves import Leaf, join
from qosc.source import Span

__all__ = ["Cursor", "Entry", "Excuse", "Fidelity", "Ledger", "LedgerError"]


class Fidelity(StrEnum):
    """How true the artefact is to the source."""

    EXACT = "exact"
    """The same decision for every sequence of packets."""
    ENVELOPE = "envelope"
    """Not the same packet by packet, but the same bound rate * t + burst for each class."""
    APPROX = "approx"
    """Differs by a stated bound, in a stated regime."""
    UNKNOWN = "unknown"
    """What the source does depends on platform or release; the entry says what was assumed."""
    UNSUPPORTED = "unsupported"
    """Not in the artefact."""


class Excuse(StrEnum):
    """A way in which an artefact is known to differ from the source at one leaf.

    A judge of the artefact goes by these and never by the words of a note.
    """

    TAGGED_FRAMES = "tagged-frames"
    """The test is not made in frames with a VLAN tag."""
    FIRST_FRAGMENT = "first-fragment"
    """The first fragment of a datagram counts as having no transport header."""
    RARE_TRANSPORTS = "rare-transports"
    """Ports of DCCP and UDP-Lite are not read, unless the protocol is tested."""
    EXTENSION_HEADERS = "extension-headers"
    """In IPv6 the test is made right behind the first header, also where that is no transport."""
    FRAGMENT_HEADER = "fragment-header"
    """Any IPv6 packet with a fragment header counts as a later fragment, or none does."""
    MPLS_IN_IP = "mpls-in-ip"
    """Of IP packets of protocol 137 only the protocol is looked at."""
    PARENT_LAST = "parent-last"
    """Marks and meters of a class come after those of its child policy."""
    CURVE_UNREACHED = "curve-unreached"
    """A curve of early drop is left out because no packet of the class goes by it."""


class LedgerError(Exception):
    """A back end did not account for the model as it must."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One leaf's fate. `asked` is the source's value, `got` what the artefact will really do.

    `note` gives the bound and the regime of an approximation, the assumption behind an unknown, or
    the effect of what is not supported.
    """

    path: str
    fidelity: Fidelity
    asked: str
    got: str
    note: str
    origin: Span
    excuses: frozenset[Excuse] = frozenset()
    bound: int | None = None
    """The largest difference in parts per million, where the approximation has a figure."""


class Ledger:
    """Collects the entries of one artefact."""

    def __init__(
        self, leaves: Iterable[Leaf], doubts: Callable[[str, object], str] | None = None
    ) -> None:
        """`doubts` says of a path and its value how the default of another router differs.

        Without it the artefact is the model as it is, and nothing about a router is in doubt.
        """
        self._leaves = {leaf.path: leaf for leaf in leaves}
        self._doubts = doubts
        self._entries: dict[str, Entry] = {}
        self._sorted: list[str] = []
        """All paths in the order of letters, so that those below one stand together."""
        self._number: dict[str, int] = {}

    def at(self, *path: str) -> Cursor:
        """A place in the model to make entries under."""
        return Cursor(self, join(*path))

    def enter(
        self,
        path: str,
        fidelity: Fidelity,
        note: str = "",
        got: str = "",
        excuses: frozenset[Excuse] = frozenset(),
        bound: int | None = None,
    ) -> None:
        """Account for the leaf at `path`. Anything but EXACT needs a note.

        A value that the config did not say, and that other routers have another default for, is
        UNKNOWN at best. So is one that the model has a doubt of (`Meter.doubts`), but ENVELOPE
        where the doubt is bounded. LedgerError for a path that is no leaf, a second entry, and a
        note that is missing.
        """
        leaf = self._leaves.get(path)
        if leaf is None:
            raise LedgerError(f"no leaf at {path!r}")
        if path in self._entries:
            raise LedgerError(f"second entry for {path!r}")
        if fidelity is not Fidelity.EXACT and not note:
            raise LedgerError(f"{fidelity} without a note for {path!r}")
        asked = describe(leaf.value)
        doubt = self._doubts(path, leaf.value) if self._doubts is not None else ""
        if doubt and fidelity in (Fidelity.EXACT, Fidelity.ENVELOPE):
            fidelity = Fidelity.UNKNOWN
        if leaf.doubt is not None and self._doubts is not None:
            best = Fidelity.ENVELOPE if leaf.doubt.bounded else Fidelity.UNKNOWN
            if fidelity in (Fidelity.EXACT, Fidelity.ENVELOPE):
                fidelity = best
            doubt = "; ".join(filter(None, (doubt, leaf.doubt.words)))
        by = f"default of {leaf.default_by}" if leaf.default_by else ""
        note = "; ".join(filter(None, (by, note, doubt)))
        self._entries[path] = Entry(
            path=path,
            fidelity=fidelity,
            asked=asked,
            got=got or asked,
            note=note,
            origin=leaf.origin,
            excuses=excuses,
            bound=bound,
        )

    def excuse(self, below: str, excuse: Excuse) -> None:
        """Add an excuse to the entries at or below a path that are neither exact nor lost."""
        for path in self._below(below):
            entry = self._entries.get(path)
            if entry is not None and entry.fidelity not in (Fidelity.EXACT, Fidelity.UNSUPPORTED):
                self._entries[path] = replace(entry, excuses=entry.excuses | {excuse})

    def withdraw(self, below: str, note: str, got: str = "nothing") -> None:
        """Turn the entries at or below a path into UNSUPPORTED: the artefact lacks them."""
        for path in self._below(below):
            entry = self._entries.get(path)
            if entry is not None:
                self._entries[path] = replace(
                    entry,
                    fidelity=Fidelity.UNSUPPORTED,
                    got=got,
                    note=note,
                    excuses=frozenset(),
                    bound=None,
                )

    def open_leaves(self, below: str = "") -> list[Leaf]:
        """The leaves at or below a path that have no entry yet, in the order of the model."""
        paths = self._below(below) if below else self._leaves
        return [self._leaves[path] for path in paths if path not in self._entries]

    def _below(self, place: str) -> list[str]:
        """The paths at or below one, in the order of the model."""
        if not self._sorted:
            self._sorted = sorted(self._leaves)
            self._number = {path: number for number, path in enumerate(self._leaves)}
        paths = [place] if place in self._leaves else []
        for start in (f"{place} > ", f"{place}["):
            at = bisect_left(self._sorted, start)
            while at < len(self._sorted) and self._sorted[at].startswith(start):
                paths.append(self._sorted[at])
                at += 1
        return sorted(paths, key=self._number.__getitem__)

    def close(self) -> tuple[Entry, ...]:
        """All entries in the order of the model; raises LedgerError if a leaf has none."""
        missing = self.open_leaves()
        if missing:
            raise LedgerError("no entry for " + "; ".join(leaf.path for leaf in missing[:8]))
        return tuple(self._entries[path] for path in self._leaves)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Makes entries below one place of the model."""

    ledger: Ledger
    path: str

    def at(self, *parts: str) -> Cursor:
        """A place below this one."""
        return Cursor(self.ledger, join(self.path, *parts))

    def enter(self, name: str, fidelity: Fidelity, note: str = "", got: str = "") -> None:
        """Account for the leaf `name` below here, or (with an empty name) for the one here."""
        self.ledger.enter(join(self.path, name) if name else self.path, fidelity, note, got)

    def excuse(self, name: str, excuse: Excuse) -> None:
        """Add an excuse to what is entered at or below `name` and is neither exact nor lost."""
        self.ledger.excuse(join(self.path, name), excuse)

    def exact(self, name: str = "", note: str = "", got: str = "") -> None:
        """The artefact does just this."""
        self.enter(name, Fidelity.EXACT, note, got)

    def rest(
        self,
        fidelity: Fidelity,
        note: str = "",
        got: str = "",
        excuses: frozenset[Excuse] = frozenset(),
        bound: int | None = None,
    ) -> None:
        """Account alike for every leaf here and below that has no entry yet."""
        for leaf in self.ledger.open_leaves(self.path):
            self.ledger.enter(leaf.path, fidelity, note, got, excuses, bound)
