"""Reading lines of traffic generators in tests."""

from __future__ import annotations

from typing import Any

from qosc.scenario import Overlay
from qosc.source import SourceText
from qosc.traffic import Fate, Hosts, Read, read_texts, traffic_of


def read(text: str, **options: Any) -> Read:
    """What a text of lines says."""
    return read_texts([SourceText("t.sh", text)], Hosts(), **options)


def made(text: str, duration_ms: int | None = None, **options: Any) -> Overlay:
    """The traffic of a text of lines."""
    return traffic_of(read(text, **options), duration_ms)


def sources(text: str, duration_ms: int | None = None, **options: Any) -> list[dict[str, Any]]:
    """The sources of the traffic, as the document has them."""
    document = made(text, duration_ms, **options).model_dump(
        mode="json", by_alias=True, exclude_defaults=True
    )
    return list(document["traffic"])


def source(line: str, duration_ms: int | None = None) -> dict[str, Any]:
    """The one source of a line."""
    (found,) = sources(line, duration_ms)
    return found


def told(text: str, fate: Fate = Fate.UNSUPPORTED) -> list[tuple[str, str]]:
    """The words of one fate with their note, after the traffic was made where there is some."""
    found = read(text)
    if found.flows:
        traffic_of(found)
    return [(item.text, item.note) for item in found.items if item.fate is fate]
