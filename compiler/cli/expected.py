"""The file of changes that are meant: written from one comparison, held against another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from qosc.changes.model import Changes
from qosc.cli.files import RefusedError
from qosc.cli.files import read as read_text
from qosc.cli.output import write_file
from qosc.cli.pairs import Pair
from qosc.render.changes.text import prints
from qosc.render.documents import json_text

__all__ = ["SCHEMA", "json_schema", "met", "read", "write"]

SCHEMA = "qosc/expected-changes/1"
Found = Sequence[tuple[Pair, Changes | None]]


def write(path: str, answers: Found, inputs: Sequence[str]) -> None:
    """Write what was found as what is meant."""
    changes = [
        {"fingerprint": key, "summary": words}
        for pair, changes in answers
        for key, words in prints(pair.name, changes, pair.contents)
    ]
    text = json_text({"schema": SCHEMA, "changes": changes}) + "\n"
    configs = [one for pair, _ in answers for one in (pair.old, pair.new) if one is not None]
    write_file(text, path, inputs=[*inputs, *(file.path for one in configs for file in one.files)])


def read(path: str) -> dict[str, str]:
    """The fingerprints of such a file, each with its summary; RefusedError for any other file."""
    try:
        document: Any = json.loads(read_text(path, with_secrets=True).text)
        if document["schema"] != SCHEMA:
            raise RefusedError(f"{path} has schema {document['schema']!r}, not {SCHEMA!r}")
        return {str(one["fingerprint"]): str(one.get("summary", "")) for one in document["changes"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RefusedError(f"{path} is no file that --write-expect wrote") from None


def met(answers: Found, meant: dict[str, str]) -> bool:
    """Whether the changes are those that are meant, each of them and no other."""
    seen = {
        key for pair, changes in answers for key, _ in prints(pair.name, changes, pair.contents)
    }
    return seen == set(meant)


def json_schema() -> dict[str, object]:
    """The JSON Schema of the file."""
    text = {"type": "string"}
    change = {
        "type": "object",
        "properties": {"fingerprint": text, "summary": text},
        "required": ["fingerprint"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "schema": {"const": SCHEMA},
            "changes": {"type": "array", "items": change},
        },
        "required": ["schema", "changes"],
    }
