"""What the back ends carry of published configs does not fall below what they carried before."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scripts.emission_floor import FOLDER, RECORD, configs, fallen, floor, measure

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


@pytest.mark.deep
@pytest.mark.shared
@pytest.mark.parametrize("part", range(PARTS))
def test_published_configs_are_carried_as_far_as_before(part: int) -> None:
    if not FOLDER.is_dir():
        pytest.skip("no published configs beside the repository")
    recorded = [pair for pair in configs(FOLDER) if pair[0] in RECORDED]
    assert len(recorded) >= PARTS
    short = {}
    for key, path in recorded[part::PARTS]:
        if less := fallen(floor(RECORDED[key]), measure(path)):
            short[path.name] = less
    assert short == {}
