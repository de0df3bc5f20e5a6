"""`qosc diff` where pairs of ports are too many: each end by itself, and no difference is lost.

The pairs of routers of `test_changes`, compared as if they had ports without number. What an input
and an output make up for between them may be told then; what a packet meets otherwise has to be.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from qosc.changes import meeting
from tests.generator.edits import Judgement, pair
from tests.judged.changes.test_changes import OF, SILENT
from tests.judged.reported import Report


@pytest.mark.parametrize("dialect", ["ios-15", "junos"])
def test_what_differs_is_reported_at_one_end(
    dialect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "MANY", 1)
    monkeypatch.setattr(meeting.Meeting, "_too_many", lambda *_: True)
    total: Counter[tuple[Judgement, bool | None]] = Counter()
    for number, kind in enumerate(OF[dialect]):
        made = next((p for seed in range(number % 3, 8) if (p := pair(seed, dialect, kind))), None)
        if made is None:
            continue
        report = Report.of(made, tmp_path)
        assert report.device["composed"] == []
        if made.kind in SILENT:
            assert report.device["same"], report.device["summary"]
        for ingress, egress, packet in made.packets(30, Random(kind)):  # noqa: S311
            wanted = made.judge(ingress, egress, packet)
            told = report.holds(ingress, egress, packet)
            assert (wanted, told) != (Judgement.DIFFERS, False), (kind, ingress, egress, packet)
            total[wanted, told] += 1
    assert total[Judgement.DIFFERS, True] > 20
    # Few packets are told of ends that make up for each other.
    assert total[Judgement.SAME, True] < total[Judgement.SAME, False] // 10
