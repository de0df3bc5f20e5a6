"""Parts that schemas are put together from."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "COUNT",
    "FLAG",
    "NUMBER",
    "TEXT",
    "TEXTS",
    "WHOLE",
    "Json",
    "mapping",
    "maybe",
    "record",
    "schema",
    "several",
]

Json = dict[str, object]

TEXT: Json = {"type": "string"}
TEXTS: Json = {"type": "array", "items": TEXT}
FLAG: Json = {"type": "boolean"}
NUMBER: Json = {"type": "number"}
WHOLE: Json = {"type": "integer"}
COUNT: Json = {"type": "integer", "minimum": 0}


def record(required: Mapping[str, object], optional: Mapping[str, object] | None = None) -> Json:
    """An object: what is always there, and what may be."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


def several(item: Json) -> Json:
    """An array."""
    return {"type": "array", "items": item}


def mapping(value: Json) -> Json:
    """An object whose keys are names of the input."""
    return {"type": "object", "additionalProperties": value}


def maybe(of: Json) -> Json:
    """The same, or null."""
    if isinstance(of.get("type"), str) and "enum" not in of:
        return {**of, "type": [of["type"], "null"]}
    return {"anyOf": [of, {"type": "null"}]}


def schema(title: str, of: Json, shared: Json | None = None) -> Json:
    """A whole schema; `shared` are definitions that it refers to by name."""
    made: Json = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **of}
    return {**made, "$defs": shared} if shared else made
