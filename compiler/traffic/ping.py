"""ping of iputils (ping(8))."""

from __future__ import annotations

from qosc.traffic.account import Fate
from qosc.traffic.common import bind, marked, readable, run_for
from qosc.traffic.figures import number, seconds, tos_byte
from qosc.traffic.flows import UDP_AND_IP, Line, header_of
from qosc.traffic.options import Given, Grammar, given_options

__all__ = ["read_ping"]

_GRAMMAR = Grammar.of("ping", "46aABCDde:fhHI:i:LM:m:nOp:qQ:Rc:s:S:t:T:UvVw:W:bF:N:l:r")
_SILENT = {
    **dict.fromkeys(("a", "D", "n", "O", "q", "U", "v", "V", "H"), "what is printed"),
    **dict.fromkeys(("4", "B", "C", "d", "e", "L", "m", "M", "S", "r"), "how the host runs it"),
    "p": "what the packets are filled with",
    "t": "the time to live: no engine counts hops",
    "W": "how long it waits for the last reply",
}


def read_ping(line: Line) -> None:
    """Read a line of `ping`; what it sends is put into the line."""
    line.exact(line.words[:1], "kind: ping")
    asked, hosts = _options(line)
    if not hosts or "6" in asked:
        line.dropped("IPv6 is not in scenarios" if hosts else "no destination")
        return
    if "f" in asked or "A" in asked:
        line.dropped("as fast as replies come back, which no line says")
        return
    # Of several words the last is the destination, those before it are hops of its way.
    header = header_of(line, hosts[-1].value, hosts[-1].words)
    if header is None:
        return
    if "I" in asked:
        bind(line, asked["I"], header)
    if "Q" in asked:
        header.update(marked(line, asked["Q"].words, tos_byte(asked["Q"].value), tcp=False))
    _echoes(line, asked, header, hosts[-1].value)
    line.account.rest(line.words, Fate.UNSUPPORTED, "has no place in a scenario (ping)")


def _echoes(line: Line, asked: dict[str, Given], header: dict[str, object], to: str) -> None:
    """The source of the requests."""
    data = number(asked["s"].value, 65_507) if "s" in asked else 56
    interval = _interval(asked["i"].value) if "i" in asked else 10**6
    count = number(asked["c"].value) if "c" in asked else None
    if data is None or not interval or ("c" in asked and not count):
        line.dropped("a size, an interval or a count that is none")
        return
    size = line.datagram(data, asked["s"].words if "s" in asked else ())
    if "i" in asked:
        line.exact(asked["i"].words, f"interval_us: {interval}")
    if "c" in asked:
        line.exact(asked["c"].words, f"count: {count}")
    flow = line.source(
        "ping",
        header,
        to,
        packet_bytes=size if size != 56 + UDP_AND_IP else None,
        interval_us=interval if "i" in asked else None,
        count=count,
    )
    if "w" in asked and (deadline := seconds(asked["w"].value)):
        run_for(line, flow, deadline, asked["w"].words)
    elif count:
        flow.length_us, flow.length_said = interval * count, False


def _interval(text: str) -> int | None:
    """Microseconds of an interval, which may be written `.2` or `1.` (recorded with iputils)."""
    return seconds("0" + text[: -1 if text.endswith(".") else None])


def _options(line: Line) -> tuple[dict[str, Given], list[Given]]:
    """The options by name, and the other words."""
    asked: dict[str, Given] = {}
    hosts: list[Given] = []
    for given in readable(line, given_options(line.words[1:], _GRAMMAR), _SILENT):
        if not given.name:
            hosts.append(given)
            continue
        if given.name in asked:
            line.lost(asked[given.name].words, "written again further on: the last one holds")
        asked[given.name] = given
    return asked, hosts
