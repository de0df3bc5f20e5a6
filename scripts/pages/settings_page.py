"""The page `docs/settings-keys.md`: every key of a settings file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages.scenario_page import shown_value

from qosc.settings.form import File

__all__ = ["page"]

HEAD = """\
# Keys of the settings

Every key of `qosc.toml`, and of `[tool.qosc]` in a `pyproject.toml`. What they do is in
[settings.md](settings.md); `qosc schema settings` prints the same for editors.

This page is written by `scripts/gen_docs.py` from the schema.
"""


def page() -> str:
    """The page, a table for each kind of table."""
    schema = File.model_json_schema(by_alias=True)
    tables = [_table("At the top", schema)]
    tables += [_table(f"`{name}`", schema["$defs"][row]) for name, row in _rows(schema)]
    return HEAD + "".join(tables)


def _rows(schema: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The arrays of tables by their headers, with the names of their models."""
    found = []
    for key, value in schema["properties"].items():
        target = value.get("items", {}).get("$ref", "")
        if target:
            found.append((f"[[{key}]]", target.rpartition("/")[2]))
    return found


def _table(name: str, model: Mapping[str, Any]) -> str:
    rows = [f"\n## {name}\n", "| key | value | what it says |", "| --- | --- | --- |"]
    required = model.get("required", ())
    for key, value in model["properties"].items():
        about = value.get("description", "")
        if key in required:
            about = f"{about} (needed)"
        rows.append(f"| `{key}` | {_value(key, value)} | {about} |")
    return "\n".join(rows) + "\n"


def _value(key: str, value: Mapping[str, Any]) -> str:
    if value.get("items", {}).get("$ref"):
        return f"tables: [`[[{key}]]`](#{key})"
    return shown_value(value)
