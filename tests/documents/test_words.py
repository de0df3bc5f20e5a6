"""The pages, the help and the docstrings of the API use the words of the field, and no idioms."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

import qosc
from qosc.cli import _COMMANDS

ROOT = Path(__file__).parents[2]
IDIOMS = re.compile(
    r"\b(?:asks? for|in vain|promise[sd]?|to be had|in so many words|has and has not|as it stands"
    r"|hang together|unasked|(?:treats?|takes?|gets?) no packet|treat(?:s|ed)? otherwise"
    r"|comes? to what|sorts? packets?|never decides?|nothing (?:looks for|uses)|what goes out"
    r"|(?:inside and outside its|outside what) (?:rate|qosc)|the router refuses)\b",
    re.IGNORECASE,
)
"""What a reader has to guess at. Instead: matches, requests, guaranteed, unreachable, unchanged."""
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """What people read first: all pages but those of rules, and the history."""
    docs = [page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "rules"]
    own = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    return sorted([*own, *docs, *(ROOT / "examples").rglob("*.md")])


def helps() -> Iterator[tuple[str, str]]:
    for name, summary in _COMMANDS.items():
        found: click.Command = import_module(f"qosc.cli.commands.{name}").command
        yield name, summary
        below = found.commands.values() if isinstance(found, click.Group) else ()
        for each in (found, *below):
            yield f"{name} --help", each.get_help(click.Context(each, info_name=each.name))


def test_the_pages_are_free_of_idioms() -> None:
    found = []
    for page in pages():
        text = CODE.sub(lambda block: "\n" * block[0].count("\n"), page.read_text("utf-8"))
        for match in IDIOMS.finditer(text.replace("\n", " ")):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{page.relative_to(ROOT)}:{line}: {match[0]}")
    assert len(pages()) > 40
    assert not found, "\n".join(found)


def test_the_help_is_free_of_idioms() -> None:
    wrong = [f"{name}: {found[0]}" for name, text in helps() if (found := IDIOMS.search(text))]
    assert not wrong


def docstrings() -> Iterator[tuple[str, str]]:
    """Of each module, and of the functions, classes and methods that it names for others."""
    for folder in ("compiler", "targets"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            name = str(path.relative_to(ROOT))
            yield name, ast.get_docstring(tree) or ""
            for each in public(tree):
                yield f"{name}: {each.name}", ast.get_docstring(each) or ""


def public(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """What `__all__` names, and the methods of its classes."""
    named = {
        name
        for each in tree.body
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__all__"
        for name in ast.literal_eval(each.value)
    }
    for each in tree.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name in named:
            yield each
            for below in each.body if isinstance(each, ast.ClassDef) else ():
                if isinstance(below, ast.FunctionDef) and not below.name.startswith("_"):
                    yield below


def test_the_docstrings_of_public_names_are_free_of_idioms() -> None:
    found = list(docstrings())
    assert len(found) > 3000
    wrong = [
        f"{name}: {match[0]}"
        for name, text in found
        if (match := IDIOMS.search(" ".join(text.split())))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_docstrings_of_the_api_are_free_of_idioms_and_say_what_is_raised() -> None:
    for name in qosc.__all__:
        text = inspect.getdoc(getattr(qosc, name)) or ""
        assert IDIOMS.search(text) is None, name
    for name in ("compile", "diff", "load", "loads", "show", "simulate", "verify_target"):
        assert re.search(r"\b[Rr]aise[sd]?\b", inspect.getdoc(getattr(qosc, name)) or ""), name
