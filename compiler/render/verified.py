"""What `verify` found, for programs: a JSON document, version 1."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.diagnostics import Diagnostic
from qosc.render.documents import json_text
from qosc.render.machine import as_document
from qosc.verify import Verified
from qosc.verify.found import Difference

__all__ = ["as_json", "rows"]

_VERSION = 1


def as_json(
    config: str, script: str, found: Verified, diagnostics: Sequence[Diagnostic], lost: int
) -> str:
    """`lost` counts the values of the config that the script does not have, by its ledger."""
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
        "differences": rows(
            (*found.differences, *found.uncompared), diagnostics, "script", "script_line"
        ),
    }
    return json_text(document)


def rows(
    found: Sequence[Difference], diagnostics: Sequence[Diagnostic], held: str, line: str
) -> list[dict[str, object]]:
    """A row for each difference, with the diagnostic that tells it.

    `held` and `line` name what the config was held against, and its line: `script`,
    `script_line`.
    """
    return [
        {
            "kind": each.kind,
            "router": each.router,
            held: each.script,
            "packet": None if each.packet is None else str(each.packet),
            line: each.line or None,
            "diagnostic": as_document(diagnostic),
        }
        for each, diagnostic in zip(found, diagnostics, strict=True)
    ]
