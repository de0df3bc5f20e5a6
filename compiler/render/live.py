"""What `qosc verify --state` and `--live` found, for programs: a JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic
from qosc.render.documents import json_text
from qosc.render.verified import rows
from qosc.verify.state.live import LiveVerified

if TYPE_CHECKING:
    from qosc.render.schemas.kit import Json

__all__ = ["SCHEMA", "as_json", "json_schema"]

SCHEMA = "qosc/live/1"


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
    compared = live.found
    return json_text(
        {
            "schema": SCHEMA,
            "config": config,
            "dump": dump,
            "system": list(live.system),
            "interfaces": dict(live.interfaces),
            "as_the_config_says": not (compared.differences or live.unknown),
            "compared": {
                "ports": len(live.interfaces),
                "parts": compared.commands,
                "packet_sets": compared.regions,
                "figures_not_shown": live.unshown,
            },
            "values_not_in_the_script": lost,
            "differences": rows(compared.differences, differences, "machine", "dump_line"),
            "unknown": rows(live.unknown, unknown, "machine", "dump_line"),
            "warnings": rows(
                (*live.warnings, *compared.uncompared), warnings, "machine", "dump_line"
            ),
        }
    )


def json_schema() -> Json:
    """The JSON Schema of the document."""
    from qosc.render.schemas import kit
    from qosc.render.schemas.findings import DIAGNOSTIC

    row = kit.record(
        {
            "kind": kit.TEXT,
            "router": {**kit.TEXT, "description": "what the config says"},
            "machine": {**kit.TEXT, "description": "what stands there"},
            "packet": {**kit.maybe(kit.TEXT), "description": "one that tells them apart"},
            "dump_line": kit.maybe({"type": "integer", "minimum": 1}),
            "diagnostic": DIAGNOSTIC,
        }
    )
    compared = ("ports", "parts", "packet_sets", "figures_not_shown")
    return kit.schema(
        "What stands on a machine, compared with a config",
        kit.record(
            {
                "schema": {"const": SCHEMA},
                "config": kit.TEXT,
                "dump": kit.TEXT,
                "system": kit.TEXTS,
                "interfaces": kit.mapping(kit.TEXT),
                "as_the_config_says": kit.FLAG,
                "compared": kit.record(dict.fromkeys(compared, kit.COUNT)),
                "values_not_in_the_script": kit.COUNT,
                **dict.fromkeys(("differences", "unknown", "warnings"), kit.several(row)),
            }
        ),
    )
