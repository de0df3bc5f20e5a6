"""iperf 2 (iperf(1)) and iperf3 (iperf3(1)), which share letters and not their meaning."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from qosc.fields import DSCP_NAMES
from qosc.traffic.account import Fate
from qosc.traffic.common import (
    assume_tcp,
    bind,
    length_of,
    marked,
    port,
    readable,
    run_for,
    said_window,
    shared_out,
    turned,
)
from qosc.traffic.figures import BINARY, DECIMAL, IPERF2, number, scaled, seconds, tos_byte
from qosc.traffic.flows import Flow, Line, header_of, paced
from qosc.traffic.iperf_options import THREE, THREE_SILENT, TWO, TWO_SILENT
from qosc.traffic.options import Given, Grammar, given_options
from qosc.traffic.words import Word

__all__ = ["read_iperf"]

_CONTROLS = ("reno", "cubic", "htcp")
_DEFAULT_S = 10
"""Both run for 10 s unless told (iperf(1), iperf3(1))."""
_BLOCK = 131_072
"""Bytes that iperf3 hands to TCP at a time unless -l says otherwise (iperf3(1), -l)."""
_LAST_PORT = 65_535
_NO_PORT = "a stream has the source port behind that of the one before: none is left"
_BACK = ("R", "bidir", "d", "r", "duplex")
"""Options that let the other side send too, or alone."""


@dataclasses.dataclass(slots=True)
class _Asked:
    """The options of a line."""

    three: bool
    grammar: Grammar
    options: dict[str, Given] = dataclasses.field(default_factory=dict)

    def words(self, name: str) -> tuple[Word, ...]:
        return self.options[name].words if name in self.options else ()

    def size(self, name: str) -> int | None:
        """A number of bytes, or None."""
        given = self.options.get(name)
        if given is None:
            return None
        scale = BINARY if self.three else IPERF2
        value = scaled(given.value, scale, fold=self.three)
        return None if value is None or value < 1 or value > 10**13 else int(value)


def read_iperf(line: Line, program: str) -> None:
    """Read a line of `iperf` or `iperf3`; what it sends is put into the line."""
    three = program == "iperf3"
    asked = _Asked(three, THREE if three else TWO)
    line.exact(line.words[:1], "")
    silent = THREE_SILENT if three else TWO_SILENT
    for given in readable(line, given_options(line.words[1:], asked.grammar), silent):
        if not given.name:
            line.lost(given.words, f"a word that {program} does not take")
        elif given.name in asked.options:
            line.lost(asked.options[given.name].words, "written again further on")
            asked.options[given.name] = given
        else:
            asked.options[given.name] = given
    if "s" in asked.options:
        line.account.rest(line.words, Fate.NO_TRAFFIC, "a server: it receives")
        return
    if "c" not in asked.options:
        line.dropped("neither -c nor -s")
        return
    for name in ("6", "sctp", "X", "F", "I", "bounceback", "isochronous", "near", "burst"):
        if name in asked.options:
            line.dropped(f"{asked.words(name)[0].text} makes it traffic that scenarios lack")
            return
    ends = [name for name in ("t", "n", "k") if name in asked.options]
    if three and sum(name == "t" or asked.options[name].value != "0" for name in ends) > 1:
        line.dropped("iperf3 refuses more than one of -t, -n and -k")
        return
    to = asked.options["c"].value.partition("%")[0]
    header = header_of(line, to, asked.words("c"))
    if header is None:
        return
    udp = "u" in asked.options
    _marks(line, asked, header, udp=udp)
    made = _udp(line, asked, header, to) if udp else _tcp(line, asked, header, to)
    if made:
        _length(line, asked, line.flows, udp=udp)
        _directions(line, asked)
        _omitted(line, asked)
    line.account.rest(line.words, Fate.UNSUPPORTED, f"has no place in a scenario ({program})")


def _marks(line: Line, asked: _Asked, header: dict[str, object], *, udp: bool) -> None:
    """Ports, the marks and the address of the sender."""
    if "p" in asked.options:
        header.update(port(line, asked.options["p"], "dst-port"))
    header.setdefault("dst-port", 5201 if asked.three else 5001)
    if "cport" in asked.options:
        header.update(port(line, asked.options["cport"], "src-port"))
    if "B" in asked.options:
        bind(line, asked.options["B"], header)
    if "S" in asked.options:
        given = asked.options["S"]
        header.update(marked(line, given.words, tos_byte(given.value), tcp=not udp))
    if "dscp" in asked.options:
        given = asked.options["dscp"]
        value = DSCP_NAMES.get(given.value.lower(), tos_byte(given.value))
        byte = None if value is None or value > 63 else value << 2
        header.update(marked(line, given.words, byte, tcp=not udp))


def _streams(line: Line, asked: _Asked) -> int | None:
    if "P" not in asked.options:
        return 1
    given = asked.options["P"]
    streams = number(given.value, 128 if asked.three else 1000)
    if not streams:
        line.dropped(f"-P takes a number from 1 to {128 if asked.three else 1000}")
        return None
    line.exact(given.words, f"{streams} streams")
    return streams


def _udp(line: Line, asked: _Asked, header: dict[str, object], to: str) -> bool:
    line.exact(asked.words("u"), "kind: cbr")
    payload = asked.size("l") if "l" in asked.options else 1460 if asked.three else 1470
    streams = _streams(line, asked)
    if streams is None:
        return False
    if payload is None or payload > 65_507:
        line.dropped("-l is no length of a datagram (1 to 65507 bytes)")
        return False
    size = line.datagram(payload, asked.words("l"))
    if "l" not in asked.options:
        note = "the default of iperf3 is the path's MSS, or 1460 where it does not know it"
        if asked.three:
            line.assume(f"packet_bytes: {size}", note)
    given = asked.options.get("b")
    text = given.value if given else "1048576" if asked.three else "1m"
    rate, _, burst = text.partition("/") if asked.three else text.partition(",")
    per_s = _per_s(rate, payload, three=asked.three)
    if per_s is None or per_s > 10**9:
        line.dropped(
            "no rate above 0 is said by -b; 0 is as fast as the host can, which no line says"
        )
        return False
    pace = paced(per_s, size)
    words = asked.words("b")
    got = f"{pace.key}: {pace.value}"
    if burst:
        note = "sent at equal distances, not in bursts" if asked.three else "its spread is left out"
        line.approx(words, got, f"the mean rate; {note}")
    elif asked.three:
        note = (
            "the mean rate, at equal distances: iperf3 sends what is due once in 1 ms "
            "(--pacing-timer)"
        )
        line.approx(words, got, note)
    elif words:
        line.account.enter(words, pace.fate, got, pace.note)
    else:
        line.assume(got, "the line says no rate: 1 Mbit/s is the default of iperf")
    for name in ("pacing", "fq"):
        line.approx(asked.words(name), "packets at equal distances", "the mean rate is the same")
    own = header.get("src-port")
    if asked.three and isinstance(own, int) and own + streams - 1 > _LAST_PORT:
        line.dropped(_NO_PORT)
        return False
    for at in range(streams):
        mine = {**header, "src-port": own + at} if asked.three and isinstance(own, int) else header
        line.source("cbr", mine, to, packet_bytes=size, **{pace.key: pace.value})
    return True


def _per_s(text: str, payload: int, *, three: bool) -> Fraction | None:
    """Packets a second of a rate; None where it says none above 0."""
    if text.endswith("pps") and not three:
        value = scaled(text[:-3], IPERF2)
        return value or None
    value = scaled(text, DECIMAL if three else IPERF2, fold=three)
    return value / (payload * 8) if value else None


def _tcp(line: Line, asked: _Asked, header: dict[str, object], to: str) -> bool:
    streams = _streams(line, asked)
    if streams is None:
        return False
    line.silent(asked.words("l"), "how much is handed to TCP at a time")
    line.lost(asked.words("b"), "a limit on what is handed to TCP; here it sends what it can")
    line.lost(asked.words("fq"), "pacing of the host; here TCP sends what its window takes")
    line.silent(asked.words("pacing"), "without -b there is nothing to pace")
    keys: dict[str, Any] = {}
    if "w" in asked.options and (window := asked.size("w")) is not None:
        keys["socket_buffer_bytes"] = said_window(line, [window], asked.words("w"))
    if "M" in asked.options:
        mss = number(asked.options["M"].value, 65_495)
        if mss:
            line.exact(asked.words("M"), f"mss_bytes: {mss}")
            keys["mss_bytes"] = mss
    control = asked.options.get("C" if asked.three else "Z")
    if control is not None and control.value in _CONTROLS:
        line.exact(control.words, f"congestion_control: {control.value}")
        keys["congestion_control"] = control.value
    elif control is not None:
        line.lost(control.words, "scenarios have reno, cubic and htcp")
        keys["congestion_control"] = "reno"
    if not _bytes(line, asked, streams, keys):
        return False
    apart = any(name in asked.options for name in _BACK)
    own = header.get("src-port")
    if asked.three and isinstance(own, int) and own + streams - 1 > _LAST_PORT:
        line.dropped(_NO_PORT)
        return False
    for at in range(streams if apart else 1):
        # Of several flows in one source the port of the sender counts up: on the way back that is
        # the one of the server, which all streams have in common.
        mine = {**header, "src-port": own + at} if apart and isinstance(own, int) else header
        line.source("tcp", mine, to, flows=1 if apart else streams, **keys)
    assume_tcp(line, keys)
    return True


def _bytes(line: Line, asked: _Asked, streams: int, keys: dict[str, Any]) -> bool:
    """What each TCP connection sends, where the line says a size; whether the size can be read.

    iperf3 ends the whole test when all streams together have sent so much, in whole blocks
    (recorded with 3.12: `-n 10M -P 4` sends 2.5 MiB on each, `-n 100000` sends 131072 bytes).
    iperf 2 counts for each stream of its own (recorded with 2.1.8).
    """
    words = asked.words("n") + (asked.words("k") if asked.three else ())
    if not words:
        return True
    total = asked.size("n") if "n" in asked.options else None
    block = asked.size("l") or _BLOCK
    blocks = -(-total // block) if total else None
    if asked.three and "k" in asked.options:
        blocks = number(asked.options["k"].value) or None
    if (blocks if asked.three else total) is None:
        line.dropped("no number of bytes or blocks above 0")
        return False
    if asked.three and blocks:
        total = blocks * block
    keys["total_bytes"] = each = -(-(total or 0) // (streams if asked.three else 1))
    got = f"total_bytes: {each}"
    notes = []
    if asked.three and streams > 1:
        notes.append(
            f"iperf3 ends all streams when together they have sent {total} B: here each sends an "
            "equal part, whichever is faster"
        )
    if "bidir" in asked.options:
        notes.append("iperf3 ends both ways when one of them has sent it: here each sends all")
    if notes:
        line.approx(words, got, "; ".join(notes))
    else:
        line.exact(words, got)
    return True


def _length(line: Line, asked: _Asked, flows: Sequence[Flow], *, udp: bool) -> None:
    """When the sources end."""
    if not udp and "total_bytes" in flows[0].keys:
        line.silent(asked.words("t"), "-n says how long it lasts")
        return
    if udp and ("n" in asked.options or (asked.three and "k" in asked.options)):
        _counted(line, asked, flows)
        return
    given = asked.options.get("t")
    length = seconds(given.value) if given else _DEFAULT_S * 10**6
    if not length:
        line.dropped("-t takes a number of seconds above 0")
        return
    for flow in flows:
        run_for(line, flow, length, given.words if given else ())


def _counted(line: Line, asked: _Asked, flows: Sequence[Flow]) -> None:
    """UDP of so many bytes, or packets."""
    first = flows[0].keys
    payload = first["packet_bytes"] - 28
    total = asked.size("n")
    packets = number(asked.options["k"].value) if "k" in asked.options else None
    if packets is None and total is not None:
        packets = -(-total // payload)
    if not packets:
        line.dropped("no number of bytes or blocks above 0")
        return
    words = asked.words("n") + asked.words("k")
    if not asked.three:
        # iperf 2 ends each stream with one datagram more, of the same length and with a negative
        # number (Client.cpp, FinalUDPHandshake; 101 of `-l 1000 -n 100000` counted with 2.1.8).
        for flow in flows:
            run_for(line, flow, length_of(flow, packets + 1), words)
        return
    # iperf3 counts the packets of all streams together, which send in turn.
    for flow, mine in shared_out(line, packets):
        run_for(line, flow, length_of(flow, mine), words)


def _directions(line: Line, asked: _Asked) -> None:
    """Reverse, both ways at once, and one after the other."""
    names = ("R", "bidir") if asked.three else ("R", "d", "r", "duplex")
    for name in names:
        words = asked.words(name)
        if not words:
            continue
        if name == "R":
            line.flows[:] = [turned(flow) for flow in line.flows]
            line.exact(words, "from the server to the client")
            continue
        back = [turned(flow) for flow in line.flows]
        if name in ("d", "r"):
            _listened(line, asked, back)
        if name == "r" and any(flow.length_us is None for flow in back):
            note = "the way back begins when the way there has ended, which has a size and no time"
            line.approx(words, "both ways at once", note)
        elif name == "r":
            for flow in back:
                flow.start_us = flow.length_us or 0
            line.exact(words, "the way back when the way there has ended")
        else:
            line.exact(words, "both ways at once")
        line.flows.extend(back)


def _listened(line: Line, asked: _Asked, back: Sequence[Flow]) -> None:
    """The ports of the way back of iperf 2: the server connects anew, from a port of its system's
    choice to the port where the client listens, which is that of the server unless -L says one
    (iperf(1), -L; recorded with 2.1.8: `-r -p 5999 -L 6001` connects back to port 6001).
    """
    listens = asked.options.get("L")
    said = port(line, listens, "dst-port") if listens is not None else {}
    for flow in back:
        header = flow.keys["header"]
        own = said.get("dst-port", header.get("src-port"))
        kept = {key: value for key, value in header.items() if not key.endswith("-port")}
        flow.keys["header"] = {**kept, "dst-port": own}


def _omitted(line: Line, asked: _Asked) -> None:
    """The seconds at the beginning that iperf3 sends and leaves out of its report."""
    given = asked.options.get("O")
    if given is None:
        return
    omitted = seconds(given.value)
    if omitted is None:
        line.lost(given.words, "not a number of seconds")
        return
    for flow in line.flows:
        if flow.length_us is not None:
            flow.length_us += omitted
    line.exact(given.words, "sent that much longer; leave it out with `measure: warm_up_ms`")
