"""Which packets: tests of header fields, and how they combine."""

from __future__ import annotations

from pydantic import Field as Key
from pydantic import model_validator

from qosc.fields import Field
from qosc.scenario.base import FieldValues, Model, PlacedError, Text
from qosc.scenario.values import parse_value

__all__ = ["Entry", "Match"]


class Entry(Model):
    """One entry of an ordered list: exactly one of `permit` and `deny`."""

    permit: Match | None = None
    deny: Match | None = None

    @model_validator(mode="after")
    def _one(self) -> Entry:
        if (self.permit is None) == (self.deny is None):
            raise ValueError("write one of permit, deny")
        return self


class Match(Model):
    """Which packets: exactly one of the keys.

    `where` holds when each named field has one of the values written for it (`where: {}` is every
    packet); `all`, `any` and `not` combine; `first` is a decision list, in which the first entry
    whose match holds decides, and no entry means no match. A test of a field that the packet does
    not have does not hold.
    """

    where: dict[Field, FieldValues] | None = None
    all: tuple[Match, ...] | None = None
    any: tuple[Match, ...] | None = None
    negated: Match | None = Key(default=None, alias="not")
    first: tuple[Entry, ...] | None = None
    note: Text = ""

    @model_validator(mode="after")
    def _one(self) -> Match:
        given = (self.where, self.all, self.any, self.negated, self.first)
        if sum(key is not None for key in given) != 1:
            raise ValueError("write one of where, all, any, not, first")
        for field, values in (self.where or {}).items():
            for value in values:
                try:
                    parse_value(field, value)
                except ValueError as error:
                    raise PlacedError(str(error), "where", field.value) from None
        return self


Entry.model_rebuild()
Match.model_rebuild()
