"""Run tests with a mutant in a process of its own: it is there when its module is imported."""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from scripts.mutation.catalogue import ROOT, Mutant, by_key, changed
from scripts.mutation.session import Session, open_session

__all__ = ["check", "noticed_apart"]

_MOST_SECONDS = 180
"""Of the processor: what takes longer does not end."""


def check(key: str, tests: list[str], place: Path) -> int:
    """1 if a test notices the mutant, 0 if none does; says which. No mutant if the key is empty.

    `tests` are files, or tests in the order in which they are asked.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
    mutant = by_key(key) if key else None
    status = 0

    def work(session: Session) -> None:
        nonlocal status
        names = [test for test in tests if "::" in test] or list(session.items)
        session.be_quiet()
        for test in names:
            if failure := session.run(test, None):
                print(f"noticed by {failure}", flush=True)
                status = 1
                return
        print(f"not noticed by {len(names)} tests", flush=True)

    def begun() -> None:
        if mutant is not None:
            _import_changed(mutant)

    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    ended = open_session([*files, "-s"], work, begun, str(place / f"tmp-{os.getpid()}"))
    return status or int(ended != 0)


def _import_changed(mutant: Mutant) -> None:
    usual = SourceFileLoader.get_code
    path = str(ROOT / mutant.path)

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        if self.path == path:
            tree: ast.Module = changed(mutant)
            return compile(tree, path, "exec", dont_inherit=True)
        return usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def noticed_apart(key: str, tests: list[str]) -> tuple[bool, str]:
    """Whether a test in another process notices a mutant, and what it said last."""
    command = [sys.executable, "-m", "scripts.mutation", "check", key, *tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("noticed", "not not"))]
    return done.returncode != 0, lines[-1] if lines else "it cannot be imported"
