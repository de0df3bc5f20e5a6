"""The page `docs/scenario-keys.md`: every key of a scenario, its values and its default."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from qosc.scenario.model import Scenario

__all__ = ["page", "shown_value"]

Schema = Mapping[str, Any]

HEAD = """\
# Keys of a scenario

Every key of `qosc schema scenario`, with the values that it takes and its default. What they do is
in [scenario.md](scenario.md). A key without a default has to be written; where the default is
*none*, the key is absent, and the page on scenarios says what holds then.

This page is written by `scripts/gen_docs.py` from the schema.
"""


def page() -> str:
    """The page, a table for each kind of mapping."""
    schema = Scenario.model_json_schema(by_alias=True)
    tables = [_table("scenario", schema)]
    tables += [
        _table(name, model) for name, model in schema["$defs"].items() if model.get("properties")
    ]
    return HEAD + "".join(tables)


def _table(name: str, model: Schema) -> str:
    rows = [f"\n## {name}\n", "| key | value | default |", "| --- | --- | --- |"]
    required = model.get("required", ())
    for key, value in model["properties"].items():
        default = "" if key in required else _default(value)
        rows.append(f"| `{key}` | {shown_value(value)} | {default} |")
    return "\n".join(rows) + "\n"


def _default(value: Schema) -> str:
    default = value.get("default", {})
    if default is None or default == "":
        return "none"
    if isinstance(default, dict):
        default = {key: each for key, each in default.items() if each not in (None, "")}
    return f"`{json.dumps(default)}`".replace('"', "")


def shown_value(value: Schema) -> str:
    """The values that a key takes, in words."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return "name of a header field" if name == "Field" else f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    for several in ("anyOf", "oneOf"):
        if several in value:
            forms = [shown_value(each) for each in value[several] if each.get("type") != "null"]
            return " or ".join(dict.fromkeys(forms))
    return _plain(value)


def _plain(value: Schema) -> str:
    kind = value.get("type")
    if kind == "array":
        if "prefixItems" in value:
            return "a list of " + " and ".join(shown_value(each) for each in value["prefixItems"])
        return f"a list, each {shown_value(value.get('items', {}))}"
    if kind == "object":
        inner = value.get("additionalProperties")
        more = f" to {shown_value(inner)}" if isinstance(inner, dict) and inner else ""
        return f"a mapping of names{more}"
    if kind == "integer":
        return f"whole number{_range(value)}"
    return {"string": "text", "boolean": "true or false"}.get(str(kind), "any value")


def _range(value: Schema) -> str:
    least, most = value.get("minimum"), value.get("maximum")
    if "exclusiveMinimum" in value:
        least = value["exclusiveMinimum"] + 1
    if least is None and most is None:
        return ""
    if most is None:
        return f", {least} or more"
    return f", {least} to {most}" if least is not None else f", at most {most}"
