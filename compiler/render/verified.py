"""What `verify` found, for programs: a JSON document, version 1."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.diagnostics import Diagnostic
from qosc.render.documents import json_text
from qosc.render.machine import as_document
from qosc.render.numbers import many
from qosc.verify import Verified
from qosc.verify.found import Difference

__all__ = ["SCHEMA_VERSION", "as_json", "rows", "summary"]

SCHEMA_VERSION = 1


def as_json(
    config: str, script: str, found: Verified, diagnostics: Sequence[Diagnostic], lost: int
) -> str:
    """`lost` counts the values of the config that the script does not have, by its ledger."""
    document = {
        "schema_version": SCHEMA_VERSION,
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


def summary(found: Verified, lost: int) -> str:
    """The last line of the report: how much was compared, and with what result."""
    compared = found.ports - len(found.uncompared)
    counted = f"{many(found.commands, 'command')} for {many(compared, 'port')}"
    excused = f"; {many(lost, 'value')} of the config not in it" if lost else ""
    number = len(found.differences)
    outcome = many(number, "difference") if number else "No difference"
    if found.uncompared:
        excused += f"; of {many(len(found.uncompared), 'port')} nothing was compared"
    return f"{outcome} in {counted}, {many(found.regions, 'set')} of packets{excused}."


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
