"""Secrets of JunOS in blocks of braces, XML and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.patterns import pattern
from qosc.redaction.words import ALWAYS

__all__ = ["found"]

_HOLDING = ALWAYS | {"secret", "password", "key"}
_TAGS = "|".join(sorted(_HOLDING))
_ELEMENT = pattern(
    rf"<(?:[\w.-]++:)?(?:{_TAGS})(?:\s[^<>]*+)?>"
    r"(?:\s*+<!\[CDATA\[(?P<data>[^\]]{1,4096}+)\]\]>|(?P<secret>[^<]++))"
)
_INNER = r"(?:<!\[CDATA\[([^\]]{1,4096}+)|([^<]++))"
_LISTED = ("community", "trap-group")
"""What is called by its secret."""
_SNMP = pattern(r"(?<![^\s{};])snmp\s*+\{")
_TOKEN = pattern(r"\"(?:[^\"\\\n]|\\.)*+\"?|[{}]|\b(?:community|trap-group)[ \t]++")
_CALLED = pattern(r"\"[^\"\n]*+\"|[^\s;{}\"]++")
_JSON = pattern(r"\{\s*+\"")
_PART = pattern(r"\"(?:[^\"\\\n]|\\.)*+\"?|[{}\[\],]")
_COLON = pattern(r"\s*+:")


def found(text: str) -> Iterator[tuple[int, int]]:
    """Where secrets stand that a line alone does not tell."""
    if "snmp" in text and "{" in text:
        yield from _in_braces(text)
    if "</" in text:
        yield from _in_xml(text)
    if _JSON.search(text):
        yield from _in_json(text)


def _in_braces(text: str) -> Iterator[tuple[int, int]]:
    """Communities in the blocks of `snmp`, and the groups of traps."""
    at = 0
    while (block := _SNMP.search(text, at)) is not None:
        at, deep = block.end(), 1
        while deep and (token := _TOKEN.search(text, at)) is not None:
            at = token.end()
            if token[0] in "{}":
                deep += 1 if token[0] == "{" else -1
            elif token[0][0] != '"' and (called := _CALLED.match(text, at)) is not None:
                at = called.end()
                quoted = called[0].startswith('"')
                yield called.start() + quoted, called.end() - quoted
        if deep:
            return


def _in_xml(text: str) -> Iterator[tuple[int, int]]:
    for match in _ELEMENT.finditer(text):
        start, end = match.span(match.lastgroup or "secret")
        if text[start:end].strip():
            yield start, end
    for parent, child in (*((name, "name") for name in _LISTED), ("authentication-key", "value")):
        inner = re.compile(rf"<(?:[\w.-]++:)?{child}(?:\s[^<>]*+)?>\s*+{_INNER}")
        outer = re.compile(rf"<(/?)(?:[\w.-]++:)?{parent}(?:\s[^<>]*+)?>")
        start = -1
        for tag in outer.finditer(text):
            if not tag[1]:
                start = tag.end() if start < 0 else start
            elif start >= 0:
                for match in inner.finditer(text, start, tag.start()):
                    yield match.span(match.lastindex or 0)
                start = -1


def _in_json(text: str) -> Iterator[tuple[int, int]]:
    """Strings behind the keys that hold secrets, in lists and objects of data too."""
    above: list[str] = []
    key = ""
    for token in _PART.finditer(text):
        said = token[0]
        if said in "{[":
            above.append(key)
            key = key if said == "[" else ""
        elif said in "}]":
            key = above.pop() if above else ""
        elif said == ",":
            continue
        elif _COLON.match(text, token.end()):
            key = _decoded(said)
        elif _is_secret(key, above):
            yield token.start() + 1, token.end() - 1


def _is_secret(key: str, above: list[str]) -> bool:
    parent = above[-1] if above else ""
    if key == "name":
        return parent in _LISTED
    if key in ("value", "data"):
        return parent in _HOLDING
    return key in _HOLDING


def _decoded(said: str) -> str:
    if "\\" not in said:
        return said[1:-1]
    import json

    try:
        return str(json.loads(said))
    except ValueError:
        return said[1:-1]
