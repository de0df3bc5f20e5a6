"""qosc and the generator agree on generated devices, but for the disagreements that are listed.

Both the classes of packets and the figures are read from the scenarios that `compile -t sim`
writes, by a walker that knows docs/scenario.md alone. `known.yaml` lists where they are known to
disagree, with the reason; a row that no longer occurs has to be taken away.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator import DIALECTS
from tests.judged import compared
from tests.judged.compared import Difference

SAMPLE = dict.fromkeys(DIALECTS, (0, 1, 2, 3, 4, 5)) | {
    "ios-12": (0, 1, 2, 3, 4, 8),
    "junos": (0, 1, 2, 3, 4, 6),
    "junos-set": (0, 1, 2, 3, 4, 68),
}
"""Seeds; the last of each line shows a disagreement that few devices have."""


def unexplained(found: list[Difference]) -> str:
    """The first of the disagreements that no row explains, told in full."""
    new = [each for each in found if each.known is None]
    shown = "\n".join(
        f"{each.where}\n  expected {each.expected}\n  found {each.found}" for each in new[:3]
    )
    return f"{len(new)} disagreements, such as\n{shown}" if new else ""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_devices_do_what_the_manual_says(dialect: str, tmp_path: Path) -> None:
    packets: list[Difference] = []
    figures: list[Difference] = []
    total = 0
    for seed in SAMPLE[dialect]:
        more_packets, count, more_figures = compared.both(seed, dialect, "small", 120, tmp_path)
        packets += more_packets
        figures += more_figures
        total += count
    assert total > 40
    assert not unexplained(packets)
    assert not unexplained(figures)
    occurring = {each.known for each in (*packets, *figures)}
    rows = [*compared.rows("classification"), *compared.rows("figures")]
    gone = [
        row["name"] for row in rows if dialect in row["dialects"] and row["name"] not in occurring
    ]
    assert not gone, f"mended for {dialect}, so take it out of known.yaml: {gone}"


@pytest.mark.deep
@pytest.mark.parametrize("size", ["small", "medium", "large"])
@pytest.mark.parametrize("first", range(100, 148, 6))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_further_devices(dialect: str, first: int, size: str, tmp_path: Path) -> None:
    for seed in range(first, first + 6):
        packets, _, figures = compared.both(seed, dialect, size, 200, tmp_path)
        assert not unexplained([*packets, *figures])
