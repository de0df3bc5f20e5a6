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
    config: str, script: str, verified: Verified, diagnostics: Sequence[Diagnostic], lost: int
) -> str:
    """`lost` counts the values of the config that the script does not have, by its ledger."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "config": config,
        "script": script,
        "same": not verified.differences,
        "compared": {
            "ports": verified.ports - len(verified.uncompared),
            "commands": verified.commands,
            "packet_sets": verified.regions,
        },
        "values_not_in_the_script": lost,
        "differences": rows(
            (*verified.differences, *verified.uncompared), diagnostics, "script", "script_line"
        ),
    }
    return json_text(document)


def summary(verified: Verified, lost: int) -> str:
    """The last line of the report: how much was compared, and with what result."""
    compared = verified.ports - len(verified.uncompared)
    counted = f"{many(verified.commands, 'command')} for {many(compared, 'port')}"
    excused = f"; {many(lost, 'value')} of the config not in it" if lost else ""
    number = len(verified.differences)
    outcome = many(number, "difference") if number else "No difference"
    if verified.uncompared:
        excused += f"; of {many(len(verified.uncompared), 'port')} nothing was compared"
    return f"{outcome} in {counted}, {many(verified.regions, 'set')} of packets{excused}."


def rows(
    differences: Sequence[Difference], diagnostics: Sequence[Diagnostic], held: str, line: str
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
        for each, diagnostic in zip(differences, diagnostics, strict=True)
    ]
