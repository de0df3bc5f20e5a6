"""Traffic sources, their flows in the result, and the real ports of their packets."""

from __future__ import annotations

from qosc.fields import Field
from qosc.scenario import (
    Cbr,
    OnOff,
    Ping,
    Poisson,
    RequestResponse,
    Scenario,
    ShortTcp,
    Source,
    Tcp,
    header_values,
)
from qosc.scenario.jitter import jitter_seed
from qosc.scenario.values import single_value
from qosc.simulator.applications import socket_of
from qosc.simulator.sources import interval_of
from qosc.targets.ns3.lower.fields import Fields
from qosc.targets.ns3.model import Cells, Refused, Symbol, Tables

__all__ = ["DEFAULTS", "Traffic"]

_MICROSECOND, _MILLISECOND = 1_000, 1_000_000
_ACK = 16
_HEADERS = 40
"""Bytes of the IP and TCP headers."""
_NONE = -1
_ANY_PORT = 10_000
"""Of the socket that sends packets of a protocol without ports."""
_LARGEST_BUFFER = 1 << 30
"""Bytes; a larger one would not fit the 32 bits that sockets count in."""
DEFAULTS: dict[str, int] = {
    "from": 0,
    "to": 0,
    "flow": 0,
    "back": _NONE,
    "header": _NONE,
    "length": 0,
    "num": 0,
    "per": 1,
    "random": 0,
    "start": 0,
    "stop": 0,
    "count": _NONE,
    "connection": _NONE,
    "connections": 0,
    "on": 0,
    "off": 0,
    "total": _NONE,
    "response": 0,
    "think": 0,
    "buffer": 0,
    "delayed_ack": 0,
    "rto_min": 0,
    "control": 0,
    "sack": 0,
}
"""The columns of `struct SourceRow` but the kind, with what stands where a kind has none."""
_UDP = {"cbr": Symbol.CBR, "poisson": Symbol.POISSON, "on-off": Symbol.ON_OFF}

_CONTROLS = {"reno": 0, "cubic": 1, "htcp": 2}
"""`SourceRow::control`."""

Values = dict[Field, int | str]


class Traffic:
    """Lowers the sources of a scenario."""

    def __init__(self, scenario: Scenario, tables: Tables, fields: Fields) -> None:
        self._scenario = scenario
        self._tables = tables
        self._fields = fields
        self._number = {node.name: index for index, node in enumerate(scenario.nodes)}
        self._taken: dict[tuple[str, str], set[int]] = {}
        self._address = {
            node.name: int(single_value(Field.SRC4, node.address or "0.0.0.0"))  # noqa: S104
            for node in scenario.nodes
        }

    def lower(self) -> None:
        """Add all sources."""
        for source in self._scenario.traffic:
            self._source(source)

    def _flow(
        self,
        name: str,
        kind: str,
        connections: int = 0,
        *,
        ping: bool = False,
        completions: int = 0,
    ) -> int:
        step = (self._scenario.measure.interval_ms or 0) * _MILLISECOND
        text = self._tables.text
        return self._tables.add(
            "flows",
            name=text(name),
            kind=text(kind),
            series_step=step,
            connections=connections,
            ping=int(ping),
            completions=completions,
        )

    def _row(self, kind: Symbol, model: Source, **cells: int) -> None:
        end = self._scenario.duration_ms * _MILLISECOND
        common = {
            "from": self._number[model.source],
            "to": self._number[model.to],
            "start": model.start_us * _MICROSECOND,
            "stop": end if model.stop_us is None else model.stop_us * _MICROSECOND,
        }
        self._tables.add("sources", kind=kind, **DEFAULTS | common | cells)

    def _source(self, model: Source) -> None:
        values = header_values(model, self._address[model.source], self._address[model.to])
        if isinstance(model, Tcp | ShortTcp | RequestResponse):
            values[Field.TCP_FLAGS] = _ACK
        if isinstance(model, Cbr | Poisson | OnOff):
            self._packets(model, values)
        elif isinstance(model, Ping):
            self._ping(model, values)
        elif isinstance(model, Tcp):
            self._bulk(model, values)
        elif isinstance(model, ShortTcp):
            self._transfers(model, values)
        else:
            self._clients(model, values)

    def _packets(self, model: Cbr | Poisson | OnOff, values: Values) -> None:
        num, per = interval_of(model)
        header = self._fields.header(values)
        here = self._port(model.source, "udp", int(values.get(Field.SRC_PORT, _ANY_PORT)))
        there = self._port(model.to, "udp", int(values.get(Field.DST_PORT, _ANY_PORT)))
        connection = self._tables.add("connections", header=header, src_port=here, dst_port=there)
        pauses: dict[str, int] = {}
        if isinstance(model, OnOff):
            pauses = {
                "on": model.on_us * _MICROSECOND,
                "off": model.off_us * _MICROSECOND,
                "random": int(model.periods == "exponential"),
            }
        if isinstance(model, Cbr) and model.jitter_ns:
            start = jitter_seed(self._scenario.seed, model.name)
            pauses = {"on": model.jitter_ns, "off": start}
        self._row(
            _UDP[model.kind],
            model,
            flow=self._flow(model.name, model.kind),
            header=header,
            length=model.packet_bytes,
            num=num,
            per=per,
            connection=connection,
            connections=1,
            **pauses,
        )

    def _ping(self, model: Ping, values: Values) -> None:
        self._row(
            Symbol.PING,
            model,
            flow=self._flow(model.name, model.kind, ping=True),
            back=self._flow(f"{model.name} (replies)", "reply"),
            header=self._fields.header(values),
            length=model.packet_bytes,
            num=model.interval_us * _MICROSECOND,
            count=_NONE if model.count is None else model.count,
        )

    def _bulk(self, model: Tcp, values: Values) -> None:
        self._row(
            Symbol.TCP,
            model,
            flow=self._flow(model.name, model.kind, model.flows),
            back=self._flow(f"{model.name} (acks)", "ack"),
            connection=self._connections(model, values),
            connections=model.flows,
            total=_NONE if model.total_bytes is None else model.total_bytes,
            **_socket(model),
        )

    def _transfers(self, model: ShortTcp, values: Values) -> None:
        there = self._port(model.to, "tcp", int(values[Field.DST_PORT]))
        # The source ports are chosen when a connection starts.
        header = self._fields.header(values)
        connection = self._tables.add("connections", header=header, src_port=0, dst_port=there)
        self._row(
            Symbol.SHORT_TCP,
            model,
            flow=self._flow(model.name, model.kind, completions=1),
            back=self._flow(f"{model.name} (acks)", "ack"),
            num=model.interval_us * _MICROSECOND,
            random=int(model.arrivals == "poisson"),
            connection=connection,
            total=model.size_bytes,
            **_socket(socket_of(model)),
        )

    def _clients(self, model: RequestResponse, values: Values) -> None:
        flow = self._flow(model.name, model.kind, completions=2)
        back = self._flow(f"{model.name} (request acks)", "ack")
        self._flow(f"{model.name} (responses)", "response")
        self._flow(f"{model.name} (response acks)", "ack")
        self._row(
            Symbol.REQUESTS,
            model,
            flow=flow,
            back=back,
            count=_NONE if model.count is None else model.count,
            connection=self._connections(model, values),
            connections=model.flows,
            total=model.request_bytes,
            response=model.response_bytes,
            think=model.think_us * _MICROSECOND,
            **_socket(socket_of(model)),
        )

    def _connections(self, model: Tcp | RequestResponse, values: Values) -> int:
        """Rows of connections. Sockets get the ports of the scenario where they are free."""
        source, to = int(values[Field.SRC_PORT]), int(values[Field.DST_PORT])
        there = self._port(model.to, "tcp", to)
        rows: list[Cells] = []
        for each in range(model.flows):
            written = (source + each) % 65_536
            header = self._fields.header({**values, Field.SRC_PORT: written})
            here = self._port(model.source, "tcp", written)
            rows.append({"header": header, "src_port": here, "dst_port": there})
        return self._tables.extend("connections", rows)

    def _port(self, node: str, protocol: str, wanted: int) -> int:
        taken = self._taken.setdefault((node, protocol), set())
        for offset in range(65_536):
            port = (wanted + offset) % 65_536
            if port and port not in taken:
                taken.add(port)
                return port
        raise Refused(f"more than 65535 {protocol} ports on one host")


def _socket(model: Tcp) -> dict[str, int]:
    return {
        "length": model.mss_bytes + _HEADERS,
        "buffer": min(model.socket_buffer_bytes, _LARGEST_BUFFER),
        "delayed_ack": int(model.delayed_ack),
        "rto_min": model.rto_min_ms * _MILLISECOND,
        "control": _CONTROLS[model.congestion_control],
        "sack": int(model.sack),
    }
