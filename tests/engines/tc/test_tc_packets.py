"""Every key and action that is emitted, decided by packets in a real kernel.

The rows are in `tests/bulk/rows`: hand-made configs whose classes are written from the manuals.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.bulk import Verdict, judge, run
from tests.bulk.rows import ROWS

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def verdicts(linux: None) -> Mapping[str, Verdict]:
    """All rows in one boot."""
    return {each.planned.trial.name: judge(each) for each in run([row.trial for row in ROWS])}


@pytest.mark.parametrize("name", [row.trial.name for row in ROWS])
def test_each_packet_is_treated_as_the_manual_says(
    verdicts: Mapping[str, Verdict], name: str
) -> None:
    verdict = verdicts[name]
    assert verdict.wrong == [], verdict.report()
    assert verdict.untested == [], verdict.report()
    assert verdict.sent > 0
