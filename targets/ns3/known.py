"""Which keys of a scenario the program knows. What it does not know it refuses, and never drops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from qosc import scenario as s
from qosc.targets.ns3.model import Refused

__all__ = ["KNOWN", "VALUES", "refuse_unknown"]

_SOURCE = {"name", "source", "to", "header", "start_us", "stop_us", "note", "kind"}
_UDP = _SOURCE | {"packet_bytes", "rate_bps", "packets_per_s", "interval_us"}
_SOCKETS = {
    "mss_bytes",
    "socket_buffer_bytes",
    "delayed_ack",
    "rto_min_ms",
    "congestion_control",
    "sack",
}
KNOWN: dict[type[BaseModel], set[str]] = {
    s.Scenario: {
        "schema_",
        "name",
        "seed",
        "duration_ms",
        "measure",
        "nodes",
        "links",
        "ports",
        "traffic",
    },
    s.Node: {"name", "kind", "address"},
    s.End: {"node", "port"},
    s.Link: {
        "name",
        "ends",
        "rate_bps",
        "delay_us",
        "mtu_bytes",
        "overhead_bytes",
        "linklayer",
        "loss_ppm",
    },
    s.Port: {
        "node",
        "port",
        "accounting_bytes",
        "input",
        "output",
        "limit",
        "tx_ring_packets",
        "origin",
    },
    s.Measure: {"warm_up_ms", "interval_ms", "occupancy_every_ms"},
    s.Meter: {
        "algorithm",
        "cir_bps",
        "cbs_bytes",
        "ebs_bytes",
        "pir_bps",
        "pbs_bytes",
        "eir_bps",
        "cir_pps",
        "cbs_packets",
        "ebs_packets",
        "pir_pps",
        "pbs_packets",
        "eir_pps",
        "colours",
    },
    s.Colours: {"green", "yellow"},
    s.LookUp: {"source", "map", "otherwise"},
    s.Action: {"set", "then", "origin"},
    s.Police: {
        "meter",
        "shared",
        "draws_all",
        "accounting_bytes",
        "conform",
        "exceed",
        "violate",
        "origin",
    },
    s.Rule: {"name", "match", "police", "set", "then", "origin"},
    s.RuleList: {"kind", "feature", "otherwise", "rules", "origin"},
    s.Class: {"name", "match", "set", "police", "drop", "queue", "child", "origin"},
    s.Policy: {"kind", "name", "excess", "classes", "origin"},
    s.Priority: {"level", "rate_bps", "burst_bytes"},
    s.Shape: {"rate_bps", "burst_bytes", "origin"},
    s.Limit: {"packets", "bytes", "match", "origin"},
    s.Curve: {
        "match",
        "min_packets",
        "max_packets",
        "min_bytes",
        "max_bytes",
        "denominator",
        "points",
        "interpolated",
        "full_packets",
        "full_bytes",
        "origin",
    },
    s.EarlyDrop: {"weight_exponent", "ecn", "curves"},
    s.FlowQueues: {"flows", "limit_packets", "weights"},
    s.Queue: {
        "guarantee_bps",
        "excess_weight",
        "level",
        "excess_level",
        "quantum_bytes",
        "priority",
        "shape",
        "limits",
        "early_drop",
        "flow_queues",
    },
    s.Entry: {"permit", "deny"},
    s.Match: {"where", "all", "any", "negated", "first", "note"},
    s.Cbr: _UDP | {"jitter_ns"},
    s.Poisson: _UDP,
    s.OnOff: _UDP | {"on_us", "off_us", "periods"},
    s.ShortTcp: _SOURCE | _SOCKETS | {"size_bytes", "interval_us", "arrivals"},
    s.RequestResponse: _SOURCE
    | _SOCKETS
    | {"request_bytes", "response_bytes", "think_us", "flows", "count"},
    s.Ping: _SOURCE | {"packet_bytes", "interval_us", "count"},
    s.Tcp: _SOURCE
    | {
        "flows",
        "mss_bytes",
        "socket_buffer_bytes",
        "total_bytes",
        "delayed_ack",
        "rto_min_ms",
        "congestion_control",
        "sack",
    },
}

VALUES: dict[tuple[type[BaseModel], str], set[str]] = {
    (s.Node, "kind"): {"host", "router"},
    (s.Link, "linklayer"): {"ethernet", "atm"},
    (s.Policy, "excess"): {"proportional", "equal"},
    (s.RuleList, "otherwise"): {"transmit", "drop"},
    (s.Tcp, "congestion_control"): {"reno", "cubic", "htcp"},
    (s.ShortTcp, "congestion_control"): {"reno", "cubic", "htcp"},
    (s.RequestResponse, "congestion_control"): {"reno", "cubic", "htcp"},
    (s.ShortTcp, "arrivals"): {"poisson", "periodic"},
    (s.OnOff, "periods"): {"constant", "exponential"},
    (s.FlowQueues, "weights"): {"equal", "precedence"},
}
"""The words that a key may hold. Verdicts and meters are looked up where they are used."""


def refuse_unknown(model: BaseModel) -> None:
    """Refused for a key that says something (is not at its default) and is not known."""
    for unknown in _unknown(model):
        raise Refused(f"the ns-3 program does not know {unknown} of a scenario yet")


def _unknown(model: BaseModel) -> Iterator[str]:
    kind = type(model)
    known = KNOWN.get(kind)
    if known is None:
        yield f"{kind.__name__}"
        return
    for name, info in kind.model_fields.items():
        value = getattr(model, name)
        if name not in known and value != info.get_default(call_default_factory=True):
            yield f"{kind.__name__}.{name}"
        if value not in _values(kind, name, value):
            yield f"{kind.__name__}.{name} {value}"
        for part in _parts(value):
            if isinstance(part, BaseModel):
                yield from _unknown(part)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, tuple) else (value,)


def _values(kind: type[BaseModel], name: str, value: object) -> tuple[object, ...]:
    return tuple(VALUES[kind, name]) if (kind, name) in VALUES else (value,)
