"""What holds of the source tree as a whole."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType

import qosc

ROOT = Path(__file__).parents[3]
FOLDERS = ("compiler", "targets", "grammars", "tests", "scripts", "benchmarks")
MODULES = 20
MARK = re.compile(r"#\s*fmt:\s*(?:skip|off)")


def marks() -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if MARK.search(line):
                    yield f"{path.relative_to(ROOT)}:{number}"


def test_the_formatter_is_kept_off_at_most_twenty_places() -> None:
    found = list(marks())
    assert len(found) <= 20, "\n".join(found)


def modules() -> Iterator[str]:
    """The dotted names of all modules but those that run inside of a booted kernel only."""
    for found in pkgutil.walk_packages(qosc.__path__, "qosc."):
        if ".guest" not in found.name and not found.name.endswith("__main__"):
            yield found.name


def test_no_name_of_a_package_stands_before_its_module() -> None:
    """`import qosc.a.b as b` gives the module, never a function that `qosc.a` calls `b`."""
    shadowed = []
    for name in modules():
        importlib.import_module(name)
        package, _, last = name.rpartition(".")
        found = getattr(importlib.import_module(package), last)
        if not isinstance(found, ModuleType):
            shadowed.append(f"{name} is a {type(found).__name__}")
    assert not shadowed, "\n".join(shadowed)


def test_no_folder_holds_more_than_twenty_modules() -> None:
    crowded = []
    for folder in FOLDERS:
        for place in {path.parent for path in (ROOT / folder).rglob("*.py")}:
            count = sum(path.name != "__init__.py" for path in place.glob("*.py"))
            if count > MODULES:
                crowded.append(f"{place.relative_to(ROOT)}: {count} modules")
    assert not crowded, "\n".join(sorted(crowded))


def imports(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a module imports as it runs, wherever in it: `TYPE_CHECKING` never runs."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else str(node.module)


def test_no_modules_import_each_other() -> None:
    """Not in a function either: what needs an import put off has its parts in the wrong module."""
    known: dict[str, Path] = {}
    for folder, package in (("compiler", "qosc"), ("targets", "qosc.targets")):
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            known[".".join((package, *parts)).removesuffix(".__init__")] = path
    assert len(known) > 1000
    graph = {name: set(imports(path, known)) - {name} for name, path in known.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" imports ".join(error.args[1])) from None


def test_which_system_a_platform_runs_is_asked_in_one_place() -> None:
    asks = re.compile(r"(?:platform|profile\.name)\.startswith\(\"(?:junos|ios|nx)")
    places = [*(ROOT / "compiler").rglob("*.py"), *(ROOT / "targets").rglob("*.py")]
    asking = [path for path in places if asks.search(path.read_text(encoding="utf-8"))]
    assert asking == []
