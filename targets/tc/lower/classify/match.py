"""What the ledger says of a predicate, leaf by leaf, and the cells that look for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qosc.datapath.crossing.entered import MOST as MOST_PORTS
from qosc.fields import DS_VIEWS, Field, ds_bits
from qosc.ir import Anything, Device, Interval, Named, Opaque, Predicate, Reference, Test
from qosc.ir.leaves import plain_tests
from qosc.ledger import Cursor, Excuse, Fidelity
from qosc.targets.base import as_likely, unresolved
from qosc.targets.tc.capabilities import FIELDS
from qosc.targets.tc.kernels import DEFAULT, Feature, Kernel
from qosc.targets.tc.lower.classify.budget import CELL, Budget, TooLargeError, TooMuchError
from qosc.targets.tc.lower.classify.cells import MOST_FILTERS, Cell, Ranges, cells, inside_tag
from qosc.targets.tc.lower.classify.decision import MOST, decide
from qosc.targets.tc.lower.classify.grouping import grouped
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.model import U32

__all__ = ["Matcher", "finder", "lower_match", "of_tag"]


_NEXT_HEADER, _IPV6_HEADER = 6, 40
_FRAGMENT_FIELDS = frozenset((Field.FRAGMENT, Field.FIRST_FRAGMENT))
_BEHIND_IPV6 = frozenset(
    (
        Field.PROTOCOL,
        *_FRAGMENT_FIELDS,
        Field.SRC_PORT,
        Field.DST_PORT,
        Field.TCP_FLAGS,
        Field.ICMP_TYPE,
        Field.ICMP_CODE,
    )
)
_PORTS = frozenset((Field.SRC_PORT, Field.DST_PORT))
_BLOCKS = (
    "a range of ports is a filter for each block of a power of two: the kernel takes no ranges"
)
_BLOCKS_BY_BYTES = (
    "a range of ports is a filter for each block of a power of two: tc before 6.1 reads the two "
    "bytes of a port the other way round and takes the range for empty"
)
_TOO_LARGE = (
    f"needs more than {MOST} filters in all, more than {MOST_FILTERS} for one combination, or two "
    "classifiers at once: the packets fall to the next class"
)
_TOO_MUCH = (
    "tells apart more kinds of packets than one compile works out: the packets fall to the next "
    "class"
)
_TAG = (Field.VLAN, Field.COS)
_TAGGED = "frames with a VLAN tag are not looked into: they fall to the next class"
_INSIDE = "looked for in frames with one VLAN tag too, by filters of their own"
_FRAGMENTS = "; where it is, the first fragment counts as a later one, or all count as none"
_EXTENSIONS = "in IPv6 it is looked for just behind the first header: not seen behind an extension"


@dataclass(frozen=True, slots=True)
class Matcher:
    """Cells in first-match order with what they decide; packets of no cell are not matched."""

    cells: tuple[tuple[Cell, bool], ...]

    @property
    def positive(self) -> tuple[Cell, ...]:
        """The cells that match, where none before them says no."""
        return tuple(cell for cell, verdict in self.cells if verdict)

    @property
    def negatives(self) -> bool:
        """Whether some cell says no before a later one says yes."""
        return any(not verdict for _, verdict in self.cells)


def finder(context: Context) -> Callable[[Predicate, Cursor], Matcher]:
    """How a predicate of one port becomes cells, with an entry for each of its leaves."""
    undefined = context.options.undefined_access_list
    return lambda match, cursor: lower_match(
        context.device,
        match,
        undefined,
        cursor,
        tags=context.tags,
        kernel=context.kernel,
        budget=context.budget,
    )


def lower_match(
    device: Device,
    match: Predicate,
    undefined: str,
    cursor: Cursor,
    anything: str = "",
    *,
    tags: bool = False,
    kernel: Kernel = DEFAULT,
    budget: Budget,
) -> Matcher:
    """The cells of a predicate, with an entry for each of its leaves.

    `anything` says in what a predicate that holds for every frame differs from what is meant;
    `tags` that other classes look at the VLAN tag.
    """
    try:
        ranges = _ranges(kernel)
        cells = budget.once(
            match,
            "cells",
            undefined,
            tags,
            ranges,
            make=lambda: _cells(device, match, undefined, budget, tags=tags, ranges=ranges),
        )
    except TooLargeError as error:
        note = _TOO_MUCH if isinstance(error, TooMuchError) else _TOO_LARGE
        cursor.rest(Fidelity.UNSUPPORTED, note, "matches nothing")
        return Matcher(())
    raw = any(_reads_past_ipv6(cell) for cell, _ in cells)
    raw6 = any(protocol == "ipv6" and isinstance(each, U32) for (protocol, each), _ in cells)
    leaves = cursor.ledger.open_leaves(cursor.path)
    # A filter of raw bits for all protocols asks for the packet's mark alone, whatever its frame.
    blind = tags and any(p != "all" and isinstance(each, U32) for (p, each), _ in cells)
    inside = tags and any(protocol == "802.1Q" for (protocol, _), _ in cells)
    growth = _growth(cells, len(leaves))
    for leaf in leaves:
        fidelity, note, got = _fate(leaf.value, undefined)
        excuses = _excuses(leaf.value) if fidelity is not Fidelity.UNSUPPORTED else set()
        fields = {test.field for test in plain_tests(leaf.value)}
        if fields and (fidelity is Fidelity.EXACT or isinstance(leaf.value, Opaque)):
            if blind:
                fidelity, note = Fidelity.APPROX, f"{note}; {_TAGGED}" if note else _TAGGED
                excuses.add(Excuse.TAGGED_FRAMES)
            elif inside:
                note = f"{note}; {_INSIDE}" if note else _INSIDE
        note, growth = "; ".join(part for part in (note, growth) if part), ""
        if blocks := _written_as_blocks(leaf.value, ranges):
            note = f"{note}; {blocks}" if note else blocks
        if isinstance(leaf.value, Anything) and anything:
            fidelity, note = Fidelity.APPROX, anything
        elif (raw and fields & _BEHIND_IPV6) or (raw6 and fields & _FRAGMENT_FIELDS):
            more = _EXTENSIONS + (_FRAGMENTS if fields & _FRAGMENT_FIELDS else "")
            note = f"{note}; {more}" if note else more
            fidelity = Fidelity.APPROX if fidelity is Fidelity.EXACT else fidelity
            excuses.add(Excuse.EXTENSION_HEADERS)
            if fields & _FRAGMENT_FIELDS:
                excuses.add(Excuse.FRAGMENT_HEADER)
        cursor.ledger.enter(leaf.path, fidelity, note, got, frozenset(excuses))
    return Matcher(cells)


def _excuses(value: object) -> set[Excuse]:
    """How the tests that a leaf makes, or likely makes, are known to differ."""
    return {each for test in plain_tests(value) for each in FIELDS[test.field].excuses}


def _growth(cells: tuple[tuple[Cell, bool], ...], leaves: int) -> str:
    """A word on filters that are more than the tests they stand for; empty where they are not."""
    if len(cells) <= 2 * max(leaves, 1):
        return ""
    negative = sum(not verdict for _, verdict in cells)
    less = f", {negative} of them for what is not meant" if negative else ""
    return f"{len(cells)} filters for the whole match{less}"


def _ranges(kernel: Kernel) -> Ranges:
    if not kernel.has(Feature.PORT_RANGES):
        return Ranges.NONE
    return Ranges.ALL if kernel.has(Feature.ALL_RANGES) else Ranges.SWAPPED_TOO


def _written_as_blocks(value: object, ranges: Ranges) -> str:
    """A word on ports of a leaf that cannot be written as a range; empty where all can."""
    tests = [test for test in plain_tests(value) if test.field in _PORTS]
    if not tests or ranges is Ranges.ALL:
        return ""
    if ranges is Ranges.NONE:
        return _BLOCKS
    intervals = (each for test in tests for each in test.values if isinstance(each, Interval))
    refused = [each for each in intervals if 0 < each.low < each.high and not ranges.takes(each)]
    return _BLOCKS_BY_BYTES if refused else ""


def of_tag(value: object) -> bool:
    """Whether a leaf of a predicate is a test of the VLAN tag."""
    return isinstance(value, Test) and value.field in _TAG


def _reads_past_ipv6(cell: Cell) -> bool:
    """Whether raw bytes are read that stand elsewhere behind an IPv6 extension header."""
    protocol, match = cell
    if protocol != "ipv6" or not isinstance(match, U32):
        return False
    offsets = [key.offset for key in match.keys if key.offset is not None]
    return any(offset == _NEXT_HEADER or offset >= _IPV6_HEADER for offset in offsets)


def _cells(
    device: Device, match: Predicate, undefined: str, budget: Budget, *, tags: bool, ranges: Ranges
) -> tuple[tuple[Cell, bool], ...]:
    made: list[tuple[Cell, bool]] = []
    for conjunction, verdict in decide(device, match, undefined, budget).entries:
        plain = cells(conjunction, ranges=ranges)
        budget.spend(CELL * max(len(plain), 1))
        for cell in plain:
            made += ((each, verdict) for each in ((cell, *inside_tag(cell)) if tags else (cell,)))
        if len(made) > MOST:
            raise TooLargeError
    return grouped(tuple(made), budget)


_NOT_NOTED = (
    f"no port of that name is noted: the config has none, or asks for more than {MOST_PORTS} ports"
)


def _fate(value: object, undefined: str) -> tuple[Fidelity, str, str]:
    if isinstance(value, Test):
        row = FIELDS[value.field]
        if value.field is Field.INPUT_INTERFACE and any(isinstance(v, Named) for v in value.values):
            # The names of ports that are noted have become numbers.
            return Fidelity.UNSUPPORTED, _NOT_NOTED, "matches nothing"
        got = row.how if row.lowered else "matches nothing"
        if value.field in DS_VIEWS:
            got = f"ip_tos under mask {ds_bits(value.field, 0)[1]:#x}"
        return row.fidelity, row.note, got
    if isinstance(value, Opaque):
        if value.likely is not None:
            fidelity, note, got = as_likely(value)
            rows = (FIELDS[test.field].note for test in plain_tests(value))
            return fidelity, "; ".join(dict.fromkeys(part for part in (note, *rows) if part)), got
        note = (
            f"the kernel has no such test as {value.feature}: these packets fall to the next class"
        )
        return Fidelity.UNSUPPORTED, note, "matches nothing"
    if isinstance(value, Reference):
        return unresolved(value, value.name, undefined)
    return Fidelity.EXACT, "", ""
