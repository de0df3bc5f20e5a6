"""JSON with the places of its values, in the two ways in which JunOS writes configurations.

In the one of today (`export-format json ietf`) a list is an array of objects, a statement without a
value is `[null]`, and attributes stand in a member `@` of the object, or `@name` beside the member
`name`. In the older one (`verbose`) each value is an array of objects with `data` and `attributes`.
Source: Juniper, Junos XML Management Protocol Developer Guide, "Map Junos OS Configuration
Statements to JSON"; RFC 8259 (JSON), RFC 7952 section 5.2 (attributes).
"""

from __future__ import annotations

import json
from typing import NamedTuple

from qosc.frontends.junos.display.element import MAX_DEPTH, Element, Places, Word
from qosc.patterns import pattern

__all__ = ["elements"]

_TOKEN = pattern(
    r"\s*+(?:(?P<mark>[{}\[\]:,])|(?P<string>\"(?:[^\"\\\n]|\\.)*+\")"
    r"|(?P<other>-?[0-9][0-9.eE+\-]*+|true|false|null))"
)
_BLANKS = pattern(r"\s*+")


class _Value(NamedTuple):
    """One value: `kind` is object, array, text or null."""

    kind: str
    word: Word
    members: list[tuple[Word, _Value]]
    close: int


def elements(places: Places, start: int) -> list[Element]:
    """The members of the object at a character, as elements.

    FormError for what is no JSON, and for values more than MAX_DEPTH deep.
    """
    value = _Reader(places, start).value(0)
    top = Element(value.word)
    _fill(top, value)
    return top.kids


class _Reader:
    def __init__(self, places: Places, start: int) -> None:
        self.places = places
        self.at = start

    def token(self) -> tuple[str, str, int]:
        """The kind, the text and the place of the next token."""
        match = _TOKEN.match(self.places.text, self.at)
        if match is None:
            blank = _BLANKS.match(self.places.text, self.at)
            at = blank.end() if blank is not None else self.at
            what = "the text ends" if at >= len(self.places.text) else "this is no JSON: it stands"
            raise self.places.fault(at, what)
        self.at = match.end()
        kind = match.lastgroup or ""
        return kind, match[kind], match.start(kind)

    def value(self, depth: int) -> _Value:
        """The next value, with all in it."""
        kind, text, at = self.token()
        if depth > MAX_DEPTH:
            raise self.places.fault(at, f"values are more than {MAX_DEPTH} deep")
        if kind == "mark" and text in "{[":
            return self.several(text, at, depth)
        if kind == "mark":
            raise self.places.fault(at, f"`{text}` stands where a value is expected")
        word = self.places.word(text, at, self.at)
        if kind == "string":
            word.text = self.string(text, at)
            word.start, word.end = word.start + 1, max(word.end - 1, word.start + 1)
        return _Value("null" if text == "null" else "text", word, [], word.line)

    def several(self, opening: str, start: int, depth: int) -> _Value:
        """The members of an object or an array, behind its bracket."""
        closing = "}" if opening == "{" else "]"
        word = self.places.word(opening, start, start + 1)
        members: list[tuple[Word, _Value]] = []
        while True:
            before = self.at
            kind, text, at = self.token()
            if kind == "mark" and text == closing:
                break
            if members:
                if text != ",":
                    raise self.places.fault(at, f"`,` or `{closing}` is expected")
                before = self.at
            self.at = before
            name = word
            if opening == "{":
                kind, text, at = self.token()
                if kind != "string":
                    raise self.places.fault(at, "the name of a member is expected")
                name = self.places.word(self.string(text, at), at + 1, self.at - 1)
                if self.token()[1] != ":":
                    raise self.places.fault(at, "`:` is expected behind the name")
            members.append((name, self.value(depth + 1)))
        kind = "object" if opening == "{" else "array"
        return _Value(kind, word, members, self.places.line(self.at - 1))

    def string(self, text: str, at: int) -> str:
        """What a string says."""
        try:
            said = json.loads(text, strict=False)
        except ValueError:
            raise self.places.fault(at, "this string is not well formed: it stands") from None
        return str(said).encode("utf-8", "replace").decode("utf-8")


def _fill(holder: Element, value: _Value) -> None:
    """Make elements of the members of an object, inside the element that stands for it."""
    beside = {name.text[1:]: told for name, told in value.members if name.text[:1] == "@"}
    for name, one in value.members:
        if name.text in ("@", "attributes"):
            holder.attributes.update(_attributes(one))
        elif name.text[:1] != "@":
            several = [each for _, each in one.members] if one.kind == "array" else [one]
            told = _told(beside.get(name.text), len(several))
            for each, attributes in zip(several, told, strict=True):
                made = _element(_bare(name), each)
                made.attributes.update(attributes)
                holder.kids.append(made)


def _element(name: Word, value: _Value) -> Element:
    made = Element(name)
    made.close = value.close
    if value.kind == "text":
        made.text = value.word
    elif value.kind == "object":
        data = next((one for word, one in value.members if word.text == "data"), None)
        if data is not None and data.kind == "array" and [*map(_kind, data.members)] == ["null"]:
            data = data.members[0][1]
        if data is not None and data.kind in ("text", "null"):
            made.text = data.word if data.kind == "text" else None
            for word, one in value.members:
                if word.text in ("@", "attributes"):
                    made.attributes.update(_attributes(one))
        else:
            _fill(made, value)
    return made


def _kind(member: tuple[Word, _Value]) -> str:
    return member[1].kind


def _bare(name: Word) -> Word:
    """A name without that of the YANG module before it (RFC 7951, section 4)."""
    module, colon, rest = name.text.partition(":")
    if not colon or not module.startswith(("junos-", "jc-")):
        return name
    return Word(rest, name.line, name.start + len(module) + 1, name.end)


def _attributes(value: _Value) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for name, one in value.members:
        if value.kind == "object" and one.kind == "text" and one.word.text != "false":
            key = name.text if name.text.startswith("junos:") else name.text.rpartition(":")[2]
            attributes[key] = one.word.text
    return attributes


def _told(value: _Value | None, count: int) -> list[dict[str, str]]:
    """The attributes of each of so many values."""
    if value is None:
        return [{}] * count
    if value.kind != "array":
        return [_attributes(value)] * count
    told = [_attributes(one) for _, one in value.members[:count]]
    return told + [{}] * (count - len(told))
