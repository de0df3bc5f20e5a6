"""Two treatments side by side: for which packets they differ, and in what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from qosc.fields import WIDTHS, Field, code_point_name
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS
from qosc.source import NOWHERE, Span
from qosc.treatments.figures import Figure
from qosc.treatments.headers import BESIDE, ON_THE_WIRE, Headers
from qosc.treatments.meters import COLOURS, Meter
from qosc.treatments.queues import Queue
from qosc.treatments.tree import Bits, Metered, differing
from qosc.treatments.walk import Done

__all__ = ["Delta", "apart", "deltas", "pairs_of"]

_NOTHING = "none"
Pair = tuple[str, str, str]
"""A kind (queue or policer), and which one it is on the old and on the new side."""


class Delta(NamedTuple):
    """What differs: its name (`guarantee`, `policer rate`, `dscp`, `verdict`), before and after.

    `decided` is false where one of them is not known. `old_by` and `new_by` name the platform whose
    default a figure is. `of_queue`: it is a figure of the queue, and no policer, mark or drop.
    `old_above` and `new_above`: of a figure of a class around the queue's, the name of that class
    with those around it.
    """

    name: str
    old: str
    new: str
    decided: bool = True
    old_by: str = ""
    new_by: str = ""
    old_origin: Span = NOWHERE
    new_origin: Span = NOWHERE
    of_queue: bool = False
    old_above: str = ""
    new_above: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What two packets with the same difference have in common."""
        return self.name, self.old, self.new


def apart(headers: Headers, one: Any, two: Any, marks: Iterable[Field] = ON_THE_WIRE) -> Diagram:
    """The packets that two trees do not treat alike, whatever their queues and classes are called.
    `marks` are the fields that are looked at.

    What is not known on one side is not alike; the same words on both sides are.
    """

    def leaves(first: Done, second: Done) -> Diagram:
        if first.dropped and second.dropped:
            return headers.builder.false
        old, new = first.state, second.state
        same = first.dropped == second.dropped and sorted(old.unknown) == sorted(new.unknown)
        if not same or len(old.queues) != len(new.queues):
            return headers.builder.true
        if not all(a.same(b) for a, b in zip(old.queues, new.queues, strict=True)):
            return headers.builder.true
        return headers.differ(marks, old.wrote, new.wrote)

    return differing(one, two, headers.builder.true, lambda a, b: not a.same(b), leaves)


def pairs_of(one: Any, two: Any) -> Iterator[Pair]:
    """Which queues and policers of two trees that are alike stand for each other."""
    if isinstance(one, Metered) and isinstance(two, Metered):
        yield "policer", one.meter.which, two.meter.which
        for first, second in zip(one.branches, two.branches, strict=True):
            yield from pairs_of(first, second)
    elif isinstance(one, Done) and isinstance(two, Done) and not one.dropped:
        for old, new in zip(one.state.queues, two.state.queues, strict=True):
            yield "queue", old.which, new.which


def deltas(
    headers: Headers,
    one: Any,
    two: Any,
    packets: Diagram,
    marks: Sequence[Field] = ON_THE_WIRE,
) -> tuple[Delta, ...]:
    """All in which two trees differ for some of `packets`."""
    return tuple(_trees(_Over(headers, packets, marks), one, two))


class _Over(NamedTuple):
    """What trees are compared over: some packets, and the fields that are looked at."""

    headers: Headers
    packets: Diagram
    marks: Sequence[Field]


def _trees(over: _Over, one: Any, two: Any) -> Iterator[Delta]:
    headers = over.headers
    if isinstance(one, Metered) and isinstance(two, Metered):
        if not one.meter.same(two.meter):
            # A policer more or less, where the others are alike.
            inner, other = one.branches[0], two.branches[0]
            if isinstance(inner, Metered) and inner.meter.same(two.meter):
                yield _whole_meter(headers, one, None)
                yield from _trees(over, inner, two)
                return
            if isinstance(other, Metered) and one.meter.same(other.meter):
                yield _whole_meter(headers, None, two)
                yield from _trees(over, one, other)
                return
            yield from _meters(one.meter, two.meter)
        yield from _branches(over, one, two)
    elif isinstance(one, Metered):
        yield _whole_meter(headers, one, None)
        yield from _trees(over, one.branches[0], two)
    elif isinstance(two, Metered):
        yield _whole_meter(headers, None, two)
        yield from _trees(over, one, two.branches[0])
    else:
        yield from _leaves(over, one, two)


def _branches(over: _Over, one: Metered, two: Metered) -> Iterator[Delta]:
    """What differs of each colour; what differs of all alike is told once."""
    told: set[tuple[str, str, str]] = set()
    for number in range(max(len(one.branches), len(two.branches))):
        old, new = (each.branches[min(number, len(each.branches) - 1)] for each in (one, two))
        for branch in _trees(over, old, new):
            if branch.key not in told:
                told.add(branch.key)
                prefix = f"{COLOURS[number]}: " if number else ""
                yield branch._replace(name=prefix + branch.name)


def _whole_meter(headers: Headers, one: Metered | None, two: Metered | None) -> Delta:
    return Delta(
        "policer",
        _NOTHING if one is None else _meter_words(headers, one),
        _NOTHING if two is None else _meter_words(headers, two),
        decided=all(each is None or each.meter.known for each in (one, two)),
        old_origin=NOWHERE if one is None else one.meter.origin,
        new_origin=NOWHERE if two is None else two.meter.origin,
    )


def _meter_words(headers: Headers, one: Metered) -> str:
    """The figures of a meter, and what it does to each colour beside sending it as the first."""
    plain = _green(one)
    actions = []
    for name, branch in zip(COLOURS, one.branches, strict=False):
        end = branch if isinstance(branch, Done) else _green(branch)
        if isinstance(branch, Done) and branch.dropped:
            actions.append(f"{name} dropped")
            continue
        if isinstance(branch, Metered):
            actions.append(f"{name} policed again")
        actions += [f"{name} {words}" for words in _otherwise(headers, plain, end)]
    return ", ".join([str(one.meter), *actions])


def _green(tree: Any) -> Done:
    """What becomes of a packet that all meters let pass."""
    while isinstance(tree, Metered):
        tree = tree.branches[0]
    done: Done = tree
    return done


def _otherwise(headers: Headers, plain: Done, other: Done) -> Iterator[str]:
    """The marks and the queues of an end that are not those of another one."""
    for field in (*ON_THE_WIRE, *BESIDE):
        words = _kept(headers, other.state.wrote, field)
        if words != _kept(headers, plain.state.wrote, field):
            yield f"marked {field} {words}"
    if other.state.queues != plain.state.queues:
        known = {pair for queue in plain.state.queues for pair in queue.figures}
        own = [pair for queue in other.state.queues for pair in queue.figures if pair not in known]
        figures = ", ".join(f"{name} {figure}" for name, figure in own)
        yield f"queued with {figures}" if figures else "in another queue"


def _kept(headers: Headers, wrote: Bits, field: Field) -> str:
    if field in WIDTHS:
        return _mark(wrote, field)
    value, mask = _written(wrote, field)
    names = {code: name for name, code in headers.builder.names.get(field, {}).items()}
    return names.get(value, str(value)) if mask else "as it came"


def _left(headers: Headers, wrote: Bits, field: Field) -> str:
    """What a field holds after a write. What is kept beside packets is 0, or the first name, where
    nothing wrote it.
    """
    if field not in BESIDE:
        return _mark(wrote, field)
    value, _ = _written(wrote, field)
    names = {code: name for name, code in headers.builder.names.get(field, {}).items()}
    return names.get(value) or (str(value) if value or field in WIDTHS else _NOTHING)


def _meters(old: Meter, new: Meter) -> Iterator[Delta]:
    yield from _figures("policer ", old.figures, new.figures, old.origin, new.origin)
    for name, one, two in (
        ("policer kind", old.kind, new.kind),
        ("policer colour on arrival", old.comes or "any", new.comes or "any"),
        ("policer, packets that exceed", _counted(old), _counted(new)),
    ):
        if one != two:
            yield Delta(name, one, two, old_origin=old.origin, new_origin=new.origin)


def _counted(meter: Meter) -> str:
    return "counted" if meter.draws_all else "not counted"


def _figures(
    prefix: str,
    old: Iterable[tuple[str, Figure]],
    new: Iterable[tuple[str, Figure]],
    old_origin: Span,
    new_origin: Span,
) -> Iterator[Delta]:
    before, after = dict(old), dict(new)
    for name in (*before, *(name for name in after if name not in before)):
        one, two = before.get(name), after.get(name)
        if one == two:
            continue
        known = (one is None or one.known) and (two is None or two.known)
        # Two shares of a rate that nobody knows differ, whatever it is.
        both = one is not None and two is not None and not one.known and not two.known
        yield Delta(
            name=prefix + name,
            old=_NOTHING if one is None else str(one),
            new=_NOTHING if two is None else str(two),
            decided=known or both,
            old_by="" if one is None else one.by,
            new_by="" if two is None else two.by,
            old_origin=_place(one, old_origin),
            new_origin=_place(two, new_origin),
        )


def _place(figure: Figure | None, otherwise: Span) -> Span:
    return otherwise if figure is None or figure.origin == NOWHERE else figure.origin


def _leaves(over: _Over, one: Done, two: Done) -> Iterator[Delta]:
    if one.dropped or two.dropped:
        if one.dropped != two.dropped:
            yield Delta("verdict", _verdict(one), _verdict(two))
        return
    old, new = one.state, two.state
    for field in over.marks:
        differ = over.headers.differ((field,), old.wrote, new.wrote)
        if (differ & over.packets).satisfiable():
            before, after = (_left(over.headers, each.wrote, field) for each in (old, new))
            yield Delta(str(field), before, after)
    for number in range(max(len(old.queues), len(new.queues))):
        first = old.queues[number] if number < len(old.queues) else None
        second = new.queues[number] if number < len(new.queues) else None
        yield from (one._replace(of_queue=True) for one in _queues(first, second))
    if sorted(old.unknown) != sorted(new.unknown):
        before, after = ("; ".join(each) or "known" for each in (old.unknown, new.unknown))
        yield Delta("treatment", before, after, decided=False)


def _queues(old: Queue | None, new: Queue | None) -> Iterator[Delta]:
    first = NOWHERE if old is None else old.origin
    second = NOWHERE if new is None else new.origin
    if old is None or new is None:
        yield Delta("queue", _called(old), _called(new), old_origin=first, new_origin=second)
    before = () if old is None else old.figures
    after = () if new is None else new.figures
    for difference in _figures("", before, after, first, second):
        above = ["" if one is None else one.around(difference.name) for one in (old, new)]
        yield difference._replace(old_above=above[0], new_above=above[1])


def _called(queue: Queue | None) -> str:
    return "that of the interface" if queue is None else f"class {queue.name}"


def _verdict(leaf: Done) -> str:
    return "dropped" if leaf.dropped else "sent"


def _mark(wrote: Bits, field: Field) -> str:
    """What is written to a field: its value, `as it came`, or the bits that are."""
    value, mask = _written(wrote, field)
    if not mask:
        return "as it came"
    if mask == (1 << WIDTHS[field]) - 1:
        return code_point_name(field, value)
    if field is Field.DSCP and mask == 0b111000:
        return f"precedence {code_point_name(Field.PRECEDENCE, value >> 3)}, rest as it came"
    return f"{value:#x} in the bits {mask:#x}"


def _written(wrote: Bits, field: Field) -> tuple[int, int]:
    """The value of the bits of a field that are written, and which they are."""
    places = BITS[field]
    mask = sum(1 << (len(places) - 1 - n) for n, v in enumerate(places) if wrote.mask >> v & 1)
    value = sum(1 << (len(places) - 1 - n) for n, v in enumerate(places) if wrote.value >> v & 1)
    return value, mask
