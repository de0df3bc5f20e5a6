"""The traffic of one experiment, out of a file that several experiments share."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from qosc.lab.expected import Setup
from qosc.scenario.near import no_such
from qosc.scenario.overlay import Overlay

__all__ = ["UnknownChangeError", "varied"]

Place = tuple[int | str, ...]


class UnknownChangeError(ValueError):
    """A change that cannot be made; `place` leads to it from the experiment."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


def varied(overlay: Overlay, setup: Setup) -> Overlay:
    """The overlay with what `vary` and `without` of an experiment say.

    A value of null takes a key away, so that another can be written in its place. Raises
    UnknownChangeError for a source that is not there and for values that it cannot have.
    """
    if not setup.vary and not setup.without:
        return overlay
    names = [source.name for source in overlay.traffic]
    for index, name in enumerate(setup.without):
        if name not in names:
            raise UnknownChangeError(no_such("source of traffic", name, names), ("without", index))
    for name in setup.vary:
        if name not in names or name in setup.without:
            raise UnknownChangeError(no_such("source of traffic", name, names), ("vary", name))
    sources = []
    for source in overlay.traffic:
        if source.name in setup.without:
            continue
        data: dict[str, Any] = source.model_dump(by_alias=True, exclude_unset=True)
        data.update(setup.vary.get(source.name, {}))
        sources.append({key: value for key, value in data.items() if value is not None})
    kept = overlay.model_dump(by_alias=True, exclude_unset=True)
    try:
        return Overlay.model_validate({**kept, "traffic": sources})
    except ValidationError as error:
        (first, *_) = error.errors()
        raise UnknownChangeError(*_words(first, sources)) from None


def _words(error: Any, sources: list[dict[str, Any]]) -> tuple[str, Place]:
    at = error["loc"]
    if len(at) < 2 or at[0] != "traffic":
        return f"no traffic is left: {error['msg']}", ("without",)
    name = str(sources[at[1]]["name"])
    key = ".".join(str(each) for each in at[3:])
    return f"{name[:80]!a} cannot be varied so: {key + ': ' if key else ''}{error['msg']}", (
        "vary",
        name,
    )
