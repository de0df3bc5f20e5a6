"""The first lines of a scenario: what it is, what was made up, assumed and left out."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.amounts import show_rate
from qosc.ir import Device
from qosc.ir.leaves import SEPARATOR, join
from qosc.ledger import Entry, Fidelity
from qosc.targets.base import left_out_words
from qosc.targets.sim.port import Lowered
from qosc.targets.sim.traffic import Plan
from qosc.targets.sim.words import clean

__all__ = [
    "Told",
    "comments",
    "how_made_up",
    "missing_rows",
    "remarks_of",
    "title",
    "told",
    "told_of",
]

_PLACES = 8
"""So many places are listed for one remark."""
_WORDS = {
    Fidelity.UNSUPPORTED: "Not in this scenario",
    Fidelity.UNKNOWN: "Assumed",
}
Told = dict[str, list[tuple[int, Entry]]]
"""By port, the entries that its scenarios tell of, with their places in the ledger."""


def told(entries: tuple[Entry, ...], ports: set[str]) -> Told:
    """The entries that a reader of a scenario should know, by port."""
    by_port: Told = {}
    for place, entry in enumerate(entries):
        if entry.fidelity in _WORDS:
            name, *below = entry.path.split(SEPARATOR)
            while name not in ports and below:
                name += SEPARATOR + below.pop(0)
            by_port.setdefault(name, []).append((place, entry))
    return by_port


def title(device: Device, port: Lowered) -> str:
    """The name of a port's scenario."""
    return f"{device.hostname} {port.source.name}".strip()


def how_made_up() -> Iterable[str]:
    """What to know about all made-up traffic."""
    yield "The traffic is made up. In the first part of the time every second class is offered half"
    yield "of its share (what it gets where all want more), the others so much that all together"
    yield "are more than there is; then the other way round. Priority classes stay below their"
    yield "bound. Senders are on links that nothing waits for. Run it with `qosc simulate`."


def remarks_of(plan: Plan) -> Iterable[str]:
    """What to know about the traffic of one port."""
    for each in plan.missing:
        if each.fidelity is not Fidelity.UNSUPPORTED:
            yield f"no traffic for {clean(each.name)}: {each.why}"
    if plan.ping is None:
        yield "no ping: no class takes one"


def missing_rows(port: Lowered, plan: Plan) -> list[Entry]:
    """Entries for the classes that no traffic was found for, but for those that can have none."""
    return [
        Entry(
            join(port.source.name, "traffic", f"class {clean(each.name)}"),
            each.fidelity,
            "packets of each class",
            "no packet of it",
            each.why,
            each.origin,
        )
        for each in plan.missing
        if each.fidelity is not Fidelity.EXACT
    ]


def comments(
    device: Device, main: Lowered, ports: Iterable[Lowered], assumed: Told, remarks: Iterable[str]
) -> Iterable[str]:
    """The lines, in order."""
    yield f"{clean(title(device, main))}: sender -> router -> receiver."
    yield from remarks
    seen: dict[str, None] = {}  # in the order of the ports: the same bytes in every process
    for port in ports:
        if port.source.name in seen:
            continue
        seen[port.source.name] = None
        if port.assumed:
            yield (
                f"{clean(port.source.name)}: nothing says how fast it is; "
                f"{show_rate(port.rate)} is assumed."
            )
    yield from (clean(words) for words in left_out_words(device))
    yield from told_of(assumed, seen)


def told_of(assumed: Told, seen: Iterable[str]) -> Iterable[str]:
    """What is assumed and left out at some ports."""
    here = sorted(
        (entry for name in seen for entry in assumed.get(name, ())), key=lambda each: each[0]
    )
    for fidelity, words in _WORDS.items():
        places: dict[str, list[str]] = {}
        for _, entry in here:
            if entry.fidelity is fidelity:
                places.setdefault(entry.note, []).append(entry.path)
        for note, paths in places.items():
            yield f"{words}: {note}:"
            yield from (f"  {path}" for path in paths[:_PLACES])
            if len(paths) > _PLACES:
                yield f"  and {len(paths) - _PLACES} more"
