"""What the back ends carry of published configs does not fall below what they carried before."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.figures import emission_floor
from scripts.figures.emission_floor import FOLDER, RECORD, configs, fallen, floor, measure

PARTS = 12
RECORDED: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))


def test_each_entry_that_fell_says_why() -> None:
    """The floor of a config is what it carried first, unless a reason stands beside it."""
    fell = {key for key, entry in RECORDED.items() if fallen(entry["before"], floor(entry))}
    assert fell
    assert {key for key in fell if not RECORDED[key].get("reason")} == set()


def test_less_of_anything_is_told() -> None:
    before = {name: {"lossless": 1, "ports": 2, "exact": [3, 4]} for name in ("tc", "sim")}
    assert fallen(before, before) == []
    for change in ({"lossless": 0}, {"ports": 1}, {"exact": [4, 3]}, {"exact": [6]}):
        assert fallen(before, {**before, "tc": {**before["tc"], **change}}) == [
            f"tc: {next(iter(change))}"
        ]
    assert fallen(before, None) == ["tc: nothing is made", "sim: nothing is made"]


def test_a_reason_is_kept_for_those_it_is_for_beside_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counts(exact: int) -> dict[str, Any]:
        return {name: {"lossless": 0, "ports": 1, "exact": [exact]} for name in ("tc", "sim")}

    entry = {"before": counts(9), "now": counts(8), "reason": "an earlier one"}
    record, now = tmp_path / "record.json", tmp_path / "now.json"
    record.write_text(json.dumps({"a1": entry, "b2": entry}))
    now.write_text(json.dumps({"a1": counts(7), "b2": counts(7)}))
    monkeypatch.setattr(emission_floor, "RECORD", record)
    asked = ["floor", "--measured", str(now), "--write", "--reason", "a new one", "--of", "a"]
    monkeypatch.setattr(sys, "argv", asked)
    assert emission_floor.main() == 1  # b2 is short as before
    written = json.loads(record.read_text())
    assert written["a1"]["reason"] == "an earlier one; a new one"
    assert floor(written["a1"]) == counts(7)
    assert written["b2"] == entry


@pytest.mark.deep
@pytest.mark.shared("corpus")
@pytest.mark.parametrize("part", range(PARTS))
def test_published_configs_are_carried_as_far_as_before(part: int) -> None:
    recorded = [pair for pair in configs(FOLDER) if pair[0] in RECORDED]
    assert len(recorded) >= PARTS
    short = {}
    for key, path in recorded[part::PARTS]:
        if less := fallen(floor(RECORDED[key]), measure(path)):
            short[path.name] = less
    assert short == {}
