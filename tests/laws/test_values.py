"""The quick dataclasses behave as those of the standard library."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from qosc import values
from qosc.fields import Field
from qosc.ir import Interval, Test
from qosc.source import SourceText, Span
from qosc.values import field_names, parts


def _made(decorator):
    body = {
        "__annotations__": {"a": "int", "b": "str", "c": "list[int]", "d": "int"},
        "__module__": __name__,
    }
    body |= {"b": "x", "d": field(default=0, compare=False, repr=False)}
    body |= {"c": field(default_factory=list, compare=False)}
    return decorator(frozen=True, slots=True, order=True)(type("Made", (), body))


STANDARD, QUICK = _made(dataclass), _made(values.dataclass)
ARGUMENTS = [(1,), (1, "y"), (2, "x", [3]), (2, "x", [], 7)]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_values_look_and_compare_as_standard_ones_do(arguments):
    one, other = STANDARD(*arguments), QUICK(*arguments)
    assert repr(one) == repr(other)
    assert hash(one) == hash(other)
    assert [getattr(other, item.name) for item in fields(other)] == [
        getattr(one, item.name) for item in fields(one)
    ]
    for more in ARGUMENTS:
        assert (one == STANDARD(*more)) is (other == QUICK(*more))
        assert (one < STANDARD(*more)) is (other < QUICK(*more))
        assert (one >= STANDARD(*more)) is (other >= QUICK(*more))


def test_the_signature_is_the_standard_one():
    assert list(inspect.signature(QUICK).parameters) == list(inspect.signature(STANDARD).parameters)
    assert is_dataclass(QUICK)
    assert QUICK(1).c is not QUICK(1).c


def test_values_are_frozen_and_have_no_room_for_more():
    span = Span("a", 1, 2, 3, 4)
    with pytest.raises(FrozenInstanceError):
        span.line = 5
    with pytest.raises(FrozenInstanceError):
        del span.line
    assert not hasattr(span, "__dict__")
    assert span != ("a", 1, 2, 3, 4)
    with pytest.raises(TypeError):
        span < 3  # noqa: B015


def test_values_can_be_copied_replaced_and_sent_away():
    span = Span("a", 1, 2, 3, 4)
    for copied in (replace, values.replace):
        assert copied(span, line=9) == Span("a", 9, 2, 3, 4)
        assert copied(QUICK(1, "x", [3], 7), b="y", d=8).d == 8
        assert copied(SourceText("a", "b"), text="c\nd").lines == ("c", "d")
        assert copied(span) == span
        assert copied(span) is not span
        with pytest.raises(TypeError):
            copied(span, row=9)
        assert copied(STANDARD(1, "x"), b="y") == STANDARD(1, "y")
    assert pickle.loads(pickle.dumps(span)) == copy.deepcopy(span) == span  # noqa: S301
    text = SourceText("a", "b\nc\n")
    assert pickle.loads(pickle.dumps(text)).lines == text.lines == ("b", "c")  # noqa: S301


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_maker_makes_what_the_class_makes(arguments):
    make = values.maker(QUICK)
    assert make(*arguments) == QUICK(*arguments)
    assert type(make(*arguments)) is QUICK
    assert make(a=4, d=1).d == 1
    with pytest.raises(FrozenInstanceError):
        make(1).a = 5
    with pytest.raises(TypeError):
        make()
    assert values.maker(SourceText)("a", "b\nc\n").lines == ("b", "c")


def test_many_values_are_as_the_first_ones() -> None:
    kind = _made(values.dataclass)
    made = [kind(number, "x", d=number) for number in range(40)]
    assert [(one.a, one.b, one.c, one.d) for one in made] == [(n, "x", [], n) for n in range(40)]
    assert made[0].c is not made[39].c
    assert made[0] == kind(0, "x", d=9)


@pytest.mark.parametrize("before", [0, 40])
@pytest.mark.parametrize(
    ("given", "named"), [((), {}), ((1,), {"a": 2}), ((1, "x", [], 4, 5), {}), ((1,), {"z": 1})]
)
def test_arguments_that_do_not_fit_are_refused(before, given, named) -> None:
    kind = _made(values.dataclass)
    for number in range(before):
        kind(number)
    with pytest.raises(TypeError) as ours:
        kind(*given, **named)
    with pytest.raises(TypeError) as standard:
        STANDARD(*given, **named)
    assert str(ours.value).partition("(")[2] == str(standard.value).partition("(")[2]


def test_parts_are_all_fields_but_the_place() -> None:
    test = Test(Field.DSCP, (Interval(46, 46),))
    assert field_names(Test)[:2] == ("field", "values")
    assert "origin" in field_names(Test)
    assert parts(test)[:2] == (Field.DSCP, (Interval(46, 46),))
    assert len(parts(test)) == len(field_names(Test)) - 1
    for plain in (7, "text", None, (test,), Test):
        assert parts(plain) == ()
        assert field_names(type(plain)) == ()
