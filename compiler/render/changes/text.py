"""What `diff` found, as text: by port and direction, by what changes, and for which packets."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from qosc.changes.model import Change, Changes, fingerprint
from qosc.render.layout import hung
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import Style
from qosc.source import NOWHERE, Span

__all__ = [
    "Block",
    "Shown",
    "blocks",
    "class_words",
    "expectation",
    "place_words",
    "prints",
    "report",
    "summary",
    "text_lines",
    "ways_words",
]

_NAMED = 6
"""So many ports are named; more are counted."""


class Block(NamedTuple):
    """Changes that are one for a reader: the same figures, on the same way out."""

    place: str
    changes: tuple[Change, ...]


def blocks(changes: Changes) -> list[Block]:
    """The changes in order, those of other ways in beside those they belong to."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for one in changes:
        key = (
            _named(way.egress for way in one.ways) if one.ways else (one.kind, one.words),
            () if _outputs(one) else _inputs(one),
            one.old_class,
            one.new_class,
            one.old_queue,
            one.new_queue,
            tuple(delta.key for delta in one.deltas),
        )
        groups.setdefault(key, []).append(one)
    made = [
        Block(place_words(group, changes.own_traffic), tuple(group)) for group in groups.values()
    ]
    order = {place: number for number, place in enumerate(dict.fromkeys(b.place for b in made))}
    return sorted(made, key=lambda block: order[block.place])


def _inputs(change: Change) -> tuple[str, ...]:
    return _named(way.ingress for way in change.ways)


def _outputs(change: Change) -> tuple[str, ...]:
    """The ports with QoS that its packets go out by."""
    return tuple(filter(None, _named(way.egress for way in change.ways)))


def _named(several: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The names of several ways, each once."""
    return tuple(dict.fromkeys(name for names in dict.fromkeys(several) for name in names))


def place_words(group: Sequence[Change], own_traffic: Container[str] = ()) -> str:
    """The ports and the direction that changes are of; `own_traffic` are ports that only packets to
    the router itself pass, whatever port they came in by.
    """
    out = _named(_outputs(one) for one in group)
    if out:
        itself = all(name in own_traffic for name in out)
        return f"{_names(out)}, {'to the router itself' if itself else 'output'}"
    into = tuple(filter(None, _named(_inputs(one) for one in group)))
    if into:
        return f"{_names(into)}, input"
    return "ports that the config does not name, input" if group[0].ways else "lines"


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return f"{shown} and {len(names) - _NAMED} more" if len(names) > _NAMED else shown


def ways_words(change: Change) -> str:
    """Where its packets come in, where that is not any port."""
    into = _inputs(change)
    if not _outputs(change) or "" in into:
        return ""
    return f"from {_names(into)}"


def class_words(change: Change) -> str:
    """The class of old and new, once where it is one, and whose queue its packets wait in."""
    old, new = _class_ends(change)
    return old if old == new else f"from {old} to {new}"


def _class_ends(change: Change) -> tuple[str, str]:
    """The classes of old and new in words; empty where neither side has one."""
    one = _with_queue(change.old_class, change.old_queue)
    two = _with_queue(change.new_class, change.new_queue)
    if not (one or two):
        return "", ""
    return f"class {one}" if one else "no class", f"class {two}" if two else "no class"


def _with_queue(name: str, queue: str) -> str:
    return f"{name} (queue of {queue})" if queue else name


def _packets(change: Change) -> str:
    where = ways_words(change)
    return f"{where}: {change.words}" if where else change.words


def _heading(change: Change) -> Iterator[str]:
    """What a block is of, with the lines of both configs; on two lines where a class is another."""
    places = _places(change)
    if change.kind == "line":
        yield _placed("  not compared", *places)
        return
    lead = "  not decided: " if change.kind == "undecided" else "  "
    old, new = _class_ends(change)
    if old == new:
        yield _placed(f"{lead}{old or _packets(change)}", *places)
    else:
        yield _placed(f"{lead}from {old}", places[0])
        yield _placed(f"{' ' * len(lead)}to {new}", places[1])


def _placed(words: str, *places: str) -> str:
    at = " -> ".join(filter(None, places))
    return f"{words}  ({at})" if at else words


def text_lines(changes: Changes, style: Style) -> Iterator[str]:
    """The report, without the summary."""
    above = ""
    for block in blocks(changes):
        if block.place != above:
            if above:
                yield ""
            yield style.paint("bold", printable(block.place))
            above = block.place
        yield from _block(block, style)
    for word, names in (("old", changes.pairing.only_old), ("new", changes.pairing.only_new)):
        for name in names:
            yield ""
            yield printable(
                f"{name}: only the {word} config has this port; --map pairs ports by hand"
            )


def _block(block: Block, style: Style) -> Iterator[str]:
    first = block.changes[0]
    yield from map(printable, _heading(first))
    rows = [(delta.name, f"{delta.old} -> {delta.new}") for delta in first.deltas]
    wide = max([len(name) for name, _ in rows] + [len("packets")])
    for name, words in rows:
        yield from _row(printable(name), printable(words), wide, style)
    for one in block.changes:
        if one.kind != "line" and (one is not first or class_words(first)):
            label = "packets" if one is first else ""
            yield from _row(label, printable(_packets(one)), wide, style)
    if first.packet is not None:
        yield from _row("example", printable(str(first.packet)), wide, style)
    if first.reason:
        yield from _row("reason", printable(first.reason), wide, style)


def _row(label: str, words: str, wide: int, style: Style) -> Iterator[str]:
    lead = f"    {label:<{wide}}  "
    yield from hung(lead, words, style.columns, hang=len(lead))


def _places(change: Change) -> tuple[str, str]:
    """The lines of the first figures, or the last lines that treat the packet; empty: none."""
    for delta in change.deltas:
        if NOWHERE not in (delta.old_origin, delta.new_origin):
            return _at(delta.old_origin), _at(delta.new_origin)
    old, new = (_at(spans[-1]) if spans else "" for spans in (change.old_lines, change.new_lines))
    return old, new


def _at(span: Span) -> str:
    return f"{span.path}:{span.line}"


def summary(changes: Changes) -> str:
    """One sentence: what was compared, and what came of it."""
    only = len(changes.pairing.only_old) + len(changes.pairing.only_new)
    if not changes.old_has_qos and not changes.new_has_qos and changes.same:
        if not changes.not_modelled:
            return "Neither config has any QoS; nothing to compare."
        lines = many(changes.not_modelled, "line")
        return f"Neither config has any QoS in the model; {lines} on QoS the same on both sides."
    compared = f"{many(changes.ports, 'port')} compared"
    if changes.same:
        unread = ""
        if changes.not_modelled:
            lines = many(changes.not_modelled, "line")
            unread = f"; {lines} on QoS not modelled, the same on both sides"
        return f"No change in behaviour: {compared}{unread}."
    made = [block.changes[0].decided for block in blocks(changes)]
    parts = [many(made.count(True), "change")] if any(made) else []
    if not all(made):
        parts.append(f"{made.count(False)} not decided")
    if only:
        parts.append(f"{many(only, 'port')} on one side only")
    return f"{', '.join(parts)}; {compared}."


Shown = Sequence[tuple[str, bool, Changes | None, str]]
"""What is shown: the name of a file or host, whether the old side has it, and what was found; None:
only that side has it, with digits that follow from its lines."""


def report(shown: Shown, meant: Mapping[str, str] | None, style: Style) -> Iterator[str]:
    """The text of all comparisons, with what of it is meant."""
    several = len(shown) > 1
    for name, old, changes, _ in shown:
        if several:
            yield style.paint("bold", printable(f"== {name}"))
        if changes is None:
            yield f"Only the {'old' if old else 'new'} side has it: not compared."
        else:
            lines = list(text_lines(changes, style))
            yield from lines
            if lines:
                yield ""
            yield printable(summary(changes))
        if several:
            yield ""
    if meant is not None:
        yield from expectation(shown, meant)


def expectation(shown: Shown, meant: Mapping[str, str]) -> Iterator[str]:
    """What of the changes is meant, what is not, and what is missing of it."""
    seen = {
        key: words
        for name, _, changes, contents in shown
        for key, words in prints(name, changes, contents)
    }
    others = [words for key, words in seen.items() if key not in meant]
    missing = [words or key for key, words in meant.items() if key not in seen]
    good = len(seen) - len(others)
    yield f"{good} as expected, {len(others)} not expected, {len(missing)} expected and not seen."
    for title, several in (("not expected", others), ("not seen", missing)):
        yield from (printable(f"  {title}: {words}") for words in several)


def prints(name: str, changes: Changes | None, contents: str) -> Iterator[tuple[str, str]]:
    """The fingerprint of all that is not the same, with a few words on it. `contents` are digits
    of a device that is on one side only.
    """
    if changes is None:
        yield f"device {name} {contents}", "on one side only"
        return
    before = f"{name} " if name else ""
    for one in changes:
        yield before + fingerprint(one), _words(one, changes.own_traffic)
    for word, ports in (("old", changes.pairing.only_old), ("new", changes.pairing.only_new)):
        for port in ports:
            key = f"{before}port {port} {changes.one_sided.get(port, '')}"
            yield key.rstrip(), f"only the {word} config has it"


def _words(change: Change, own_traffic: Container[str]) -> str:
    deltas = "; ".join(f"{d.name} {d.old} -> {d.new}" for d in change.deltas)
    named = class_words(change)
    return f"{place_words([change], own_traffic)}{f', {named}' if named else ''}: {deltas}"
