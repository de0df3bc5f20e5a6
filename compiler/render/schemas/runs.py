"""Schemas of measurements: the result of one run, and experiments beside what is expected."""

from __future__ import annotations

from qosc.lab.compare import Verdict
from qosc.render.lab import SCHEMA as LAB
from qosc.render.schemas.kit import (
    COUNT,
    NUMBER,
    TEXT,
    TEXTS,
    Json,
    mapping,
    maybe,
    record,
    schema,
    several,
)
from qosc.simulator.results import SCHEMA as RESULT

__all__ = ["lab_schema", "result_schema"]

_COUNTED = maybe(COUNT)
_PERCENTILES = ("min_us", "mean_us", "p50_us", "p95_us", "p99_us", "max_us", "jitter_us")
_TIMES = maybe(record({"samples": COUNT, **dict.fromkeys(_PERCENTILES, NUMBER)}))
_SIZE = record({"packets": COUNT, "bytes": _COUNTED})
_MEASURED = ("sent_packets", "sent_bytes", "dropped_packets", "dropped_bytes")
_MARKED = ("marked_packets", "marked_bytes")


def result_schema() -> Json:
    """What `qosc simulate --format json` prints. Rates are in bit/s of IP packets, times in
    microseconds; what an engine does not measure is null or not there.
    """
    series = {"interval_ms": COUNT, "from_ms": COUNT}
    clients = maybe(record({"count": COUNT, "mean_us": NUMBER}))
    flow = record(
        {"name": TEXT, "kind": TEXT},
        {
            **dict.fromkeys(("in_flight_before", "in_flight_after"), COUNT),
            **dict.fromkeys(_MEASURED, _COUNTED),
            **dict.fromkeys(("received_packets", "received_bytes"), COUNT),
            **dict.fromkeys(_MARKED, COUNT),
            "loss": {**NUMBER, "description": "dropped by sent packets"},
            **dict.fromkeys(("throughput_bps", "goodput_bps"), COUNT),
            "drops": mapping(_SIZE),
            **dict.fromkeys(("delay", "rtt"), _TIMES),
            **dict.fromkeys(("out_of_sequence_packets", "retransmitted_packets"), COUNT),
            "timeouts": COUNT,
            "connections_bps": several(COUNT),
            "received_dscp": mapping(COUNT),
            "completion": record(
                {"started": COUNT, "finished": COUNT, "under_way": COUNT, "time": _TIMES},
                {"connections": clients},
            ),
            "series": record({**series, "received_bytes": several(COUNT)}),
        },
    )
    meter = record(dict.fromkeys(("conform", "exceed", "violate"), _SIZE))
    of_class = record(
        {
            "port": {**TEXT, "description": "node and port"},
            "side": {"enum": ["input", "output"]},
            "policy": TEXT,
            "name": TEXT,
            "origin": {**TEXT, "description": "its line in the config; empty where it has none"},
            **dict.fromkeys(("arrived_packets", "sent_packets", "dropped_packets"), COUNT),
            **dict.fromkeys(("arrived_bytes", "sent_bytes", "dropped_bytes", *_MARKED), _COUNTED),
            "throughput_bps": COUNT,
            "share": {**NUMBER, "description": "of the bytes that left by the port"},
            "drops": mapping(_SIZE),
            "meters": maybe(several(meter)),
            **dict.fromkeys(("queue_max_packets", "queue_max_bytes"), _COUNTED),
            "wait": _TIMES,
        },
        {"occupancy": record({**series, "packets": several(COUNT), "bytes": several(COUNT)})},
    )
    return schema(
        "Result of a run",
        record(
            {
                "schema": {"const": RESULT},
                "scenario": TEXT,
                "engine": TEXT,
                "seed": COUNT,
                "measured_ms": COUNT,
                "flows": several(flow),
                "classes": several(of_class),
            }
        ),
    )


def lab_schema() -> Json:
    """What `qosc lab run --format json` prints. A deviation is a part of the expected value."""
    value = maybe(NUMBER)
    spread: Json = {"type": ["array", "null"], "items": NUMBER, "minItems": 2, "maxItems": 2}
    paper = record(
        {"row": TEXT, "place": TEXT, "is": NUMBER, "unit": TEXT, "times": value}
        | {"spread": spread, "said": TEXT}
    )
    runs = record(
        {"count": COUNT, "values": several(NUMBER), "ci95_half_width": value, "alike": _COUNTED}
    )
    cell = record(
        {
            "verdict": {"enum": [each.value for each in Verdict]},
            "value": value,
            "deviation": value,
            "why": TEXT,
            "paper": maybe(record({"value": NUMBER, "deviation": value, "verdict": TEXT})),
        },
        {"runs": runs},
    )
    row = record(
        {
            **dict.fromkeys(("experiment", "of", "figure", "expected", "source"), TEXT),
            "basis": {
                **maybe(TEXT),
                "description": "what the range is drawn round, or the order from",
            },
            "paper": maybe(paper),
            "shows": {**TEXTS, "description": "rows of a paper that an order shows"},
            "place": TEXT,
            "engines": mapping(cell),
        }
    )
    seeds: Json = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
    repeated = record({"start_jitter_ms": COUNT, "first_and_last_seed": mapping(seeds)})
    return schema(
        "Experiments: expected and measured figures",
        record(
            {
                "schema": {"const": LAB},
                "engines": TEXTS,
                "absent": {**mapping(TEXT), "description": "engines that did not run, and why"},
                "failures": mapping(mapping(TEXT)),
                "rows": several(row),
            },
            {"runs": repeated},
        ),
    )
