"""A scenario as text. The same scenario gives the same bytes, and `load` reads it back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from qosc.scenario.model import Scenario
from qosc.scenario.overlay import Overlay

__all__ = ["dump"]

_WIDTH = 100
_SAFE = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*\Z")
_TAKEN = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_ODD = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""What YAML does not take as it is, and what a reader would not see or see elsewhere."""


def dump(scenario: Scenario | Overlay, comments: Iterable[str] = ()) -> str:
    """The text of a scenario or of traffic, with `comments` as its first lines.

    Values that are the schema's defaults are left out. A newline in a comment starts a new comment
    line, so that no comment can become content.
    """
    lines = [f"# {part}".rstrip() for comment in comments for part in _comment(comment)]
    data = scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    lines.extend(_mapping(_ordered(data), ""))
    return "\n".join(lines) + "\n"


def _ordered(value: Any) -> Any:
    """The same value, with the keys that say what it is before the others."""
    if isinstance(value, list):
        return [_ordered(item) for item in value]
    if not isinstance(value, dict):
        return value
    first = [key for key in ("schema", "name", "kind") if key in value]
    return {
        key: _unlisted(value[key]) if key == "where" else _ordered(value[key])
        for key in dict.fromkeys((*first, *value))
    }


def _unlisted(where: dict[str, list[Any]]) -> dict[str, Any]:
    return {key: values[0] if len(values) == 1 else values for key, values in where.items()}


def _comment(comment: str) -> list[str]:
    return [
        "".join(char if char.isprintable() else " " for char in line)
        for line in comment.splitlines() or [""]
    ]


def _mapping(data: dict[str, Any], indent: str) -> Iterator[str]:
    for key, value in data.items():
        flow = _flow(value)
        if _one_line(value, len(indent) + len(key) + 2 + len(flow)):
            yield f"{indent}{_key(key)}: {flow}"
        else:
            yield f"{indent}{_key(key)}:"
            yield from _block(value, indent + "  ")


def _block(value: dict[str, Any] | list[Any], indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        yield from _mapping(value, indent)
        return
    for item in value:
        flow = _flow(item)
        if _one_line(item, len(indent) + 2 + len(flow)):
            yield f"{indent}- {flow}"
        else:
            inner = list(_block(item, indent + "  "))
            yield f"{indent}- {inner[0].lstrip(' ')}"
            yield from inner[1:]


def _one_line(value: Any, width: int) -> bool:
    """Whether a value stands on its key's line, which is then `width` wide."""
    if not isinstance(value, dict | list) or not value:
        return True
    if width > _WIDTH:
        return False
    if isinstance(value, dict) and "name" in value and len(value) > 2:
        return _depth(value) < 2
    return _depth(value) < 5


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max((_depth(each) for each in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((_depth(each) for each in value), default=0)
    return 0


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _text(str(value))


def _key(key: str) -> str:
    return _text(key)


def _text(text: str) -> str:
    if _SAFE.match(text) and text.lower() not in _TAKEN:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _ODD.sub(_escape, quoted)


def _escape(char: re.Match[str]) -> str:
    code = ord(char[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
