"""Measure which tests reach which lines, once for a state of the program."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from scripts.mutation.reach import Recorder
from scripts.mutation.session import Session, open_session

__all__ = ["measure"]

_AT_ONCE = 250
"""How many tests are measured between two times that what is measured is kept."""
_MOST_SECONDS = 3.0
"""Of the processor: a test that takes longer is given up, and not asked about mutants."""


class TooLongError(Exception):
    """A test took too long to be asked about mutants."""


def measure(place: Path, tests: list[str], until: float = float("inf")) -> int:
    """Run the tests one after the other and keep what each reaches; the status of pytest.

    Those that are not begun `until` a time of the clock are not in the measurement.
    """
    recorder: list[Recorder] = []

    def begun() -> None:
        recorder.append(Recorder())

    def work(session: Session) -> None:
        recorder[0].watch_profiles()
        names = list(session.items)
        signal.signal(signal.SIGVTALRM, _give_up)
        session.be_quiet()
        for number, test in enumerate(names):
            if time.time() > until:
                print(f"{len(names) - number} of {len(names)} are not measured", flush=True)
                break
            recorder[0].begin(test)
            following = names[number + 1] if number + 1 < len(names) else None
            signal.setitimer(signal.ITIMER_VIRTUAL, _MOST_SECONDS)
            failure = session.run(test, following)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            recorder[0].end(bool(failure))
            if number % _AT_ONCE == 0:
                recorder[0].write(place)
                print(f"{number} of {len(names)} measured, {time.process_time():.0f} s", flush=True)
        recorder[0].write(place)

    return open_session(tests, work, begun, str(place.parent / "tmp"))


def _give_up(*_: object) -> None:
    raise TooLongError
