"""netperf (Care and Feeding of Netperf 2.x): global options, `--`, options of the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qosc.fields import DSCP_NAMES
from qosc.traffic.account import Fate
from qosc.traffic.common import assume_tcp, marked, readable, run_for, said_window, turned
from qosc.traffic.figures import number, scaled, seconds, tos_byte
from qosc.traffic.flows import Line, header_of
from qosc.traffic.options import Given, Grammar, given_options
from qosc.traffic.words import Word

__all__ = ["read_netperf"]

_GLOBAL = Grammar.of(
    "netperf", "46a:A:b:B:cCdD::f:F:hH:i:I:jk:K:l:L:n:NO:o:P:p:rR:s:St:T:v:VW:w:Y:y:Z:"
)
_TEST = Grammar.of("netperf, behind --", "46b:CDe:E:hH:k:K:L:m:M:o:O:p:P:q:r:s:S:t:T:uV")
_SIZES = {"k": 1000, "m": 10**6, "g": 10**9, "K": 2**10, "M": 2**20, "G": 2**30}
_SILENT = {
    **dict.fromkeys(
        ("c", "C", "d", "f", "P", "v", "V", "D", "j", "N", "B", "I", "S"), "what is printed"
    ),
    **dict.fromkeys(("a", "A", "F", "n", "o", "O", "r", "T", "W", "4"), "how the host runs it"),
    "p": "the port of netserver's control connection, not of the data",
    "L": "the end of the control connection",
    "R": "how the host runs it",
}
_TEST_SILENT = {
    **dict.fromkeys(("C", "k", "o", "O", "V", "4"), "what is printed, or how the host runs it"),
    "D": "bulk data fills its segments all the same",
    "M": "how much is taken from TCP at a time",
}
_OLD_NAMES = {"le": 1, "cs0": 0, "lowdelay": 0x10, "throughput": 0x08, "reliability": 0x04}
"""Bytes of the names of -Y that IOS lacks, or has for another value (`LE` is the byte 1 there)."""
_BACK = ("TCP_MAERTS",)
_BULK = ("TCP_STREAM", "TCP_SENDFILE", *_BACK)
_ASK = ("TCP_RR", "TCP_CRR")


def read_netperf(line: Line) -> None:
    """Read a line of `netperf`; what it sends is put into the line."""
    line.exact(line.words[:1], "")
    texts = [word.text for word in line.words]
    cut = texts.index("--") if "--" in texts else len(texts)
    line.silent(line.words[cut : cut + 1], "options of the test follow")
    asked = _options(line, line.words[1:cut], _GLOBAL, _SILENT)
    test = _options(line, line.words[cut + 1 :], _TEST, _TEST_SILENT)
    name = (asked["t"].value if "t" in asked else "TCP_STREAM").upper()
    if name not in (*_BULK, *_ASK):
        line.dropped(_why_not(name))
        return
    line.exact(asked["t"].words if "t" in asked else (), name)
    where = test.get("H", asked.get("H"))
    if where is None:
        line.dropped("no -H: it would send to its own host")
        return
    to = where.value.partition(",")[0]
    header = header_of(line, to, where.words)
    if header is None:
        return
    if "H" in test and "H" in asked:
        line.silent(asked["H"].words, "the control connection")
    _ports(line, test, header)
    if "Y" in asked:
        _marks(line, asked["Y"], header, back=name in _BACK)
    made = _ask(line, test, header, to, name) if name in _ASK else _bulk(line, test, header, to)
    if not made:
        return
    _times(line, asked)
    if name in _BACK:
        line.flows[:] = [turned(flow) for flow in line.flows]
    line.account.rest(line.words, Fate.UNSUPPORTED, "has no place in a scenario (netperf)")


def _options(
    line: Line, words: Sequence[Word], grammar: Grammar, silent: dict[str, str]
) -> dict[str, Given]:
    asked: dict[str, Given] = {}
    for given in readable(line, given_options(words, grammar), silent):
        if not given.name:
            line.lost(given.words, "a word that netperf does not take")
            continue
        if given.name in asked:
            line.lost(asked[given.name].words, "written again further on: the last one holds")
        asked[given.name] = given
    return asked


def _why_not(name: str) -> str:
    if name == "UDP_STREAM":
        return "UDP_STREAM sends as fast as its host can, which no line says; write a cbr of a rate"
    if name == "UDP_RR":
        return "UDP_RR asks over UDP; scenarios ask over TCP (TCP_RR) or by ping"
    return "not a test that scenarios have; they have " + ", ".join((*_BULK, *_ASK))


def _ports(line: Line, test: dict[str, Given], header: dict[str, object]) -> None:
    given = test.get("P")
    if given is None:
        line.assume("dst-port: 5001", "the data ports: netperf lets the system choose them")
        return
    own, _, far = given.value.partition(",")
    got = {}
    for key, text in (("src-port", own), ("dst-port", far)):
        value = number(text, 65_535) if text else None
        if value:
            got[key] = value
    header.update(got)
    line.exact(given.words, ", ".join(f"{key}: {value}" for key, value in got.items()) or "any")


def _marks(line: Line, given: Given, header: dict[str, object], *, back: bool) -> None:
    """-Y LOCAL,REMOTE: the byte of what this side sends, and of what the other one does.

    One value holds for both sides; an empty one leaves its side alone (netperf, src/netsh.c,
    break_args). `back`: the other side sends the data.
    """
    own, comma, far = given.value.partition(",")
    far = far if comma else own
    values = [_byte(text) for text in (own, far) if text]
    if None in values or not values:
        line.lost(given.words, "not a byte from 0 to 255, nor a name such as ef, af41 or cs5")
        return
    sent, other = (far, own) if back else (own, far)
    byte = (_byte(sent) if sent else 0) or 0
    if sent != other:
        note = "each way has a mark of its own: here both have that of the data, or of the requests"
        line.approx(given.words, f"dscp: {byte >> 2}", note)
    header.update(marked(line, given.words, byte, tcp=True))


def _byte(text: str) -> int | None:
    """The byte of -Y: a name, or a number as C writes them (netperf, src/dscp.c: the table and the
    order of OpenSSH).
    """
    name = text.lower()
    if name in _OLD_NAMES:
        return _OLD_NAMES[name]
    if name in DSCP_NAMES and name != "default":
        return DSCP_NAMES[name] << 2
    return tos_byte(text)


def _sizes(given: Given | None) -> list[int]:
    """Bytes of `a,b`; one value stands for both."""
    parts = given.value.split(",") if given is not None else []
    values = [scaled(part, _SIZES) for part in parts if part]
    return [int(value) for value in values if value is not None and value <= 10**12]


def _bulk(line: Line, test: dict[str, Given], header: dict[str, object], to: str) -> bool:
    keys = _sockets(line, test)
    if "m" in test:
        line.silent(test["m"].words, "how much is handed to TCP at a time")
    line.source("tcp", header, to, **keys)
    assume_tcp(line, keys)
    return True


def _sockets(line: Line, test: dict[str, Given]) -> dict[str, Any]:
    """The window: what the sender may send and the receiver takes, whichever is less."""
    own, far = _sizes(test.get("s")), _sizes(test.get("S"))
    given = [test[name] for name in ("s", "S") if name in test]
    words = tuple(word for each in given for word in each.words)
    sizes = [*own[:1], *far[-1:]]
    if len(sizes) < len(given):
        return {}
    least = said_window(line, sizes, words)
    return {} if least is None else {"socket_buffer_bytes": least}


def _ask(line: Line, test: dict[str, Given], header: dict[str, object], to: str, name: str) -> bool:
    given = test.get("r")
    sizes = _sizes(given) if given is not None else [1, 1]
    if not sizes or len(sizes) > 2 or not all(sizes):
        line.dropped("-r takes the sizes of a request and a response")
        return False
    request, response = sizes[0], sizes[-1]
    got = f"request_bytes: {request}, response_bytes: {response}"
    words = given.words if given is not None else ()
    if name == "TCP_CRR":
        note = (
            "one connection for all: without a handshake for each (a round trip less at least) and "
            "without a new slow start"
        )
        line.approx(words, got, note) if words else line.assume(got, note)
    elif words:
        line.exact(words, got)
    else:
        line.assume(got, "the line does not say -r: 1 byte each way is the default")
    keys = _sockets(line, test)
    line.source(
        "request-response", header, to, request_bytes=request, response_bytes=response, **keys
    )
    assume_tcp(line, keys)
    return True


def _times(line: Line, asked: dict[str, Given]) -> None:
    """-l: seconds, or bytes and transactions where it is below 0; -s: a pause before."""
    given = asked.get("l")
    flow = line.flows[0]
    if given is not None and given.value.startswith("-"):
        count = scaled(given.value[1:], _SIZES)
        key = "count" if flow.keys["kind"] == "request-response" else "total_bytes"
        if not count or count > 10**13:
            line.dropped("-l takes seconds, or below 0 bytes or transactions")
            return
        flow.keys[key] = int(count)
        line.exact(given.words, f"{key}: {int(count)}")
    else:
        length = seconds(given.value) if given is not None else 10 * 10**6
        if not length:
            line.dropped("-l takes seconds, or below 0 bytes or transactions")
            return
        run_for(line, flow, length, given.words if given is not None else ())
    pause = asked.get("s")
    if pause is not None:
        wait = seconds(pause.value)
        if wait is None:
            line.lost(pause.words, "not a number of seconds; socket buffers stand behind --")
            return
        flow.start_us += wait
        line.exact(pause.words, f"starts {pause.value} s later")
    if "i" in asked:
        line.approx(asked["i"].words, "one run", "netperf repeats the test and averages")
