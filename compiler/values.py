"""Frozen dataclasses that are quick to define and to fill in.

`dataclass` is that of the standard library, to readers and to type checkers. A model has tens of
thousands of values, and a short run spends a third of its time on defining classes, so what the
standard one does slowly is done otherwise here: it compiles six functions for each class, of which
one is enough, and it sets each field of a frozen value by `object.__setattr__` and the field's
name, where a value of a class that is not frozen takes its fields by plain assignment, and can
change its class for the frozen one at the end. `fields`, `replace` and `is_dataclass` work as they
do with any dataclass. `replace` of this module does the same as the standard one for these classes
in a third of the time, since it need not ask each field what it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass
from dataclasses import dataclass as _standard
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

__all__ = ["dataclass", "field_names", "maker", "parts", "replace"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _values(*, frozen: bool, slots: bool, order: bool = False) -> Any:
    """Make a dataclass. `frozen` and `slots` are there to be read; both must be true."""
    if not (frozen and slots):
        raise TypeError("these dataclasses are frozen and have slots")

    def wrap(cls: type) -> Any:
        return _finished(_standard(init=False, repr=False, eq=False, slots=True)(cls), order)

    return wrap


_PARTS: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}
"""For each class of which a copy was made: all fields of a value, and where each of them stands."""


def _replace(value: Any, /, **changes: Any) -> Any:
    """A copy of a value of one of these dataclasses with other values in some fields."""
    made = value.__class__
    if made not in _PARTS:
        names = [field.name for field in fields(made) if field.init]
        _PARTS[made] = _getter(names), {name: place for place, name in enumerate(names)}
    get, places = _PARTS[made]
    parts = list(get(value))
    for name, new in changes.items():
        if name not in places:
            raise TypeError(f"{made.__qualname__} has no field {name!r}")
        parts[places[name]] = new
    return made(*parts)


_NAMES: dict[type, tuple[str, ...]] = {}
_INNER: dict[type, Callable[[Any], tuple[Any, ...]]] = {}


def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class, in their order; none where it is no dataclass.

    What walks through a whole model asks this of each of its values: `fields` and `is_dataclass`
    work it out anew each time.
    """
    found = _NAMES.get(kind)
    if found is None:
        found = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
        _NAMES[kind] = found
    return found


def parts(value: object) -> tuple[Any, ...]:
    """What the fields of a value hold, but for the place where it was written (`origin`); nothing
    for what is no value of a dataclass.
    """
    kind = value.__class__
    get = _INNER.get(kind)
    if get is None:
        get = _getter([name for name in field_names(kind) if name != "origin"])
        _INNER[kind] = get
    return get(value)


if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:
    dataclass, replace = _values, _replace


def _finished(made: Any, order: bool) -> Any:
    """Give a bare dataclass its methods."""
    compared = _getter([field.name for field in fields(made) if field.compare])
    shown = [field.name for field in fields(made) if field.repr]

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if other.__class__ is self.__class__:
            return compared(self) == compared(other)
        return NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(compared(self))

    def __repr__(self: Any) -> str:  # noqa: N807
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({parts})"

    for method in (__eq__, __hash__, __repr__):
        method.__qualname__ = f"{made.__qualname__}.{method.__name__}"
        if made.__dict__.get(method.__name__) is None:  # the class has none of its own
            setattr(made, method.__name__, method)
    for operation in (lt, le, gt, ge) if order else ():
        setattr(made, f"__{operation.__name__}__", _comparison(compared, operation))
    made.__init__ = _initialiser(made)
    made.__setattr__, made.__delattr__ = _refuse_to_set, _refuse_to_delete
    made.__getstate__, made.__setstate__ = _state, _restore
    made.__dataclass_params__.frozen = True
    return made


def _comparison(compared: Any, operation: Callable[[Any, Any], bool]) -> Any:
    def compare(self: Any, other: object) -> Any:
        if other.__class__ is self.__class__:
            return operation(compared(self), compared(other))
        return NotImplemented

    return compare


def _getter(names: list[str]) -> Any:
    """A function from a value to the tuple of some of its fields."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    only = attrgetter(names[0])
    return lambda value: (only(value),)


_unlocked: dict[type, type] = {}
"""By class, one of the same slots whose values may be written to: what a value is while it is
filled in. The interpreter writes to such a slot in one step; where the class refuses to be written
to, it takes a call of the slot's descriptor, which is many times slower."""


def _initialiser(made: Any) -> Any:
    """`__init__`, compiled when the first value is made: a short run needs half of them."""
    _unlocked[made] = type(made.__name__, (), {"__slots__": made.__slots__})

    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
        found = _compiled(made, "__init__", "self", "_set_class(self, _unlocked)", "")
        found.__annotations__["return"] = None
        made.__init__ = found
        found(self, *args, **named)

    return __init__


def maker(made: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function that does what calling a class made here does, with half of the work."""
    return _compiled(made, "maker", "", "self = _unlocked()", "return self")  # type: ignore[no-any-return]


def _compiled(made: Any, function: str, first: str, begin: str, end: str) -> Any:
    """A function that takes the fields of a class and fills them in."""
    known: dict[str, Any] = {
        "_MISSING": MISSING,
        "_made": made,
        "_unlocked": _unlocked[made],
        "_set_class": _set_class,
    }
    parameters, body = [first] if first else [], [begin]
    annotations: dict[str, Any] = {}
    for field in fields(made):
        if not field.init:
            continue
        name = field.name
        annotations[name] = field.type
        value = name
        if field.default is not MISSING:
            known[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
        elif field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            parameters.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        else:
            parameters.append(name)
        body.append(f"self.{name} = {value}")
    body.append("self.__class__ = _made")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    text = f"def make({', '.join(known)}):\n def {function}({', '.join(parameters)}):\n  "
    text += "\n  ".join([*body, end]) + f"\n return {function}"
    place: dict[str, Any] = {}
    exec(text, vars(sys.modules[made.__module__]), place)  # noqa: S102
    found = place["make"](**known)
    found.__qualname__ = f"{made.__qualname__}.{function}"
    found.__annotations__ = annotations
    return found


_set_class = object.__dict__["__class__"].__set__


def _refuse_to_set(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
