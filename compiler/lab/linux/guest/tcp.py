"""Bulk TCP transfers between the nodes, with the congestion control asked for."""

from __future__ import annotations

import selectors
import socket
import struct
import time
from typing import Any

from qosc.lab.linux.guest.crew import Begin

__all__ = ["connect", "listener", "retransmits", "source_of", "transfer"]

_BLOCK = bytes(65_536)
Sinks = dict[int, dict[str, Any]]
"""For each source the payload received in the window by connection, and all of it."""
_SO_SNDBUFFORCE, _SO_RCVBUFFORCE = 32, 33
_BUFFERS = ((socket.SO_RCVBUF, _SO_RCVBUFFORCE), (socket.SO_SNDBUF, _SO_SNDBUFFORCE))
_MEMORY = 4
"""Bytes of memory for each byte of the window; the kernel doubles what it is asked for."""
_TCP_INFO_RETRANSMITS = 100
"""Offset of tcpi_total_retrans in struct tcp_info (linux/tcp.h)."""


def transfer(
    outgoing: list[dict[str, Any]], incoming: list[dict[str, Any]], begin: Begin
) -> dict[str, Any]:
    """Serve `incoming` and send `outgoing` sources of a node until the end of sending."""
    selector = selectors.DefaultSelector()
    sinks: Sinks = {s["index"]: {"bytes": {}, "all_bytes": 0} for s in incoming}
    for place in {(s["dst"], s["dport"]): s for s in incoming}.values():
        selector.register(listener(place), selectors.EVENT_READ, ("accept", incoming))
    start_ns, end_ns, _ = begin()
    waiting = sorted(
        (
            (start_ns + s.get("start_us", 0) * 1000, s["index"], n, s)
            for s in outgoing
            for n in range(s.get("flows", 1))
        ),
        key=lambda row: row[:3],
    )
    senders: list[tuple[int, socket.socket, list[int]]] = []
    while (now := time.time_ns()) < end_ns:
        while waiting and waiting[0][0] <= now:
            _, index, n, source = waiting.pop(0)
            made = connect(source, n)
            left = [source.get("total_bytes") or 1 << 62]
            senders.append((index, made, left))
            selector.register(made, selectors.EVENT_WRITE, ("send", source, left))
        until = min(end_ns, waiting[0][0]) if waiting else end_ns
        for key, _ in selector.select(max(0.0, (until - now) / 1e9)):
            _serve(selector, key, sinks, start_ns)
    again: dict[int, int] = {}
    for index, made, _ in senders:
        again[index] = again.get(index, 0) + retransmits(made)
        made.close()
    return {"goodput": sinks, "retransmits": again}


def _serve(
    selector: selectors.BaseSelector,
    key: selectors.SelectorKey,
    sinks: Sinks,
    start_ns: int,
) -> None:
    what, source, *rest = key.data
    handle = key.fileobj
    assert isinstance(handle, socket.socket)  # noqa: S101  # for the type checker
    try:
        if what == "accept":
            made, peer = handle.accept()
            made.settimeout(0)
            mine = source_of(source, handle.getsockname(), peer)
            if mine is not None:
                number = peer[1] - mine["sport"]
                selector.register(made, selectors.EVENT_READ, ("receive", mine, number))
        elif what == "receive":
            _receive(selector, handle, source, sinks[source["index"]], start_ns, rest[0])
        else:
            _push(selector, handle, source, rest[0], start_ns)
    except BlockingIOError:
        return
    except OSError:
        if what != "accept":
            selector.unregister(handle)


def _receive(
    selector: selectors.BaseSelector,
    handle: socket.socket,
    source: dict[str, Any],
    sink: dict[str, Any],
    start_ns: int,
    number: int,
) -> None:
    data = len(handle.recv(1 << 16))
    if not data:
        selector.unregister(handle)
        handle.close()
        return
    now = time.time_ns() - start_ns
    sink["all_bytes"] += data
    if source["warm_up_us"] * 1000 <= now < source["until_us"] * 1000:
        sink["bytes"][number] = sink["bytes"].get(number, 0) + data


def _push(
    selector: selectors.BaseSelector,
    handle: socket.socket,
    source: dict[str, Any],
    left: list[int],
    start_ns: int,
) -> None:
    stop = source.get("stop_us")
    if left[0] <= 0 or (stop is not None and time.time_ns() > start_ns + stop * 1000):
        selector.unregister(handle)
        handle.shutdown(socket.SHUT_WR)
        return
    left[0] -= handle.send(_BLOCK[: min(left[0], len(_BLOCK))])


def _options(made: socket.socket, source: dict[str, Any]) -> None:
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, source.get("tos", 0))
    # The kernel charges more than the bytes to a socket: bound the window itself, not the memory.
    window = source.get("buffer", 65_535)
    for asked, forced in _BUFFERS:
        try:
            made.setsockopt(socket.SOL_SOCKET, forced, _MEMORY * window)
        except PermissionError:  # root in namespaces alone: net.core.rmem_max and wmem_max hold
            made.setsockopt(socket.SOL_SOCKET, asked, _MEMORY * window)
            if made.getsockopt(socket.SOL_SOCKET, asked) < _MEMORY * window:
                raise RuntimeError(
                    f"this machine allows no socket the memory of a window of {window} bytes "
                    "(net.core.rmem_max, net.core.wmem_max)"
                ) from None
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_WINDOW_CLAMP, window)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, source.get("mss", 1460))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, source["control"].encode())
    made.settimeout(0)


def source_of(
    sources: list[dict[str, Any]], here: tuple[str, int], peer: tuple[str, int]
) -> dict[str, Any] | None:
    """Of the sources that end at a node the one whose connection this is, by both its ends."""
    for source in sources:
        ends = (source["dst"], source["dport"], source["src"])
        number = peer[1] - source["sport"]
        if (*here, peer[0]) == ends and 0 <= number < source.get("flows", 1):
            return source
    return None


def listener(source: dict[str, Any]) -> socket.socket:
    """A socket that waits for the connections of a source at its receiver."""
    made = socket.socket()
    _options(made, source)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind((source["dst"], source["dport"]))
    made.listen(64)
    return made


def connect(source: dict[str, Any], n: int) -> socket.socket:
    """Connection n of a source, on its way."""
    made = socket.socket()
    _options(made, source)
    made.bind((source["src"], source["sport"] + n))
    made.connect_ex((source["dst"], source["dport"]))
    return made


def retransmits(made: socket.socket) -> int:
    """How many segments a connection has sent again."""
    try:
        info = made.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
        count: int = struct.unpack_from("=I", info, _TCP_INFO_RETRANSMITS)[0]
    except (OSError, struct.error):
        return 0
    return count
