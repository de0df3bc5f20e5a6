"""Traffic sources, and the headers that their packets carry."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field as Key
from pydantic import model_validator

from qosc.fields import DS_VIEWS, ICMP, PORT_PROTOCOLS, TCP, UDP, Field, ds_bits
from qosc.scenario.base import (
    FieldValue,
    Flag,
    Model,
    Name,
    Natural,
    PacketBytes,
    PlacedError,
    Positive,
    Text,
)
from qosc.scenario.values import single_value

__all__ = [
    "Cbr",
    "OnOff",
    "Ping",
    "Poisson",
    "RequestResponse",
    "ShortTcp",
    "Source",
    "Tcp",
    "header_values",
]


class _Source(Model):
    """What every source has. Packets go from one host to another.

    `header` gives the fields of its packets; addresses that it leaves out are those of the hosts.
    """

    name: Name
    source: Name = Key(alias="from")
    to: Name
    header: dict[Field, FieldValue] = Key(default_factory=dict)
    start_us: Natural = 0
    stop_us: Natural | None = None
    note: Text = ""

    @model_validator(mode="after")
    def _header(self) -> _Source:
        for field, value in self.header.items():
            try:
                single_value(field, value)
            except ValueError as error:
                raise PlacedError(str(error), "header", field.value) from None
        views = [field for field in self.header if field in DS_VIEWS]
        covered = 0
        for view in views:
            mask = DS_VIEWS[view][1]
            if covered & mask:
                raise ValueError("the header gives the same bits of the DS byte twice")
            covered |= mask
        if self.stop_us is not None and self.stop_us <= self.start_us:
            raise ValueError("stop_us is not after start_us")
        return self


class _Packets(_Source):
    packet_bytes: PacketBytes
    rate_bps: Positive | None = None
    """bit/s of IP packets."""
    packets_per_s: Positive | None = None
    interval_us: Positive | None = None

    @model_validator(mode="after")
    def _one_rate(self) -> _Packets:
        given = (self.rate_bps, self.packets_per_s, self.interval_us)
        if sum(rate is not None for rate in given) != 1:
            raise ValueError("write one of rate_bps, packets_per_s, interval_us")
        return self


class Cbr(_Packets):
    """UDP packets at equal distances; of another protocol where the header says one."""

    kind: Literal["cbr"]
    jitter_ns: Natural = 0
    """Each packet leaves by so much later at most, as is drawn from the seed."""

    @model_validator(mode="after")
    def _in_order(self) -> Cbr:
        per_s = self.packets_per_s or 0
        bits, rate = self.packet_bytes * 8, self.rate_bps or 0
        apart = (
            self.jitter_ns < (self.interval_us or 0) * 1000
            or (self.jitter_ns * per_s < 10**9 and per_s > 0)
            or (self.jitter_ns * rate < bits * 10**9 and rate > 0)
        )
        if self.jitter_ns and not apart:
            raise ValueError("jitter_ns is not less than the time between two packets")
        return self


class Poisson(_Packets):
    """UDP packets at exponential distances; the rate is their mean."""

    kind: Literal["poisson"]


class Tcp(_Source):
    """`flows` bulk transfers, flow n from source port (or 10000) + n.

    Without `total_bytes` (of each flow) they last until `stop_us`. The window is at most the
    socket buffer. ACKs carry the DS byte of the data.
    """

    kind: Literal["tcp"]
    flows: Annotated[int, Key(strict=True, ge=1, le=10_000)] = 1
    mss_bytes: Annotated[int, Key(strict=True, ge=1, le=65_495)] = 1460
    socket_buffer_bytes: Positive = 65_535
    total_bytes: Positive | None = None
    delayed_ack: Flag = False
    rto_min_ms: Natural = 1000
    """The least retransmission timeout; RFC 6298 says 1 s, many systems use less."""
    congestion_control: Literal["reno", "cubic", "htcp"] = "reno"
    """How the window grows and shrinks: RFC 5681, RFC 9438, or H-TCP (draft-leith-tcp-htcp-06)."""
    sack: Flag = False
    """Selective acknowledgements, and recovery by them (RFC 2018, RFC 6675); else NewReno."""


class Ping(_Source):
    """ICMP echo requests, and the round-trip time of their replies.

    The receiver's replies carry the DS byte of the request.
    """

    kind: Literal["ping"]
    packet_bytes: PacketBytes = 84
    interval_us: Positive = 1_000_000
    count: Positive | None = None


class OnOff(_Packets):
    """UDP packets at equal distances for `on_us`, then none for `off_us`, and again.

    The rate is that of the time in which it sends. Both times are exact (`constant`), or the means
    of `exponential` ones.
    """

    kind: Literal["on-off"]
    on_us: Positive
    off_us: Positive
    periods: Literal["constant", "exponential"] = "exponential"


class _Sockets(_Source):
    """What sources have that use TCP connections for something."""

    mss_bytes: Annotated[int, Key(strict=True, ge=1, le=65_495)] = 1460
    socket_buffer_bytes: Positive = 65_535
    delayed_ack: Flag = False
    rto_min_ms: Natural = 1000
    congestion_control: Literal["reno", "cubic", "htcp"] = "reno"
    sack: Flag = False


class ShortTcp(_Sockets):
    """TCP connections of `size_bytes` each, one after the other or at one time, as they come.

    They come at exponential (`poisson`) or equal (`periodic`) distances of `interval_us`, with
    source ports that count up from the first. Measured is the time from the start of each to its
    last byte.
    """

    kind: Literal["short-tcp"]
    size_bytes: Positive
    interval_us: Positive
    arrivals: Literal["poisson", "periodic"] = "poisson"


class RequestResponse(_Sockets):
    """`flows` clients that send a request, get a response, think, and send the next one.

    Each has a TCP connection that stays open. Measured is the time from a request to the last byte
    of its response. The server's packets carry the DS byte of the client's.
    """

    kind: Literal["request-response"]
    request_bytes: Positive
    response_bytes: Positive
    think_us: Natural = 0
    flows: Annotated[int, Key(strict=True, ge=1, le=10_000)] = 1
    count: Positive | None = None
    """How many requests each client sends."""


Source = Annotated[
    Cbr | Poisson | OnOff | Tcp | ShortTcp | RequestResponse | Ping, Key(discriminator="kind")
]

_PROTOCOLS = {
    "cbr": UDP,
    "poisson": UDP,
    "on-off": UDP,
    "tcp": TCP,
    "short-tcp": TCP,
    "request-response": TCP,
    "ping": ICMP,
}
_PORTS = {UDP: (10_000, 9), TCP: (10_000, 5001)}


def header_values(source: Source, src4: int, dst4: int) -> dict[Field, int | str]:
    """The fields of a source's packets: what it writes, and what its kind implies.

    `src4` and `dst4` are the addresses of the hosts. The DS byte is under DSCP and ECN; TCP flags
    are left out, since they change from packet to packet.
    """
    values: dict[Field, int | str] = {
        Field.ETHERTYPE: 0x0800,
        Field.VERSION: 4,
        Field.SRC4: src4,
        Field.DST4: dst4,
        Field.PROTOCOL: _PROTOCOLS[source.kind],
        Field.FRAGMENT: 0,
        Field.TTL: 64,
    }
    protocol = _PROTOCOLS[source.kind]
    if protocol in _PORTS:
        values[Field.SRC_PORT], values[Field.DST_PORT] = _PORTS[protocol]
    if protocol == ICMP:
        values[Field.ICMP_TYPE], values[Field.ICMP_CODE] = 8, 0
    byte = 0
    for field, written in source.header.items():
        value = single_value(field, written)
        if field in DS_VIEWS:
            byte |= ds_bits(field, int(value))[0]
        else:
            values[field] = value
    if values[Field.PROTOCOL] not in PORT_PROTOCOLS:
        for port in {Field.SRC_PORT, Field.DST_PORT} - source.header.keys():
            values.pop(port, None)
    values[Field.DSCP], values[Field.ECN] = byte >> 2, byte & 3
    return values
