"""Meters, marks and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from qosc.datapath.lengths import OF_FRAMES
from qosc.datapath.meters import Bucket, buckets
from qosc.fields import LOSS_PRIORITIES, WIDTHS, Field
from qosc.ir import (
    Algorithm,
    Device,
    Mark,
    MarkTable,
    Outcome,
    Policer,
    Predicate,
    RuleList,
    Verdict,
)
from qosc.ir import Meter as IrMeter
from qosc.ledger import Cursor, Fidelity
from qosc.platforms import is_junos
from qosc.scenario import Action, Colours, LookUp, Match, Meter, Police
from qosc.targets.base import NARROWED_NOTE
from qosc.targets.entries import enter_draws
from qosc.targets.sim.words import clean, origin

__all__ = ["MOST", "FindMatch", "SharedNames", "enter_marks", "lower_marks", "lower_policer"]

FindMatch = Callable[[Predicate, Cursor], Match]

MOST = 10**13
"""The largest number that a scenario holds."""

_LONGEST_NAME = 200

_LOWER_BITS = (
    "writes the three bits of the precedence and keeps the rest of the DS byte (RFC 791); whether "
    "a router clears the lower bits of the DSCP depends on its release"
)
_CAR_DEBT = (
    "a compounded debt up to the extended burst, counted from zero (Cisco IOS QoS configuration "
    "guide, Policing and Shaping Overview); some releases may count it from the normal burst"
)

_PER_ENGINE = (
    "a filter that is applied more than once has one meter for all places of a Packet Forwarding "
    "Engine (Juniper, Hierarchical Policer Applied as Filter Action). The config does not say "
    "which places those are, and no source says whether input and output share one: all are taken "
    "to. Where each has its own, each passes the whole rate"
)


def mark_fate(mark: Mark) -> tuple[Fidelity, str, str]:
    """Fidelity, note, and what the scenario does with a mark."""
    if mark.table is not None:
        if _fits(mark):
            if mark.table.narrowed:
                return Fidelity.UNKNOWN, NARROWED_NOTE, ""
            return Fidelity.EXACT, "", ""
        note = f"a {mark.field} cannot hold all that is looked up by {mark.table.source}"
        return Fidelity.UNSUPPORTED, note, "not written"
    if not _fits(mark):
        note = f"{mark.field} cannot hold {clean(mark.name) or mark.value}"
        return Fidelity.UNSUPPORTED, note, "not written"
    if mark.field is Field.PRECEDENCE:
        return Fidelity.UNKNOWN, _LOWER_BITS, ""
    return Fidelity.EXACT, "", ""


def _fits(mark: Mark) -> bool:
    if mark.table is not None:
        return _look_up(mark.field, mark.table) is not None
    if mark.field is Field.LOSS_PRIORITY:
        places = range(len(LOSS_PRIORITIES))
        return mark.name in LOSS_PRIORITIES if mark.name else mark.value in places
    if mark.field not in WIDTHS:
        return 0 < len(mark.name) <= _LONGEST_NAME
    return 0 <= mark.value < 1 << WIDTHS[mark.field]


def _look_up(field: Field, table: MarkTable) -> LookUp | None:
    """The map of a mark whose value is looked up; None where a field cannot hold what is in it."""
    try:
        made = LookUp.model_validate(
            {"from": table.source, "map": table.entries, "otherwise": table.otherwise}
        )
        made.check(field)
    except ValueError:
        return None
    return made


def _value(mark: Mark) -> int | str | LookUp:
    if mark.table is not None and (made := _look_up(mark.field, mark.table)) is not None:
        return made
    if mark.field is Field.LOSS_PRIORITY:
        return mark.name or LOSS_PRIORITIES[mark.value]
    return mark.name if mark.field not in WIDTHS else mark.value


def lower_marks(marks: Iterable[Mark]) -> dict[Field, int | str | LookUp]:
    """The marks that a scenario can hold. The last of two for one field wins."""
    by_field: dict[Field, int | str | LookUp] = {}
    for mark in marks:
        if _fits(mark):
            by_field.pop(mark.field, None)
            if mark.field is Field.DSCP and mark.table is None:
                # It covers what was written into the precedence.
                by_field.pop(Field.PRECEDENCE, None)
            by_field[mark.field] = _value(mark)
    return by_field


def enter_marks(cursor: Cursor) -> None:
    """Entries for the marks of a rule or class, whose leaves are at or below `cursor`."""
    for leaf in cursor.ledger.open_leaves(cursor.path):
        if isinstance(leaf.value, Mark):
            fidelity, note, got = mark_fate(leaf.value)
            cursor.ledger.enter(leaf.path, fidelity, note, got)


def _across(device: Device) -> frozenset[str]:
    """The names of meters that filters of several ports, or of both directions, have in common."""
    places: dict[str, set[tuple[str, str]]] = {}
    for port in device.ports.values():
        for side, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                for rule in stage.rules if isinstance(stage, RuleList) else ():
                    if rule.policer is not None and rule.policer.shared:
                        places.setdefault(rule.policer.shared, set()).add((port.name, side))
    return frozenset(name for name, used_at in places.items() if len(used_at) > 1)


class SharedNames:
    """The names of the shared meters of one device. A name stands for one meter."""

    __slots__ = ("_across", "_meters")

    def __init__(self, device: Device) -> None:
        self._meters: dict[str, Meter] = {}
        self._across = _across(device) if is_junos(device.platform) else frozenset()

    def take(self, wanted: str, meter: Meter, cursor: Cursor) -> str:
        """The name that policers of this meter share, with the entry of the leaf at `cursor`."""
        name = clean(wanted)
        if self._meters.setdefault(name, meter) == meter:
            if wanted in self._across:
                cursor.enter("", Fidelity.UNKNOWN, _PER_ENGINE, "one meter for all of them")
                return name
            cursor.exact("", "one meter for all policers of the name in a scenario")
            return name
        cursor.enter(
            "",
            Fidelity.UNSUPPORTED,
            "elsewhere the policer of this name has another rate or "
            "burst: each port has a meter of its own",
            "not shared",
        )
        return ""


def lower_policer(
    policer: Policer,
    whole: int | None,
    cursor: Cursor,
    names: SharedNames,
    find: FindMatch,
    again: str = "",
    *,
    alone: bool | None = False,
) -> Police | None:
    """The policer, with an entry for each of its leaves, which are below `cursor`.

    `find` makes a predicate a match, with the entries of its leaves.

    None, and UNSUPPORTED entries, where its rate or burst cannot be worked out, such as a
    percentage of an unknown rate. `whole` is the bit/s that a percentage is taken of, `again` what
    an outcome that marks a packet and goes on rests on (`looked_at_again`), `alone` whether it
    counts the IP packet without what its port adds (`counts_packet_alone`).
    """
    colours = _colours(policer.meter, cursor.at("meter"), find)
    unsure = OF_FRAMES if alone is None else ""
    meter = _meter(policer.meter, whole, cursor.at("meter"), colours, unsure)
    if meter is None:
        cursor.rest(
            Fidelity.UNSUPPORTED,
            "the meter's rate or burst cannot be worked out: nothing is policed",
            "no policer",
        )
        return None
    shared = ""
    enter_draws(policer, cursor, debt=True)
    if policer.shared:
        shared = names.take(policer.shared, meter, cursor.at("shared"))
    _enter_outcome(policer.conform, "conform", cursor, again)
    _enter_outcome(policer.exceed, "exceed", cursor, again)
    if policer.violate is not None:
        _enter_outcome(policer.violate, "violate", cursor, again)
    return Police(
        meter=meter,
        shared=shared,
        draws_all=policer.draws_all,
        accounting_bytes=0 if alone and not meter.in_packets else None,
        conform=_action(policer.conform),
        exceed=_action(policer.exceed),
        violate=_action(policer.violate) if policer.violate is not None else None,
        origin=origin(policer.origin),
    )


def _action(outcome: Outcome) -> Action:
    marks = lower_marks(outcome.marks)
    return Action(set=marks, then=outcome.verdict.value)


def _enter_outcome(outcome: Outcome, name: str, cursor: Cursor, again: str) -> None:
    order = (Fidelity.EXACT, Fidelity.UNKNOWN, Fidelity.UNSUPPORTED)
    fates = [mark_fate(mark) for mark in outcome.marks]
    if again and fates and outcome.verdict is Verdict.CONTINUE:
        fates.append((Fidelity.UNKNOWN, again, ""))
    worst = max((fidelity for fidelity, _, _ in fates), key=order.index, default=Fidelity.EXACT)
    notes = dict.fromkeys(note for _, note, _ in fates if note)
    cursor.enter(name, worst, "; ".join(notes))


def _colours(meter: IrMeter, cursor: Cursor, find: FindMatch) -> Colours | None:
    colours = meter.colours
    if colours is None:
        return None
    if meter.algorithm is Algorithm.CAR:
        note = "CAR meters know no colours"
        cursor.at("colours").rest(Fidelity.UNSUPPORTED, note, "not used")
        return None
    green = find(colours.green, cursor.at("colours", "green"))
    yellow = None
    if colours.yellow is not None:
        yellow = find(colours.yellow, cursor.at("colours", "yellow"))
    return Colours(green=green, yellow=yellow)


def _meter(
    meter: IrMeter, whole: int | None, cursor: Cursor, colours: Colours | None, unsure: str
) -> Meter | None:
    """`unsure` is what is only assumed of the lengths that the meter counts, if anything."""
    filled = buckets(meter, whole)
    packets = filled.committed.packets
    cir, cbs = _held(filled.committed, packets)
    if cir is None or cbs is None:
        return None
    _, ebs = _held(filled.excess, packets)
    pir, pbs = _held(filled.peak, packets)
    algorithm = meter.algorithm
    if meter.ebs is not None and ebs is None:
        return None
    numbers: dict[str, int] = {"cir": cir, "cbs": cbs}
    if algorithm is Algorithm.TRTCM:
        if pir is None or pbs is None or pir < cir:
            return None
        kind, numbers = "trtcm", numbers | {"pir": pir, "pbs": pbs}
    elif algorithm is Algorithm.SRTCM:
        kind, numbers = "srtcm", numbers | {"ebs": ebs or 0}
    elif algorithm is Algorithm.CAR:
        kind, numbers = "car", numbers | {"ebs": ebs or 0}
        if (ebs or 0) > cbs:
            cursor.enter("algorithm", Fidelity.UNKNOWN, _CAR_DEBT)
        else:
            cursor.exact("algorithm", "an extended burst up to the normal burst lends nothing")
    else:
        kind = "single-bucket"
    if unsure and not packets and algorithm is not Algorithm.CAR:
        cursor.enter("algorithm", Fidelity.UNKNOWN, unsure)
    keys, units = _KEYS[packets], _UNITS[packets]
    made = Meter.model_validate(
        {"algorithm": kind, **{f"{word}_{keys[word[-1]]}": n for word, n in numbers.items()}}
    )
    for name in ("cir", "cbs", "ebs", "pir", "pbs"):
        if getattr(meter, name) is not None:
            used = name in numbers
            note = "" if used else "not used by this meter"
            got = f"{numbers[name]} {units[name[-1]]}" if used else "nothing"
            cursor.exact(name, note, got)
    cursor.rest(Fidelity.EXACT)
    return made.model_copy(update={"colours": colours})


_KEYS = {False: {"r": "bps", "s": "bytes"}, True: {"r": "pps", "s": "packets"}}
_UNITS = {False: {"r": "bit/s", "s": "bytes"}, True: {"r": "packet/s", "s": "packets"}}
"""Ends of keys, and units, of rates (cir, pir) and bursts, by whether a meter counts packets."""


def _held(bucket: Bucket | None, packets: bool) -> tuple[int | None, int | None]:
    """The rate and the depth of a bucket, where they are numbers that a scenario can hold."""
    if bucket is None or bucket.packets is not packets:
        return None, None
    rate, depth = bucket.rate, bucket.depth
    return (
        rate if rate is not None and 1 <= rate <= MOST else None,
        depth if depth is not None and 0 <= depth <= MOST else None,
    )
