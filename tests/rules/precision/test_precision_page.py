"""The page on real configs is what the judgements say."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from qosc.lint.engine.registry import ROWS

ROOT = Path(__file__).resolve().parents[3]
DATA = json.loads((Path(__file__).parent / "judged.json").read_text(encoding="utf-8"))


def test_the_page_is_what_the_judgements_say() -> None:
    path = ROOT / "scripts" / "pages" / "precision_page.py"
    spec = importlib.util.spec_from_file_location("page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page()


def test_each_judgement_is_of_a_rule_and_at_most_thirty_are_of_one() -> None:
    codes = {row.code for row in ROWS}
    judged = [(row["sha1"], row["line"], row["rule"]) for row in DATA["judged"]]
    assert {rule for _, _, rule in judged} <= codes
    assert {row["verdict"] for row in DATA["judged"]} <= {"useful", "idle", "false"}
    for rule, count in DATA["after"].items():
        assert sum(one[2] == rule for one in judged) in (0, min(count, 30))


def test_what_is_judged_is_true_in_nineteen_of_twenty() -> None:
    false = sum(row["verdict"] == "false" for row in DATA["judged"])
    assert false * 20 <= len(DATA["judged"])
