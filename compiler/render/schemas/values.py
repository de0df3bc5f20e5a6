"""Schemas of files of values: single values, distributions, and series over time."""

from __future__ import annotations

from qosc.render.schemas.kit import COUNT, NUMBER, TEXT, Json, maybe, record, schema, several

__all__ = ["distribution_schema", "samples_schema", "series_schema"]

_WHOSE: Json = {
    "of": {"enum": ["source", "class"]},
    "name": TEXT,
    "port": {**TEXT, "description": "node and port of a class; empty for a source"},
    "side": {**TEXT, "description": "of a class: input or output; empty for a source"},
    "policy": TEXT,
    "quantity": {**TEXT, "description": "delay, rtt, response, wait, depth or throughput"},
    "unit": TEXT,
}


def samples_schema() -> Json:
    """What `qosc simulate --samples FILE.json` writes. An instant is null where none is kept."""
    return _document(
        *("samples", "Single values of a run"),
        {"at_ms": several(maybe(NUMBER)), "values": several(NUMBER)},
    )


def distribution_schema() -> Json:
    """What `qosc simulate --distribution FILE.json` writes: four lists with one entry for each
    interval, which has its begin in it and its end not.
    """
    parts = {"from": several(NUMBER), "to": several(NUMBER), "count": several(COUNT)}
    return _document(
        *("distribution", "Distributions of what a run measured"),
        {"samples": COUNT, **parts, "part_below": several(NUMBER)},
    )


def series_schema() -> Json:
    """What `qosc simulate --series FILE.json` writes: values at equal distances in time."""
    return _document(
        *("series", "Throughput and depths of queues over time"),
        {"from_ms": COUNT, "interval_ms": COUNT, "values": several(NUMBER)},
    )


def _document(what: str, title: str, keys: Json) -> Json:
    run = {"scenario": TEXT, "engine": TEXT, "seed": COUNT, "measured_ms": COUNT}
    rows = several(record({**_WHOSE, **keys}))
    return schema(title, record({"schema": {"const": f"qosc/{what}/1"}, **run, what: rows}))
