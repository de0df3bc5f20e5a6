"""What `verify` found, for programs: a JSON document, version 1."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.diagnostics import Diagnostic
from qosc.render.documents import json_text
from qosc.render.machine import as_document
from qosc.verify import Verified

__all__ = ["as_json"]

_VERSION = 1


def as_json(
    config: str, script: str, found: Verified, diagnostics: Sequence[Diagnostic], lost: int
) -> str:
    """`lost` counts the values of the config that the script does not have, by its ledger."""
    differences = [
        {
            "kind": each.kind,
            "router": each.router,
            "script": each.script,
            "packet": None if each.packet is None else str(each.packet),
            "script_line": each.line or None,
            "diagnostic": as_document(diagnostic),
        }
        for each, diagnostic in zip(
            (*found.differences, *found.uncompared), diagnostics, strict=True
        )
    ]
    document = {
        "schema_version": _VERSION,
        "config": config,
        "script": script,
        "same": not found.differences,
        "compared": {
            "ports": found.ports - len(found.uncompared),
            "commands": found.commands,
            "packet_sets": found.regions,
        },
        "values_not_in_the_script": lost,
        "differences": differences,
    }
    return json_text(document)
