"""Traffic sources, their flows in the result, and the real ports of their packets."""

from __future__ import annotations

from qosc.fields import Field
from qosc.scenario import Cbr, Ping, Poisson, Scenario, Source, Tcp, header_values
from qosc.scenario.values import single_value
from qosc.simulator.sources import interval_of
from qosc.targets.ns3.lower.fields import Fields
from qosc.targets.ns3.model import Refused, Row, Symbol, Tables

__all__ = ["Traffic"]

_MICROSECOND, _MILLISECOND = 1_000, 1_000_000
_ACK = 16
_LARGEST_BUFFER = 1 << 30
"""Bytes; a larger one would not fit the 32 bits that sockets count in."""


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

    def _flow(self, name: str, kind: str, connections: int = 0, *, ping: bool = False) -> int:
        step = (self._scenario.measure.interval_ms or 0) * _MILLISECOND
        text = self._tables.text
        return self._tables.add("flows", text(name), text(kind), step, connections, int(ping))

    def _source(self, model: Source) -> None:
        if not isinstance(model, Cbr | Poisson | Tcp | Ping):
            raise Refused(f"the ns-3 program has no traffic of the kind {model.kind} yet")
        values = header_values(model, self._address[model.source], self._address[model.to])
        tables = self._tables
        end = self._scenario.duration_ms * _MILLISECOND
        start = model.start_us * _MICROSECOND
        stop = end if model.stop_us is None else model.stop_us * _MICROSECOND
        ends = (self._number[model.source], self._number[model.to])
        if model.kind == "tcp":
            values[Field.TCP_FLAGS] = _ACK
            flow = self._flow(model.name, model.kind, model.flows)
            back = self._flow(f"{model.name} (acks)", "ack")
            first = self._connections(model, values, model.flows)
            tables.add(
                "sources", Symbol.TCP, *ends, flow, back, -1, model.mss_bytes + 40, 0, 1, start,
                stop, -1, first, model.flows, min(model.socket_buffer_bytes, _LARGEST_BUFFER),
                -1 if model.total_bytes is None else model.total_bytes, int(model.delayed_ack),
                model.rto_min_ms * _MILLISECOND, int(model.congestion_control == "cubic"),
                int(model.sack),
            )  # fmt: skip
            return
        header = self._fields.header(values)
        tail = (0, -1, 0, 0, 0, 0)
        if model.kind == "ping":
            flow = self._flow(model.name, model.kind, ping=True)
            back = self._flow(f"{model.name} (replies)", "reply")
            tables.add(
                "sources", Symbol.PING, *ends, flow, back, header, model.packet_bytes,
                model.interval_us * _MICROSECOND, 1, start, stop,
                -1 if model.count is None else model.count, -1, 0, *tail,
            )  # fmt: skip
            return
        kind = Symbol.CBR if model.kind == "cbr" else Symbol.POISSON
        flow = self._flow(model.name, model.kind)
        num, per = interval_of(model)
        first = self._connections(model, values, 1)
        tables.add(
            "sources", kind, *ends, flow, -1, header, model.packet_bytes, num, per, start, stop, -1,
            first, 1, *tail,
        )  # fmt: skip

    def _connections(self, model: Source, values: dict[Field, int | str], number: int) -> int:
        """Rows of connections. Sockets get the ports of the scenario where they are free."""
        protocol = "tcp" if model.kind == "tcp" else "udp"
        source, to = int(values[Field.SRC_PORT]), int(values[Field.DST_PORT])
        there = self._port(model.to, protocol, to)
        rows: list[Row] = []
        for each in range(number):
            written = (source + each) % 65_536
            header = self._fields.header({**values, Field.SRC_PORT: written})
            rows.append((header, self._port(model.source, protocol, written), there))
        return self._tables.extend("connections", rows)

    def _port(self, node: str, protocol: str, wanted: int) -> int:
        taken = self._taken.setdefault((node, protocol), set())
        for offset in range(65_536):
            port = (wanted + offset) % 65_536
            if port and port not in taken:
                taken.add(port)
                return port
        raise Refused(f"more than 65535 {protocol} ports on one host")
