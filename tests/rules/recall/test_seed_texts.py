"""The documents that the first examples come from, as a scanner left them: prose around, fences
within. They stand beside the repository, where they are at all.
"""

from __future__ import annotations

from collections import Counter

import pytest

import qosc
from tests.published import SEEDS

pytestmark = [
    pytest.mark.shared("seeds"),
]

APPENDIX_B = {"QOS003": 1, "QOS201": 1, "QOS301": 6, "QOS303": 1}


def _findings(number: str, first: int = 1, last: int | None = None) -> Counter[str]:
    (path,) = SEEDS.glob(f"{number}_*.txt")
    lines = path.read_text(encoding="utf-8").split("\n")[first - 1 : last]
    config = qosc.loads("\n".join(lines), name=path.name)
    return Counter(finding.code for finding in qosc.check(config))


@pytest.mark.parametrize(
    ("number", "first", "last", "expected"),
    [
        ("000", 200, 305, APPENDIX_B),
        # 800 of 2000 kbit/s for one priority class is more than a third.
        ("000", 307, 408, {**APPENDIX_B, "QOS404": 1}),
        ("001", 10, 74, {}),
        ("001", 124, 198, {}),
    ],
)
def test_a_config_with_its_prose_has_just_its_own_findings(
    number: str, first: int, last: int, expected: dict[str, int]
) -> None:
    assert _findings(number, first, last) == expected


@pytest.mark.parametrize("number", ["000", "001", "002", "003", "004"])
def test_no_prose_is_taken_for_a_line_that_is_not_understood(number: str) -> None:
    assert "QOS010" not in _findings(number)
