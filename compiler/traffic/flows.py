"""Sources of a scenario, as they are made of what a line says."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address
from typing import Any

from qosc.source import Span
from qosc.traffic.account import Account, Fate
from qosc.traffic.words import Word
from qosc.values import dataclass

__all__ = [
    "UDP_AND_IP",
    "Flow",
    "Hosts",
    "Line",
    "Pace",
    "header_of",
    "paced",
    "paced_bits",
]

UDP_AND_IP = 28
"""Bytes of the headers of UDP (RFC 768) and IPv4 without options (RFC 791)."""
_US = 10**6
_MOST_BYTES = 65_535
_ETHERNET = 1500
_FIRST_PORT = 10_000


@dataclass(frozen=True, slots=True)
class Hosts:
    """Names of hosts in the scenario: where lines run, where traffic goes, and which addresses are
    on which host.
    """

    source: str = "sender"
    to: str = "receiver"
    at: tuple[tuple[str, str], ...] = ()

    def of(self, address: str) -> str:
        """The host that a destination is on."""
        return dict(self.at).get(address, self.to)


@dataclass(frozen=True, slots=True)
class Pace:
    """How often packets leave: a key of the scenario, and by how much it is not what was asked."""

    key: str
    value: int
    ppm: int

    @property
    def fate(self) -> Fate:
        """Exact where the figures of the scenario hold it."""
        return Fate.APPROX if self.ppm else Fate.EXACT

    @property
    def note(self) -> str:
        """The bound of the rounding."""
        return f"rounded to a whole number: within {self.ppm} ppm" if self.ppm else ""


@lru_cache(256)  # the lines of a script are mostly of a few paces
def paced(per_s: Fraction, packet_bytes: int) -> Pace:
    """The pace of so many packets a second, which is above 0."""
    choices = (
        ("packets_per_s", per_s),
        ("rate_bps", per_s * packet_bytes * 8),
        ("interval_us", _US / per_s),
    )
    # Of equally true ones the first.
    return min((_rounded(key, value) for key, value in choices), key=lambda pace: pace.ppm)


def paced_bits(bit_per_s: Fraction, payload: int, packet_bytes: int) -> Pace:
    """The pace of so many bit/s of payload."""
    return paced(bit_per_s / (payload * 8), packet_bytes)


def _rounded(key: str, value: Fraction) -> Pace:
    whole = max(round(value), 1)
    off = abs(whole - value) / value * _US
    return Pace(key, min(whole, 10**13), -(-off.numerator // off.denominator))


@dataclasses.dataclass(slots=True)
class Flow:
    """One source. `start_us` and `length_us` count from when the line is run; a length of None has
    no end. `length_words` are accounted for once the length of the run is known.
    """

    keys: dict[str, Any]
    span: Span
    start_us: int = 0
    length_us: int | None = None
    length_words: tuple[Word, ...] = ()
    length_said: bool = True
    said: dict[str, Any] = dataclasses.field(default_factory=dict)
    """The options of the event that began it (mgen)."""
    doubt: str = ""
    doubt_us: int | None = None
    """Another reading of the length, and why there are two."""


@dataclasses.dataclass(slots=True)
class Line:
    """A command line while it is read: its words, the account, and the sources that it makes."""

    tool: str
    words: tuple[Word, ...]
    account: Account
    hosts: Hosts
    flows: list[Flow] = dataclasses.field(default_factory=list)

    @property
    def span(self) -> Span:
        """The place of the whole line."""
        return self.words[0].span.to(self.words[-1].span)

    def exact(self, words: Sequence[Word], got: str) -> None:
        """These words are carried as they are."""
        self.account.enter(words, Fate.EXACT, got)

    def approx(self, words: Sequence[Word], got: str, note: str) -> None:
        """These words are carried within the bound of the note."""
        self.account.enter(words, Fate.APPROX, got, note)

    def unknown(self, words: Sequence[Word], got: str, note: str) -> None:
        """What these words mean is assumed."""
        self.account.enter(words, Fate.UNKNOWN, got, note)

    def lost(self, words: Sequence[Word], note: str) -> None:
        """These words are not in the traffic."""
        self.account.enter(words, Fate.UNSUPPORTED, note=note)

    def silent(self, words: Sequence[Word], note: str) -> None:
        """These words send nothing."""
        self.account.enter(words, Fate.NO_TRAFFIC, note=note)

    def assume(self, got: str, note: str) -> None:
        """What the line does not say."""
        self.account.assume(self.span, got, note)

    def dropped(self, note: str) -> None:
        """The whole line makes no traffic: what has no entry yet is lost."""
        self.flows.clear()
        if not self.account.open(self.words):
            self.account.lost(self.span, note)
        self.account.rest(self.words, Fate.UNSUPPORTED, note)

    def datagram(self, payload: int, words: Sequence[Word]) -> int:
        """The length of the packet of a datagram, and the account of its length."""
        size = payload + UDP_AND_IP
        got = f"packet_bytes: {size}"
        if size > _ETHERNET:
            note = (
                f"IP cuts it where a link takes less; here it is one packet, and links on its way "
                f"need `mtu_bytes: {size}`"
            )
            self.approx(words, got, note)
        elif words:
            self.exact(words, got)
        return min(size, _MOST_BYTES)

    def source(self, kind: str, header: Mapping[str, object], to: str, **keys: Any) -> Flow:
        """A source of this line, added to its flows; keys of None are left out."""
        made = {
            "kind": kind,
            "from": self.hosts.source,
            "to": self.hosts.of(to),
            "header": dict(header),
            **{key: value for key, value in keys.items() if value is not None},
        }
        flow = Flow(made, self.span)
        self.flows.append(flow)
        return flow


def header_of(line: Line, to: str, words: Sequence[Word]) -> dict[str, object] | None:
    """The header with the destination; None, and the line is lost, where there can be none."""
    text = to.partition("%")[0]
    try:
        address = str(IPv4Address(text))
    except AddressValueError:
        if re.fullmatch("[0-9A-Fa-f.]*+:[0-9A-Fa-f:.]*+", text):
            line.dropped("scenarios are of IPv4")
            return None
        if not text:
            line.dropped("no destination")
            return None
        line.unknown(
            words,
            f"to: {line.hosts.of(text)}",
            "a name, not looked up: its packets carry the address of that host",
        )
        return {}
    if int(address.partition(".")[0]) >= 224:
        line.approx(words, f"dst4: {address}", "multicast: here to one receiver")
    else:
        line.exact(words, f"to: {line.hosts.of(text)}, dst4: {address}")
    return {"dst4": address}
