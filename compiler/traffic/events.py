"""Events of MGEN 4 and 5 (MGEN User's and Reference Guide, 3): ON, MOD, OFF, in a script or behind
`event`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from qosc.traffic.common import marked
from qosc.traffic.figures import number, scaled, tos_byte
from qosc.traffic.flows import Flow, Line, header_of, paced
from qosc.traffic.patterns import Pattern, read_pattern
from qosc.traffic.words import Word

__all__ = ["EVENTS", "GLOBALS", "Script"]

EVENTS = ("ON", "MOD", "OFF")
GLOBALS = (
    "START",
    "OFFSET",
    "TOS",
    "TTL",
    "TXBUFFER",
    "RXBUFFER",
    "LOCALTIME",
    "QUEUE",
    "INTERFACE",
)
_SILENT = ("TXBUFFER", "RXBUFFER", "QUEUE", "LABEL", "RETRY", "DATA", "TTL", "DF", "SEQUENCE")
_OPTIONS = ("SRC", "DST", "TOS", "COUNT", "INTERFACE", *_SILENT)
_PATTERNS = ("PERIODIC", "POISSON", "JITTER", "BURST", "CLONE")


class Script:
    """The flows of one script or command line, event by event."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.on: dict[str, Flow] = {}
        self.byte: int | None = None
        self.marks: dict[str, object] = {}

    def tos(self, byte: int | None, words: Sequence[Word]) -> None:
        """The TOS byte of flows that say none."""
        self.marks = marked(self.line, words, byte, tcp=False)

    def event(self, texts: Sequence[str], words: Sequence[Word]) -> None:
        """Take one event in. `words` is what is accounted for."""
        at = 0
        texts = [text for part in texts for text in re.findall(r"\[|\]|[^\[\]]+", part)]
        start: int | None = 0
        if texts and re.fullmatch(r"\d+(\.\d+)?", texts[0]):
            value = scaled(texts[0], {})
            start = None if value is None or value > 10**7 else int(value * 10**6)
            at = 1
        name = texts[at].upper() if at < len(texts) else ""
        if start is None or name not in EVENTS or at + 1 >= len(texts):
            self.line.lost(words, "not an event: [SECONDS] ON|MOD|OFF FLOW ...")
            return
        flow = texts[at + 1]
        rest = texts[at + 2 :]
        if name == "OFF":
            self.off(flow, start, words)
        elif name == "ON":
            self.begin(flow, start, rest, words)
        else:
            self.change(flow, start, rest, words)

    def finish(self) -> None:
        """Flows without OFF go on to the end of the run."""
        self.on.clear()

    def off(self, name: str, at: int, words: Sequence[Word]) -> None:
        """A flow ends."""
        flow = self.on.pop(name, None)
        if flow is None:
            self.line.lost(words, f"flow {name} is not on")
            return
        self.stop(flow, at, words)

    def stop(self, flow: Flow, at: int, words: Sequence[Word]) -> None:
        """End a source at a time of the script."""
        if at <= flow.start_us:
            self.line.lost(words, "it ends before it begins")
            return
        if flow.length_us is None or flow.start_us + flow.length_us > at:
            flow.length_us, flow.length_words = at - flow.start_us, tuple(words)
            self.line.account.postpone(words)
        else:
            self.line.exact(words, "its count is sent by then")

    def begin(self, name: str, at: int, texts: Sequence[str], words: Sequence[Word]) -> None:
        """A flow begins."""
        if name in self.on:
            self.line.lost(words, f"flow {name} is on already")
            return
        protocol = texts[0].upper() if texts else ""
        if protocol not in ("UDP", "TCP"):
            self.line.lost(words, "a flow is of UDP or TCP")
            return
        options = self.options(texts[1:], words)
        if options is None:
            return
        self.make(name, at, {"PROTOCOL": protocol, **options}, words)

    def change(self, name: str, at: int, texts: Sequence[str], words: Sequence[Word]) -> None:
        """A flow goes on in another way: here as a source of its own."""
        before = self.on.get(name)
        if before is None:
            self.line.lost(words, f"flow {name} is not on")
            return
        options = self.options(texts, words)
        if options is None:
            return
        said = dict(before.said, **options)
        before.length_us = max(at - before.start_us, 1)
        before.length_said = False
        del self.on[name]
        self.make(name, at, said, words)

    def options(self, texts: Sequence[str], words: Sequence[Word]) -> dict[str, Any] | None:
        """The options of an event by name; None, where one cannot be read, which is told."""
        keys: dict[str, Any] = {}
        rest = deque(texts)
        while rest:
            name = rest.popleft().upper()
            if name in _PATTERNS:
                pattern = read_pattern(name, rest)
                if isinstance(pattern, str):
                    self.line.lost(words, pattern)
                    return None
                keys["PATTERN"] = pattern
            elif name in _OPTIONS and rest:
                keys[name] = rest.popleft()
            else:
                self.line.lost(words, f"{name} is not an option of an event, or has no value")
                return None
        return keys

    def make(self, name: str, at: int, said: dict[str, Any], words: Sequence[Word]) -> None:
        """The source of a flow, or the loss of its words."""
        line = self.line
        pattern: Pattern | None = said.get("PATTERN")
        address, _, text = str(said.get("DST", "")).partition("/")
        to_port = number(text, 65_535)
        if pattern is None or not to_port:
            line.lost(words, "a flow needs DST ADDRESS/PORT and a pattern")
            return
        count = str(said.get("COUNT", "-1")).partition(",")[0]
        one = said["PROTOCOL"] == "TCP" and count == "1"
        if said["PROTOCOL"] == "TCP" and not one:
            line.lost(words, "messages over TCP at a pace: scenarios have bulk transfers (COUNT 1)")
            return
        if not one and pattern.size > 8192:
            line.lost(words, "a message over UDP has at most 8192 bytes")
            return
        header = header_of(line, address, ())
        if header is None:
            return
        header["dst-port"] = to_port
        own = number(str(said.get("SRC", "")), 65_535)
        if own:
            header["src-port"] = own
        if "TOS" in said:
            byte = tos_byte(str(said["TOS"]))
            if byte is None:
                line.lost(words, "TOS takes a byte")
                return
            header.update(marked(line, (), byte, tcp=one))
        else:
            header.update(self.marks)
        if pattern.rate == 0 and not one:
            # A flow that is on and pauses: the next MOD of it says what it sends.
            flow = Flow({"kind": "none"}, words[0].span, at)
            line.exact(words, "a pause")
        elif one:
            flow = line.source("tcp", header, address, total_bytes=pattern.size)
            line.exact(words, f"total_bytes: {pattern.size}")
        else:
            flow = self.packets(pattern, header, address, count, words)
        flow.start_us, flow.said, flow.span = at, said, words[0].span
        self.on[name] = flow

    def packets(
        self,
        pattern: Pattern,
        header: dict[str, object],
        address: str,
        count: str,
        words: Sequence[Word],
    ) -> Flow:
        """A source of datagrams."""
        size = self.line.datagram(pattern.size, ())
        pace = paced(Fraction(pattern.rate), size)
        keys: dict[str, Any] = {**pattern.keys, pace.key: pace.value}
        flow = self.line.source(pattern.kind, header, address, packet_bytes=size, **keys)
        number_of = number(count)
        if number_of:
            from qosc.traffic.common import length_of

            flow.length_us, flow.length_said = length_of(flow, number_of), False
        got = f"{pattern.kind}, packet_bytes: {size}, {pace.key}: {pace.value}"
        notes = [note for note in (pattern.note, pace.note) if note]
        if number_of and (pattern.kind == "poisson" or keys.get("periods", "constant") is None):
            notes.append(
                f"sent for as long as {number_of} messages take on average: as many, give or take "
                f"{isqrt(number_of)} (the standard deviation of a Poisson count)"
                if pattern.kind == "poisson"
                else f"sent for as long as {number_of} messages take on average, not that many"
            )
        if size > 1500:
            notes.append("IP cuts it where a link takes less; here it is one packet")
        if notes:
            self.line.approx(words, got, "; ".join(notes))
        else:
            self.line.exact(words, got)
        return flow
