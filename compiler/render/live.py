"""What `qosc verify --state` and `--live` found, for programs: a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.diagnostics import Diagnostic
from qosc.render.documents import json_text
from qosc.render.verified import rows
from qosc.verify.state.live import LiveVerified

__all__ = ["SCHEMA", "as_json", "json_schema"]

SCHEMA = "qosc/live/1"
_Json = dict[str, object]


def as_json(
    config: str,
    dump: str,
    live: LiveVerified,
    differences: Sequence[Diagnostic],
    unknown: Sequence[Diagnostic],
    warnings: Sequence[Diagnostic],
    lost: int,
) -> str:
    """The document: see `json_schema`. `lost` counts what the ledger says that no script has."""
    found = live.found
    return json_text(
        {
            "schema": SCHEMA,
            "config": config,
            "dump": dump,
            "system": list(live.system),
            "interfaces": dict(live.interfaces),
            "as_the_config_says": not (found.differences or live.unknown),
            "compared": {
                "ports": len(live.interfaces),
                "parts": found.commands,
                "packet_sets": found.regions,
                "figures_not_shown": live.unshown,
            },
            "values_not_in_the_script": lost,
            "differences": rows(found.differences, differences, "machine", "dump_line"),
            "unknown": rows(live.unknown, unknown, "machine", "dump_line"),
            "warnings": rows((*live.warnings, *found.uncompared), warnings, "machine", "dump_line"),
        }
    )


def json_schema() -> _Json:
    """The JSON Schema of the document."""
    text: _Json = {"type": "string"}
    count: _Json = {"type": "integer", "minimum": 0}
    row = _object(
        {
            "kind": text,
            "router": {**text, "description": "what the config asks for"},
            "machine": {**text, "description": "what stands there"},
            "packet": {"type": ["string", "null"], "description": "one that tells them apart"},
            "dump_line": {"type": ["integer", "null"], "minimum": 1},
            "diagnostic": {"type": "object"},
        }
    )
    several: _Json = {"type": "array", "items": row}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What stands on a machine, compared with a config",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "config": text,
                "dump": text,
                "system": {"type": "array", "items": text},
                "interfaces": {"type": "object", "additionalProperties": text},
                "as_the_config_says": {"type": "boolean"},
                "compared": _object(
                    dict.fromkeys(("ports", "parts", "packet_sets", "figures_not_shown"), count)
                ),
                "values_not_in_the_script": count,
                "differences": several,
                "unknown": several,
                "warnings": several,
            }
        ),
    }


def _object(properties: dict[str, _Json]) -> _Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
