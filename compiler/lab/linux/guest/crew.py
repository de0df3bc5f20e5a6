"""The processes of one experiment: each in its namespace, all started at one instant."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import struct
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qosc.lab.linux.guest import kernel

__all__ = ["Begin", "Crew", "Times"]

_LEAD_NS = 150_000_000
"""From the word of command to the first packet."""
_TIMES = struct.Struct("=qqq")
Times = tuple[int, int, int]
"""Start, end of sending, end of listening: nanoseconds of the wall clock."""
Begin = Callable[[], Times]
"""Says that a process is ready, waits for the others, and gives the times."""


class Crew:
    """Processes that wait for each other before they begin."""

    def __init__(self) -> None:
        self._members: list[tuple[int, int, int, Path]] = []

    def add(self, netns: str, role: str, work: Callable[[Begin], dict[str, Any]]) -> None:
        """Fork a process that does `work` in a namespace. Returns at once."""
        path = Path("/run/tmp") / f"{netns}.{role}.json"
        ready_read, ready_write = os.pipe()
        go_read, go_write = os.pipe()
        child = os.fork()
        if child:
            os.close(ready_write)
            os.close(go_read)
            self._members.append((child, ready_read, go_write, path))
            return

        def begin() -> Times:
            os.write(ready_write, b"+")
            data = os.read(go_read, _TIMES.size)
            if len(data) != _TIMES.size:
                os._exit(1)
            return _TIMES.unpack(data)

        try:
            os.close(ready_read)
            os.close(go_write)
            kernel.enter(netns)
            result = work(begin)
        except BaseException:  # noqa: BLE001  # reported to the parent
            result = {"error": traceback.format_exc()}
        try:
            path.write_text(json.dumps({"role": role, "node": netns, **result}), encoding="utf-8")
        finally:
            os._exit(0)

    def start(self, duration_us: int, drain_us: int, deadline: float) -> int:
        """Wait until all are ready (a dead one is found by `collect`), then give the word.

        `deadline` is on the monotonic clock. Gives the instant of the start (ns, wall clock).
        """
        for _, ready, _, _ in self._members:
            _await(ready, deadline)
            os.read(ready, 1)
        begin = time.time_ns() + _LEAD_NS
        end = begin + duration_us * 1000
        times = _TIMES.pack(begin, end, end + drain_us * 1000)
        for _, _, go, _ in self._members:
            with contextlib.suppress(BrokenPipeError):
                os.write(go, times)
        return begin

    def collect(self, deadline: float) -> list[dict[str, Any]]:
        """Wait for all; what each found. RuntimeError if one of them failed."""
        results = []
        while self._members:
            child, ready, go, path = self._members[-1]
            _await(ready, deadline)
            self._members.pop()
            os.waitpid(child, 0)
            os.close(ready)
            os.close(go)
            results.append(json.loads(path.read_text(encoding="utf-8")))
        for part in results:
            if "error" in part:
                raise RuntimeError(part["error"])
        return results

    def stop(self) -> None:
        """Kill what still runs."""
        while self._members:
            child, ready, go, _ = self._members.pop()
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(ready)
            os.close(go)


def _await(ready: int, deadline: float) -> None:
    """Wait until a member writes into its pipe, or ends; TimeoutError after the deadline."""
    if not select.select([ready], [], [], max(0.0, deadline - time.monotonic()))[0]:
        raise TimeoutError("the traffic did not end in time")
