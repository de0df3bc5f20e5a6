"""Begin a statement of Cisco: its row, and for one of a class its grammar, its function and a test
that fails.

python scripts/new_statement.py MODE KEYWORD
python scripts/new_statement.py POLICY_CLASS queue-cap --gives TrafficClass.limits \
    --example "queue-cap 40" --words INTEGER

With a mode and a keyword alone, the statement is recognised: a line of it is reported, and is no
typo any more. With `--gives` it is one of a class of a policy-map that is read. At most six files
are written; docs/adding/statement.md says what comes into them.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "compiler/frontends/cisco/table"
READERS = ROOT / "compiler/frontends/cisco/mqc/class_statements.py"
GRAMMAR = ROOT / "grammars/policy_map.lark"

FUNCTION = """def _{word}(given: _Given) -> None:
    raise recognised(None, "`{keyword}` is not read yet")


"""
TEST = '''"""`{keyword}` of a class."""

from __future__ import annotations

from dataclasses import fields

import qosc
from qosc.ir import TrafficClass

TEXT = """class-map match-any V
 match dscp ef
policy-map P
 class V
{line}interface Serial0/0
 service-policy output P
"""


def read(line: str) -> qosc.ir.TrafficClass:
    text = TEXT.replace("{{line}}", f"  {{line}}\\n" if line else "")
    device = qosc.loads(text, platform="ios-15").device
    assert device.residue == ()
    return device.policies["P"].classes[0]


def test_{word}_fills_in_what_its_row_says() -> None:
    before, after = read(""), read("{example}")
    changed = {{
        one.name
        for one in fields(TrafficClass)
        if getattr(before, one.name) != getattr(after, one.name)
    }}
    assert changed == {{{changed}}}
    # TODO: and with what value?
'''


def main() -> int:
    """Write the files; status 2 for what cannot be taken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", help="a member of `Mode`")
    parser.add_argument("keyword")
    parser.add_argument("--gives", default="", help="fields of the class, as TrafficClass.limits")
    parser.add_argument("--example", default="", help="a line of it")
    parser.add_argument("--words", default="", help="what stands behind the keyword, as in lark")
    given = parser.parse_args()
    from own_tree import require

    require()
    why = _why_not(given)
    if why:
        print(f"new_statement.py: {why}", file=sys.stderr)
        return 2
    written = [_row(given)]
    if given.gives:
        written += [*_grammar(given), _function(given), _test(given)]
    for path in (*written, _page()):
        print(path.relative_to(ROOT))
    return 0


def _page() -> Path:
    """Write the list of statements, by a program that reads the new row."""
    path = ROOT / "docs/statements.md"
    made = [sys.executable, "-c", "from pages.statement_page import page; print(page(), end='')"]
    done = subprocess.run(made, check=True, capture_output=True, text=True, cwd=ROOT / "scripts")
    path.write_text(done.stdout, encoding="utf-8")
    return path


def _why_not(given: argparse.Namespace) -> str:
    from qosc.frontends.cisco.table import ROWS
    from qosc.frontends.cisco.table.mode import Mode

    if given.mode not in Mode.__members__:
        return f"no mode {given.mode!r}; there are {', '.join(Mode.__members__)}"
    if not re.fullmatch(r"[a-z][a-z0-9-]+( [a-z][a-z0-9-]+)?", given.keyword):
        return f"{given.keyword!r} is no keyword, or two"
    if any(row.mode is Mode[given.mode] and row.keyword == given.keyword for row in ROWS):
        return f"`{given.keyword}` is a statement of {Mode[given.mode].value} already"
    if given.gives and given.mode != "POLICY_CLASS":
        return "--gives is for POLICY_CLASS: for others see docs/adding/statement.md"
    if given.gives and (not given.example.startswith(given.keyword) or " " in given.keyword):
        return "a statement that is read has one keyword, and an --example that begins with it"
    return ""


def _row(given: argparse.Namespace) -> Path:
    """Put the row into the file of its mode, in the order of keywords."""
    path = max(
        TABLE.glob("*_lines.py"),
        key=lambda one: Counter(re.findall(r"Mode\.(\w+)", one.read_text()))[given.mode],
    )
    text = path.read_text(encoding="utf-8")
    rows = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.args[0], ast.Attribute)
        and node.args[0].attr == given.mode
    ]
    before = [row for row in rows if str(ast.literal_eval(row.args[1])) < given.keyword]
    made = [f'    Statement(Mode.{given.mode}, "{given.keyword}"),']
    if given.gives:
        made = [
            "    Statement(",
            f"        Mode.{given.mode},",
            f'        "{given.keyword}",',
            '        grammar="policy_map",',
            "        reader=Reader.CLASS,",
            f'        gives="{given.gives}",',
            f'        example="{given.example}",',
            "    ),",
        ]
    lines = text.split("\n")
    at = (before[-1].end_lineno or 0) if before else rows[0].lineno - 1
    path.write_text("\n".join([*lines[:at], *made, *lines[at:]]), encoding="utf-8")
    return path


def _word(keyword: str) -> str:
    return keyword.replace("-", "_")


def _grammar(given: argparse.Namespace) -> list[Path]:
    """Add the rule, and compile the tables."""
    word = _word(given.keyword)
    text = GRAMMAR.read_text(encoding="utf-8")
    head, statement, rest = text.partition("?statement:")
    alternatives, gap, rest = rest.partition("\n\n")
    rule = f'{word}: "{given.keyword}" {given.words}'.rstrip()
    text = f"{head}{statement}{alternatives}\n    | {word}{gap}{rule}\n{rest}"
    GRAMMAR.write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, str(ROOT / "scripts/compile_grammars.py")], check=True)
    return [GRAMMAR, GRAMMAR.with_suffix(".json")]


def _function(given: argparse.Namespace) -> Path:
    """Add the function that reads it, and its row in `READ`."""
    word = _word(given.keyword)
    text = READERS.read_text(encoding="utf-8")
    head, read, rest = text.partition("READ: ")
    rows, end, rest = rest.partition("\n}\n")
    made = FUNCTION.format(word=word, keyword=given.keyword)
    text = f'{head}{made}{read}{rows}\n    "{word}": _{word},{end}{rest}'
    READERS.write_text(text, encoding="utf-8")
    return READERS


def _test(given: argparse.Namespace) -> Path:
    word = _word(given.keyword)
    path = ROOT / "tests/frontends/cisco/mqc" / f"test_{word}.py"
    names = ", ".join(f'"{name.removeprefix("TrafficClass.")}"' for name in given.gives.split())
    text = TEST.format(
        keyword=given.keyword, word=word, example=given.example, changed=names, line="{line}"
    )
    path.write_text(text, encoding="utf-8")
    return path


if __name__ == "__main__":
    raise SystemExit(main())
