"""How long a run may take, and how it is stopped from outside."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qosc.scenario.model import Scenario

__all__ = ["LONGEST_S", "OutOfTime", "default_limit", "ended_by_signals", "out_of_time_after"]

LONGEST_S = 10**6
"""Seconds that a run may be given: poll(2) counts milliseconds in 31 bits, some 24 days."""

_TIMES, _START_S = 5, 60
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class OutOfTime(Exception):  # noqa: N818 - it says what happened
    """What was run in this process took too long."""


def default_limit(scenario: Scenario) -> float:
    """Seconds for a run: five times what it simulates, and a minute to build or boot; at most
    LONGEST_S.
    """
    return min(_START_S + _TIMES * scenario.duration_ms / 1000, LONGEST_S)


@contextmanager
def out_of_time_after(seconds: float) -> Iterator[None]:
    """OutOfTime in the block after `seconds`. Without effect outside of the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """In the block, SIGINT, SIGTERM and SIGHUP end it like any exception, so that it can clean up.

    The first one is KeyboardInterrupt or SystemExit with 128 and its number; later ones are
    ignored, so that nothing disturbs the cleaning. Without effect outside of the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _frame: FrameType | None) -> None:
        for each in _ENDING:
            signal.signal(each, signal.SIG_IGN)
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)

    before = {each: signal.signal(each, end) for each in _ENDING}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
