"""A key or argument that can be emitted has a test with packets, or is told by name here."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from tests.bulk.covered import ENGINE, READ, ROWS_OF, UNWRITTEN
from tests.bulk.rows import ROWS
from tests.engines.readback_kit import commands_for

vocabulary = pytest.importorskip("qosc.targets.tc.vocabulary")
ROOT = Path(__file__).parents[4]
NAMES = {f"{row.part} {row.key}".strip(): row for row in vocabulary.ROWS}


def test_each_key_has_a_row_or_an_engine_test() -> None:
    assert set(NAMES) == set(ENGINE) | set(ROWS_OF) | UNWRITTEN


@pytest.mark.parametrize("name", sorted(ENGINE))
def test_the_engine_test_is_there(name: str) -> None:
    file, _, test = ENGINE[name].partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f"\ndef {test}" in text
    assert "pytest.mark.engine" in text


@pytest.fixture(scope="module")
def commands() -> list[str]:
    """All that is read back from the kernel."""
    return [line for _, text in commands_for() for line in text.splitlines()]


WORDS = {
    "qdisc": "qdisc add ",
    "stab": " stab ",
    "htb class": "class add ",
    "police": " police ",
    "prio": " prio bands ",
}
"""What a command of a part holds; of the others their own name."""


@pytest.mark.parametrize("name", sorted({*(k for k, v in ENGINE.items() if v == READ), *UNWRITTEN}))
def test_what_is_read_back_is_among_the_commands(commands: list[str], name: str) -> None:
    entry = NAMES[name]
    word = WORDS.get(entry.part, f" {entry.part} ")
    found = any(word in line and f" {entry.key}" in line for line in commands)
    assert found == (name not in UNWRITTEN)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_script_of_a_row_has_the_keys_that_it_stands_for(row: object) -> None:
    """A row that no longer makes the emitter write its key is the test of something else."""
    trial = row.trial  # type: ignore[attr-defined]
    made = qosc.compile(qosc.loads(trial.text, platform=trial.platform))
    script = made.files[0].text
    for name in row.covers:  # type: ignore[attr-defined]
        entry = NAMES[name]
        assert f" {entry.key} " in script or f" {entry.key}\n" in script or not entry.key
        if entry.part in ("flower", "u32", "police", "pedit", "csum", "skbedit"):
            assert f" {entry.part} " in script
