"""Named tuples that are quick to define.

`NamedTuple` is that of `typing`, to readers and to type checkers. That one compiles the annotation
of each field and the constructor of each class at import; here an annotation stays the text that it
is, and the constructor is compiled when there are more than a few values. A short run defines fifty
such classes, and makes few values of most. `_make`, `_replace`, `_asdict`, `_fields` and
`_field_defaults` work as they do with any named tuple.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

_new = tuple.__new__
_Sample: Any = namedtuple("_Sample", "field")  # noqa: PYI024
_getter: Any = type(_Sample.field)
"""By what a named tuple reads a field."""


class _Named(tuple):  # type: ignore[type-arg]
    """What all of them have alike."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        made = _new(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes: Any) -> Any:
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{self.__class__.__name__}({shown})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Definition(type):
    """Makes a named tuple of each class that has `NamedTuple` for its base."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, body)
        fields = tuple(body.get("__annotations__", ()))
        defaults = {field: body[field] for field in fields if field in body}
        for place, field in enumerate(fields):
            body[field] = _getter(place, f"Alias for field number {place}")
        body.update(
            __slots__=(),
            __match_args__=fields,
            _fields=fields,
            _field_defaults=defaults,
            __new__=_constructor(fields, defaults),
        )
        body.setdefault("__doc__", None)
        # A plain class: those that have it for a base are no definitions of fields.
        return type(name, (_Named, *bases[1:]), body)


_FEW = 16
"""Values of one class before a function to make them is compiled: a short run has fewer of most."""


def _constructor(fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """`__new__`, compiled when there are more than a few values."""
    count = 0

    def __new__(cls: Any, *given: Any, **named: Any) -> Any:  # noqa: N807
        nonlocal count
        count += 1
        if count <= _FEW and len(given) <= len(fields):
            values = defaults | dict(zip(fields, given, strict=False)) | named
            fits = len(values) == len(fields) and named.keys().isdisjoint(fields[: len(given)])
            if fits and all(field in values for field in fields):
                return _new(cls, [values[field] for field in fields])
        # Of arguments that do not fit the compiled one says what is wrong with them.
        names = ", ".join(fields)
        text = f"lambda _cls, {names}: _new(_cls, ({names}{',' if fields else ''}))"
        made = eval(text, {"_new": _new, "__builtins__": {}})  # noqa: S307
        made.__defaults__ = tuple(defaults.values())
        made.__name__ = "__new__"
        home = next(base for base in cls.__mro__ if base.__dict__.get("__new__") is kept)
        made.__qualname__ = f"{home.__name__}.__new__"
        home.__new__ = made
        return made(cls, *given, **named)

    kept = staticmethod(__new__)
    return kept


if TYPE_CHECKING:
    from typing import NamedTuple
else:

    class NamedTuple(metaclass=_Definition):
        """The base of a named tuple."""
