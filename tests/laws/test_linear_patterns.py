"""No regular expression of the tree can take more than linear time."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import qosc
from qosc.frontends.cisco.statements.tables import grammar_path, load
from qosc.frontends.cisco.table import ROWS
from qosc.frontends.junos.tree import wildcard
from qosc.patterns import pattern as late
from tests.laws.pattern_kit import slow

METHODS = frozenset({"match", "search", "findall", "finditer", "sub", "subn", "split", "fullmatch"})
MADE = frozenset(
    (
        # Between the words of sections, which are letters, stand fixed pieces.
        ("qosc.frontends.cisco.text.runs", "split"),
        # One run of blanks behind the word `unit`, and nothing else that repeats.
        ("qosc.lsp.symbols", "search"),
        # A name by itself, with a look at one character on each side.
        ("qosc.lsp.symbols", "finditer"),
    )
)
"""Calls with a pattern that is put together where it is used."""
Kept = tuple[str, int]
"""The text and the flags of a pattern."""

BAD = (
    (r"\s*(?:x)?\s*\[edit", 0, "match"),
    (r"(a+)+b", 0, "match"),
    (r"(?:ab?|ab)*c", 0, "match"),
    (r"\s+(.*?)\s*\Z", re.DOTALL, "match"),
    (r"-mz?\S*?\.", 0, "search"),
    (r"\s*$", 0, "search"),
    (r"(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<html", re.DOTALL, "match"),
    (r"\[ ([^\]]*) \]", re.VERBOSE, "search"),
    (r"apply-path[\s{]+\"?\s*([\w-]+)", 0, "findall"),
    (r'"(?:[^"\\]|\\.)*"|(")|(\S+)', 0, "finditer"),
    (r"x*y*z", 0, "search"),
    (r"a*a*", 0, "fullmatch"),
    (r"^(?:a+\n)*b", re.MULTILINE, "search"),
)
GOOD = (
    (r"\s*+x\s*+\Z", 0, "match"),
    (r"(?:\d+/)*\d+x", 0, "match"),
    (r"\S+", 0, "findall"),
    (r"^[ \t]*foo", re.MULTILINE, "search"),
    (r"a*a*", 0, "match"),
    (r'"[^"]*"x', 0, "match"),
    (r"\s*+(?:x\s*+)?y", 0, "match"),
    (r"(?>a*b)?a", 0, "match"),
    (r"(.*?)(\d{1,6})\Z", 0, "match"),
    (r"\[ [^\]\[]*+ \]", re.VERBOSE, "search"),
    (r"(?<!\s)\s+x", 0, "search"),
    (r"\b[a-z]+ x", 0, "search"),
)


@pytest.mark.parametrize(("text", "flags", "method"), BAD)
def test_a_slow_pattern_is_told(text: str, flags: int, method: str) -> None:
    assert slow(text, flags, {method})


@pytest.mark.parametrize(("text", "flags", "method"), GOOD)
def test_a_linear_pattern_is_left_alone(text: str, flags: int, method: str) -> None:
    assert not slow(text, flags, {method})


def _calls(tree: ast.AST) -> Iterator[tuple[str, str, list[ast.expr]]]:
    """Each call of a method of patterns in a module: on what, which, with what."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            found = node.value
            if isinstance(found, ast.Name | ast.Attribute):
                yield found.id if isinstance(found, ast.Name) else found.attr, node.attr, []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in METHODS:
                yield "re", node.func.attr, node.args


def _kept(value: object, depth: int = 0) -> Iterator[Kept]:
    """The patterns in a value of a module, in tuples and tables too."""
    if isinstance(value, re.Pattern):
        text = value.pattern
        yield text if isinstance(text, str) else text.decode("latin-1"), value.flags & ~re.UNICODE
    elif isinstance(value, late):
        yield value.pattern, value.flags & ~re.UNICODE
    elif depth < 4 and isinstance(value, tuple | list | set | frozenset | dict):
        for part in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _kept(part, depth + 1)


def _patterns() -> Iterator[tuple[str, Kept, set[str]]]:
    """Every pattern of the tree with where it stands and the methods it is used with."""
    used: dict[str, dict[str, set[str]]] = {}
    everywhere: dict[str, set[str]] = defaultdict(set)
    modules = {}
    for found in pkgutil.walk_packages(qosc.__path__, "qosc."):
        if ".guest" in found.name:  # runs inside of a booted kernel only
            continue
        module = importlib.import_module(found.name)
        assert module.__file__
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        modules[found.name] = module
        used[found.name] = defaultdict(set)
        for name, method, given in _calls(tree):
            used[found.name][name].add(method)
            everywhere[name].add(method)
            if given and not isinstance(given[0], ast.Constant):
                assert (found.name, method) in MADE, (
                    f"{found.name} gives re.{method} what is unseen"
                )
            if given and isinstance(given[0], ast.Constant):
                yield found.name, (given[0].value, 0), {method}
    for name, module in modules.items():
        of_variables = set().union(
            *(methods for word, methods in used[name].items() if not hasattr(module, word))
        )
        for word, value in vars(module).items():
            methods = used[name].get(word, set()) if word[:1] == "_" else everywhere[word]
            for kept in _kept(value):
                yield f"{name}.{word}", kept, methods or of_variables or {"match"}


def _made_later() -> Iterator[tuple[str, Kept, set[str]]]:
    """Patterns that are compiled where they are used: shapes, words of grammars, wildcards."""
    shapes = {row.shape for row in ROWS if row.shape is not None}
    assert len(shapes) > 10
    for text in shapes:
        yield "shapes", (text, re.IGNORECASE), {"match"}
    for path in Path(str(grammar_path("set"))).parent.glob("*.lark"):
        for name, found in load(path.stem).patterns.items():
            yield f"{path.stem}.{name}", next(_kept(found)), {"fullmatch"}
    for text in ("*", "*-7", "*-[0-7]", "ge-*/[0-3]/*", "*a*b*", "**a??*"):
        yield "wildcard", next(_kept(wildcard._compile(text))), {"fullmatch"}


def test_every_pattern_of_the_tree_is_linear() -> None:
    every: dict[Kept, tuple[str, set[str]]] = {}
    for place, kept, methods in chain(_patterns(), _made_later()):
        where, known = every.get(kept, (place, set()))
        every[kept] = where, known | methods
    assert len(every) > 100
    told = [
        f"{place} {kept[0]!r} with {', '.join(sorted(methods))}: {found}"
        for kept, (place, methods) in every.items()
        if (found := slow(*kept, methods))
    ]
    assert not told, "\n".join(told)
