"""The search for garbage does not take its time while a text is read, and goes on afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from qosc.lsp.server import Server

TEXT = "".join(f"class-map match-any c{n}\n match dscp {n % 64}\n" for n in range(1500))
OFTEN = (70, 10, 10)


@pytest.fixture
def searches() -> Iterator[list[int]]:
    """The generation of each search, under the thresholds of the server."""
    begun: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            begun.append(info["generation"])

    before = gc.get_threshold()
    gc.set_threshold(*OFTEN)
    gc.callbacks.append(note)
    yield begun
    gc.callbacks.remove(note)
    gc.set_threshold(*before)


def test_memory_is_not_searched_at_each_step_of_a_reading(searches: list[int]) -> None:
    server = Server()
    searches.clear()
    reading = server._read("r.cfg", TEXT)
    assert reading is not None
    assert len(reading.configs[0].device.class_maps) == 1500
    assert len(searches) < 5
    assert gc.get_threshold() == OFTEN


def test_the_collector_is_set_as_before_after_a_reading_that_fails(
    searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr("qosc.lsp.server.Reading", broken)
    searches.clear()
    with pytest.raises(ValueError, match="broken"):
        Server()._read("r.cfg", TEXT)
    assert gc.get_threshold() == OFTEN
