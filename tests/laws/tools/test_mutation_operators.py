"""What a mutation run changes is what its page says; its interval is that of textbooks."""

from __future__ import annotations

import ast

import pytest

from scripts.mutation.operators import changes
from scripts.mutation.report import wilson
from scripts.mutation.sites import sites


def mutants(text: str) -> dict[str, list[str]]:
    """By operator, the text after each change."""
    found: dict[str, list[str]] = {}
    for place in range(len(sites(ast.parse(text)))):
        for number in range(len(list(changes(sites(ast.parse(text))[place])))):
            tree = ast.parse(text)
            change = list(changes(sites(tree)[place]))[number]
            change.make()
            made = ast.unparse(ast.fix_missing_locations(tree))
            found.setdefault(change.operator, []).append(made)
    return found


@pytest.mark.parametrize(
    ("operator", "text", "expected"),
    [
        ("boundary", "a < b", ["a <= b"]),
        ("boundary", "a == b", []),
        ("compare", "a < b", ["a >= b"]),
        ("compare", "a in b is c", ["a not in b is c", "a in b is not c"]),
        ("arithmetic", "a + b", ["a - b"]),
        ("arithmetic", "a + 'x'", []),
        ("arithmetic", "a //= b", ["a *= b"]),
        ("number", "f(7)", ["f(8)", "f(6)", "f(70)"]),
        ("number", "f(0)", ["f(1)", "f(-1)"]),
        ("flag", "f(x=True)", ["f(x=False)"]),
        ("word", "f('ef')", ["f('efx')"]),
        ("word", "f('two words')", []),
        ("word", "f(f'ef{x}')", []),
        ("logic", "a and b", ["a or b", "b and b", "a and a"]),
        ("logic", "a or b or c", ["a and b and c", "b or c", "a or c", "a or b"]),
        ("not", "not a", ["not not a"]),
        ("condition", "a if b else c", ["a if not b else c"]),
        ("condition", "[a for a in b if c]", ["[a for a in b if not c]"]),
        ("result", "def f():\n    return a", ["def f():\n    return None"]),
        ("result", "def f():\n    return None", []),
        ("leave", "for a in b:\n    continue", ["for a in b:\n    pass"]),
        ("swap", "f(a, b, c)", ["f(b, a, c)", "f(a, c, b)"]),
        ("swap", "max(a, b)", []),
        ("swap", "f(a, a)", []),
        ("element", "x = (a, b)", ["x = (b,)", "x = (a,)"]),
        ("element", "x = {a: 1, b: 2}", ["x = {b: 2}", "x = {a: 1}"]),
        ("element", "(a, b) = x", []),
        ("argument", "f(a, b=1)", ["f(a)"]),
        ("call", "f(a)", ["pass"]),
        ("update", "a += b", ["pass"]),
        ("update", "a.b = c", ["pass"]),
        ("update", "a = c", []),
    ],
)
def test_an_operator_makes_the_changes_that_its_page_says(
    operator: str, text: str, expected: list[str]
) -> None:
    assert mutants(text).get(operator, []) == expected


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring."""',
        "__all__ = ['a', 'b']",
        "from a import b",
        "if TYPE_CHECKING:\n    f(a, b)",
        "def f(a: tuple[int, str]) -> dict[int, str]:\n    '''Text.'''",
        "@cache(maxsize=7)\ndef f(a):\n    pass",
    ],
)
def test_what_is_no_behaviour_is_left_alone(text: str) -> None:
    assert mutants(text) == {}


def test_each_mutant_of_a_module_can_be_compiled_and_is_another_one() -> None:
    text = (
        "def f(a, b=(1, 2)):\n    for c in a:\n        if c and b < 3:\n            return g(c, b)"
    )
    made = [each for several in mutants(text).values() for each in several]
    assert len(made) > 10
    assert text not in made
    for each in made:
        compile(each, "<mutant>", "exec")


def test_the_interval_of_a_rate_is_that_of_wilson() -> None:
    # Agresti and Coull 1998 work out 0 of 10 (0 to 0.278) and give the formula for 90 of 100.
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(90, 100) == pytest.approx((0.8256, 0.9448), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
