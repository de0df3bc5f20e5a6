"""What lines of several tools say alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from ipaddress import AddressValueError, IPv4Address
from typing import Any

from qosc.traffic.figures import number
from qosc.traffic.flows import Flow, Line
from qosc.traffic.options import Given
from qosc.traffic.words import Word

__all__ = [
    "BULK",
    "WINDOW",
    "assume_tcp",
    "bind",
    "length_of",
    "marked",
    "port",
    "readable",
    "run_for",
    "said_window",
    "shared_out",
    "turned",
]

BULK = "sends as much as TCP lets through"
WINDOW = (
    "the window: Linux takes up to twice what is asked for a socket buffer (socket(7), SO_SNDBUF), "
    "others as much"
)
_SYSTEM = "not said by the line: what the host's system has"


def readable(line: Line, given: Iterator[Given], silent: Mapping[str, str]) -> Iterator[Given]:
    """The options that a reader looks at; those that nobody can read, and those that send nothing,
    are accounted for here.
    """
    for each in given:
        if each.fault:
            line.lost(each.words, each.fault)
        elif each.words[0].redirect:
            line.silent(each.words, "a file of the shell")
        elif each.name in silent:
            line.silent(each.words, silent[each.name])
        else:
            yield each


def marked(line: Line, words: Sequence[Word], byte: int | None, *, tcp: bool) -> dict[str, object]:
    """The header fields of a TOS byte."""
    if byte is None:
        line.lost(words, "not a byte from 0 to 255")
        return {}
    dscp, ecn = byte >> 2, byte & 3
    if tcp and ecn:
        note = "the last two bits are ECN's: TCP of Linux keeps them to itself"
        line.approx(words, f"dscp: {dscp}", note)
        return {"dscp": dscp}
    header: dict[str, object] = {"dscp": dscp, **({"ecn": ecn} if ecn else {})}
    line.exact(words, ", ".join(f"{key}: {value}" for key, value in header.items()))
    return header


def port(line: Line, given: Given, key: str) -> dict[str, object]:
    """The header field of a port."""
    value = number(given.value, 65_535)
    if not value:
        line.lost(given.words, "not a port from 1 to 65535")
        return {}
    line.exact(given.words, f"{key}: {value}")
    return {key: value}


def run_for(line: Line, flow: Flow, length_us: int | None, words: Sequence[Word]) -> None:
    """How long a source sends, and the words that say so (none for a default)."""
    flow.length_us, flow.length_words = length_us, tuple(words)
    line.account.postpone(words)


def said_window(line: Line, sizes: Sequence[int], words: Sequence[Word]) -> int | None:
    """The window of the least of the socket buffers that are asked for; None for none."""
    sizes = [size for size in sizes if size > 0]
    if not sizes:
        return None
    least = min(sizes)
    line.approx(words, f"socket_buffer_bytes: {least}", WINDOW)
    return least


def assume_tcp(line: Line, keys: Mapping[str, Any]) -> None:
    """Say what of a TCP connection is assumed, as the line does not say it."""
    if keys.get("socket_buffer_bytes") is None:
        line.assume("socket_buffer_bytes: 65535", f"the window: {_SYSTEM}")
    if keys.get("mss_bytes") is None:
        line.assume("mss_bytes: 1460", f"the segment size: {_SYSTEM}, from the MTU")
    if keys.get("congestion_control") is None:
        line.assume("congestion_control: reno", f"{_SYSTEM} (Linux since 2.6.19: cubic)")


def bind(line: Line, given: Given, header: dict[str, object]) -> None:
    """The sender's own address, with a port where one stands behind a colon."""
    text, _, own = given.value.partition("%")[0].partition(":")
    try:
        header["src4"] = str(IPv4Address(text))
    except AddressValueError:
        line.silent(given.words, "the host's own choice of an interface")
        return
    got = f"src4: {header['src4']}"
    if own_port := number(own, 65_535):
        header["src-port"] = own_port
        got += f", src-port: {own_port}"
    line.exact(given.words, got)


def length_of(flow: Flow, packets: int) -> int:
    """The microseconds in which a source sends so many packets, to the middle behind the last."""
    keys = flow.keys
    if "packets_per_s" in keys:
        apart = Fraction(10**6, keys["packets_per_s"])
    elif "interval_us" in keys:
        apart = Fraction(keys["interval_us"])
    else:
        apart = Fraction(keys["packet_bytes"] * 8 * 10**6, keys["rate_bps"])
    if "on_us" in keys:
        full, rest = divmod(packets - 1, max(-(-keys["on_us"] // apart), 1))
        return int(full * (keys["on_us"] + keys["off_us"]) + rest * apart + apart / 2)
    return max(int(apart * (packets - 1) + apart / 2), 1)


def shared_out(line: Line, packets: int) -> list[tuple[Flow, int]]:
    """The sources of a line with the packets of each, where one count holds for all, which send in
    turn. Sources that would send none are taken out of the line.
    """
    each, more = divmod(packets, len(line.flows))
    shares = [(flow, each + (at < more)) for at, flow in enumerate(line.flows)]
    kept = [(flow, mine) for flow, mine in shares if mine]
    line.flows[:] = [flow for flow, _ in kept]
    return kept


def turned(flow: Flow) -> Flow:
    """The source the other way round: hosts, addresses and ports change places."""
    keys = dict(flow.keys)
    keys["from"], keys["to"] = flow.keys["to"], flow.keys["from"]
    other = {"src4": "dst4", "dst4": "src4", "src-port": "dst-port", "dst-port": "src-port"}
    keys["header"] = {other.get(key, key): value for key, value in keys["header"].items()}
    return dataclasses.replace(flow, keys=keys)
