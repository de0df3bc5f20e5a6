"""The file of findings that were accepted: written by one check, held against later ones."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence

from qosc.api import Config
from qosc.cli.checks.checked import device_of
from qosc.cli.files import RefusedError
from qosc.cli.files import read as read_text
from qosc.cli.output import write_file
from qosc.diagnostics import LEVELS, Severity
from qosc.lint.engine.keys import Accepted, Key

__all__ = ["DEFAULT", "Baseline", "entries", "read", "write"]

DEFAULT = "qosc-baseline.json"


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


def write(path: str, findings: Iterable[tuple[Key, Severity]], inputs: Sequence[str] = ()) -> int:
    """Write the findings of a check of `inputs` as accepted; how many there are.

    A line for each, in the order of their keys, so that a change of the file reads well.
    """
    from qosc.cli.checks.baseline_form import SCHEMA

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
    write_file(text, path, inputs=inputs)
    return counts.total()


def read(path: str) -> Baseline:
    """The findings that such a file accepts; RefusedError for any other file."""
    return Baseline(path, entries(path))


def entries(path: str) -> list[tuple[Key, Severity, int]]:
    """What such a file lists: each finding as severe and as often as it was accepted. RefusedError
    for any other file.
    """
    from pydantic import ValidationError

    from qosc.cli.checks.baseline_form import File

    text = read_text(path, with_secrets=True).text
    try:
        file = File.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(one) for one in first["loc"]) or "the text"
        remedy = "`qosc baseline write` writes such a file"
        raise RefusedError(f"{path} is no baseline: {where}: {first['msg']}; {remedy}") from None
    return [
        (Key(row.device, row.rule, row.section, row.line), LEVELS[row.severity], row.count)
        for row in file.findings
    ]
