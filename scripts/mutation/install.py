"""Put a mutant into a program that is loaded: into its functions, or into the values of a module.

Only a child process does it, so that nothing has to be undone.
"""

from __future__ import annotations

import ast
import functools
import gc
import sys
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from scripts.mutation.catalogue import ROOT, Mutant, changed, load_all, original

__all__ = ["NotLoaded", "Program"]


class NotLoaded(Exception):  # noqa: N818
    """The mutant cannot be put into the loaded program: it needs a process of its own."""


class Program:
    """The modules of the program and of its tests, as they are loaded."""

    def __init__(self) -> None:
        load_all()
        self.modules = {
            path: module
            for module in list(sys.modules.values())
            for path in [_path(module)]
            if path is not None
        }
        self._functions: dict[str, list[FunctionType]] = {}
        self._caches = []
        for value in gc.get_objects():
            if isinstance(value, FunctionType):
                self._functions.setdefault(value.__code__.co_filename, []).append(value)
            elif isinstance(value, functools._lru_cache_wrapper):
                self._caches.append(value)
        self.imports = {path: _imports(path, module) for path, module in self.modules.items()}
        """By file: which names it imports at its outermost level, from which file."""

    def importers(self, path: str, *, through: bool = False) -> list[str]:
        """The files that import a file, or something from it, at their outermost level; `through`
        with those that import these, and so on.
        """
        found: list[str] = []
        to_ask = [path]
        while to_ask:
            name = getattr(self.modules.get(to_ask.pop()), "__name__", None)
            new = [
                other
                for other, taken in self.imports.items()
                if other not in found and any(_takes(each, name) for each in taken)
            ]
            found += new
            to_ask += new if through else []
        return found

    def install(self, mutant: Mutant, while_imported: bool) -> None:
        """Make the change; NotLoaded if it stands in a class or its module is not there."""
        module = self.modules.get(mutant.path)
        if module is None:
            raise NotLoaded(mutant.path)
        for cache in self._caches:
            cache.cache_clear()
        if mutant.inside:
            self._change_functions(module, mutant)
            if while_imported:
                self._values_anew(mutant.path, original(mutant), None)
        else:
            self._values_anew(mutant.path, changed(mutant), mutant.first)

    def _change_functions(self, module: ModuleType, mutant: Mutant) -> None:
        name = str(module.__file__)
        old = _codes(compile(original(mutant), name, "exec", dont_inherit=True))
        new = _codes(compile(changed(mutant), name, "exec", dont_inherit=True))
        if [each.co_name for each in old] != [each.co_name for each in new]:
            raise NotLoaded(mutant.path)
        pairs = {before: after for before, after in zip(old, new, strict=True) if before != after}
        for function in self._functions.get(name, ()):
            if (after := pairs.get(function.__code__)) is not None:
                try:
                    function.__code__ = after
                except ValueError as error:
                    raise NotLoaded(mutant.path) from error

    def _values_anew(self, path: str, tree: ast.Module, line: int | None) -> None:
        """Work out the values of a module again, and those that are made of them elsewhere."""
        module = self.modules[path]
        tree.body = [each for each in tree.body if _is_value(each, line)]
        if line is not None and not any(_holds(each, line) for each in tree.body):
            raise NotLoaded(path)
        before = dict(vars(module))
        exec(compile(tree, str(module.__file__), "exec"), vars(module))  # noqa: S102
        other = {name for name, value in vars(module).items() if _differs(before.get(name), value)}
        for importer in self.importers(path):
            user = self.modules[importer]
            taken = [each for each in self.imports[importer] if _takes(each, module.__name__)]
            for source, name, known_as in taken:
                if source == module.__name__ and name in other:
                    setattr(user, known_as, vars(module)[name])
            stale = any(source != module.__name__ or name in other for source, name, _ in taken)
            if other and stale and not importer.startswith("tests"):
                self._values_anew(importer, ast.parse((ROOT / importer).read_text()), None)


def _takes(imported: tuple[str, str, str], module: str | None) -> bool:
    """Whether an import is of a module or of something in it."""
    source, name, _ = imported
    return module in (source, f"{source}.{name}")


def _differs(before: Any, after: Any) -> bool:
    if before is after or isinstance(after, FunctionType | ModuleType | type):
        return False
    return type(before) is not type(after) or before != after


def _is_value(statement: ast.stmt, line: int | None) -> bool:
    """Whether a statement makes values. Functions, classes and imports stay as they are."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.ClassDef() | ast.FunctionDef():
            return False
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return False
        case ast.Expr():
            return line is not None and _holds(statement, line)
    return True


def _holds(statement: ast.stmt, line: int) -> bool:
    return statement.lineno <= line <= (statement.end_lineno or 0)


def _path(module: ModuleType) -> str | None:
    name = getattr(module, "__file__", None)
    if not name or not Path(name).is_relative_to(ROOT) or ".venv" in name:
        return None
    return Path(name).relative_to(ROOT).as_posix()


def _imports(path: str, module: ModuleType) -> list[tuple[str, str, str]]:
    package = module.__name__ if Path(path).name == "__init__.py" else module.__package__ or ""
    found = []
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
                source = f"{base}.{source}" if source else base
            found += [(source, each.name, each.asname or each.name) for each in node.names]
    return found


def _codes(code: CodeType) -> list[CodeType]:
    """All codes of functions in a code, in the order of the text."""
    found: list[CodeType] = []
    held: Iterable[Any] = code.co_consts
    for each in held:
        if isinstance(each, CodeType):
            found += [each, *_codes(each)]
    return found
