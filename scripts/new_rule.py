"""Begin a rule: its module with an empty page, its row in the registry, and a test that fails.

python scripts/new_rule.py CODE NAME GROUP TRAIT...
python scripts/new_rule.py QOS415 equal-classes queueing policy-map

Three files are written; docs/adding/rule.md says what comes into them. A rule without a fix gets a
reason in compiler/lint/engine/unfixed.py, which the script cannot know.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from pathlib import Path

from qosc import __version__

ROOT = Path(__file__).resolve().parent.parent
LAST = "QOS09"
"""Codes that begin so look at what the others found: they stay at the end."""

MODULE = '''"""{title}.

## What it does

TODO: what is reported.

## Why it matters

TODO: what happens to traffic.

## Example

```ios
! TODO: a config that raises this rule and no other
```

## Use instead

```ios
! TODO: the same, mended
```

## Sources

- TODO: of each vendor fact.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("{code}", "{name}", Severity.WARNING, "{version}")


def check(context: Context) -> Iterator[Diagnostic]:
    yield from ()
'''

TEST = '''"""{code}: {name}."""

from __future__ import annotations

import pytest

from qosc.lint import find_rule
from qosc.lint.engine.pages import examples
from tests.rules.linting import lint


@pytest.mark.parametrize(("section", "codes"), [("Example", {{"{code}"}}), ("Use instead", set())])
def test_the_page_shows_what_is_reported_and_what_is_not(section: str, codes: set[str]) -> None:
    rule = find_rule("{code}")
    assert rule is not None
    assert "TODO" not in rule.text
    for example in examples(rule, section):
        assert {{found.code for found in lint(example.text, example.platform or "ios-15")}} == codes
'''


def main() -> int:
    """Write the files; status 2 for a code, name, group or trait that cannot be taken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("code", "name", "group"):
        parser.add_argument(name)
    parser.add_argument("traits", nargs="+")
    given = parser.parse_args()
    from own_tree import require

    require()
    why = _why_not(given.code, given.name, given.group, given.traits)
    if why:
        print(f"new_rule.py: {why}", file=sys.stderr)
        return 2
    word = given.name.replace("-", "_")
    module = ROOT / "compiler/lint/rules" / given.group / f"{word}.py"
    test = ROOT / "tests/rules" / f"test_{word}.py"
    registry = ROOT / "compiler/lint/engine/registry.py"
    title = given.name.replace("-", " ").capitalize()
    version = ".".join(__version__.split(".")[:2])
    facts = {"code": given.code, "name": given.name, "title": title, "version": version}
    module.write_text(MODULE.format(**facts), encoding="utf-8")
    test.write_text(TEST.format(**facts), encoding="utf-8")
    text = registry.read_text(encoding="utf-8")
    registry.write_text(with_row(text, given.code, given.name, given.group, given.traits))
    for path in (module, registry, test):
        print(path.relative_to(ROOT))
    print("If it offers no fix, its code goes into compiler/lint/engine/unfixed.py, to a reason.")
    return 0


def _why_not(code: str, name: str, group: str, traits: list[str]) -> str:
    from qosc.lint.engine.guest_rules import OTHER_TRAITS
    from qosc.lint.engine.registry import ROWS
    from qosc.lint.engine.traits import TRAITS

    if not re.fullmatch(r"QOS[1-9]\d\d|QOS0[0-8]\d", code):
        return f"{code!r} is no code such as QOS415"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name):
        return f"{name!r} is no name such as equal-classes"
    for row in ROWS:
        if code == row.code or name == row.name:
            return f"there is a rule {row.code} {row.name}"
    if not (ROOT / "compiler/lint/rules" / group / "__init__.py").is_file():
        return f"there is no group {group!r} in compiler/lint/rules"
    unknown = sorted({*traits} - TRAITS.keys() - OTHER_TRAITS)
    return f"no trait {', '.join(unknown)}: see compiler/lint/engine/traits.py" if unknown else ""


def with_row(text: str, code: str, name: str, group: str, traits: list[str]) -> str:
    """The registry with a row behind that of the code before it."""
    rows = next(
        node.value.elts
        for node in ast.parse(text).body
        if isinstance(node, ast.AnnAssign)
        and getattr(node.target, "id", "") == "ROWS"
        and isinstance(node.value, ast.Tuple)
    )
    before = [
        row
        for row in rows
        if isinstance(row, ast.Call)
        and isinstance(row.args[0], ast.Constant)
        and not str(row.args[0].value).startswith(LAST)
        and str(row.args[0].value) < code
    ]
    words = (code, name, group, *traits)
    made = f"    _row({', '.join(f'{chr(34)}{word}{chr(34)}' for word in words)}),"
    if len(made) > 100:
        made = "\n".join(["    _row(", *(f'        "{word}",' for word in words), "    ),"])
    lines = text.split("\n")
    lines.insert(before[-1].end_lineno or 0, made)
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
