"""Schemas of accounts: what became of values, of words of a traffic generator, and of packets."""

from __future__ import annotations

from qosc.ledger import Fidelity
from qosc.render.counted import SCHEMA as TRACE_COUNT
from qosc.render.ledger import SCHEMA_VERSION
from qosc.render.reports.imported import SCHEMA as TRAFFIC_IMPORT
from qosc.render.schemas.kit import (
    COUNT,
    FLAG,
    TEXT,
    TEXTS,
    WHOLE,
    Json,
    mapping,
    maybe,
    record,
    schema,
    several,
)
from qosc.traffic.account import Fate

__all__ = ["ledger_schema", "trace_count_schema", "traffic_import_schema"]


def ledger_schema() -> Json:
    """What `qosc compile --ledger json` prints."""
    entry = record(
        {
            "path": {**TEXT, "description": "the value in the model"},
            "fidelity": {"enum": [each.value for each in Fidelity]},
            "asked": {**TEXT, "description": "as the config has it"},
            "got": {**TEXT, "description": "as the artefact has it"},
            "note": TEXT,
            "source": {**maybe(TEXT), "description": "path:line:column"},
        }
    )
    line = record(dict.fromkeys(("context", "text", "reason", "source"), TEXT))
    return schema(
        "What became of each value of a config",
        record(
            {
                "schema_version": {"const": SCHEMA_VERSION},
                "assumed": {**TEXTS, "description": "what was assumed of the platform"},
                "entries": several(entry),
                "left_out": several(line),
            }
        ),
    )


def traffic_import_schema() -> Json:
    """What `qosc traffic import --ledger json` prints."""
    place: Json = {"type": "integer", "minimum": 1}
    word = record(
        {
            "path": TEXT,
            "line": place,
            "column": place,
            "text": TEXT,
            "fate": {"enum": [each.value for each in Fate]},
            "got": TEXT,
            "note": TEXT,
        }
    )
    return schema(
        "What became of each word of traffic generators",
        record(
            {
                "schema": {"const": TRAFFIC_IMPORT},
                "sources": COUNT,
                "words": several(word),
            }
        ),
    )


def trace_count_schema() -> Json:
    """What `qosc trace --pcap FILE --format json` prints."""
    way = record(
        {
            "packets": COUNT,
            "bytes": COUNT,
            "classes": TEXTS,
            "dropped": FLAG,
            "queue": {**TEXTS, "description": "the classes around it, the outermost first"},
            "dscp_out": maybe(WHOLE),
        }
    )
    reasons = {**mapping(COUNT), "description": "packets by the reason"}
    return schema(
        "Packets of a capture by what becomes of them",
        record(
            {
                "schema": {"const": TRACE_COUNT},
                "config": TEXT,
                "capture": TEXT,
                "packets": COUNT,
                "notes": TEXTS,
                "broken": {**maybe(TEXT), "description": "why the capture breaks off"},
                "ways": several(way),
                "not_decided": reasons,
                "not_counted": reasons,
            }
        ),
    )
