"""The docstring of a public function names each exception that its own body raises.

Public is what `__all__` names, and the methods of its classes. Left out are the functions of
commands, whose docstring is the text of `--help`, and methods that a subclass has to write
(NotImplementedError). What a wrong option raises may be called UsageError, of which the other
exceptions of click are kinds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLICK = {"BadParameter", "MissingParameter", "NoSuchOption"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def trees() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("compiler", "targets"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def makers() -> dict[str, set[str]]:
    """The exceptions that functions return to be raised (`raise recognised(...)`), by function."""
    found: dict[str, set[str]] = {}
    for _name, tree in trees():
        for each in ast.walk(tree):
            if isinstance(each, FUNCTIONS) and each.returns is not None:
                made = ast.unparse(each.returns)
                if made[0].isupper() and made != "None":
                    found.setdefault(each.name, set()).add(made)
    return found


def public(tree: ast.Module) -> Iterator[tuple[str, Function, str]]:
    """The name, the function and what documents it: for `__add__` its class too."""
    named = {
        name
        for each in tree.body
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__all__"
        for name in ast.literal_eval(each.value)
    }
    for each in tree.body:
        if isinstance(each, FUNCTIONS) and each.name in named:
            if not any("command(" in ast.unparse(one) for one in each.decorator_list):
                yield each.name, each, ast.get_docstring(each) or ""
        elif isinstance(each, ast.ClassDef) and each.name in named:
            for one in each.body:
                if isinstance(one, FUNCTIONS) and not re.match("_(?!_)", one.name):
                    whole = (ast.get_docstring(each) or "") if one.name.startswith("__") else ""
                    yield f"{each.name}.{one.name}", one, whole + (ast.get_docstring(one) or "")


def raised(function: Function, made: dict[str, set[str]]) -> set[str]:
    """The names of the exceptions; not of what is raised again, nor in a function within."""
    found: set[str] = set()
    todo: list[ast.AST] = list(function.body)
    while todo:
        each = todo.pop()
        if isinstance(each, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            continue
        todo += ast.iter_child_nodes(each)
        if isinstance(each, ast.Raise) and each.exc is not None:
            what = each.exc.func if isinstance(each.exc, ast.Call) else each.exc
            name = ast.unparse(what).rpartition(".")[2]
            if name[0].isupper():
                found.add("UsageError" if name in CLICK else name)
            elif isinstance(each.exc, ast.Call) and name != "type":
                found |= made[name]
    return found - {"NotImplementedError"}


def test_docstrings_name_what_is_raised() -> None:
    made, wrong, count = makers(), [], 0
    for path, tree in trees():
        for name, function, text in public(tree):
            names = raised(function, made)
            count += bool(names)
            missing = sorted(one for one in names if not re.search(rf"\b{one}\b", text))
            if missing:
                wrong.append(f"{path}:{function.lineno}: {name} raises {', '.join(missing)}")
    assert count > 150
    assert not wrong, "\n".join(wrong)
