"""The places of a text that a mutation run may change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Site", "sites"]

_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
_NO_VALUES = {"annotation", "targets", "handlers", "cases", "simple"}


class Site(NamedTuple):
    """A node, where it stands, and whether a function holds it."""

    node: ast.AST
    first: int
    """First line of the statement (or of the head of a compound statement) that holds it."""
    last: int
    inside: bool


def sites(tree: ast.Module) -> list[Site]:
    """All nodes that may be changed, in the order of the text."""
    found: list[Site] = []
    _statements(tree.body, inside=False, sites=found)
    return found


def _statements(body: list[ast.stmt], inside: bool, sites: list[Site]) -> None:
    for statement in body:
        if not _passed_over(statement):
            _statement(statement, inside, sites)


def _passed_over(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
    return False


def _statement(statement: ast.stmt, inside: bool, sites: list[Site]) -> None:
    bodies = [part for name in _BODIES if (part := getattr(statement, name, None))]
    nested = min((_first(part[0]) for part in bodies), default=None)
    last = statement.end_lineno if nested is None else max(statement.lineno, nested - 1)
    span = (statement.lineno, last)
    sites.append(Site(statement, *span, inside))
    for value in _values(statement):
        _expression(value, *span, inside, sites)
    deeper = inside or isinstance(statement, ast.FunctionDef)
    for part in bodies:
        if isinstance(part[0], ast.stmt):
            _statements(part, deeper, sites)
            continue
        for held in part:
            if guard := getattr(held, "guard", None):
                _expression(guard, guard.lineno, guard.end_lineno, inside, sites)
            _statements(held.body, deeper, sites)


def _values(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement, without those of the statements in it."""
    if isinstance(statement, ast.ClassDef):
        return
    if isinstance(statement, ast.FunctionDef):
        yield from statement.args.defaults
        yield from filter(None, statement.args.kw_defaults)
        return
    for name, child in ast.iter_fields(statement):
        if name not in _NO_VALUES:
            for part in child if isinstance(child, list) else [child]:
                held = part.context_expr if isinstance(part, ast.withitem) else part
                if isinstance(held, ast.expr):
                    yield held


def _first(part: ast.AST) -> int:
    if isinstance(part, ast.match_case):
        return part.pattern.lineno
    return part.lineno


def _expression(node: ast.AST, first: int, last: int, inside: bool, sites: list[Site]) -> None:
    if isinstance(node, ast.JoinedStr):
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                _expression(value.value, first, last, inside, sites)
        return
    sites.append(Site(node, first, last, inside))
    deeper = inside or isinstance(node, ast.Lambda)
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr_context | ast.operator | ast.boolop | ast.cmpop):
            _expression(child, first, last, deeper, sites)
