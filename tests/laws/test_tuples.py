"""The quick named tuples behave as those of the standard library."""

from __future__ import annotations

import copy
import pickle
import typing
from typing import Generic, TypeVar

import pytest

from qosc import tuples
from qosc.source import SourceText

_T = TypeVar("_T")


def _pair(base):
    class Pair(base):
        """Two and one that need not be given."""

        first: int
        second: str
        third: tuple[int, ...] = ()

        def doubled(self):
            return self.first * 2

    return Pair


STANDARD, QUICK = _pair(typing.NamedTuple), _pair(tuples.NamedTuple)
FITTING = [
    ((1, "a"), {}),
    ((1, "a", (2,)), {}),
    ((1,), {"second": "b"}),
    ((), {"second": "b", "first": 3}),
]
MISFITS = [
    ((), {}),
    ((1,), {}),
    ((1, "a", (), 4), {}),
    ((1, "a"), {"first": 2}),
    ((1, "a"), {"other": 2}),
]


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(("given", "named"), FITTING)
def test_values_are_those_of_a_standard_one(given, named, later):
    quick = _pair(tuples.NamedTuple)
    for _ in range(50 if later else 0):  # past the count from which the constructor is compiled
        quick(1, "a")
    one, other = STANDARD(*given, **named), quick(*given, **named)
    assert tuple(one) == tuple(other) == other
    assert repr(one) == repr(other)
    assert (one.first, one.second, one.third) == (other.first, other.second, other.third)
    assert one.doubled() == other.doubled()
    assert one._asdict() == other._asdict()
    assert one._replace(second="z") == other._replace(second="z")
    assert hash(one) == hash(other)
    assert type(other) is type(other._replace(first=1)) is type(copy.deepcopy(other)) is quick


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(("given", "named"), MISFITS)
def test_arguments_that_do_not_fit_are_refused_in_the_same_words(given, named, later):
    quick = _pair(tuples.NamedTuple)
    for _ in range(50 if later else 0):
        quick(1, "a")
    with pytest.raises(TypeError) as standard:
        STANDARD(*given, **named)
    with pytest.raises(TypeError) as ours:
        quick(*given, **named)
    assert str(ours.value) == str(standard.value)


def test_the_class_tells_what_a_standard_one_tells():
    assert QUICK._fields == STANDARD._fields == QUICK.__match_args__
    assert QUICK._field_defaults == STANDARD._field_defaults
    assert QUICK.__doc__ == STANDARD.__doc__
    with pytest.raises(ValueError, match="unexpected field names"):
        QUICK(1, "a")._replace(fourth=1)
    with pytest.raises(TypeError, match="Expected 3 arguments, got 1"):
        QUICK._make([1])
    with pytest.raises(AttributeError):
        QUICK(1, "a").first = 2
    assert not hasattr(QUICK(1, "a"), "__dict__")


class Boxed(tuples.NamedTuple, Generic[_T]):
    """Of any kind."""

    value: _T
    note: str = ""


def test_a_generic_one_and_one_below_another_work_alike():
    class Below(QUICK):
        """A class of values of another."""

    assert Boxed[int](3) == Boxed(3) == (3, "")
    assert Below(1, "a").third == ()
    assert type(Below(1, "a")._replace(first=2)) is Below
    assert pickle.loads(pickle.dumps(Boxed(4, "x"))) == Boxed(4, "x")  # noqa: S301
    assert SourceText("a", "b\n").lines == ("b",)
