"""`qosc diff` on pairs of routers of which it is known what each does to a packet.

Old and new differ for a packet just where a reported region holds it. Both texts and the judgement
come from abstract routers and the manuals (tests/generator), and the report is read by its schema
alone. What is open there is not compared: what no source settles, and matters of words.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.generator.edits import Judgement, Pair, pair
from tests.generator.ios import edits as edits_ios
from tests.generator.junos import edits as edits_junos
from tests.judged.reported import Report

OF = {
    "ios-12": edits_ios.EDITS,
    "ios-15": edits_ios.EDITS,
    "ios-xe": edits_ios.EDITS,
    "junos": edits_junos.EDITS,
}
SILENT = ("all renamed", "description", "half before whole")
"""Edits that change nothing that a packet meets."""
DEEP = [(dialect, kind) for dialect, kinds in OF.items() for kind in kinds]


def judged(made: Pair, folder: Path, count: int) -> Counter[tuple[Judgement, bool | None]]:
    """How many packets were judged so, and reported so; fails at the first that is wrong."""
    report = Report.of(made, folder)
    if made.kind in SILENT:
        assert report.device["same"], report.device["summary"]
    found: Counter[tuple[Judgement, bool | None]] = Counter()
    for ingress, egress, packet in made.packets(count, Random(made.kind)):  # noqa: S311
        wanted = made.judge(ingress, egress, packet)
        told = report.holds(ingress, egress, packet)
        found[wanted, told] += 1
        wrong = (wanted is Judgement.SAME and told is True) or (
            wanted is Judgement.DIFFERS and told is False
        )
        assert not wrong, (
            f"{made.kind}: {ingress} to {egress}: {packet} is treated "
            f"{'alike' if wanted is Judgement.SAME else 'otherwise'}, and reported: {told}\n"
            f"old {made.old.expected.treat(ingress, egress, packet)}\n"
            f"new {made.new.expected.treat(ingress, egress, packet)}"
        )
    return found


@pytest.mark.parametrize("dialect", ["ios-15", "junos"])
def test_what_is_reported_is_what_differs(dialect: str, tmp_path: Path) -> None:
    total: Counter[tuple[Judgement, bool | None]] = Counter()
    pairs = 0
    for number, kind in enumerate(OF[dialect]):
        made = next((p for seed in range(number % 3, 8) if (p := pair(seed, dialect, kind))), None)
        if made is not None:
            pairs += 1
            total += judged(made, tmp_path, 30)
    assert pairs > len(OF[dialect]) - 5
    assert total[Judgement.DIFFERS, True] > 20
    assert total[Judgement.DIFFERS, None] < total[Judgement.DIFFERS, True] // 4
    assert total[Judgement.SAME, False] > 400


@pytest.mark.parametrize("dialect", list(OF))
def test_a_device_is_the_same_in_another_spelling(dialect: str, tmp_path: Path) -> None:
    kind = "all renamed" if dialect != "junos" else "rewrite"
    for seed in (20, 21):
        made = pair(seed, dialect, kind)
        assert made is not None
        if dialect == "junos":
            made = Pair("description", made.old, made.old, made.ports, made.made)
        assert judged(made, tmp_path, 30)[Judgement.SAME, False] > 10


@pytest.mark.deep
@pytest.mark.parametrize(("dialect", "kind"), DEEP)
def test_ten_thousand_packets_of_a_pair(dialect: str, kind: str, tmp_path: Path) -> None:
    pairs = (pair(seed, dialect, kind) for seed in range(300, 330))
    made = next((each for each in pairs if each is not None), None)
    if made is None:
        pytest.skip("no device of these seeds can be edited so")
    found = judged(made, tmp_path, 10_000)
    assert found.total() == 10_000


@pytest.mark.deep
@pytest.mark.parametrize(("dialect", "kind"), DEEP)
def test_further_pairs(dialect: str, kind: str, tmp_path: Path) -> None:
    for seed in range(400, 404):
        made = pair(seed, dialect, kind, "medium")
        if made is not None:
            assert judged(made, tmp_path, 150).total() == 150
