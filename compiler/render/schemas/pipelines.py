"""Schemas of what a config does: `show` to all packets, `trace` to some."""

from __future__ import annotations

from qosc.render.schemas.kit import (
    COUNT,
    FLAG,
    TEXT,
    TEXTS,
    WHOLE,
    Json,
    maybe,
    record,
    schema,
    several,
)
from qosc.render.shows.shown import SCHEMA as SHOW
from qosc.render.traces.as_json import SCHEMA as TRACE
from qosc.trace.steps import Colour

__all__ = ["show_schema", "trace_schema"]

_SOURCE: Json = {**maybe(TEXT), "description": "path:line:column"}
_DIRECTION: Json = {"enum": ["input", "output"]}
_BY: Json = {**TEXT, "description": "whose default it is; empty for what is written"}


def _named(what: str) -> Json:
    return {"$ref": f"#/$defs/{what}"}


_SERVICE: Json = {
    "priority": maybe(_named("priority")),
    "guarantee": maybe(_named("rate")),
    "excess": maybe(_named("rate")),
    "shaper": maybe(_named("shaper")),
    "limits": several(_named("limit")),
    "wred_by": maybe(TEXT),
    "fair_queue": FLAG,
}
"""What the scheduler gives a class. Rates are in bit/s; what is not known is null."""
_FIGURES: Json = {
    "rate": record({"said": TEXT, "bits_per_second": maybe(WHOLE), "default_by": _BY}),
    "amount": record({"said": TEXT, "bytes": maybe(WHOLE), "default_by": _BY}),
    "limit": record(
        {
            "depth": maybe(_named("amount")),
            "reserved": maybe(_named("amount")),
            "matches": maybe(TEXT),
        }
    ),
    "priority": record(
        {"level": WHOLE, "rate": maybe(_named("rate")), "burst": maybe(_named("amount"))}
    ),
    "shaper": record(
        {
            "rate": maybe(_named("rate")),
            "sends_bits_per_second": maybe(WHOLE),
            "committed": maybe(_named("amount")),
            "excess": maybe(_named("amount")),
        }
    ),
    "policer": record(
        {
            "algorithm": TEXT,
            "cir": maybe(_named("rate")),
            "pir": maybe(_named("rate")),
            "cbs": maybe(_named("amount")),
            "ebs": maybe(_named("amount")),
            "pbs": maybe(_named("amount")),
            "conform": TEXT,
            "exceed": TEXT,
            "violate": maybe(TEXT),
            "bucket": maybe(TEXT),
        }
    ),
}


def show_schema() -> Json:
    """What `qosc show --format json` prints."""
    port = record(
        {
            "port": TEXT,
            "unit": maybe(TEXT),
            "description": TEXT,
            "bits_per_second": maybe(WHOLE),
            "percentages_of": maybe(WHOLE),
            "not_followed": maybe(TEXT),
            "shutdown": FLAG,
            "per_link": FLAG,
            "source": _SOURCE,
        }
    )
    row = record(
        {
            "port": TEXT,
            "direction": _DIRECTION,
            "stage": TEXT,
            "stage_default_by": _BY,
            "kind": {"enum": ["class", "rule"]},
            "number": WHOLE,
            "name": TEXT,
            "inside": TEXTS,
            "source": _SOURCE,
            "matches": TEXT,
            "marks": TEXTS,
            "verdict": maybe(TEXT),
            "policers": several(_named("policer")),
            **_SERVICE,
        }
    )
    line = record({"text": TEXT, "reason": TEXT, "source": _SOURCE})
    return schema(
        "What a config does to packets",
        record(
            {
                "schema": {"const": SHOW},
                "config": TEXT,
                "platform": TEXT,
                "ports": several(_named("port")),
                "rows": several(_named("row")),
                "not_modelled": several(_named("line")),
            }
        ),
        {"port": port, "line": line, **_FIGURES, "row": row},
    )


def trace_schema() -> Json:
    """What `qosc trace --format json` prints."""
    level = record(
        {
            "class": TEXT,
            "policy": TEXT,
            "shared": FLAG,
            "rank": WHOLE,
            "guaranteed_bits_per_second": maybe(WHOLE),
            "weight": maybe(WHOLE),
            **_SERVICE,
            "source": _SOURCE,
        }
    )
    witness: Json = {
        **record({"words": TEXT}),
        "type": ["object", "null"],
        "additionalProperties": {"type": ["integer", "string", "boolean"]},
        "description": "one of the packets: each field that it has",
    }
    way = record(
        {
            "packets": TEXT,
            "witness": witness,
            "given": TEXTS,
            "meters": TEXTS,
            "steps": several({"oneOf": _steps()}),
            "dropped": FLAG,
            "queue": several(level),
            "dscp_out": several(WHOLE),
        }
    )
    return schema(
        "What happens to a packet",
        record(
            {
                "schema": {"const": TRACE},
                "config": TEXT,
                "platform": TEXT,
                "in": maybe(TEXT),
                "out": maybe(TEXT),
                "packet": TEXT,
                "notes": TEXTS,
                "decided": FLAG,
                "ways": several(way),
            }
        ),
        _FIGURES,
    )


def _steps() -> list[Json]:
    matches = several(record({"words": TEXT, "source": _SOURCE}))
    passed: Json = {**COUNT, "description": "rules before it that do not match"}
    own: list[tuple[Json, Json]] = [
        (
            {"const": "stage"},
            {"port": TEXT, "direction": _DIRECTION, "stage": TEXT, "default_by": _BY},
        ),
        (
            {"enum": ["class", "rule"]},
            {"name": TEXT, "stage": TEXT, "passed": passed, "matches": matches},
        ),
        ({"const": "no rule"}, {"stage": TEXT, "passed": passed}),
        (
            {"const": "meter"},
            {"colour": {"enum": [each.value for each in Colour]}, "policer": _named("policer")},
        ),
        ({"const": "mark"}, {"mark": TEXT}),
        ({"const": "kept"}, {"field": TEXT}),
        ({"const": "drop"}, {"why": TEXT}),
    ]
    return [record({"kind": kind, "source": _SOURCE, **keys}) for kind, keys in own]
