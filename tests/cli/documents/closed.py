"""Schemas as the tests hold documents against them: with no key beside those that are named."""

from __future__ import annotations

from typing import Any

__all__ = ["closed"]


def closed(schema: Any) -> Any:
    """The schema, in which no object has other keys. Published schemas leave room for new ones."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(each) for key, each in schema.items()}
    is_object = isinstance(schema.get("properties"), dict) and "type" in schema
    return {"additionalProperties": False, **made} if is_object else made
