"""Schemas of documents with findings: `check`, `verify`, and the list that `rules` prints."""

from __future__ import annotations

from qosc.diagnostics import LEVELS
from qosc.render.machine import SCHEMA_VERSION as CHECK_VERSION
from qosc.render.schemas.kit import (
    COUNT,
    FLAG,
    TEXT,
    TEXTS,
    Json,
    maybe,
    record,
    schema,
    several,
)
from qosc.render.verified import SCHEMA_VERSION as VERIFY_VERSION

__all__ = ["DIAGNOSTIC", "check_schema", "rules_schema", "verify_schema"]

_LINE: Json = {"type": "integer", "minimum": 1}
_SEVERITY: Json = {"enum": list(LEVELS)}
_PLACE: Json = {
    "path": TEXT,
    "line": _LINE,
    "column": _LINE,
    "end_line": _LINE,
    "end_column": {**_LINE, "description": "of the first character behind it"},
}
_FIX = record(
    {
        "title": TEXT,
        "safe": {**FLAG, "description": "whether packets are treated as before"},
        "edits": several(record({"text": TEXT, **_PLACE})),
    }
)
_DIAGNOSTIC: Json = {
    "code": TEXT,
    "name": TEXT,
    "severity": _SEVERITY,
    "message": TEXT,
    **_PLACE,
    "label": TEXT,
    "related": several(record({"message": TEXT, **_PLACE})),
    "notes": TEXTS,
    "help": TEXT,
    "fixes": several(_FIX),
}
DIAGNOSTIC = record(_DIAGNOSTIC)
"""A finding, as each of the documents has it."""


def check_schema() -> Json:
    """What `qosc check --format json` prints."""
    properties: Json = {
        **_DIAGNOSTIC,
        "device": {**TEXT, "description": "its name; empty where the config has none"},
        "key": {**TEXT, "description": "the same after lines are moved: what a baseline keeps"},
    }
    suppressed = record(
        {
            **properties,
            "reason": {**TEXT, "description": "why it is accepted or silenced"},
            "in_source": {**FLAG, "description": "whether a comment in the config silences it"},
        }
    )
    left_over = record(dict.fromkeys(("device", "rule", "section", "line"), TEXT))
    lines = dict.fromkeys(("modelled", "recognised", "irrelevant", "unknown"), COUNT)
    left_out: Json = {
        "accepted": {**COUNT, "description": "by a baseline, settings or an older revision"},
        "silenced": {**COUNT, "description": "by comments in the config"},
        "hidden": {**COUNT, "description": "less severe than --min-severity"},
    }
    device: Json = {
        "path": TEXT,
        "device": TEXT,
        "findings": record(dict.fromkeys(LEVELS, COUNT)),
        **left_out,
        "coverage": record(dict(lines)),
    }
    return schema(
        "Findings of qosc check",
        record(
            {
                "schema_version": {"const": CHECK_VERSION},
                "files": TEXTS,
                "devices": several(record(device)),
                "unread": several(record({"path": TEXT, "reason": TEXT})),
                "passed_over": {**COUNT, "description": "files that are no configs"},
                "diagnostics": several(record(properties)),
                **left_out,
                "suppressed": several(suppressed),
                "left_over": several(left_over),
                "undecided": {**COUNT, "description": "rules without an answer"},
                "coverage": record(dict(lines)),
            }
        ),
    )


def verify_schema() -> Json:
    """What `qosc verify --format json` prints of a script."""
    difference = record(
        {
            "kind": TEXT,
            "router": {**TEXT, "description": "what the config says"},
            "script": TEXT,
            "packet": maybe(TEXT),
            "script_line": maybe(_LINE),
            "diagnostic": DIAGNOSTIC,
        }
    )
    return schema(
        "Differences between a tc script and a config",
        record(
            {
                "schema_version": {"const": VERIFY_VERSION},
                "config": TEXT,
                "script": TEXT,
                "same": FLAG,
                "compared": record(dict.fromkeys(("ports", "commands", "packet_sets"), COUNT)),
                "values_not_in_the_script": COUNT,
                "differences": several(difference),
            }
        ),
    )


def rules_schema() -> Json:
    """What `qosc rules --format json` prints: a list."""
    rule = record(
        {"code": TEXT, "name": TEXT, "severity": _SEVERITY, "summary": TEXT, "since": TEXT}
    )
    return schema("Rules of qosc check", several(rule))
