"""`python -O` and `python -OO` take no text out of what users read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from qosc.lint.engine.registry import ROWS

COMMANDS = ("check", "compile", "verify", "show", "simulate", "lab", "rules", "explain", "schema")
CONFIG = """\
class-map match-all a
 match dscp ef
class-map match-all b
 match dscp ef
policy-map p
 class a
  police 8000 1000 1000 conform-action transmit exceed-action transmit
 class b
 class nowhere
interface Serial0
 service-policy output p
 service-policy input q
"""

ASKED = {
    "help": [["--help"], *([name, "--help"] for name in COMMANDS), ["lab", "run", "--help"]],
    "rules": [["rules"], ["rules", "--format", "json"]],
    "pages": [["explain", row[0]] for row in sorted(ROWS)],
    "pages of verify and scenarios": [["explain", "QOS690"], ["explain", "QOS801"]],
    "schemas": [["schema", name] for name in ("ir", "scenario", "traffic", "expected")],
    "findings": [["check", "{config}"], ["check", "--format", "json", "{config}"]],
    "words": [["show", "{config}"], ["compile", "-t", "sim", "{config}"]],
}

_EACH = """\
import json, sys
from qosc.cli import main
for arguments in json.loads(sys.argv[1]):
    print("#", *arguments, flush=True)
    try:
        main(arguments)
    except SystemExit as ended:
        print("#", ended.code, flush=True)
"""


def answers(level: str, asked: list[list[str]]) -> bytes:
    """What a child prints for each of these command lines."""
    import json

    done = subprocess.run(
        [sys.executable, *level.split(), "-c", _EACH, json.dumps(asked)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("kind", ASKED)
def test_what_is_printed_is_the_same_at_each_level(kind: str, tmp_path: Path) -> None:
    config = tmp_path / "router.cfg"
    config.write_text(CONFIG)
    asked = [[word.format(config=config) for word in words] for words in ASKED[kind]]
    plain = answers("", asked)
    assert plain.count(b"\n") > 3 * len(asked)
    for level in ("-O", "-OO"):
        assert answers(level, asked) == plain, level


def test_values_say_what_they_are_under_oo() -> None:
    code = "import qosc.api, qosc.lint.engine.pages as p\n"
    code += "print(qosc.api.check.__doc__, p.all_rules()[0])"
    texts = [
        subprocess.run([sys.executable, *level, "-c", code], capture_output=True, check=True).stdout
        for level in ([], ["-OO"])
    ]
    assert texts[0] == texts[1]
    assert b"None" not in texts[0]
