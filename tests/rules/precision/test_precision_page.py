"""The page on real configs is what the judgements say."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
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
    words = {"useful", "idle", "false"}
    assert {row[key] for row in DATA["judged"] for key in ("verdict", "again")} <= words
    assert max(Counter(rule for _, _, rule in judged).values()) <= 30


def test_all_that_is_left_of_two_rules_was_judged_anew_and_most_of_it_is_useful() -> None:
    for rule in ("QOS010", "QOS016"):
        verdicts = [row["verdict"] for row in DATA["today"] if row["rule"] == rule]
        assert len(verdicts) == DATA["after"][rule]
        assert verdicts.count("useful") * 5 >= len(verdicts) * 3
        assert verdicts.count("false") * 20 <= len(verdicts)


def test_at_least_sixty_findings_were_judged_twice_and_nine_of_ten_alike() -> None:
    pairs = [(row["verdict"], row["again"]) for row in DATA["judged"]]
    assert len(pairs) >= 60
    assert sum(one == other for one, other in pairs) * 10 >= len(pairs) * 9


def test_what_is_judged_is_true_in_nineteen_of_twenty() -> None:
    for key in ("verdict", "again"):
        false = sum(row[key] == "false" for row in DATA["judged"])
        assert false * 20 <= len(DATA["judged"])
