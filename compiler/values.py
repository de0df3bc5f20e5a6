"""Frozen dataclasses that are quick to define and to fill in.

`dataclass` is that of the standard library, to readers and to type checkers. A model has tens of
thousands of values, and a short run spends a third of its time on defining classes, so what the
standard one does slowly is done otherwise here: it compiles six functions for each class, of which
one is enough; it looks at each field where few classes are ever asked for theirs; and it sets each
field of a frozen value by `object.__setattr__` and the field's name, where a value of a class that
is not frozen takes its fields by plain assignment, and can change its class for the frozen one at
the end. `fields`, `replace` and `is_dataclass` work as they do with any dataclass. `replace` of
this module does the same as the standard one for these classes in a third of the time, since it
need not ask each field what it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, fields, is_dataclass
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
        return _finished(cls, order)

    return wrap


_PARTS: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}
"""For each class of which a copy was made: all fields of a value, and where each of them stands."""


def _replace(value: Any, /, **changes: Any) -> Any:
    """A copy of a value of one of these dataclasses with other values in some fields."""
    made = value.__class__
    if made not in _PARTS:
        names = [each.name for each in _MEMBERS.get(made) or fields(made) if each.init]
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
    names = _NAMES.get(kind)
    if names is None:
        if kind in _MEMBERS:
            names = tuple([each.name for each in _MEMBERS[kind]])
        else:
            names = tuple([each.name for each in fields(kind)]) if is_dataclass(kind) else ()
        _NAMES[kind] = names
    return names


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


class _Member:
    """What is to be known of a field to fill it in and to compare it."""

    __slots__ = ("compare", "default", "factory", "init", "name", "repr")

    def __init__(self, name: str, defaults: Mapping[str, Any]) -> None:
        self.name = name
        given = defaults.get(name, MISSING)
        self.init = self.compare = self.repr = True
        self.default: Any = given
        self.factory: Any = MISSING
        if isinstance(given, Field):
            self.default, self.factory = given.default, given.default_factory
            self.init, self.repr, self.compare = given.init, given.repr, given.compare


_MEMBERS: dict[type, tuple[_Member, ...]] = {}
"""The fields of each class made here."""


class _Fields:
    """Stands for the fields of a class; works out what the standard library keeps of them when it
    is first asked for.
    """

    def __init__(self, body: dict[str, Any]) -> None:
        self._body = body

    def __get__(self, _: object, owner: Any) -> dict[str, Any]:
        made = next(base for base in owner.__mro__ if base.__dict__.get(_FIELDS) is self)
        same = type(made.__name__, (), self._body)
        fields: dict[str, Any] = vars(_standard(init=False, repr=False, eq=False)(same))[_FIELDS]
        setattr(made, _FIELDS, fields)
        return fields


_FIELDS = "__dataclass_fields__"
_LEFT_OUT = frozenset(("__dict__", "__weakref__"))
"""What a class without slots has, and one with slots has not."""


def _finished(cls: Any, order: bool) -> Any:
    """A class with a slot for each field of another, and the methods of a frozen dataclass."""
    if any(hasattr(base, _FIELDS) for base in cls.__bases__):
        raise TypeError(f"{cls.__qualname__}: these dataclasses have no dataclass for a base")
    body = {name: value for name, value in vars(cls).items() if name not in _LEFT_OUT}
    annotations = body.get("__annotations__", {})
    defaults = {name: body.pop(name) for name in annotations if name in body}
    body["__qualname__"] = cls.__qualname__
    members = tuple([_Member(name, defaults) for name in annotations])
    body["__slots__"] = tuple(annotations)
    body["__match_args__"] = tuple([each.name for each in members if each.init])
    body[_FIELDS] = _Fields(
        {**defaults, "__annotations__": annotations, "__module__": cls.__module__}
    )
    body["__dataclass_params__"] = _PARAMETERS

    # Each of these is worked out when it is first asked for.
    def compared(value: Any) -> tuple[Any, ...]:
        nonlocal compared
        compared = _getter([each.name for each in members if each.compare])
        return compared(value)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if other.__class__ is self.__class__:
            return compared(self) == compared(other)
        return NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(compared(self))

    def __repr__(self: Any) -> str:  # noqa: N807
        shown = [each.name for each in members if each.repr]
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({parts})"

    for method in (__eq__, __hash__, __repr__):
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
        if body.get(method.__name__) is None:  # the class has none of its own
            body[method.__name__] = method
    for operation in (lt, le, gt, ge) if order else ():
        # `compared` is looked up at each call: it is another function after the first.
        body[f"__{operation.__name__}__"] = _comparison(lambda value: compared(value), operation)  # noqa: PLW0108
    body["__init__"] = _initialiser(members)
    body["__setattr__"], body["__delattr__"] = _refuse_to_set, _refuse_to_delete
    body["__getstate__"], body["__setstate__"] = _state, _restore
    made = type(cls)(cls.__name__, cls.__bases__, body)
    _MEMBERS[made] = members
    return made


# Of a class without a docstring the standard library makes one, and imports and asks much for it.
_SAMPLE: Any = _standard(init=False, repr=False, eq=False)(
    type("Sample", (), {"__doc__": "Empty."})
)
_PARAMETERS: Any = vars(_SAMPLE)["__dataclass_params__"]
"""What the standard library keeps of how a class was made, to refuse classes that have it for a
base and are not frozen."""
_PARAMETERS.frozen = True


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


_FEW = 16
"""Values of one class before a function to make them is compiled: a short run has fewer of most."""


def _initialiser(members: tuple[_Member, ...]) -> Any:
    """`__init__`, compiled when there are more than a few values."""
    taken = [each for each in members if each.init]
    names = {each.name: each for each in taken}
    made = 0

    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
        nonlocal made
        made += 1
        values = dict(zip(names, args, strict=False))
        known = len(values) == len(args) and values.keys().isdisjoint(named)
        values |= named
        for each in taken:
            if each.name not in values:
                if each.factory is not MISSING:
                    values[each.name] = each.factory()
                elif each.default is not MISSING:
                    values[each.name] = each.default
        if made <= _FEW and known and values.keys() == names.keys():
            for name, value in values.items():
                object.__setattr__(self, name, value)
            if hasattr(self, "__post_init__"):
                self.__post_init__()
            return
        # Of arguments that do not fit the compiled one says what is wrong with them.
        kind = next(base for base in self.__class__.__mro__ if base in _MEMBERS)
        init = _compiled(kind, "__init__", "self", "_set_class(self, _unlocked)", "")
        init.__annotations__["return"] = None
        kind.__init__ = init
        init(self, *args, **named)

    return __init__


def maker(made: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function that does what calling a class made here does, with half of the work."""
    return _compiled(made, "maker", "", "self = _unlocked()", "return self")  # type: ignore[no-any-return]


def _compiled(made: Any, function: str, first: str, begin: str, end: str) -> Any:
    """A function that takes the fields of a class and fills them in."""
    if made not in _unlocked:
        _unlocked[made] = type(made.__name__, (), {"__slots__": made.__slots__})
    known: dict[str, Any] = {
        "_MISSING": MISSING,
        "_made": made,
        "_unlocked": _unlocked[made],
        "_set_class": _set_class,
    }
    parameters, body = [first] if first else [], [begin]
    annotations: dict[str, Any] = {}
    types = made.__annotations__
    for each in _MEMBERS[made]:
        if not each.init:
            continue
        name = each.name
        annotations[name] = types[name]
        value = name
        if each.default is not MISSING:
            known[f"_default_{name}"] = each.default
            parameters.append(f"{name}=_default_{name}")
        elif each.factory is not MISSING:
            known[f"_make_{name}"] = each.factory
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
    method = place["make"](**known)
    method.__qualname__ = f"{made.__qualname__}.{function}"
    method.__annotations__ = annotations
    return method


_set_class = object.__dict__["__class__"].__set__


def _refuse_to_set(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in field_names(self.__class__)]


def _restore(self: Any, state: list[Any]) -> None:
    for name, value in zip(field_names(self.__class__), state, strict=True):
        object.__setattr__(self, name, value)
