"""The guest's counts in the form of a result that all engines share."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Any

from qosc.scenario.model import Scenario
from qosc.scenario.traffic import Source
from qosc.simulator.results import Result, spread
from qosc.simulator.samples import Sample

__all__ = ["ENGINE", "result"]

ENGINE = "linux"
_PARTS = ("sent", "received", "replies", "goodput", "retransmits", "started", "finished")
_CONNECTIONS = ("tcp", "short-tcp", "request-response")


def result(scenario: Scenario, measured: Mapping[str, Any]) -> Result:
    """The figures of one experiment, over the same window as the simulator's.

    A packet counts when it arrives within the window, a sent one when it leaves within it. Lost
    packets are the numbers missing among those that arrived; TCP packets have no numbers, so their
    loss is what was sent again. `late` says by how much the host of a source was behind with its
    packets: more than some milliseconds, and the traffic was not what was asked for; and for how
    long the kernel stood still in all, so that no queue was served. Figures by class are the
    kernel's own: `classes.class_figures`.
    """
    window = scenario.duration_ms - scenario.measure.warm_up_ms
    parts: dict[str, dict[str, Any]] = {}
    for key in _PARTS:
        parts[key] = {}
        for process in measured["processes"]:
            parts[key].update(process.get(key, {}))
    late = {
        index: process["late_ns"]
        for process in measured["processes"]
        for index in process.get("sent", {})
        if process["late_ns"]
    }
    stalled = sum(process.get("stalled_ns", 0) for process in measured["processes"]) / 1000
    flows: list[dict[str, Any]] = []
    samples: list[Sample] = []
    for index, source in enumerate(scenario.traffic):
        mine = {key: rows.get(str(index)) for key, rows in parts.items()}
        tos = measured["sources"][index]["tos"]
        flow = _flow(source, mine, window, scenario.measure.interval_ms, tos)
        flow["late"] = {f"{key}_us": ns / 1000 for key, ns in late.get(str(index), {}).items()}
        flow["late"]["stalled_us"] = stalled
        instants = parts["sent"].get(str(index), {}).get("instants_ns")
        if instants is not None:
            flow["sent_at_us"] = [ns // 1000 for ns in instants]
        flows.append(flow)
        samples += _samples(source, mine)
        if source.kind == "ping":
            flows.append(_replies(source, parts["replies"][str(index)], window))
    return Result(
        scenario=scenario.name,
        engine=ENGINE,
        seed=scenario.seed,
        measured_ms=window,
        flows=tuple(flows),
        classes=(),
        samples=tuple(samples),
    )


def _samples(source: Source, mine: Mapping[str, Any]) -> Iterator[Sample]:
    """Single values, without their instants: the guest hands over none."""
    if source.kind == "ping":
        yield Sample(source.name, "rtt", mine["replies"]["delays_ns"], kind=source.kind)
    else:
        yield Sample(source.name, "delay", mine["received"]["delays_ns"], kind=source.kind)
    if mine["finished"] is not None:
        yield Sample(source.name, "response", mine["finished"]["times_ns"])


def _flow(
    source: Source, mine: Mapping[str, Any], window: int, interval: int | None, tos: int
) -> dict[str, Any]:
    got = mine["received"]
    if source.kind in _CONNECTIONS:
        again = mine["retransmits"] or 0
        sent = got["packets"] + again
        payload, lost = sum(mine["goodput"]["bytes"].values()), again
        sent_bytes = None
    else:
        sent, sent_bytes = mine["sent"]["counted_packets"], mine["sent"]["counted_bytes"]
        payload = got["bytes"] - 28 * got["packets"]
        lost = got["gaps"] if got["all_packets"] else sent
    changed = {int(mark): count for mark, count in got["tos"].items() if int(mark) != tos}
    figures: dict[str, Any] = {
        **_counts(source.name, source.kind, got, window),
        "sent_packets": sent,
        "sent_bytes": sent_bytes,
        "dropped_packets": lost,
        "marked_packets": sum(changed.values()),
        "loss": round(min(1.0, lost / sent), 6) if sent else 0.0,
        "goodput_bps": payload * 8000 // window,
        "received_dscp": _by_dscp(got["tos"]),
    }
    if source.kind == "ping":
        figures["rtt"] = spread(array("q", mine["replies"]["delays_ns"]))
    else:
        figures["delay"] = spread(array("q", got["delays_ns"]))
    figures["out_of_sequence_packets"] = got["reordered"]
    if source.kind in _CONNECTIONS:
        figures["retransmitted_packets"] = mine["retransmits"] or 0
    if source.kind == "tcp":
        figures["connections_bps"] = [
            mine["goodput"]["bytes"].get(str(n), 0) * 8000 // window for n in range(source.flows)
        ]
    if mine["finished"] is not None:
        begun, ended = mine["started"], mine["finished"]
        figures["completion"] = {
            "started": begun["counted"],
            "finished": len(ended["times_ns"]),
            "under_way": begun["all"] - ended["all"],
            "time": spread(array("q", ended["times_ns"])),
        }
    if interval:
        figures["series"] = {
            "interval_ms": interval,
            "from_ms": 0,
            "received_bytes": got["series"],
        }
    return figures


def _replies(source: Source, got: Mapping[str, Any], window: int) -> dict[str, Any]:
    return {
        **_counts(f"{source.name} (replies)", "reply", got, window),
        "sent_packets": None,
        "dropped_packets": got["gaps"],
        "loss": 0.0,
        "delay": None,
        "received_dscp": _by_dscp(got["tos"]),
    }


def _counts(name: str, kind: str, got: Mapping[str, Any], window: int) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "received_packets": got["packets"],
        "received_bytes": got["bytes"],
        "throughput_bps": got["bytes"] * 8000 // window,
    }


def _by_dscp(marks: Mapping[str, int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for mark, count in marks.items():
        key = str(int(mark) >> 2)
        counts[key] = counts.get(key, 0) + count
    return dict(sorted(counts.items(), key=lambda row: int(row[0])))
