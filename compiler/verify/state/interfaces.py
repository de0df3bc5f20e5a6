"""The interfaces of a dump that stand for ports, each read as far as it is understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qosc.ir import Port
from qosc.verify.found import Difference
from qosc.verify.state.dump import Line, State
from qosc.verify.state.filters import read_filters
from qosc.verify.state.lines import Live, Strange, read_classes, read_qdiscs
from qosc.verify.state.places import Place
from qosc.verify.tc.model import PortSetup, Unreadable

__all__ = ["doubts_of", "nothing_compared", "read_interfaces", "strange_parts", "unfollowed"]

_HOOKS = ("ingress", "egress")
_LISTS = (*_HOOKS, *(f"get-{hook}" for hook in _HOOKS))
_MOST = 20
_HIDDEN = "what the dump does not show"


def doubts_of(state: State) -> list[Difference]:
    doubts = []
    if not state.whole:
        doubts.append(_unknown("the dump has no end: it was cut off", "all of it", "cut off"))
    if state.strange:
        line, count = state.strange[0], len(state.strange)
        message = f"{count} lines of the dump belong to none of its parts"
        doubts.append(_unknown(message, "a dump as it was written", "other lines", line=line))
    return doubts


def _unknown(
    message: str, router: str, script: str, port: Port | None = None, line: int = 0
) -> Difference:
    if port is None:
        return Difference("unknown", message, router, script, line=line)
    return Difference("unknown", message, router, script, port.origin, line)


def nothing_compared() -> Difference:
    """Of a dump no interface of which was compared: that is no agreement."""
    return _unknown("no interface of the dump was compared", "ports with QoS", _HIDDEN)


def unfollowed(port: Port, error: Unreadable) -> Difference:
    message = f"what stands there for {port.name} is not followed: {error}"
    return _unknown(message, "a port with QoS", _HIDDEN, port, error.line)


def read_interfaces(
    state: State,
    known: Mapping[str, Place],
    unknown: list[Difference],
    ports: tuple[Port, ...],
    wanted: Mapping[str, PortSetup],
) -> dict[str, Live]:
    """What is set up for each port that has an interface in the dump."""
    read: dict[str, Live] = {}
    for port in ports:
        place = known[port.name]
        if place.doubt:
            if port.name in wanted:
                message = f"nothing is known of {port.name}: {place.doubt}"
                unknown.append(_unknown(message, "a port with QoS", _HIDDEN, port))
            continue
        setup = wanted.get(port.name)
        kinds = frozenset(each.kind for each in setup.qdiscs) if setup is not None else frozenset()
        live = _read(state, place.interface, kinds)
        if live is None:
            message = f"the dump does not show all that is set up on {place.interface}"
            unknown.append(_unknown(message, f"QoS of {port.name}", _HIDDEN, port))
            continue
        read[port.name] = live
        for line, what in live.unknown[:_MOST]:
            message = f"the dump does not say {what}, on {live.name}"
            if what.startswith("a line"):
                message = f"{what} of {live.name} is not understood"
            unknown.append(_unknown(message, "what a script sets up", _HIDDEN, port, line))
        if len(live.unknown) > _MOST:
            message = f"{len(live.unknown) - _MOST} more lines of {live.name} are not understood"
            unknown.append(_unknown(message, "what a script sets up", _HIDDEN, port))
    return read


def _read(state: State, interface: str, kinds: frozenset[str]) -> Live | None:
    """What is set up on an interface; None where a list is missing, cut off, or failed. `kinds` are
    those of the queues that the script has there.
    """
    links = {link.name: link for link in state.links()}
    live = Live(interface, leaves=kinds)
    if (link := links.get(interface)) is not None:
        live.priorities, live.early = link.priorities, link.early
    qdiscs, classes = state.part("qdisc", interface), state.part("class", interface)
    if qdiscs is None or classes is None or qdiscs.status or classes.status:
        return None
    read_qdiscs(live, qdiscs.lines)
    read_classes(live, classes.lines)
    entered = any(text.startswith(("qdisc clsact ", "qdisc ingress ")) for _, text in qdiscs.lines)
    for hook in _HOOKS if entered else ():
        shown = state.part(f"filter-{hook}", interface)
        more = state.part(f"filter-get-{hook}", interface)
        if shown is None or shown.status:
            return None
        read_filters(live, hook, shown.lines, more.lines if more else ())
    for (kind, of), part in state.parts.items():
        if of == interface and kind.startswith("filter-") and kind[7:] not in _LISTS:
            if part.status is None:
                return None
            _below(live, kind[7:], [text for text in part.lines if text[1].strip()])
    return live


def _below(live: Live, major: str, lines: Sequence[Line]) -> None:
    """Filters of a qdisc: no script has any, and where a packet waits may depend on them."""
    heads = [(number, text) for number, text in lines if text.startswith("filter ")]
    for number, text in heads[:1]:
        why = f"{len(heads)} lines, such as {text[:80]!a}"
        live.strange.append(Strange(number, f"filters of the qdisc {major}:", why))
    if lines and not heads:
        live.unknown.append((lines[0][0], "a line of the list of filters"))


def strange_parts(port: Port, live: Live) -> list[Difference]:
    strange = [
        Difference(
            "foreign",
            f"{each.what} of {live.name} is not of the script: {each.why}",
            "nothing of the kind",
            each.what,
            port.origin,
            each.line,
        )
        for each in live.strange[:_MOST]
    ]
    if len(live.strange) > _MOST:
        message = f"{len(live.strange) - _MOST} more parts of {live.name} are not of the script"
        strange.append(Difference("foreign", message, "nothing", "more", port.origin))
    return strange
