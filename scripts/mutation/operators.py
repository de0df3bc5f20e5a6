"""The changes that a mutation run makes to a syntax tree: see README.md, which fixes them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scripts.mutation.sites import Site

__all__ = ["Change", "changes"]

_BOUNDARY = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_OPPOSITE = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_PLAIN = (ast.Compare, ast.BoolOp, ast.UnaryOp)
_EITHER_ORDER = ("max", "min", "isinstance")
"""Calls whose arguments are not exchanged: it changes nothing, or raises whatever they are."""


class Change(NamedTuple):
    """One way to change a node in place."""

    operator: str
    label: str
    make: Callable[[], None]


def changes(site: Site) -> Iterator[Change]:
    """The changes of one node, several for an operator that has variants."""
    node = site.node
    yield from _left_out(node)
    yield from _conditions(node)
    match node:
        case ast.Compare():
            yield from _compared(node)
        case ast.BoolOp():
            yield from _logic(node)
        case ast.BinOp() | ast.AugAssign():
            yield from _arithmetic(node)
        case ast.Constant():
            yield from _constant(node)
        case ast.UnaryOp(op=ast.Not()):
            inner = node.operand
            yield Change("not", "not", lambda: _set(node, "operand", _opposite(inner)))
        case ast.Call():
            yield from _call(node)
        case ast.Dict() | ast.Tuple() | ast.List() | ast.Set():
            yield from _elements(node)
        case ast.Return(value=ast.expr()) if not _is_none(node.value):
            yield Change("result", "None", lambda: _set(node, "value", _none(node)))


def _elements(node: ast.Dict | ast.Tuple | ast.List | ast.Set) -> Iterator[Change]:
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    lists = [node.keys, node.values] if isinstance(node, ast.Dict) else [node.elts]
    for n in range(len(lists[0]) if len(lists[0]) > 1 else 0):
        yield Change("element", str(n), lambda n=n: _drop(n, *lists))


def _compared(node: ast.Compare) -> Iterator[Change]:
    for n, op in enumerate(node.ops):
        for name, table in (("boundary", _BOUNDARY), ("compare", _OPPOSITE)):
            if other := table.get(type(op)):
                yield Change(name, str(n), lambda n=n, o=other: node.ops.__setitem__(n, o()))


def _logic(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield Change("logic", "other", lambda: _set(node, "op", other()))
    for n in range(len(node.values)):
        # A single operand is written twice: an `and` of a value with itself is that value.
        def leave_out(n: int = n) -> None:
            _drop(n, node.values)
            if len(node.values) == 1:
                node.values *= 2

        yield Change("logic", f"without {n}", leave_out)


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    parts = [node.value] if isinstance(node, ast.AugAssign) else [node.left, node.right]
    texts = ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp | ast.Set | ast.Dict
    if any(
        isinstance(part, texts)
        or (isinstance(part, ast.Constant) and not isinstance(part.value, int | float))
        for part in parts
    ):
        return
    if other := _ARITHMETIC.get(type(node.op)):
        yield Change("arithmetic", "other", lambda: _set(node, "op", other()))


def _constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield Change("flag", "other", lambda: _set(node, "value", not value))
    elif isinstance(value, int | float):
        for label, new in (("+1", value + 1), ("-1", value - 1), ("*10", value * 10)):
            if new != value:
                yield Change("number", label, lambda new=new: _set(node, "value", new))
    elif isinstance(value, str) and value and not any(letter.isspace() for letter in value):
        yield Change("word", "other", lambda: _set(node, "value", value + "x"))


def _call(node: ast.Call) -> Iterator[Change]:
    either = isinstance(node.func, ast.Name) and node.func.id in _EITHER_ORDER
    for n in range(0 if either else len(node.args) - 1):
        pair = node.args[n : n + 2]
        if not any(isinstance(each, ast.Starred) for each in pair) and (
            ast.dump(pair[0]) != ast.dump(pair[1])
        ):

            def swap(n: int = n) -> None:
                node.args[n], node.args[n + 1] = node.args[n + 1], node.args[n]

            yield Change("swap", str(n), swap)
    for n, each in enumerate(node.keywords):
        if each.arg is not None:
            yield Change("argument", each.arg, lambda n=n: _drop(n, node.keywords))


def _conditions(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, _PLAIN):
        yield Change("condition", "test", lambda: _set(node, "test", _opposite(node.test)))
    if isinstance(node, ast.comprehension):
        for n, test in enumerate(node.ifs):
            if not isinstance(test, _PLAIN):
                new = _opposite(test)
                yield Change(
                    "condition", f"if {n}", lambda n=n, new=new: node.ifs.__setitem__(n, new)
                )


def _left_out(node: ast.AST) -> Iterator[Change]:
    """Statements that become `pass`: the statement itself is turned into one."""
    name = None
    match node:
        case ast.Continue() | ast.Break() | ast.Return(value=None):
            name = "leave"
        case ast.Expr(value=ast.Call()):
            name = "call"
        case ast.AugAssign() | ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            name = "update"
    if name:
        yield Change(name, "pass", lambda: _to_pass(node))


def _to_pass(node: ast.AST) -> None:
    """Turn a statement into `pass` where it stands."""
    node.__class__ = ast.Pass


def _set(node: ast.AST, name: str, value: object) -> None:
    setattr(node, name, value)


def _drop(place: int, *lists: list) -> None:
    for each in lists:
        del each[place]


def _opposite(node: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _none(node: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Constant(None), node)
