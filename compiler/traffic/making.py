"""The traffic document of what was read."""

from __future__ import annotations

from typing import Any

from qosc.scenario import Overlay
from qosc.traffic.account import Fate
from qosc.traffic.flows import Flow
from qosc.traffic.reading import Read

__all__ = ["NoTrafficError", "traffic_of"]

_DEFAULT_US, _MOST_US = 30 * 10**6, 60 * 10**6
"""How long a run is that no line says the length of, and how long one is at most unless told."""
_FIRST_PORT = 10_000


class NoTrafficError(Exception):
    """No line makes any traffic."""


def traffic_of(read: Read, duration_ms: int | None = None) -> Overlay:
    """The document, and the account of the times, which need the length of the run.

    NoTrafficError where no line makes traffic.
    """
    run_us = _run(read, duration_ms)
    kept = [pair for pair in read.flows if _times(pair[1], run_us, read, chosen=duration_ms)]
    read.account.settle()
    if not kept:
        raise NoTrafficError("no line makes traffic")
    _ports(read, [flow for _, flow in kept])
    addresses = _addresses([flow for _, flow in kept])
    counts: dict[str, int] = {}
    traffic: list[dict[str, Any]] = []
    for tool, flow in kept:
        counts[tool] = counts.get(tool, 0) + 1
        keys = dict(flow.keys)
        header = dict(keys.pop("header"))
        for own, host in (("dst4", keys["to"]), ("src4", keys["from"])):
            if own in header and addresses.get(host) == header[own]:
                del header[own]
        if header:
            keys["header"] = header
        note = f"{flow.span.path}:{flow.span.line}"
        traffic.append({"name": f"{tool} {counts[tool]}", **keys, "note": note})
    document: dict[str, Any] = {"schema": "qosc/traffic/1", "duration_ms": -(-run_us // 1000)}
    if addresses:
        document["addresses"] = addresses
    return Overlay.model_validate({**document, "traffic": traffic})


def _run(read: Read, duration_ms: int | None) -> int:
    if duration_ms is not None:
        return duration_ms * 1000
    # What has a size, and no time, is given the default: how long it takes is what is looked for.
    ends = [
        flow.start_us + (_DEFAULT_US if flow.length_us is None else flow.length_us)
        for _, flow in read.flows
        if flow.length_us is not None or _sized(flow)
    ]
    return min(max(ends, default=_DEFAULT_US), _MOST_US)


def _sized(flow: Flow) -> bool:
    return "total_bytes" in flow.keys or "count" in flow.keys


def _times(flow: Flow, run_us: int, read: Read, *, chosen: int | None) -> bool:
    """Write the times of a source, and account for the words that say them; whether it starts."""
    account = read.account
    words = flow.length_words
    if flow.start_us >= run_us:
        note = f"starts at {flow.start_us / 10**6:g} s, when the run has ended (--duration-ms)"
        account.enter(words, Fate.UNSUPPORTED, note=note)
        account.lost(flow.span, note)
        return False
    if flow.start_us:
        flow.keys["start_us"] = flow.start_us
    if flow.length_us is None:
        if _sized(flow):
            note = "ends when all is sent, or with the run: no line says how long (--duration-ms)"
            account.assume(flow.span, f"{(run_us - flow.start_us) / 10**6:g} s at most", note)
        return True
    end = flow.start_us + flow.length_us
    other = None if flow.doubt_us is None else flow.start_us + flow.doubt_us
    if end < run_us:
        flow.keys["stop_us"] = max(end, flow.start_us + 1)
    got = f"stop_us: {end}" if end < run_us else "to the end of the run"
    if other is not None and (other < run_us or end < run_us):
        account.enter(words, Fate.UNKNOWN, got, flow.doubt)
    elif end > run_us:
        why = (
            "the run" if chosen is not None else "the run, of 60 s unless --duration-ms says more,"
        )
        note = f"{why} ends at {run_us / 10**6:g} s, before the line does"
        account.enter(words, Fate.APPROX, got, note)
        if not words:
            account.assume(flow.span, got, note)
    else:
        account.enter(words, Fate.EXACT, got)
        if not words and flow.length_said:
            account.assume(flow.span, got, "the line does not say how long: the tool's default")
    return True


def _ports(read: Read, flows: list[Flow]) -> None:
    """A port for each end that has none, so that sources are flows of their own."""
    at = _FIRST_PORT
    chosen: Flow | None = None
    for flow in flows:
        if flow.keys["kind"] == "ping":
            continue
        header = flow.keys["header"] = dict(flow.keys["header"])
        missing = [key for key in ("src-port", "dst-port") if key not in header]
        if missing:
            header[missing[0]] = at
            chosen = chosen or flow
        many = flow.keys.get("flows", 1)
        at = _FIRST_PORT if at + many > 60_000 else at + many
    if chosen is not None:
        note = "the sender's port is chosen by its system when it runs"
        read.account.assume(chosen.span, "src-port: from 10000 on, one for each source", note)


def _addresses(flows: list[Flow]) -> dict[str, str]:
    """The address of each host: the first that a line gives it."""
    addresses: dict[str, str] = {}
    for flow in flows:
        header = flow.keys["header"]
        for own, host in (("dst4", flow.keys["to"]), ("src4", flow.keys["from"])):
            if own in header:
                addresses.setdefault(host, header[own])
    return addresses
