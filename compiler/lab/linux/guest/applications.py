"""Clients that ask and wait, and transfers that come and go, over TCP connections of the kernel."""

from __future__ import annotations

import heapq
import random
import selectors
import socket
import struct
import time
from typing import Any

from qosc.lab.linux.guest.crew import Begin
from qosc.lab.linux.guest.tcp import connect, listener, retransmits, source_of

__all__ = ["serve"]

_STAMP = struct.Struct("!q")
"""At the start of a transfer: when it began (ns)."""
_CHUNK = 1 << 16


def serve(
    outgoing: list[dict[str, Any]], incoming: list[dict[str, Any]], begin: Begin
) -> dict[str, Any]:
    """Serve `incoming` and run `outgoing` sources of a node until the end of sending.

    Gives for each source what it started, and how long what ended in the measured time took: from
    the first word to the kernel until the last byte is there.
    """
    work = _Work(outgoing, incoming)
    start_ns, end_ns, _ = begin()
    work.run(start_ns, end_ns)
    return {
        "started": work.started,
        "finished": work.finished,
        "goodput": work.goodput,
        "retransmits": work.retransmits(),
    }


class _Work:
    """What a node's clients and servers do. Instants are ns of the wall clock."""

    def __init__(self, outgoing: list[dict[str, Any]], incoming: list[dict[str, Any]]) -> None:
        self._selector = selectors.DefaultSelector()
        self._incoming = incoming
        self._start = 0
        self._due: list[tuple[int, int, str, Any]] = []
        """A heap of (instant, number, what, of what)."""
        self._number = 0
        self._clients: list[_Client] = []
        self._random = {s["index"]: random.Random(s["seed"] * 1000 + s["index"]) for s in outgoing}  # noqa: S311
        self._outgoing = outgoing
        self.started = {s["index"]: {"all": 0, "counted": 0} for s in outgoing}
        self.finished: dict[int, dict[str, Any]] = {
            s["index"]: {"all": 0, "times_ns": []}
            for s in (*outgoing, *incoming)
            if (s in incoming) == (s["kind"] == "short-tcp")
        }
        self.goodput: dict[int, dict[str, Any]] = {
            s["index"]: {"bytes": {}, "all_bytes": 0} for s in incoming
        }
        for place in {(s["dst"], s["dport"]): s for s in incoming}.values():
            self._selector.register(listener(place), selectors.EVENT_READ, self._accept)

    def run(self, start: int, end: int) -> None:
        self._start = start
        for source in self._outgoing:
            at = start + source.get("start_us", 0) * 1000
            if source["kind"] == "short-tcp":
                self._later(at + self._gap(source), "transfer", (source, 0))
            else:
                for n in range(source["flows"]):
                    self._later(at, "client", (source, n))
        while (now := time.time_ns()) < end:
            while self._due and self._due[0][0] <= now:
                _, _, what, of_what = heapq.heappop(self._due)
                getattr(self, f"_{what}")(*of_what)
            until = min(end, self._due[0][0]) if self._due else end
            for key, mask in self._selector.select(max(0.0, (until - now) / 1e9)):
                try:
                    key.data(key.fileobj, mask)
                except BlockingIOError:
                    continue
                except OSError:
                    self._gone(key)

    def _gone(self, key: selectors.SelectorKey) -> None:
        end = key.data.__self__
        if isinstance(end, _End):
            self._selector.unregister(key.fileobj)
            end.close()

    def _later(self, at: int, what: str, of_what: Any) -> None:
        self._number += 1
        heapq.heappush(self._due, (at, self._number, what, of_what))

    def _gap(self, source: dict[str, Any]) -> int:
        mean = source["interval_ns"]
        if source["arrivals"] == "periodic":
            return int(mean) if self.started[source["index"]]["all"] else 0
        return int(self._random[source["index"]].expovariate(1 / mean))

    def _stopped(self, source: dict[str, Any]) -> bool:
        stop = source.get("stop_us")
        return stop is not None and time.time_ns() >= self._start + stop * 1000

    def _begun(self, source: dict[str, Any]) -> int:
        now = time.time_ns()
        row = self.started[source["index"]]
        row["all"] += 1
        row["counted"] += self.counts(source, now)
        return now

    def counts(self, source: dict[str, Any], now: int) -> bool:
        """Whether an instant is in the measured time."""
        after = (now - self._start) // 1000
        return bool(source["warm_up_us"] <= after < source["until_us"])

    def ended(self, source: dict[str, Any], began: int) -> None:
        """A transaction or transfer is over."""
        now = time.time_ns()
        row = self.finished[source["index"]]
        row["all"] += 1
        if self.counts(source, now):
            row["times_ns"].append(now - began)

    def _transfer(self, source: dict[str, Any], n: int) -> None:
        if self._stopped(source):
            return
        client = _Client(self, source, n)
        self._clients.append(client)
        client.write(_STAMP.pack(self._begun(source)), source["size"])
        client.last = True
        self._later(time.time_ns() + self._gap(source), "transfer", (source, n + 1))

    def _client(self, source: dict[str, Any], n: int) -> None:
        client = _Client(self, source, n)
        self._clients.append(client)
        self._ask(client, source.get("count") or 1 << 60)

    def _ask(self, client: _Client, left: int) -> None:
        if left and not self._stopped(client.source):
            client.began = self._begun(client.source)
            client.left = left - 1
            client.write(b"", client.source["size"])

    def answered(self, client: _Client) -> None:
        """The last byte of a response is there."""
        self.ended(client.source, client.began)
        pause = client.source["think_us"] * 1000
        self._later(time.time_ns() + pause, "ask", (client, client.left))

    def watch(self, handle: socket.socket, wanted: int, call: Any) -> None:
        """Have `call` called for a socket from now on."""
        if handle in self._selector.get_map():
            self._selector.modify(handle, wanted, call)
        else:
            self._selector.register(handle, wanted, call)

    def _accept(self, handle: Any, _mask: int) -> None:
        made, peer = handle.accept()
        made.settimeout(0)
        source = source_of(self._incoming, handle.getsockname(), peer)
        if source is not None:
            _Server(self, made, source, peer[1] - source["sport"])

    def retransmits(self) -> dict[int, int]:
        """What the clients sent again, by source."""
        by_port: dict[int, int] = {}
        for client in self._clients:
            index = client.source["index"]
            by_port[index] = by_port.get(index, 0) + client.again()
        return by_port


class _End:
    """One end of a connection: bytes to send, bytes that came."""

    def __init__(self, work: _Work, handle: socket.socket, source: dict[str, Any]) -> None:
        self.work, self.handle, self.source = work, handle, source
        self.came = self._to_send = 0
        self._first = b""
        self.last = False
        """Whether the connection is closed when all is sent."""
        work.watch(handle, selectors.EVENT_READ, self._ready)

    def write(self, first: bytes, size: int) -> None:
        self._first, self._to_send = first, self._to_send + size
        self.work.watch(self.handle, selectors.EVENT_READ | selectors.EVENT_WRITE, self._ready)

    def _ready(self, _handle: Any, mask: int) -> None:
        if mask & selectors.EVENT_WRITE:
            data = self._first.ljust(min(self._to_send, _CHUNK), b"\0")
            sent = self.handle.send(data)
            self._first, self._to_send = self._first[sent:], self._to_send - sent
            if not self._to_send:
                self.work.watch(self.handle, selectors.EVENT_READ, self._ready)
                if self.last:
                    self.handle.shutdown(socket.SHUT_WR)
        if mask & selectors.EVENT_READ:
            data = self.handle.recv(_CHUNK)
            if not data:
                raise OSError("the other end has closed")
            self.came += len(data)
            self.got(data)

    def got(self, data: bytes) -> None:
        """Some bytes came."""

    def close(self) -> None:
        """The other end has closed the connection, or it is broken."""
        self.handle.close()


class _Client(_End):
    """The end that asks, or that sends a transfer."""

    def __init__(self, work: _Work, source: dict[str, Any], n: int) -> None:
        self.began = self.left = 0
        self._again: int | None = None
        super().__init__(work, connect(source, n), source)

    def got(self, data: bytes) -> None:  # noqa: ARG002
        wanted = self.source.get("response_bytes", 0)
        if wanted and self.came >= wanted:
            self.came -= wanted
            self.work.answered(self)

    def again(self) -> int:
        """How many segments were sent again."""
        return retransmits(self.handle) if self._again is None else self._again

    def close(self) -> None:
        self._again = retransmits(self.handle)
        super().close()


class _Server(_End):
    """The end that answers, or that takes a transfer."""

    def __init__(
        self, work: _Work, handle: socket.socket, source: dict[str, Any], number: int
    ) -> None:
        self._number, self._head = number, b""
        super().__init__(work, handle, source)

    def got(self, data: bytes) -> None:
        source, sink = self.source, self.work.goodput[self.source["index"]]
        sink["all_bytes"] += len(data)
        if self.work.counts(source, time.time_ns()):
            sink["bytes"][self._number] = sink["bytes"].get(self._number, 0) + len(data)
        if source["kind"] == "short-tcp":
            self._head = (self._head + data)[: _STAMP.size]
            if self.came == source["size"]:
                self.work.ended(source, _STAMP.unpack(self._head)[0])
        elif self.came >= source["size"]:
            self.came -= source["size"]
            self.write(b"", source["response_bytes"])
