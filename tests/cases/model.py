"""A device with its defaults as indented lines: every field that says something, and its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any

from qosc.amounts import Burst, Depth, Rate
from qosc.ir.match import Interval
from qosc.source import NOWHERE, Span

__all__ = ["device_lines"]

_WIDE = 150


def device_lines(device: object) -> list[str]:
    """The lines of a device, or of any other value of the model."""
    return list(_lines("device", device, 0))


def _lines(name: str, value: object, depth: int) -> Iterator[str]:
    """A value on one line where it fits, else its parts one step to the right."""
    indent = "  " * depth
    short = _short(value)
    if len(indent) + len(name) + len(short) + 2 <= _WIDE and name != "device":
        yield f"{indent}{name}: {short}"
        return
    parts = _parts(value)
    if not parts:
        yield f"{indent}{name}: {short}"
        return
    yield f"{indent}{name}: {_head(value)}".rstrip()
    for key, part in parts:
        yield from _lines(key, part, depth + 1)


def _parts(value: object) -> list[tuple[str, object]]:
    if isinstance(value, Mapping):
        return [(repr(key), part) for key, part in value.items()]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        told = zip(value._fields, value, strict=True)
        return [(key, part) for key, part in told if not isinstance(part, Span)]
    if isinstance(value, tuple):
        return [(f"[{place}]", part) for place, part in enumerate(value)]
    if isinstance(value, frozenset):
        return [("has", part) for part in sorted(value, key=_short)]
    if is_dataclass(value):
        return [
            (each.name, getattr(value, each.name)) for each in fields(value) if _told(value, each)
        ]
    return []


def _told(value: object, field: Field[Any]) -> bool:
    """Whether a field says something: it is neither a place nor what it is in a new object."""
    found = getattr(value, field.name)
    if isinstance(found, Span) or (field.name == "kind" and isinstance(found, str)):
        return isinstance(found, Enum)
    made = field.default_factory() if field.default_factory is not MISSING else field.default
    return type(made) is not type(found) or made != found


def _head(value: object) -> str:
    """The kind of an object, and the line of the config that it comes from."""
    if isinstance(value, Mapping | frozenset) or type(value) is tuple:
        return ""
    return f"{type(value).__name__}{_where(value)}"


def _where(value: object) -> str:
    origin = getattr(value, "origin", NOWHERE)
    return f" @{origin.line}:{origin.column}" if origin != NOWHERE else ""


def _words(value: object) -> str | None:
    """What is written most often in words of its own, shorter than its fields."""
    if isinstance(value, Interval):
        return str(value.low) if value.low == value.high else f"{value.low}..{value.high}"
    if isinstance(value, Rate | Burst | Depth):
        unit = value.base if isinstance(value, Rate) else value.unit
        by = f" by {value.default_by}" if value.default_by else ""
        more = "" if not isinstance(value, Burst) else _burst(value)
        return f"{value.value} {unit.value}{more}{by}{_where(value)}"
    return None


def _burst(value: Burst) -> str:
    said = [f"{key}={_short(part)}" for key, part in _parts(value)]
    return "".join(f" {each}" for each in said if each[:5] not in ("value", "unit=", "defau"))


def _short(value: object) -> str:
    """A value on one line, however long."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str | int | float | None):
        return repr(value)
    if (words := _words(value)) is not None:
        return words
    parts = _parts(value)
    head = _head(value)
    if not parts:
        return head or "{}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_short(part)}" for key, part in parts) + "}"
    if isinstance(value, frozenset) or type(value) is tuple:
        return "[" + ", ".join(_short(part) for _, part in parts) + "]"
    return f"{head}(" + ", ".join(f"{key}={_short(part)}" for key, part in parts) + ")"
