"""The scripts that begin a statement and a rule, and the pages on them, in a copy of the tree."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adding.pages import PAGES, follow, installed

ROOT = PAGES.parents[1]
PARTS = ("compiler", "docs", "examples", "grammars", "scripts", "targets", "tests")
STATEMENT, RULE = (PAGES / "statement.md").read_text(), (PAGES / "rule.md").read_text()
LAWS = ("tests/laws/cisco/test_statement_table.py", "tests/laws/cisco/test_class_statements.py")


class Copy:
    """The repository in another folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        for part in PARTS:
            cases = ("*.cfg", "*.expect") if part == "tests" else ()
            ignored = shutil.ignore_patterns("__pycache__", *cases)
            shutil.copytree(ROOT / part, home / part, ignore=ignored)
        for name in ("setup.cfg", "pyproject.toml"):
            shutil.copy(ROOT / name, home / name)
        self.run("scripts/link_tree.py")

    def run(self, *arguments: str, beside: Path | None = None) -> subprocess.CompletedProcess[str]:
        places = [self.home / "build/typed", self.home, *([beside] if beside else [])]
        path = os.pathsep.join(str(place) for place in places)
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.home,
            check=False,
            timeout=500,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def passes(self, *tests: str) -> tuple[bool, str]:
        done = self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
        return done.returncode == 0, done.stdout

    def files(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.home)): hashlib.sha256(path.read_bytes()).hexdigest()
            for part in PARTS
            for path in (self.home / part).rglob("*")
            if path.is_file()
        }

    def follow(self, command: str) -> set[str]:
        """Run a command of a page; the files that it wrote or changed, which it tells."""
        before = self.files()
        done = self.run(*shlex.split(command)[1:])
        assert done.returncode == 0, done.stderr
        after = self.files()
        changed = {name for name, digest in after.items() if before.get(name) != digest}
        assert changed <= set(done.stdout.split())
        return changed


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("repository"))


def commands(page: str) -> list[str]:
    """The commands of a page that run a script."""
    return re.findall(r"^`(python scripts/new_\w+\.py .*)`$", page, re.MULTILINE)


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_a_statement_is_recognised_by_its_row_alone(copy: Copy) -> None:
    recognised, _ = commands(STATEMENT)
    assert len(copy.follow(recognised)) == 2
    text = "policy-map P\n class class-default\n  shape-later 1\n"
    code = f"import qosc; print(qosc.loads({text!r}).device.residue[0].state)"
    assert copy.run("-c", code).stdout == "recognised\n"


def test_a_statement_is_read_after_six_files_and_a_function(copy: Copy) -> None:
    _, command = commands(STATEMENT)
    assert len(copy.follow(command)) <= 6
    test = "tests/frontends/cisco/mqc/test_queue_cap.py"
    passed, shown = copy.passes(test)
    assert not passed
    assert "`queue-cap` is not read yet" in shown
    function, imports = blocks(STATEMENT)
    path = copy.home / "compiler/frontends/cisco/mqc/class_statements.py"
    text = path.read_text()
    stub = text[text.index("def _queue_cap") : text.index("READ: ")]
    head, future, rest = text.replace(stub, f"{function}\n\n").partition("import annotations\n")
    path.write_text(f"{head}{future}{imports}{rest}")
    passed, shown = copy.passes(test, *LAWS)
    assert passed, shown


def test_a_rule_is_three_files_and_its_page(copy: Copy) -> None:
    (command,) = commands(RULE)
    assert len(copy.follow(command)) == 3
    test = "tests/rules/test_too_many_classes.py"
    passed, shown = copy.passes(test)
    assert not passed
    assert "TODO" in shown
    page = RULE.partition("`qosc_house/too_many_classes.py`:\n\n````python\n")[2]
    module = copy.home / "compiler/lint/rules/queueing/too_many_classes.py"
    version = re.search(r'RULE = Rule\(.*"(.+)"\)', module.read_text())
    assert version is not None
    text = page.partition("````")[0].replace("HOUSE001", "QOS499")
    module.write_text(text.replace('"1.0"', f'"{version[1]}"'))
    fixes = ("tests/rules/test_fixes.py", "-k", "a_fix_or_a_reason")
    passed, shown = copy.passes(*fixes)
    assert not passed
    assert "unfixed.py" in shown
    assert "QOS499" in shown
    assert "`compiler/lint/engine/unfixed.py`" in RULE
    reasons = copy.home / "compiler/lint/engine/unfixed.py"
    reasons.write_text(reasons.read_text().replace("QOS112 QOS205", "QOS499 QOS112 QOS205"))
    passed, shown = copy.passes(*fixes)
    assert passed, shown
    passed, shown = copy.passes(test, "tests/rules/test_rule_pages.py", "-k", "QOS499 or classes")
    assert passed, shown
    assert "$ python scripts/gen_docs.py\n" in RULE
    assert "wrote docs/rules/QOS499.md" in copy.run("scripts/gen_docs.py").stdout
    passed, shown = copy.passes("tests/rules/test_rule_heads.py", "-k", "QOS499")
    assert passed, shown


def test_a_rule_of_another_package_has_no_page_here(copy: Copy, tmp_path: Path) -> None:
    for name in follow("rule.md", tmp_path):
        path = tmp_path / name
        path.write_text(path.read_text().replace("too-many-classes", "more-than-the-house-has"))
    installed(tmp_path)
    rules = "from qosc.lint.engine.pages import all_rules as a; print([r.code for r in a()])"
    assert "HOUSE001" in copy.run("-c", rules, beside=tmp_path).stdout
    done = copy.run("scripts/gen_docs.py", beside=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not (copy.home / "docs/rules/HOUSE001.md").exists()
    assert (copy.home / "docs/rules/QOS101.md").exists()


@pytest.mark.parametrize(
    "command",
    ["gen_docs.py", "new_rule.py QOS498 a-b queueing child", "new_statement.py POLICY_CLASS zz"],
)
def test_a_script_refuses_to_run_another_copy_of_the_program(copy: Copy, command: str) -> None:
    before = copy.files()
    script, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, str(copy.home / "scripts" / script), *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=copy.home,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "build/typed"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"this Python has qosc in {ROOT / 'compiler'}, not this tree" in done.stderr
    assert copy.files() == before


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("new_rule.py QOS001 a-b queueing child", "there is a rule QOS001"),
        ("new_rule.py QOS498 a-b nowhere child", "no group 'nowhere'"),
        ("new_rule.py QOS498 a-b queueing chidl", "no trait chidl"),
        ("new_rule.py 498 a-b queueing child", "no code such as"),
        ("new_statement.py POLICY a", "no mode 'POLICY'"),
        ("new_statement.py POLICY_CLASS priority", "is a statement of policy-map class already"),
        ("new_statement.py INTERFACE priority --gives Port.mtu", "is for POLICY_CLASS"),
    ],
)
def test_what_cannot_be_begun_is_refused_and_nothing_is_written(
    copy: Copy, command: str, words: str
) -> None:
    before = copy.files()
    done = copy.run(*f"scripts/{command}".split())
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert copy.files() == before
