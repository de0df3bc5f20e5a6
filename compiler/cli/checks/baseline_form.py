"""The form of the file of accepted findings: read with it, and its JSON Schema."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["SCHEMA", "File", "Row", "json_schema"]

SCHEMA = "qosc/baseline/1"
_MOST = 100_000
"""Equal findings of one device; a file of ours has never more."""


class Row(BaseModel):
    """One line of one device that a rule may go on to find, so many times."""

    model_config = ConfigDict(extra="forbid", strict=True)
    device: str = Field(description="its name, or its file where it says none")
    rule: str = Field(description="the rule's code")
    severity: Literal["error", "warning", "info"]
    section: str = Field(description="the line above that is less indented, or empty")
    line: str = Field(description="the line that is found, single blanks between words")
    count: int = Field(ge=1, le=_MOST, description="how many such lines")
    reason: str = Field(default="", description="why it may stay, for the reader")


class File(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid", strict=True)
    form: Literal["qosc/baseline/1"] = Field(alias="schema")
    findings: list[Row]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the file, for editors."""
    return File.model_json_schema(by_alias=True)
