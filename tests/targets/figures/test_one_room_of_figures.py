"""Nothing beside the datapath turns shares, times and defaults into figures.

What the import contract of pyproject.toml does not see: an amount is a value of the model, and has
the methods that work it out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import qosc
from qosc.profiles import Profile

ROOT = Path(qosc.__file__).resolve().parent
TARGETS = Path(__file__).resolve().parents[3] / "targets"
ROOMS = ("datapath", "profiles", "ir", "amounts.py", "targets")
WORKS_OUT = {"bits_per_second", "bytes_at"}
FIGURES = {
    name
    for name, kind in Profile.__annotations__.items()
    if any(word in str(kind) for word in ("int", "dict", "tuple"))
}
"""What a platform says in numbers or tables; the rest are words, and choices between ways."""


def modules() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*.py")):
        if path.relative_to(ROOT).parts[0] not in ROOMS:
            yield path
    yield from sorted(TARGETS.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def last_name(node: ast.AST) -> str:
    """`shaper` of `found.shaper`."""
    return getattr(node, "attr", getattr(node, "id", ""))


def worked_out(tree: ast.AST) -> Iterator[str]:
    """Calls that take a share or a time of some rate; of None they only convert a unit."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        of_none = [isinstance(one, ast.Constant) and one.value is None for one in node.args]
        of_a_shaper = node.func.attr == "cap" and last_name(node.func.value) != "base"
        if (node.func.attr in WORKS_OUT and of_none[:1] != [True]) or of_a_shaper:
            yield ast.unparse(node)


def facts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and last_name(node.value) in ("profile", "_profile"):
            yield node.attr


def test_only_the_datapath_takes_a_share_of_a_rate() -> None:
    found = {f"{path.name}: {call}" for path in modules() for call in worked_out(parsed(path))}
    assert found == set()


def test_only_the_datapath_reads_the_figures_of_a_platform() -> None:
    found = {
        f"{path.name}: {name}"
        for path in modules()
        if "frontends" not in path.parts
        for name in facts(parsed(path))
        if name in FIGURES
    }
    assert found == set()


def test_the_guard_sees_what_it_looks_for() -> None:
    assert len(list(modules())) > 300
    inside = [parsed(path) for path in (ROOT / "datapath").glob("*.py")]
    assert sum(len(list(worked_out(tree))) for tree in inside) > 10
    assert {"interface_speeds", "mtu", "police_burst_time"} <= FIGURES & {
        name for tree in inside for name in facts(tree)
    }
    assert not {"name", "excess", "weighted_flows"} & FIGURES
    planted = ast.parse("a = rate.bits_per_second(link); b = shaper.cap(link); c = base.cap(s)")
    assert len(list(worked_out(planted))) == 2
