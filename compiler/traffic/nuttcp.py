"""nuttcp (nuttcp(8), and the usage text of releases 6.1.2 and 8.2.2)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from qosc.traffic.account import Fate
from qosc.traffic.common import (
    assume_tcp,
    length_of,
    marked,
    port,
    readable,
    run_for,
    said_window,
    shared_out,
    turned,
)
from qosc.traffic.figures import number, scaled, seconds
from qosc.traffic.flows import Line, header_of, paced
from qosc.traffic.options import Given, Grammar, given_options

__all__ = ["read_nuttcp"]

_GRAMMAR = Grammar.of(
    "nuttcp",
    "46trSVh1c:l:sn:w:p:P:um:M:N:R:T:i:I:Fadv:bDBf:x:G:",
    "idle-data-timeout=I: no3rdparty=a nofork=a single-threaded=a disable-v4-mapped=a "
    "enable-v4-mapped=a packet-burst=burst:",
)
_SILENT = {
    **dict.fromkeys(("i", "I", "v", "b", "f", "d"), "what is printed"),
    **dict.fromkeys(("4", "a", "x", "B", "s"), "how the host runs it"),
    "F": "who opens the connection",
    "P": "the port of the control connection, which carries no test data",
    "D": "bulk data fills its segments all the same",
}
_RATE = {"": 1000, "m": 10**6, "M": 10**6, "g": 10**9, "G": 10**9}
_KB = {"k": 1, "m": 1024, "M": 1024, "g": 1024**2, "G": 1024**2}
_PORTS = "5101 of release 8, 5001 of 6"


def read_nuttcp(line: Line) -> None:
    """Read a line of `nuttcp`; what it sends is put into the line."""
    line.exact(line.words[:1], "")
    asked, hosts = _options(line)
    if "S" in asked or "1" in asked:
        line.account.rest(line.words, Fate.NO_TRAFFIC, "a server: it receives")
        return
    if not hosts or "6" in asked or "m" in asked:
        line.dropped("IPv6 and multicast are not in scenarios" if hosts else "no host")
        return
    to = hosts[0].value.rpartition("/")[2]
    header = header_of(line, to, hosts[0].words)
    if header is None:
        return
    udp = "u" in asked
    _marks(line, asked, header, udp=udp)
    streams = number(asked["N"].value, 128) if "N" in asked else 1
    if not streams:
        line.dropped("-N takes a number of streams from 1")
        return
    line.exact(asked["N"].words if "N" in asked else (), f"{streams} streams")
    if int(str(header["dst-port"])) + streams - 1 > 65_535:
        line.dropped("each stream has the data port behind that of the one before: none is left")
        return
    if not (_udp if udp else _tcp)(line, asked, header, to, streams):
        return
    _length(line, asked)
    if "r" in asked:
        line.flows[:] = [turned(flow) for flow in line.flows]
        line.exact(asked["r"].words, "from the server to the client")
    elif "t" in asked:
        line.exact(asked["t"].words, "from the client to the server")
    line.account.rest(line.words, Fate.UNSUPPORTED, "has no place in a scenario (nuttcp)")


def _options(line: Line) -> tuple[dict[str, Given], list[Given]]:
    """The options by name (`ws` for that of the server), and the other words."""
    asked: dict[str, Given] = {}
    hosts: list[Given] = []
    for given in readable(line, given_options(line.words[1:], _GRAMMAR), _SILENT):
        if not given.name:
            hosts.append(given)
            continue
        side = given.value[:1] if given.name == "w" and given.value[:1] in ("s", "b") else ""
        name = given.name + side
        if name in asked:
            line.lost(asked[name].words, "written again further on")
        asked[name] = _shorter(given) if side else given
    return asked, hosts


def _marks(line: Line, asked: dict[str, Given], header: dict[str, object], *, udp: bool) -> None:
    """The data port and the TOS byte."""
    if "p" in asked:
        header.update(port(line, asked["p"], "dst-port"))
    if "dst-port" not in header:
        line.assume("dst-port: 5101", f"the data port depends on the release: {_PORTS}")
        header["dst-port"] = 5101
    if "c" in asked:
        header.update(marked(line, asked["c"].words, _byte(asked["c"].value), tcp=not udp))


def _shorter(given: Given) -> Given:
    return Given(given.name, given.value[1:], given.words, given.fault)


def _byte(text: str) -> int | None:
    """The byte of -c: a DSCP, with `t` the whole byte, with `p` a precedence; C's number words."""
    match = re.fullmatch(r"(0[xX][0-9a-fA-F]{1,2}|\d{1,3})([tTpP]?)", text)
    if match is None:
        return None
    value = int(match[1], 16 if match[1][:2].lower() == "0x" else 10)
    shift = {"": 2, "t": 0, "p": 5}[match[2].lower()]
    return value << shift if value < 256 >> shift else None


def _payload(asked: dict[str, Given]) -> int | None:
    value = scaled(asked["l"].value, {"k": 1024, "K": 1024, "m": 1 << 20, "M": 1 << 20})
    return None if value is None or not 1 <= value <= 65_507 else int(value)


def _udp(
    line: Line, asked: dict[str, Given], header: dict[str, object], to: str, streams: int
) -> bool:
    line.exact(asked["u"].words, "kind: cbr")
    payload = _payload(asked) if "l" in asked else 1024
    if payload is None:
        line.dropped("-l is no length of a datagram (1 to 65507 bytes)")
        return False
    size = line.datagram(payload, asked["l"].words if "l" in asked else ())
    if "l" not in asked:
        note = "8192 bytes, halved until the MSS of the control connection holds them: MTU 1500"
        line.assume(f"packet_bytes: {size}", f"the line does not say -l: {note}")
    text = asked["R"].value if "R" in asked else "1000"
    text, _, burst = text.removeprefix("i").partition("/")
    per_s = _per_s(text, payload)
    if not per_s or per_s > 10**9:
        line.dropped("-R says no rate above 0; 0 is as fast as the host can, which no line says")
        return False
    pace = paced(per_s / streams, size)
    got = f"{pace.key}: {pace.value}"
    if "R" not in asked:
        line.assume(got, "the line says no rate: 1000 kbit/s is the default for UDP")
    elif burst or streams > 1:
        line.approx(asked["R"].words, got, "the mean rate, divided among the streams, no bursts")
    else:
        line.account.enter(asked["R"].words, pace.fate, got, pace.note)
    first = int(str(header["dst-port"]))
    for at in range(streams):
        mine = {**header, "dst-port": first + at}
        line.source("cbr", mine, to, packet_bytes=size, **{pace.key: pace.value})
    return True


def _per_s(text: str, payload: int) -> Fraction | None:
    if text.endswith("p"):
        return scaled(text[:-1], {"k": 1000, "m": 10**6})
    value = scaled(text, _RATE)
    if value is None:
        return None
    return value * (1 if text[-1:].isalpha() else 1000) / (payload * 8)


def _tcp(
    line: Line, asked: dict[str, Given], header: dict[str, object], to: str, streams: int
) -> bool:
    keys: dict[str, Any] = {}
    if "l" in asked:
        line.silent(asked["l"].words, "how much is handed to TCP at a time")
    if "R" in asked:
        line.lost(asked["R"].words, "a limit on what is handed to TCP; here it sends what it can")
    windows = [asked[name] for name in ("w", "ws") if name in asked]
    sizes = [scaled(given.value, _KB) for given in windows]
    words = tuple(word for given in windows for word in given.words)
    if all(size is not None for size in sizes):
        least = said_window(line, [int(size * 1024) for size in sizes if size], words)
        if least is not None:
            keys["socket_buffer_bytes"] = least
    if "M" in asked and (mss := number(asked["M"].value, 65_495)):
        line.exact(asked["M"].words, f"mss_bytes: {mss}")
        keys["mss_bytes"] = mss
    if "n" in asked:
        count, each = number(asked["n"].value), _payload(asked) if "l" in asked else 65_536
        if not count or not each:
            line.dropped("-n takes a number of buffers")
            return False
        # One count of buffers for all streams, which are written to in turn. Recorded with 6.1.2:
        # `-N4 -n1001 -l1000` sends 1 001 000 bytes, to the ports of -p and the three behind it.
        buffers = [count // streams + (at < count % streams) for at in range(streams)]
        parts = [each * mine for mine in buffers if mine]
        line.exact(asked["n"].words, f"total_bytes: {max(parts)}")
    else:
        parts = [0] * streams
    first = int(str(header["dst-port"]))
    for at, part in enumerate(parts):
        mine = {**header, "dst-port": first + at}
        line.source("tcp", mine, to, total_bytes=part or None, **keys)
    assume_tcp(line, keys)
    return True


def _length(line: Line, asked: dict[str, Given]) -> None:
    if "n" in asked and "total_bytes" in line.flows[0].keys:
        return
    if "n" in asked:
        count = number(asked["n"].value)
        if not count:
            line.dropped("-n takes a number of buffers")
            return
        for flow, mine in shared_out(line, count):
            run_for(line, flow, length_of(flow, mine), asked["n"].words)
        return
    scale = {"m": 60, "M": 60, "h": 3600, "H": 3600, "s": 1}
    length = seconds(asked["T"].value, scale) if "T" in asked else 10 * 10**6
    if not length:
        line.dropped("-T takes a time above 0")
        return
    for flow in line.flows:
        run_for(line, flow, length, asked["T"].words if "T" in asked else ())
