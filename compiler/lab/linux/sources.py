"""The traffic of a scenario as what the senders of the guest are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Any

from qosc.fields import DS_VIEWS, Field, ds_byte
from qosc.scenario.model import Scenario
from qosc.scenario.traffic import (
    Cbr,
    OnOff,
    Ping,
    Poisson,
    RequestResponse,
    ShortTcp,
    header_values,
)
from qosc.scenario.values import single_value

__all__ = ["LinuxError", "Names", "apart", "source_of"]

STAMPED_BYTES = 48
"""The least packet that has room for a number and a time."""
_SENT = {Field.SRC4, Field.DST4, Field.SRC_PORT, Field.DST_PORT, *DS_VIEWS}
"""The header fields that a source can set here."""
_TIME_BYTES = 8
"""A transfer begins with the time at which it began."""
_PORTS = 20_000
_CONNECTIONS = ("tcp", "short-tcp", "request-response")


class LinuxError(ValueError):
    """What a scenario has and this engine cannot do."""


@dataclass(frozen=True, slots=True)
class Names:
    """What nodes and ports are called in the guest."""

    node: Mapping[str, str]
    port: Mapping[tuple[str, str], str]


def source_of(scenario: Scenario, index: int, names: Names) -> dict[str, Any]:
    """What the sender of one source is told; raises `LinuxError`."""
    model = scenario.traffic[index]
    for field in model.header:
        if field not in _SENT:
            raise LinuxError(
                f"source {model.name!a}: this engine does not set {field} of a packet; the "
                "simulator and ns-3 do"
            )
    address = {
        node.name: int(single_value(Field.SRC4, node.address or "0.0.0.0"))  # noqa: S104
        for node in scenario.nodes
    }
    values = header_values(model, address[model.source], address[model.to])
    made: dict[str, Any] = {
        "index": index,
        "kind": model.kind,
        "from": names.node[model.source],
        "to": names.node[model.to],
        "src": str(IPv4Address(int(values[Field.SRC4]))),
        "dst": str(IPv4Address(int(values[Field.DST4]))),
        "tos": ds_byte(values),
        "start_us": model.start_us,
        "stop_us": model.stop_us,
    }
    if isinstance(model, OnOff):
        made |= {"on_us": model.on_us, "off_us": model.off_us, "periods": model.periods}
    if model.kind != "ping":
        made["sport"], made["dport"] = values[Field.SRC_PORT], values[Field.DST_PORT]
    if isinstance(model, ShortTcp | RequestResponse):
        return made | _application(scenario, model)
    if model.kind == "tcp":
        made |= {
            "flows": model.flows,
            "mss": model.mss_bytes,
            "buffer": model.socket_buffer_bytes,
            "total_bytes": model.total_bytes,
            "control": model.congestion_control,
        }
        return made
    if model.packet_bytes < STAMPED_BYTES:
        raise LinuxError(
            f"source {model.name!a}: this engine's packets are {STAMPED_BYTES} bytes long or more"
        )
    made["packet_bytes"], made["interval_ns"] = model.packet_bytes, _interval_ns(model)
    if model.kind == "ping":
        made["count"] = model.count
    if isinstance(model, Cbr) and model.jitter_ns:
        made["jitter_ns"] = model.jitter_ns
    return made


def _application(scenario: Scenario, model: ShortTcp | RequestResponse) -> dict[str, Any]:
    made: dict[str, Any] = {
        "mss": model.mss_bytes,
        "buffer": model.socket_buffer_bytes,
        "control": model.congestion_control,
    }
    if isinstance(model, RequestResponse):
        return made | {
            "flows": model.flows,
            "size": model.request_bytes,
            "response_bytes": model.response_bytes,
            "think_us": model.think_us,
            "count": model.count,
        }
    if model.size_bytes < _TIME_BYTES:
        raise LinuxError(
            f"source {model.name!a}: this engine's transfers are {_TIME_BYTES} bytes long or more"
        )
    expected = scenario.duration_ms * 1000 // model.interval_us
    return made | {
        # Ports: more of them than chance asks for.
        "flows": min(2 * expected + 100, _PORTS),
        "size": model.size_bytes,
        "interval_ns": model.interval_us * 1000.0,
        "arrivals": model.arrivals,
    }


def _interval_ns(model: Cbr | Poisson | OnOff | Ping) -> float:
    """The (mean) time between packets."""
    if model.kind != "ping":
        if model.rate_bps is not None:
            return model.packet_bytes * 8e9 / model.rate_bps
        if model.packets_per_s is not None:
            return 1e9 / model.packets_per_s
    return (model.interval_us or 1) * 1000.0


def apart(scenario: Scenario, sources: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Move TCP source ports that nobody asked for and that another connection holds.

    LinuxError where the header gives two sources ports that only one can hold.
    """
    taken: set[tuple[str, str, int, int]] = set()
    bulk = {(each["dst"], each["dport"]) for each in sources if each["kind"] == "tcp"}
    for model, source in zip(scenario.traffic, sources, strict=True):
        if model.kind in _CONNECTIONS[1:] and (source["dst"], source["dport"]) in bulk:
            raise LinuxError(
                f"source {model.name!a}: on this engine its receiver cannot listen on the dst-port "
                "of a source of the kind tcp; write another into the header"
            )
    for model, source in zip(scenario.traffic, sources, strict=True):
        if model.kind not in _CONNECTIONS:
            continue
        while True:
            wanted = {
                (source["src"], source["dst"], source["sport"] + n, source["dport"])
                for n in range(source["flows"])
            }
            if not wanted & taken:
                break
            if Field.SRC_PORT in model.header:
                raise LinuxError(f"source {model.name!a}: its ports are those of another source")
            source["sport"] += source["flows"]
        taken |= wanted
    return sources
