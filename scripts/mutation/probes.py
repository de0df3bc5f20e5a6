"""Note which statements of some files are executed: each begins with a note of its own.

A tracer of the interpreter slows down everything, a statement that sets a byte only the files asked
about, and these by a few percent.
"""

from __future__ import annotations

import ast
import builtins
import functools
import gc
from collections.abc import Container
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

__all__ = ["Probes", "caches", "probed"]

_BODIES = ("body", "orelse", "finalbody")
_NAME = "__reached__"
_NO_CODE = compile("", "", "exec")


class Probes:
    """The files to watch, and what was executed in them since it was last asked.

    To be made before the files are imported.
    """

    def __init__(self, files: dict[str, str]) -> None:
        """`files`: by path as the import system knows it, the name to report."""
        self._files = files
        self._places: list[tuple[str, int]] = []
        self._hits = bytearray()
        self.texts: dict[str, str] = {}
        """The text of each file, as it was when it was imported."""
        self._usual = SourceFileLoader.get_code
        probes, usual = self, self._usual

        def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
            if self.path in probes._files:
                return probes._compiled(self.path)
            return usual(self, name)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]

    def _compiled(self, path: str) -> CodeType:
        self.texts[self._files[path]] = text = Path(path).read_text(encoding="utf-8")
        tree = ast.parse(text)
        lines = probed(tree, len(self._places))
        self._places += [(self._files[path], line) for line in lines]
        # The same object stays in use: the modules loaded before hold it.
        self._hits.extend(bytes(len(lines)))
        vars(builtins)[_NAME] = self._hits
        return compile(tree, path, "exec", dont_inherit=True)

    def taken(self) -> set[tuple[str, int]]:
        """File and line of what was executed since the last call."""
        hits, place, found = self._hits, -1, set()
        while (place := hits.find(1, place + 1)) >= 0:
            found.add(self._places[place])
            hits[place] = 0
        return found


def caches(paths: Container[str]) -> list[Any]:
    """The caches of functions that stand in some files."""
    return [
        value
        for value in gc.get_objects()
        if isinstance(value, functools._lru_cache_wrapper)
        and getattr(value.__wrapped__, "__code__", _NO_CODE).co_filename in paths
    ]


def probed(tree: ast.Module, first: int) -> list[int]:
    """Put a note before each statement of a tree that is not an import at its outermost level, and
    return the lines of the statements in the order of their numbers, which begin with `first`.
    """
    lines: list[int] = []

    def note(line: int) -> ast.stmt:
        lines.append(line)
        target = ast.Subscript(
            ast.Name(_NAME, ast.Load()), ast.Constant(first + len(lines) - 1), ast.Store()
        )
        return ast.Assign([target], ast.Constant(1))

    def noted(body: list[ast.stmt]) -> list[ast.stmt]:
        found = []
        for place, statement in enumerate(body):
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if not is_future and not (is_text and place == 0):
                at = [note(statement.lineno)]
                # A guard of a `case` is no statement: it counts as reached with its `match`.
                at += [note((each.guard or each.pattern).lineno) for each in _cases(statement)]
                found += [ast.copy_location(each, statement) for each in at]
            deeper(statement)
            found.append(statement)
        return found

    def deeper(node: ast.AST) -> None:
        for name in _BODIES:
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                setattr(node, name, noted(body))
        for held in (*getattr(node, "handlers", ()), *_cases(node)):
            deeper(held)

    deeper(tree)
    ast.fix_missing_locations(tree)
    return lines


def _cases(node: ast.AST) -> list[ast.match_case]:
    return getattr(node, "cases", [])
