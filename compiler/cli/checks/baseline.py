"""The file of findings that were accepted: written by one check, held against later ones."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from qosc.api import Config
from qosc.cli.checks.checked import device_of
from qosc.cli.checks.tally import LEVELS
from qosc.cli.files import RefusedError
from qosc.cli.files import read as read_text
from qosc.cli.output import write_files
from qosc.diagnostics import Severity
from qosc.lint.engine.keys import Accepted, Key
from qosc.targets.base import OutputFile

__all__ = ["DEFAULT", "SCHEMA", "Baseline", "json_schema", "read", "write"]

DEFAULT = "qosc-baseline.json"
SCHEMA = "qosc/baseline/1"
_MOST = 100_000
"""Equal findings of one device; a file of ours has never more."""


class Baseline:
    """What a file accepts. `path` is its name; paths of configs in it begin at its folder."""

    def __init__(self, path: str, findings: Iterable[tuple[Key, Severity, int]] = ()) -> None:
        self.path = path
        self.accepted = Accepted(findings)

    def device_of(self, config: Config) -> str:
        """What the file calls a device: by its name, or by its file from the baseline's folder."""
        device, source = device_of(config), config.source.path
        if device != source or source.startswith("<"):
            return device
        folder = os.path.dirname(os.path.abspath(self.path))
        return os.path.relpath(source, folder).replace(os.sep, "/")


def write(path: str, findings: Iterable[tuple[Key, Severity]]) -> int:
    """Write the findings of a check as accepted; how many there are.

    A line for each, in the order of their keys, so that a change of the file reads well.
    """
    counts = Counter(findings)
    rows = [
        json.dumps(
            {
                "device": key.device,
                "rule": key.code,
                "severity": str(severity),
                "section": key.section,
                "line": key.line,
                "count": count,
            }
        )
        for (key, severity), count in sorted(counts.items())
    ]
    listed = ",\n".join(f"    {row}" for row in rows)
    text = f'{{\n  "schema": "{SCHEMA}",\n  "findings": [\n{listed}\n  ]\n}}\n'
    write_files([OutputFile(path, text)], path)
    return counts.total()


def read(path: str) -> Baseline:
    """The findings that such a file accepts; RefusedError for any other file."""
    from pydantic import BaseModel, ConfigDict, Field, ValidationError

    class Row(BaseModel):
        """One line of one device that a rule may go on to find, so many times."""

        model_config = ConfigDict(extra="forbid", strict=True)
        device: str
        rule: str
        severity: Literal["error", "warning", "info"]
        section: str
        line: str
        count: int = Field(ge=1, le=_MOST)
        reason: str = ""

    class File(BaseModel):
        """The whole file."""

        model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)
        form: str = Field(alias="schema", pattern=f"^{SCHEMA}$")
        findings: list[Row]

    text = read_text(path).text
    try:
        found = File.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(one) for one in first["loc"]) or "the text"
        remedy = "`qosc baseline write` writes such a file"
        raise RefusedError(f"{path} is no baseline: {where}: {first['msg']}; {remedy}") from None
    accepted = [
        (Key(row.device, row.rule, row.section, row.line), LEVELS[row.severity], row.count)
        for row in found.findings
    ]
    return Baseline(path, accepted)


def json_schema() -> dict[str, object]:
    """The JSON Schema of the file."""
    text = {"type": "string"}
    row = {
        "type": "object",
        "properties": {
            "device": {**text, "description": "its name, or its file where it says none"},
            "rule": {**text, "description": "the rule's code"},
            "severity": {"enum": ["error", "warning", "info"]},
            "section": {**text, "description": "the line above that is less indented, or empty"},
            "line": {**text, "description": "the line that is found, single blanks between words"},
            "count": {
                "type": "integer",
                "minimum": 1,
                "maximum": _MOST,
                "description": "how many such lines",
            },
            "reason": {**text, "description": "why it may stay, for the reader"},
        },
        "required": ["device", "rule", "severity", "section", "line", "count"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "schema": {"const": SCHEMA},
            "findings": {"type": "array", "items": row},
        },
        "required": ["schema", "findings"],
        "additionalProperties": False,
    }
