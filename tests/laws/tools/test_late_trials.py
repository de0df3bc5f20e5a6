"""A boot whose time was over is no fault of what it tries: such a trial is told apart."""

from __future__ import annotations

import pytest

from tests import bulk
from tests.bulk import Probe, Trial, Wanted, boot, judge
from tests.engines.calm import in_time
from tests.engines.tc import test_tc_generated
from tests.wire import Packet

CONFIG = """
policy-map P
 class class-default
  shape average 1000000
interface GigabitEthernet0/1
 service-policy output P
"""
TRIALS = [
    Trial(name, CONFIG, (Probe(Packet(), "GigabitEthernet0/1", Wanted()),)) for name in "abcd"
]
LATE = {"error": "no time was left"}
WENT_WELL = {"steps": [], "probes": [{"leaves": [], "out": [], "held": True}]}


def answers(monkeypatch: pytest.MonkeyPatch, *rows: dict[str, object]) -> None:
    """Let a boot give these rows."""
    monkeypatch.setattr(boot, "_boot", lambda _jobs, _seconds: list(rows))


def test_a_trial_that_was_not_begun_is_late_and_one_that_died_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers(monkeypatch, WENT_WELL, LATE, {"error": "its process died"})
    seen = bulk.run(TRIALS[:3])
    assert [each.late for each in seen] == [False, True, False]
    assert judge(seen[2]).wrong == ["its process died"]


def test_a_slow_host_is_told_and_a_fault_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, WENT_WELL, LATE, LATE, LATE)
    with pytest.raises(pytest.skip.Exception, match="time for 1 of 4 trials"):
        test_tc_generated.tried(TRIALS)
    answers(monkeypatch, {"error": "its process died"}, LATE, LATE, LATE)
    with pytest.raises(AssertionError, match="its process died"):
        test_tc_generated.tried(TRIALS)


def test_half_of_the_trials_are_enough() -> None:
    in_time(2, 4)
    with pytest.raises(pytest.skip.Exception):
        in_time(1, 4)
