"""The ground of the schema: strict scalars, and the base of all its models.

A number carries its unit in its key (`rate_bps`, `delay_us`, `packet_bytes`) and is a plain
integer; nothing is ever guessed from a string.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from qosc import fields
from qosc.scenario.values import single_value

__all__ = [
    "Address",
    "FieldValue",
    "FieldValues",
    "Flag",
    "Model",
    "Name",
    "Natural",
    "PacketBytes",
    "PlacedError",
    "Positive",
    "Text",
    "number_or_text",
    "shaped",
]

_MOST = 10**13


class PlacedError(ValueError):
    """A fault of a value below the model that finds it; `place` leads there from the model."""

    def __init__(self, message: str, *place: int | str) -> None:
        super().__init__(message)
        self.place = place


class Model(BaseModel):
    """A frozen value in which an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


Natural = Annotated[int, Field(strict=True, ge=0, le=_MOST)]
"""A whole number from 0. Anything above 10**13 is a slip in the unit."""
Positive = Annotated[int, Field(strict=True, ge=1, le=_MOST)]
"""A whole number from 1."""
PacketBytes = Annotated[int, Field(strict=True, ge=20, le=65535)]
"""Length of an IP packet with its header (RFC 791: 20 to 65535 bytes)."""
Flag = Annotated[bool, Field(strict=True)]
Name = Annotated[str, Field(strict=True, min_length=1, max_length=200)]
"""The name of a node, port, class or source."""
Text = Annotated[str, Field(strict=True, max_length=10_000)]
"""Words for people; no engine reads them."""


def _address(address: str) -> str:
    single_value(fields.Field.SRC4, address)
    return address


Address = Annotated[str, Field(strict=True), AfterValidator(_address)]
"""One IPv4 address."""


def shaped(pattern: str, words: str) -> AfterValidator:
    """Holds a text against a pattern, and says what is wrong in words: a pattern is for programs,
    which find it in the schema (`json_schema_extra`).
    """
    shape = re.compile(pattern)

    def checked(text: str) -> str:
        if shape.search(text) is None:
            raise ValueError(f"{text[:40]!a} {words}")
        return text

    return AfterValidator(checked)


def number_or_text(value: object) -> object:
    """ValueError for what is no value of a header field."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("a value of a header field is a number or text")  # noqa: TRY004
    if len(str(value)) > 200:
        raise ValueError("a value of a header field has at most 200 characters")
    return value


FieldValue = Annotated[int | str, BeforeValidator(number_or_text)]
"""How `qosc.scenario.values` reads it."""


def _listed(value: object) -> object:
    return [value] if isinstance(value, int | str) and not isinstance(value, bool) else value


FieldValues = Annotated[
    tuple[FieldValue, ...],
    BeforeValidator(_listed, json_schema_input_type=int | str | list[int | str]),
]
"""Several; a lone one needs no list."""
