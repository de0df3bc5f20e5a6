"""The page of `scripts/figures/coverage.py`: its counts add up, and it is the same each time."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from tests.published import CORPUS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location(
        "coverage_page", ROOT / "scripts" / "figures" / "coverage.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.cfg").write_text(
        "hostname a\npolicy-map P\n class class-default\n  bandwidht 5\n  no bandwidht 5\n  log\n"
    )
    (tmp_path / "b.cfg").write_text("class-map C\n match dscp ef\n match `|x`\n")
    (tmp_path / "unlisted.cfg").write_text("policy-map Q\n")
    (tmp_path / "MANIFEST.tsv").write_text("file\tdialect_guess\nb.cfg\tb\na.cfg\ta\n")
    return tmp_path


def test_each_line_is_counted_once_and_unknown_ones_by_keyword(script, folder):
    text = script.page(script.count(script.listed(folder)), "configs")
    assert "| a | 1 | 6 | 2 | 1 | 2 | 1 | 60.0 % |" in text
    assert "| b | 1 | 3 | 2 | 0 | 1 | 0 | 66.6 % |" in text
    assert "| all | 2 | 9 | 4 | 1 | 3 | 1 | 62.5 % |" in text
    assert "| a | policy-map class | `bandwidht` | 2 |" in text
    assert "| b | class-map | `match` | 1 |" in text
    assert "scripts/figures/coverage.py configs\n" in text


def test_without_a_list_the_folder_is_read_and_dialects_are_guessed(script, folder):
    (folder / "MANIFEST.tsv").unlink()
    counts = script.count(script.listed(folder))
    assert list(counts) == ["ios"]
    assert counts["ios"].files == 3


def test_a_keyword_cannot_break_the_table(script):
    assert script.keyword("`|x` y") == "??x?"
    assert script.keyword("no Foo") == "foo"
    assert script.keyword("") == "(blank)"
    assert len(script.keyword("x" * 1000)) == 32


@pytest.mark.shared("corpus")
def test_published_configs_add_up(script):
    for found in script.count(script.listed(CORPUS)).values():
        assert sum(found.states.values()) == found.lines
        assert sum(found.unknown.values()) <= found.states["unknown"]
