"""What a mutation run takes to be executed is what the interpreter executes."""

from __future__ import annotations

import ast
import builtins
import sys
from types import FrameType
from typing import Any

from scripts.mutation.probes import probed

TEXT = '''"""A text with each kind of statement."""

from __future__ import annotations


def f(x: int) -> str:
    """Say what x is."""
    total = 0
    for each in range(x):
        if each == 1:
            continue
        elif each == 2:
            total += each
        else:
            total -= 1
    else:
        total += 1
    while total > 100:
        total -= 1
    try:
        if x == 3:
            raise ValueError
    except ValueError:
        return "three"
    finally:
        total = 0
    match x:
        case 0:
            return "none"
        case int() if x > 10:
            return "many"
        case _:
            pass
    with open("/dev/null"):
        class Inner:
            value = 3

        return "some"
'''


def by_the_interpreter(x: int) -> set[int]:
    """The lines of f that a tracer sees."""
    space: dict[str, Any] = {}
    exec(compile(TEXT, "traced", "exec"), space)  # noqa: S102
    seen: set[int] = set()

    def tracer(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != "traced":
            return None
        if event == "line":
            seen.add(frame.f_lineno)
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        space["f"](x)
    finally:
        sys.settrace(before)
    return seen


def by_probes(x: int) -> set[int]:
    tree = ast.parse(TEXT)
    lines = probed(tree, 0)
    hits = bytearray(len(lines))
    space: dict[str, Any] = {"__reached__": hits}
    exec(compile(tree, "probed", "exec"), space)  # noqa: S102
    hits[:] = bytes(len(lines))
    space["f"](x)
    assert not hasattr(builtins, "__reached__")
    return {line for line, hit in zip(lines, hits, strict=True) if hit}


def test_the_statements_noted_are_those_that_a_tracer_sees() -> None:
    """But for the heads of `try`, `except` and `case`, which are no statements of their own."""
    texts = TEXT.splitlines()
    heads = {
        number
        for number, line in enumerate(texts, start=1)
        if line.split()[:1] in (["try:"], ["finally:"], ["except"], ["case"])
    }
    for x in (0, 1, 2, 3, 5, 11):
        assert by_probes(x) - heads == by_the_interpreter(x) - heads, x


def test_a_text_with_probes_does_what_it_did() -> None:
    tree = ast.parse(TEXT)
    space: dict[str, Any] = {"__reached__": bytearray(len(probed(tree, 0)))}
    exec(compile(tree, "probed", "exec"), space)  # noqa: S102
    assert [space["f"](x) for x in (0, 1, 3, 11)] == ["none", "some", "three", "many"]
    assert space["__doc__"] == "A text with each kind of statement."
    assert space["f"].__doc__ == "Say what x is."
